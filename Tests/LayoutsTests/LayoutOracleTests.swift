// SPDX-License-Identifier: Apache-2.0
import CLayoutOracle
import Glibc
import Keys
import Layouts
import TestSupport
import Testing
import TestTraits

let composeFile = "/usr/share/X11/locale/en_US.UTF-8/Compose"
let hasComposeFile = access(composeFile, R_OK) == 0

/// Layouts, compared with a C program on libxkbcommon that handles one keyboard.
@Suite struct LayoutOracleTests {
  @Test(
    "Random keys with modifiers, locks and dead keys type what libxkbcommon types",
    .needs(file: composeFile), .notInFastRuns, arguments: LayoutName.oracleSample)
  func agreesWithLibxkbcommon(name: LayoutName) throws {
    let oracle = try #require(Oracle(name, optionIsThirdLevel: name.isApple))
    let board = try Board(LayoutSettings(name: name))
    var hand = RandomHand(seed: UInt64(name.layout.utf8.reduce(7) { $0 &* 31 &+ UInt64($1) }))
    var typed = 0
    var composed = 0
    let steps = Thoroughness.repetitions(3000, long: 12_000)
    for step in 0..<steps {
      let (code, phase) = hand.next()
      let keystroke = board.key(code, phase)
      let expected = oracle.key(code, phase)
      if phase == .release { continue }
      typed += keystroke.text.isEmpty ? 0 : 1
      composed += keystroke.composition == .none ? 0 : 1
      guard keystroke.keysym.rawValue == expected.keysym, keystroke.text == expected.text else {
        Issue.record(
          """
          \(name), step \(step), \(code) \(phase) with \(keystroke.modifiers): \
          \(keysymName(keystroke.keysym)) "\(keystroke.text)", libxkbcommon \
          \(keysymName(Keysym(rawValue: expected.keysym))) "\(expected.text)"
          """)
        return
      }
    }
    #expect(typed > steps / 8)
    #expect(composed > steps / 120 || !Self.deadKeyLayouts.contains(name))
  }

  // The keys must have included dead keys or Compose, otherwise the comparison does not cover them.
  private static let deadKeyLayouts: Set<LayoutName> = [
    LayoutName("us", "intl"), LayoutName("us", "mac"), LayoutName("de"), LayoutName("fr"),
    LayoutName("gr", "polytonic"), LayoutName("us", "", "compose:ralt"), LayoutName("ca"),
  ]

  @Test("The sample has at least 60 layouts, including those with dead keys")
  func sampleIsWide() {
    let sample = Set(LayoutName.oracleSample)
    #expect(sample.count >= 60)
    #expect(sample.isSuperset(of: Self.deadKeyLayouts))
  }
}

/// The running C program.
final class Oracle {
  private let pointer: OpaquePointer

  init?(_ name: LayoutName, optionIsThirdLevel: Bool = false) {
    let parts = [name.rules, name.model, name.layout, name.variant, name.options]
    let strings: [UnsafeMutablePointer<CChar>?] = parts.map { strdup($0) }
    defer { strings.forEach { free($0) } }
    var names = layout_oracle_names(
      rules: strings[0], model: strings[1], layout: strings[2], variant: strings[3],
      options: strings[4])
    guard let pointer = layout_oracle_new(&names, composeFile, optionIsThirdLevel) else {
      return nil
    }
    self.pointer = pointer
  }

  deinit {
    layout_oracle_free(pointer)
  }

  func key(_ code: KeyCode, _ phase: KeyEvent.Phase) -> (keysym: UInt32, text: String) {
    var keysym: UInt32 = 0
    var text = [CChar](repeating: 0, count: 1024)
    let value: Int32 = phase == .press ? 1 : phase == .repeat ? 2 : 0
    layout_oracle_key(pointer, code.rawValue, value, &keysym, &text, text.count)
    let bytes = text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:))
    return (keysym, String(decoding: bytes, as: UTF8.self))
  }
}

/// Simulates a hand that presses random keys: mostly letters, often with modifiers, sometimes a
/// lock.
struct RandomHand {
  private var random: SeededGenerator
  private var held: [KeyCode] = []
  private var down: KeyCode?

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
  }

  mutating func next() -> (KeyCode, KeyEvent.Phase) {
    if let code = down {
      if Int.random(in: 0..<12, using: &random) == 0 { return (code, .repeat) }
      down = nil
      return (code, .release)
    }
    if let index = held.indices.randomElement(using: &random),
      Int.random(in: 0..<4, using: &random) == 0
    {
      return (held.remove(at: index), .release)
    }
    if held.count < 3, Int.random(in: 0..<6, using: &random) == 0,
      let modifier = Self.modifiers.randomElement(using: &random), !held.contains(modifier)
    {
      held.append(modifier)
      return (modifier, .press)
    }
    let keys = Int.random(in: 0..<60, using: &random) == 0 ? Self.locks : Self.keys
    let code = keys.randomElement(using: &random) ?? .a
    down = code
    return (code, .press)
  }

  // Shift and AltGr are more frequent than the other modifiers, with which keys mostly type
  // nothing.
  private static let modifiers: [KeyCode] = [
    .leftShift, .leftShift, .rightShift, .rightAlt, .rightAlt, .rightAlt, .leftAlt, .leftControl,
    .leftMeta, .rightControl,
  ]
  private static let locks: [KeyCode] = [.capsLock, .numLock, .scrollLock]
  // The typing block four times, then all other keys of a keyboard.
  private static let keys: [KeyCode] = {
    let block = (Array(2...13) + Array(16...27) + Array(30...41) + Array(43...53) + [57, 86])
    let rest = Array(1...127) + Array(183...194)
    let modifiers = Set(Self.modifiers + locks)
    return (block + block + block + block + rest).map { KeyCode(UInt16($0)) }.filter {
      !modifiers.contains($0)
    }
  }()
}

