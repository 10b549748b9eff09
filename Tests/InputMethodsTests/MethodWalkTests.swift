// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import Keys
import TestSupport
import TestTraits
import Testing
import TextInput

@testable import InputMethods

/// Random keys through every input method, with a converter that lies.
///
/// `make test-long` types a million keys; `make test` types fewer, because a debug build is slow.
@Suite(.notInFastRuns) struct MethodWalkTests {
  private static let keystrokes = Thoroughness.repetitions(20_000, long: 1_000_000)

  enum Method: CaseIterable {
    case pinyin, zhuyin, strokes, romaji, kana, hangul, telex, vni

    /// The methods in which a letter of the text is one of the keys.
    static let literal = allCases.filter { $0 != .telex && $0 != .vni }
  }

  @Test(
    "No letter is lost, doubled or moved, whatever the converter answers, and nothing stays marked",
    arguments: Method.literal, [false, true])
  func letters(_ method: Method, _ isLate: Bool) {
    let walkCount = Self.keystrokes / 600
    for seed in 1...UInt64(max(2, walkCount / 12)) {
      let walker = MethodWalker(method, seed: seed, isLate: isLate)
      for _ in 0..<600 { walker.typeOrChoose() }
      walker.finish()
      guard walker.letters == walker.typed else {
        Issue.record(
          "\(method), late: \(isLate), seed \(seed): \(walker.difference)")
        return
      }
      #expect(walker.typed.count > 100)
    }
  }

  @Test(
    "After any keys nothing stays marked, no list is open, and nothing unchecked was shown",
    arguments: Method.allCases, [false, true])
  func anyKeys(_ method: Method, _ isLate: Bool) {
    for seed in 1...UInt64(max(2, Self.keystrokes / 600 / 12)) {
      let walker = MethodWalker(method, seed: seed, isLate: isLate)
      for step in 0..<600 {
        walker.pressAnything()
        guard let mistake = walker.mistake else { continue }
        Issue.record("\(method), late: \(isLate), seed \(seed), step \(step): \(mistake)")
        return
      }
      walker.finish()
    }
  }
}

/// Types random keys into a text with one input method.
private final class MethodWalker {
  private let desk: MethodDesk
  private let converter: LyingConverter
  private let method: MethodWalkTests.Method
  private var random: SeededGenerator
  private var time: Int64 = 1_000_000
  /// The number of presses since no key waited.
  private var waiting = 0
  /// The letters that were typed, in order.
  private(set) var typed = ""

  init(_ method: MethodWalkTests.Method, seed: UInt64, isLate: Bool) {
    random = SeededGenerator(seed: seed)
    self.method = method
    let converter = LyingConverter(seed: seed, answersLater: isLate)
    self.converter = converter
    desk = MethodDesk(
      { engine in
        let services = MethodServices(engine)
        return switch method {
        case .pinyin:
          CandidateMethod(
            PinyinEntry(), learns: .pinyin, converter: converter, services: services)
        case .zhuyin:
          CandidateMethod(
            ZhuyinEntry(), learns: .zhuyin, converter: converter, services: services)
        case .strokes:
          CandidateMethod(
            StrokeEntry(), learns: .strokes, converter: converter, services: services)
        case .romaji: JapaneseMethod(.romaji, converter: converter, services: services)
        case .kana: JapaneseMethod(.kana, converter: converter, services: services)
        case .hangul: HangulMethod(hanja: HanjaDictionary(path: "/nonexistent"))
        case .telex: VietnameseMethod(.telex)
        case .vni: VietnameseMethod(.vni)
        }
      }, language: "x")
    desk.engine.registerInputMethod(
      CodePointMethod(), summonedBy: Chord("u", [.control, .shift]))
  }

  private func roll(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }

  private func pick(_ choices: [String]) -> String { choices[roll(choices.count)] }

  // MARK: Keys

  /// Chooses a candidate as a client does: the updates follow before the next key is read.
  private func choose() {
    _ = desk.engine.chooseCandidate(1 + roll(9))
    desk.deliver()
  }

  /// Presses a key as a person does at any time: the clock advances, and answers arrive.
  private func press(_ key: String) {
    time += Int64(roll(40)) * 1000
    var keystroke = MethodDesk.keystroke(key)
    keystroke.event.time = Timestamp(microseconds: time)
    desk.hit(keystroke)
    _ = desk.facts()
    desk.engine.updatesWereDelivered()
    if roll(2) == 0 { converter.answerOne() }
    if roll(8) == 0 { pass(milliseconds: 400) }
    waiting = desk.engine.pendingKeystroke == nil ? 0 : waiting + 1
    // The queue of waiting keys has room for far more keys than a person types in this time.
    if waiting > 30 { settle() }
  }

