// SPDX-License-Identifier: Apache-2.0
import Keys
import Layouts

/// The label of a key: what it types on four levels, or its name.
struct KeyLegend {
  /// The text that a key types on one level.
  struct Level: Hashable {
    /// The displayed character; of a dead key only its accent.
    var text: String
    /// Whether the key waits for the next letter.
    var isDead = false
    /// Whether the text is the name of an invisible character.
    var isName = false
  }

  /// The text without modifiers, with Shift, with AltGr (⌥ on Apple's layouts), and with both; nil
  /// for a level that types nothing new.
  var levels: [Level?] = [nil, nil, nil, nil]
  /// The name of a key that types nothing: in symbols, and in ASCII.
  var name: (symbol: String, word: String)?

  /// Whether the label is empty.
  var isBlank: Bool { name == nil && levels.allSatisfy { $0 == nil } }

  /// Creates the label of a key on the first layout.
  init(of code: KeyCode, on layouts: KeyboardLayouts) {
    guard let plain = layouts.keystroke(pressing: code, holding: [], andThirdLevel: false) else {
      return
    }
    if let name = Self.names[keysymName(plain.keysym)] {
      self.name = name
      return
    }
    levels[0] = Self.level(plain)
    levels[1] = layouts.keystroke(pressing: code, holding: .shift, andThirdLevel: false)
      .flatMap { $0.consumedModifiers.contains(.shift) ? Self.level($0) : nil }
    for (index, modifiers) in [(2, Modifiers()), (3, .shift)] {
      let third =
        layouts.keystroke(pressing: code, holding: modifiers, andThirdLevel: true)
        ?? layouts.keystroke(
          pressing: code, holding: modifiers.union(.option), andThirdLevel: false)
      levels[index] = third.flatMap {
        $0.consumedModifiers.contains(.option) ? Self.level($0) : nil
      }
    }
    // A level that repeats the level below adds no information.
    if levels[3] == levels[2] { levels[3] = nil }
    if levels.allSatisfy({ $0 == nil }) {
      let keysym = keysymName(plain.keysym)
      name = (keysym, keysym)
    }
  }

  private static func level(_ keystroke: Keystroke) -> Level? {
    if case .pending(let preview) = keystroke.composition {
      return Level(text: preview, isDead: true)
    }
    switch keystroke.text {
    case "": return nil
    case " ": return Level(text: "␣")
    case "\u{A0}", "\u{202F}": return Level(text: "⍽")
    case let text:
      guard let scalar = text.unicodeScalars.first, scalar.properties.generalCategory == .format
      else { return Level(text: text) }
      let name = formatNames[scalar.value] ?? String(scalar.value, radix: 16, uppercase: true)
      return Level(text: name, isName: true)
    }
  }

  /// Invisible format characters, with Unicode's abbreviations.
  private static let formatNames: [UInt32: String] = [
    0xAD: "SHY", 0x61C: "ALM", 0x200B: "ZWSP", 0x200C: "ZWNJ", 0x200D: "ZWJ", 0x200E: "LRM",
    0x200F: "RLM", 0x202A: "LRE", 0x202B: "RLE", 0x202C: "PDF", 0x202D: "LRO", 0x202E: "RLO",
    0x2060: "WJ", 0x2066: "LRI", 0x2067: "RLI", 0x2068: "FSI", 0x2069: "PDI",
  ]

  /// Keys without characters by keysym name, because a layout may place them anywhere.
  private static let names: [String: (symbol: String, word: String)] = [
    "BackSpace": ("⌫", "Bksp"), "Tab": ("⇥", "Tab"), "Return": ("⏎", "Enter"),
    "Caps_Lock": ("⇪", "Caps"), "Shift_L": ("⇧", "Shift"), "Shift_R": ("⇧", "Shift"),
    "Control_L": ("⌃", "Ctrl"), "Control_R": ("⌃", "Ctrl"), "Super_L": ("⌘", "Cmd"),
    "Super_R": ("⌘", "Cmd"), "Alt_L": ("⌥", "Alt"), "Alt_R": ("⌥", "Alt"), "Meta_L": ("⌥", "Meta"),
    "ISO_Level3_Shift": ("AltGr", "AltGr"), "ISO_Level5_Shift": ("Lv5", "Lv5"),
    "Menu": ("☰", "Menu"), "Multi_key": ("Comp", "Comp"), "Escape": ("⎋", "Esc"),
    "ISO_Next_Group": ("Next", "Next"), "Muhenkan": ("無変換", "Muhen"), "Henkan_Mode": ("変換", "Henk"),
    "Hiragana_Katakana": ("かな", "Kana"), "Zenkaku_Hankaku": ("半/全", "Zen"),
    "Eisu_toggle": ("英数", "Eisu"), "Hangul": ("한/영", "Han"), "Hangul_Hanja": ("한자", "Hanj"),
    "Mode_switch": ("Mode", "Mode"), "Num_Lock": ("Num", "Num"),
  ]
}