extension LayoutName {
  init(_ layout: String, _ variant: String = "", _ options: String = "", model: String = "") {
    self.init(model: model, layout: layout, variant: variant, options: options)
  }

  static let oracleSample: [LayoutName] = [
    LayoutName("us"), LayoutName("us", "intl"), LayoutName("us", "altgr-intl"),
    LayoutName("us", "mac"), LayoutName("us", "dvorak"), LayoutName("us", "dvorak-intl"),
    LayoutName("us", "colemak"), LayoutName("us", "colemak_dh"), LayoutName("us", "workman"),
    LayoutName("us", "alt-intl"), LayoutName("us", "euro"), LayoutName("us", "symbolic"),
    LayoutName("gb"), LayoutName("gb", "extd"), LayoutName("gb", "mac"), LayoutName("ie"),
    LayoutName("de"), LayoutName("de", "nodeadkeys"), LayoutName("de", "neo"),
    LayoutName("de", "mac"), LayoutName("de", "T3"), LayoutName("at"), LayoutName("ch"),
    LayoutName("ch", "fr"), LayoutName("ch", "de_mac"), LayoutName("be"), LayoutName("fr"),
    LayoutName("fr", "bepo"), LayoutName("fr", "oss"), LayoutName("fr", "mac"),
    LayoutName("ca"), LayoutName("ca", "multix"), LayoutName("es"), LayoutName("es", "cat"),
    LayoutName("latam"), LayoutName("pt"), LayoutName("pt", "nativo"), LayoutName("br"),
    LayoutName("br", "nativo"), LayoutName("it"), LayoutName("nl"), LayoutName("dk"),
    LayoutName("no"), LayoutName("se"), LayoutName("se", "svdvorak"), LayoutName("fi"),
    LayoutName("is"), LayoutName("ee"), LayoutName("lv"), LayoutName("lt"), LayoutName("pl"),
    LayoutName("pl", "legacy"), LayoutName("cz"), LayoutName("cz", "qwerty-mac"),
    LayoutName("sk"), LayoutName("hu"), LayoutName("ro", "std"), LayoutName("hr"),
    LayoutName("tr"), LayoutName("tr", "f"), LayoutName("vn"), LayoutName("epo"),
    LayoutName("ru"), LayoutName("ru", "phonetic"), LayoutName("ua"), LayoutName("ua", "macOS"),
    LayoutName("bg", "phonetic"), LayoutName("rs"), LayoutName("kz"), LayoutName("gr"),
    LayoutName("gr", "polytonic"), LayoutName("am"), LayoutName("ge"), LayoutName("il"),
    LayoutName("il", "biblical"), LayoutName("ara"), LayoutName("ir"), LayoutName("pk"),
    LayoutName("in"), LayoutName("in", "tam"), LayoutName("bd"), LayoutName("th"),
    LayoutName("la"), LayoutName("kh"), LayoutName("mm"), LayoutName("et"), LayoutName("jp"),
    LayoutName("jp", "kana"), LayoutName("kr"), LayoutName("cn"),
    LayoutName("us", "", "compose:ralt"), LayoutName("de", "", "caps:escape"),
    LayoutName("us,de", "", "grp:win_menu_switch"),
    LayoutName("us,de", "", "grp:lctrl_rctrl_switch"),
    LayoutName("us,fr", "", "grp:shift_caps_switch"), LayoutName("us", "", "shift:breaks_caps"),
    LayoutName("us,ru", "", "grp:alt_shift_toggle"), LayoutName("us,de,fr", ",,", "grp:toggle"),
    LayoutName("us", "", "ctrl:nocaps,altwin:swap_alt_win"),
    LayoutName("us", "", "caps:shiftlock"), LayoutName("us", "", "lv3:menu_switch"),
    LayoutName("de", "", "compose:caps,shift:both_capslock"),
    LayoutName("us", "", "numpad:mac,kpdl:comma"), LayoutName("us", "", "keypad:oss"),
    LayoutName("fr", "", "nbsp:level3n"), LayoutName("us", "", "caps:ctrl_modifier"),
    LayoutName("us", "", model: "applealu_iso"), LayoutName("jp", "", model: "jp106"),
  ]
}
