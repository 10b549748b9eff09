// SPDX-License-Identifier: Apache-2.0

/// Bytes that control a terminal.
typealias ControlSequence = [UInt8]

/// The entry of one terminal in the terminfo database: `terminfo(5)`, and `user_caps(5)` for the
/// longer names.
struct TerminfoEntry {
  enum Flag: String, CaseIterable {
    /// `auto_right_margin`: a character in the last column moves the cursor to the next row.
    case am
    /// `eat_newline_glitch`: the cursor moves there only when another character follows.
    case xenl
    /// The colour of `setaf` and `setab` is red, green and blue in one number.
    case RGB
    /// The terminal can report its focus.
    case XF
  }

  enum Number: String, CaseIterable {
    /// `max_colors`.
    case colors
    /// `magic_cookie_glitch`: attributes occupy cells.
    case xmc
  }

  enum Sequence: String, CaseIterable {
    /// `cursor_address`, with the row and the column.
    case cup
    /// `clear_screen`, `clr_eol`.
    case clear, el
    /// `enter_ca_mode`, `exit_ca_mode`: the alternate screen.
    case smcup, rmcup
    /// `cursor_invisible`, `cursor_normal`.
    case civis, cnorm
    /// `exit_am_mode`, `enter_am_mode`: automatic wrapping.
    case rmam, smam
    /// `exit_attribute_mode`, and `orig_pair` for colours.
    case sgr0, op
    /// `enter_bold_mode`, `enter_dim_mode`, `enter_italics_mode`, `enter_underline_mode`,
    /// `enter_blink_mode`.
    case bold, dim, sitm, smul, blink
    /// Text with a line through it, as in tmux.
    case smxx
    /// A kind of underline, with its number, and the colour of underlines, with its red, green and
    /// blue in one number, as in tmux and kitty.
    case Smulx, Setulc
    /// `enter_reverse_mode`, `enter_standout_mode`.
    case rev, smso
    /// `set_a_foreground`, `set_a_background`, with the number of the colour.
    case setaf, setab
    /// The same with red, green and blue, as in tmux and kitty.
    case setrgbf, setrgbb
    /// Synchronized output, with 1 to begin and 2 to end it, as in tmux.
    case Sync
    /// The shape of the cursor, with its number (DECSCUSR).
    case Ss
    /// Focus reports on and off.
    case fe, fd
    /// Bracketed paste on and off.
    case BE, BD
  }

  var flags: Set<Flag> = []
  var numbers: [Number: Int] = [:]
  private var sequences: [Sequence: ControlSequence] = [:]

  /// The sequence of a capability without delays; empty if the terminal has none.
  ///
  /// A sequence with a string parameter is dropped: parameters are numbers here, and the library
  /// would take a number for an address.
  subscript(name: Sequence) -> ControlSequence {
    get { sequences[name] ?? [] }
    set { sequences[name] = Self.hasText(newValue) ? nil : Self.withoutDelays(newValue) }
  }

  /// Removes delays, `$<5>`, `$<1.5*/>`; lines slow enough to need them use flow control.
  static func withoutDelays(_ sequence: ControlSequence) -> ControlSequence {
    var rest = sequence[...]
    var kept: ControlSequence = []
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "$"), rest.first == UInt8(ascii: "<"),
        let end = rest.firstIndex(of: UInt8(ascii: ">"))
      {
        rest = rest[(end + 1)...]
      } else {
        kept.append(byte)
      }
    }
    return kept
  }

  /// Whether a sequence uses a parameter as a string: `%s`, `%10.3s`, `%l`.
  private static func hasText(_ sequence: ControlSequence) -> Bool {
    var rest = sequence[...]
    while let percent = rest.firstIndex(of: UInt8(ascii: "%")) {
      let directive = rest[(percent + 1)...]
      // Flags, width and precision; a sign is a flag only after a colon.
      let isFlagged = directive.first == UInt8(ascii: ":")
      let final = directive.dropFirst(isFlagged ? 1 : 0).first { byte in
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "#"),
          UInt8(ascii: " "):
          false
        case UInt8(ascii: "-"), UInt8(ascii: "+"): !isFlagged
        default: true
        }
      }
      if final == UInt8(ascii: "s") || final == UInt8(ascii: "l") { return true }
      // `%%` and `%'x'` contain a character that does not begin a directive.
      rest = directive.dropFirst(directive.first == UInt8(ascii: "'") ? 2 : 1)
    }
    return false
  }
}
