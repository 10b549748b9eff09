// SPDX-License-Identifier: Apache-2.0

/// The rows of a pane with their colours and attributes, from `tmux capture-pane -e`.
///
/// tmux writes the same cells in several ways, so its sequences are executed and written again:
/// each style once, in brackets before its characters. Blanks have no style that cannot be seen.
struct StyledRows {
  private struct Style: Equatable {
    var attributes: Set<Int> = []
    var foreground = ""
    var background = ""

    /// The style of a blank: only what is visible without a character.
    var ofBlank: Style {
      var style = self
      style.attributes.formIntersection([4, 7, 9])
      if style.attributes.isEmpty { style.foreground = "" }
      return style
    }

    var text: String {
      let parts = attributes.sorted().map(String.init) + [foreground, background]
      return "[" + parts.filter { !$0.isEmpty }.joined(separator: " ") + "]"
    }
  }

  /// The rows, without blanks at their ends.
  let rows: [String]

  init(_ capture: String) {
    var style = Style()
    rows = capture.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      var cells: [(character: Character, style: Style)] = []
      var rest = line[...]
      while let character = rest.popFirst() {
        guard character == "\u{1b}" else {
          cells.append((character, character == " " ? style.ofBlank : style))
          continue
        }
        let end = rest.firstIndex { $0.isLetter } ?? rest.endIndex
        Self.apply(rest[..<end].dropFirst(), to: &style)
        rest = rest[end...].dropFirst()
      }
      while let last = cells.last, last.character == " ", last.style == Style() {
        cells.removeLast()
      }
      var (text, shown) = ("", Style())
      for cell in cells {
        if cell.style != shown { text += cell.style.text }
        shown = cell.style
        text.append(cell.character)
      }
      return text
    }
  }

  /// Applies the parameters of SGR.
  private static func apply(_ parameters: Substring, to style: inout Style) {
    var values = parameters.split(separator: ";", omittingEmptySubsequences: false)[...]
    while let value = values.popFirst() {
      switch Int(value.prefix { $0 != ":" }) ?? 0 {
      case 0: style = Style()
      case 38: style.foreground = "38 " + color(&values)
      case 48: style.background = "48 " + color(&values)
      case 39: style.foreground = ""
      case 49: style.background = ""
      case let number where (30...37).contains(number) || (90...97).contains(number):
        style.foreground = String(number)
      case let number where (40...47).contains(number) || (100...107).contains(number):
        style.background = String(number)
      case let number: style.attributes.insert(number)
      }
    }
  }

  private static func color(_ values: inout ArraySlice<Substring>) -> String {
    let count = values.first == "5" ? 2 : 4
    defer { values = values.dropFirst(count) }
    return values.prefix(count).joined(separator: " ")
  }
}
