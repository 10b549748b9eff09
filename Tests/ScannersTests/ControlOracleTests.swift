// SPDX-License-Identifier: Apache-2.0
import CXkbcommon
import Keys
import Layouts
import Scanners
import Testing

/// Compares the control characters of scanners with libxkbcommon.
@Suite struct ControlOracleTests {
  /// A keyboard on plain libxkbcommon with Control held and Num Lock on.
  private final class Board {
    private let context: OpaquePointer
    private let keymap: OpaquePointer
    private let state: OpaquePointer

    init(_ layout: String, _ variant: String) throws {
      let context = try #require(xkb_context_new(XKB_CONTEXT_NO_ENVIRONMENT_NAMES))
      let keymap = layout.withCString { layout in
        variant.withCString { variant in
          var names = xkb_rule_names()
          (names.layout, names.variant) = (layout, variant)
          return xkb_keymap_new_from_names(context, &names, XKB_KEYMAP_COMPILE_NO_FLAGS)
        }
      }
      self.context = context
      self.keymap = try #require(keymap)
      state = try #require(xkb_state_new(keymap))
    }

    deinit {
      xkb_state_unref(state)
      xkb_keymap_unref(keymap)
      xkb_context_unref(context)
    }

    /// The text of a key with Control and perhaps Shift.
    func text(of code: UInt16, withShift shift: Bool) -> String {
      let modifiers = [XKB_MOD_NAME_CTRL] + (shift ? [XKB_MOD_NAME_SHIFT] : [])
      let mask = modifiers.reduce(0 as UInt32) { $0 | 1 << xkb_keymap_mod_get_index(keymap, $1) }
      let numLock = 1 << xkb_keymap_mod_get_index(keymap, "Mod2") as UInt32
      xkb_state_update_mask(state, mask, 0, numLock, 0, 0, 0)
      var buffer = [CChar](repeating: 0, count: 64)
      let count = xkb_state_key_get_utf8(state, UInt32(code) + 8, &buffer, buffer.count)
      return String(
        decoding: buffer.prefix(Int(count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
  }

  private static let scanner = DeviceID(rawValue: 3)
  /// The keys with characters, and those of the keypad.
  ///
  /// KEY_KPSLASH is left out: xkb gives it a level for Control with Alt, so that it types / there.
  private static let keys: [UInt16] =
    Array(2...13) + Array(15...27) + Array(30...41) + Array(43...53)
    + [55, 57] + Array(71...83) + [86]

  /// The text that a scanner types with Control and perhaps Shift.
  private func scan(_ code: UInt16, withShift shift: Bool, on layouts: KeyboardLayouts) -> String {
    var settings = ScannerSettings()
    settings.terminators = [KeyCode(0x2a0)]
    settings.controlTerminators = []
    var assembler = ScanAssembler(device: Self.scanner, settings: settings)
    var scans: [Scan] = []
    func send(_ code: KeyCode, _ phase: KeyEvent.Phase) {
      let event = KeyEvent(time: .zero, device: Self.scanner, code: code, phase: phase)
      assembler.handle(layouts.keystroke(for: event), into: &scans)
    }
    let held: [KeyCode] = shift ? [.leftControl, .leftShift] : [.leftControl]
    for key in held { send(key, .press) }
    send(KeyCode(code), .press)
    send(KeyCode(code), .release)
    for key in held { send(key, .release) }
    send(KeyCode(0x2a0), .press)
    return scans.map(\.text).joined()
  }

  private static func control(_ text: String) -> String? {
    // The only addition to libxkbcommon's table.
    if text == "-" { return "\u{1f}" }
    return text.unicodeScalars.allSatisfy { $0.value < 0x20 || $0.value == 0x7f } && !text.isEmpty
      ? text : nil
  }

  @Test(
    "Control with a key is libxkbcommon's control character, or that of the US keyboard",
    arguments: [
      ["us", ""], ["us", "intl"], ["us", "dvorak"], ["gb", ""], ["de", ""], ["fr", ""], ["es", ""],
      ["se", ""], ["ch", "fr"], ["pl", ""], ["tr", ""], ["jp", ""], ["ru", ""], ["gr", ""],
      ["il", ""],
    ])
  func controls(names: [String]) throws {
    let board = try Board(names[0], names[1])
    let us = try Board("us", "")
    let device = DeviceInfo(id: Self.scanner, name: "Scanner")
    let layouts = try KeyboardLayouts(settingsFor: { _ in
      LayoutSettings(name: LayoutName(layout: names[0], variant: names[1]))
    }).makeLiteral()
    try layouts.connect(device)
    layouts.setLocks(.numLock)
    for code in Self.keys {
      for shift in [false, true] {
        let expected =
          Self.control(board.text(of: code, withShift: shift))
          ?? Self.control(us.text(of: code, withShift: shift)) ?? ""
        let found = scan(code, withShift: shift, on: layouts)
        #expect(
          Array(found.utf8) == Array(expected.utf8), "\(KeyCode(code)), Shift \(shift)")
      }
    }
  }

  @Test("RS is ⌃6, US is ⌃-, NUL is ⌃2 and DEL is ⌃8")
  func digits() throws {
    let layouts = try KeyboardLayouts().makeLiteral()
    try layouts.connect(DeviceInfo(id: Self.scanner, name: "Scanner"))
    let typed = [3, 4, 5, 6, 7, 8, 9, 12, 53, 57].map { scan($0, withShift: false, on: layouts) }
    #expect(
      typed == [
        "\u{0}", "\u{1b}", "\u{1c}", "\u{1d}", "\u{1e}", "\u{1f}", "\u{7f}", "\u{1f}", "\u{1f}",
        "\u{0}",
      ])
  }

  @Test("a scanner that sends the keys of a US keyboard is understood on a German layout")
  func german() throws {
    let layouts = try KeyboardLayouts(settingsFor: { _ in
      LayoutSettings(name: LayoutName(layout: "de"))
    }).makeLiteral()
    try layouts.connect(DeviceInfo(id: Self.scanner, name: "Scanner"))
    // ü, +, #, ß and Shift+6
    let typed = [26, 27, 43, 12].map { scan($0, withShift: false, on: layouts) }
    #expect(typed == ["\u{1b}", "\u{1d}", "\u{1c}", "\u{1f}"])
    #expect(scan(7, withShift: true, on: layouts) == "\u{1e}")
  }
}