  /// Waits until no key waits.
  private func settle() {
    for _ in 0..<1000 where desk.engine.pendingKeystroke != nil {
      converter.answerOne()
      pass(milliseconds: 400)
    }
    waiting = 0
  }

  private func pass(milliseconds: Int64) {
    time += milliseconds * 1000
    desk.engine.advance(to: Timestamp(microseconds: time))
    _ = desk.facts()
    desk.engine.updatesWereDelivered()
  }

  /// The keys that type one letter, with the letter as ``letters`` returns it.
  private static func words(of method: MethodWalkTests.Method) -> [(keys: [String], text: String)] {
    switch method {
    case .pinyin: "abceghinoruz".map { ([String($0)], String($0)) }
    case .strokes: "hspnz".map { ([String($0)], String($0)) }
    case .zhuyin:
      [(["5", "j", "/", "␠"], "ㄓㄨㄥˉ"), (["s", "u", "3"], "ㄋㄧˇ"), (["c", "l", "3"], "ㄏㄠˇ")]
    case .romaji:
      [
        (["k", "a"], "か"), (["s", "u"], "す"), (["t", "o"], "と"), (["m", "e"], "め"), (["a"], "あ"),
      ]
    case .kana: [(["t"], "か"), (["r"], "す"), (["s"], "と"), (["/"], "め"), (["e"], "い")]
    case .hangul: "qwertasdfgzxcvyuiophjklbnm".map { ([String($0)], Self.jamo(String($0))) }
    case .telex, .vni: []
    }
  }

  private static func jamo(_ key: String) -> String {
    HangulJamo(key: MethodDesk.keystroke(key).event.code, isShifted: false)
      .map { String(Character($0.scalar)) } ?? ""
  }

  /// Types a letter, or uses a key that chooses, converts or commits, but deletes nothing.
  func typeOrChoose() {
    if roll(8) == 0 { choose() }
    if roll(3) > 0 {
      let words = Self.words(of: method)
      let word = words[roll(words.count)]
      for key in word.keys { press(key) }
      typed += word.text
    } else {
      press(
        pick(
          [
            "␠", "⏎", "↓", "↑", "⇟", "⇞", "⇧↓", "⌘↓", "⇧→", "→", "⇥", "1", "2", "9", "<KEY_F7>",
            "<KEY_F8>", "⌃k", "<KEY_HENKAN>", "<KEY_MUHENKAN>", "⌥⏎", "⌘c", ".",
          ].filter(isHarmless)))
    }
  }

  /// Whether a key types no letter of the method, and leaves the caret at the end of the text.
  private func isHarmless(_ key: String) -> Bool {
    // In a list of Zhuyin that was entered, digits choose instead of typing symbols.
    let moves = ["↑", "⇞", "↓", "⇟", "⇧↓", "⌘↓", "→"]
    if method == .zhuyin, moves.contains(key) { return false }
    // Without a list these move the caret.
    if ["↑", "⇞"].contains(key) {
      return !converter.answersLater && desk.engine.candidates?.highlighted != nil
    }
    return switch method {
    case .zhuyin: !["1", "2", "9", "."].contains(key)
    case .kana: !["1", "2", "9", "."].contains(key)
    default: true
    }
  }

  /// Presses any key.
  func pressAnything() {
    let letters = "abcdefghijklmnopqrstuvwxyz0123456789.,-/'ABZ".map(String.init)
    let others = [
      "␠", "⏎", "⌫", "⎋", "↓", "↑", "←", "→", "⇟", "⇞", "⇧↓", "⇧↑", "⌘↓", "⇧←", "⇧→", "⇥", "⇧⇥",
      "⌥⏎",
      "⌘a", "⌘z", "⌘⇧z", "⌘c", "⌘x", "⌘v", "⌥←", "⌃k", "⌃j", "⌃l", "⌃;", "⌃⇧u", "<KEY_F6>",
      "<KEY_F7>",
      "<KEY_F8>", "<KEY_F9>", "<KEY_F10>", "<KEY_HENKAN>", "<KEY_MUHENKAN>", "<KEY_HANJA>",
      "<KEY_HANGEUL>", "<KEY_ZENKAKUHANKAKU>",
    ]
    switch roll(60) {
    case 0:
      desk.engine.window.focus(nil)
      desk.container.becomeFirstResponder()
    case 1: desk.container.insertText("\(roll(10))")
    case 2: desk.engine.modes.perform(.next)
    case 3: choose()
    default: press(roll(2) == 0 ? pick(letters) : pick(others))
    }
    if desk.container.storage.count > 400 { desk.container.text = "" }
  }

  /// Waits for everything that is outstanding, and takes the focus away.
  func finish() {
    settle()
    desk.engine.window.focus(nil)
    #expect(desk.container.markedRange == nil, "nothing is marked")
    #expect(desk.engine.candidates == nil, "no list is open")
    #expect(desk.engine.pendingKeystroke == nil, "no key waits")
    #expect(desk.engine.isIdle, "no key or timer is left")
    #expect(mistake == nil)
  }

  // MARK: Results

  /// A violation of what always holds; nil for none.
  var mistake: String? {
    let container = desk.container
    let whole = TextRange(0, container.storage.count)
    if container.text.contains(LyingConverter.bad) { return "shows \(container.text)" }
    if desk.row.contains(LyingConverter.bad) { return "lists \(desk.row)" }
    if let marked = container.markedRange {
      if marked.isEmpty || marked.start < 0 || marked.end > whole.end { return "marks \(marked)" }
      if container.markedSegments.map(\.text).joined() != container.storage.substring(marked) {
        return "segments \(container.markedSegments)"
      }
    }
    if container.selection.range.end > whole.end { return "selects \(container.selection)" }
    if let list = desk.engine.candidates {
      if list.items.isEmpty { return "lists nothing" }
      if list.items.contains(where: { $0.text.isEmpty }) { return "lists an empty text" }
    }
    return nil
  }

  /// The letters of the text, as they were typed: without what other keys and converters add.
  var letters: String {
    let text = desk.container.text
    switch method {
    case .pinyin, .strokes: return text.filter { $0.isASCII && $0.isLetter }
    case .zhuyin: return text.filter { ("ㄅ"..."ㄩ").contains($0) || "ˉˊˇˋ˙".contains($0) }
    case .romaji, .kana: return Self.hiragana(text)
    case .hangul: return text.unicodeScalars.map(Self.parts).joined()
    case .telex, .vni: return text
    }
  }

  /// Where the letters first differ from those that were typed.
  var difference: String {
    let (wanted, found) = (Array(typed), Array(letters))
    let place = zip(wanted, found).prefix { $0 == $1 }.count
    func near(_ text: [Character]) -> String {
      String(text.dropFirst(max(0, place - 5)).prefix(15))
    }
    return "at \(place) of \(wanted.count) typed …\(near(wanted))…, got …\(near(found))…"
  }

  private static func hiragana(_ text: String) -> String {
    let half = KanaText.halfKatakana("アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモ")
    let full = Array("あいうえおかきくけこさしすせそたちつてとなにぬねのはひふへほまみむめも")
    var forms: [Character: Character] = [:]
    for kana in full {
      forms[kana] = kana
      if let katakana = KanaText.katakana(String(kana)).first { forms[katakana] = kana }
    }
    for (index, kana) in half.enumerated() { forms[kana] = full[index] }
    return String(text.compactMap { forms[$0] })
  }

  /// The keys that type a Hangul syllable.
  private static func parts(of scalar: Unicode.Scalar) -> String {
    func keys(_ jamo: HangulJamo) -> String {
      guard let (first, last) = jamo.parts else { return String(Character(jamo.scalar)) }
      return keys(first) + keys(last)
    }
    func letters(_ text: String, _ index: UInt32) -> String {
      let scalars = Array(text.unicodeScalars)
      return keys(HangulJamo(scalars[Int(index)]))
    }
    guard (0xAC00...0xD7A3).contains(scalar.value) else {
      return (0x3131...0x3163).contains(scalar.value) ? keys(HangulJamo(scalar)) : ""
    }
    let index = scalar.value - 0xAC00
    let final = index % 28
    return letters("ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ", index / 588)
      + letters("ㅏㅐㅑㅒㅓㅔㅕㅖㅗㅘㅙㅚㅛㅜㅝㅞㅟㅠㅡㅢㅣ", index % 588 / 28)
      + (final == 0 ? "" : letters("ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ", final - 1))
  }
}
