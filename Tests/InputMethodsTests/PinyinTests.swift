// SPDX-License-Identifier: Apache-2.0
import Keys
import ScriptedConverters
import TestSupport
import Testing
import TextInput

@testable import InputMethods

@Suite struct PinyinTests {
  private let converter: ScriptedConverter

  init() {
    converter = ScriptedConverter(
      "zhong=中,种,重", "zhongguo=中国,中果,中:5,种:5", "guo=国,过", "xi'an=西安,西:2", "an=安,按",
      "zhon=中", "zho=周", "zh=这", "z=在", "ni=你,呢", "nihao=你好,你:2", "hao=好")
    converter.follows = ["中": ["国", "间"], "国": ["人"], "中国": ["人"]]
  }

  private func desk(
    _ converter: ScriptedConverter?, memory: any InputMemory = VolatileMemory()
  ) -> MethodDesk {
    MethodDesk(
      {
        CandidateMethod(
          PinyinEntry(), learns: .pinyin, converter: converter, services: MethodServices($0))
      }, language: "zh-Hans", memory: memory)
  }

  @Test("12.3, F025 letters are marked with the list at once; ␠ takes the first candidate")
  func typing() {
    let desk = desk(converter).type("zhong")
    #expect(desk.drawn == "{zhong‸}" && desk.row == "[中] 种 重")
    #expect(desk.press("␠").drawn == "中‸")
    #expect(desk.row == "国 间")
    #expect(desk.facts().suffix(2) == ["unmarked", "text 0-0 中"])
    #expect(desk.press("⌘z").drawn == "‸")
  }

  @Test("12.3 a reading that was typed while its engine started is converted by ␠")
  func start() {
    let converter = converter
    (converter.answersLater, converter.isStarting) = (true, true)
    let desk = desk(converter).type("zhongguo")
    #expect(desk.drawn == "{zhong|guo‸}" && desk.row.isEmpty)
    desk.press("␠")
    #expect(desk.drawn == "{zhong|guo‸}")
    // The request is sent after the updates are delivered.
    desk.engine.updatesWereDelivered()
    (converter.answersLater, converter.isStarting) = (false, false)
    converter.answerAll()
    desk.deliver()
    #expect(desk.drawn == "中国‸")
  }

  @Test("12.3 of a reading that is converted in parts, ␠ lists the candidates of the rest")
  func startInParts() {
    let converter = ScriptedConverter("zhongguo=中:5,种:5", "guo=国,过")
    (converter.answersLater, converter.isStarting) = (true, true)
    let desk = desk(converter).type("zhongguo␠")
    // The request is sent after the updates are delivered.
    desk.engine.updatesWereDelivered()
    (converter.answersLater, converter.isStarting) = (false, false)
    converter.answerAll()
    desk.deliver()
    #expect(desk.drawn == "中{guo‸}" && desk.row.isEmpty)
    #expect(desk.press("␠").row == "[国] 过")
    #expect(desk.press("␠").drawn == "中国‸")
  }

  @Test(
    "12.3 keys while composing",
    arguments: [
      ("zhong⏎", "zhong‸"), ("zhong2", "种‸"), ("zhong9", "{zhong‸}"), ("zhong⎋", "‸"),
      ("zhong⌫", "{zhon‸}"), ("z⌫", "‸"), ("zhong↓␠", "种‸"), ("zhong↓⏎", "种‸"), ("zhong↑↑␠", "种‸"),
      ("zhong,", "中，‸"), ("zhong.", "中。‸"), ("zhong!", "中！‸"), ("zhongguo␠", "中国‸"),
      ("zhongguo3", "中{guo‸}"), ("zhongguo32", "中过‸"), ("zhongguo3⏎", "中guo‸"),
      ("zhongguo3⎋", "中‸"),
      ("xi'an␠", "西安‸"), ("xi'an2", "西{an‸}"), ("xi'an2␠", "西安‸"), ("zhong→⏎", "种‸"),
      ("zhongA", "中{A‸}"), ("nihao.", "你好。‸"),
    ])
  func keys(_ keys: String, _ drawn: String) {
    #expect(desk(converter).type(keys).drawn == drawn)
  }

  @Test(
    "12.3 without a composition, punctuation is full-width, and other keys act as usual",
    arguments: [
      (",", "，‸"), (".", "。‸"), ("1.5", "1.5‸"), ("\"\"''", "“”‘’‸"), ("()", "（）‸"), ("^", "……‸"),
      ("\\", "、‸"), ("A", "{A‸}"), ("␠", " ‸"), ("'", "‘‸"), ("⏎", "⏎‸"), ("7", "7‸"), ("<", "《‸"),
    ])
  func punctuation(_ keys: String, _ drawn: String) {
    #expect(desk(converter).type(keys).drawn == drawn)
  }

  @Test(
    "12.3 without an engine letters stay; ␠ commits them and types a space, ⏎ only commits them")
  func withoutEngine() {
    #expect(desk(nil).type("zhong").row == "")
    #expect(desk(nil).type("hello␠world␠").drawn == "hello world ‸")
    #expect(desk(nil).type("zhong⏎").drawn == "zhong‸")
    #expect(desk(nil).type("zhong,").drawn == "zhong，‸")
    #expect(desk(nil).type("zhong1").drawn == "zhong1‸")
  }

  @Test("IME-9, F031, F032 follow-ons make three characters of one: 中 ↓⏎ ↓⏎ is 中国人")
  func followOns() {
    let desk = desk(converter).type("zhong␠")
    #expect(desk.engine.candidates?.highlighted == nil)
    #expect(desk.press("↓ ⏎").drawn == "中国‸")
    #expect(desk.row == "人")
    #expect(desk.press("↓ ⏎").drawn == "中国人‸")
    #expect(desk.row == "")
    // Other keys dismiss the list and act normally; a digit types a digit.
    #expect(self.desk(converter).type("zhong␠1").drawn == "中1‸")
    #expect(self.desk(converter).type("zhong␠ni").drawn == "中{ni‸}")
    #expect(self.desk(converter).type("zhong␠⌫").drawn == "‸")
    #expect(self.desk(converter).type("zhong␠,").drawn == "中，‸")
  }

  @Test("IME-9 follow-ons are asked after the commit was delivered, in the order of an observer")
  func followOrder() {
    let desk = desk(converter).type("zhong")
    _ = desk.facts()
    desk.engine.handle(MethodDesk.keystroke("␠"))
    #expect(converter.followedTexts.isEmpty && desk.row == "", "the observer comes first")
    #expect(desk.facts() == ["unmarked", "text 0-0 中"])
    desk.engine.updatesWereDelivered()
    #expect(converter.followedTexts == ["中"] && desk.row == "国 间")
  }

  @Test("IME-9 a key that comes before the delivery leaves no follow-ons for an older text")
  func followOvertaken() {
    let desk = desk(converter).type("zhong")
    desk.engine.handle(MethodDesk.keystroke("␠"))
    desk.engine.handle(MethodDesk.keystroke("n"))
    desk.deliver()
    #expect(converter.followedTexts.isEmpty && desk.drawn == "中{n‸}")
  }

  @Test("IME-9 the key after a commit cancels only follow-ons that are outstanding")
  func followCancelled() {
    desk(converter).type("zhong␠1")
    #expect(converter.followedTexts == ["中"] && converter.cancelCount == 0)
    let desk = desk(converter).type("zhong")
    converter.answersLater = true
    desk.type("␠")
    #expect(converter.followedTexts == ["中", "中"] && converter.cancelCount == 0)
    #expect(desk.type("1").drawn == "中1‸" && converter.cancelCount == 1)
    converter.answerAll()
    #expect(desk.row == "")
  }

  @Test("Every syllable has a vowel, so doubled initials are two incomplete syllables")
  func syllables() {
    #expect(PinyinSyllables.all.allSatisfy { $0.contains { "aeiouv".contains($0) } })
    #expect(PinyinSyllables.segment("bbzhzhong") == ["b", "b", "zh", "zhong"])
  }

  /// A delegate that gives one answer to every change.
  private final class Censor: TextViewDelegate {
    let answer: TextChangeDecision
    init(_ answer: TextChangeDecision) { self.answer = answer }
    func textView(
      _ textView: TextView, decideAboutTextIn range: TextRange, replacementText text: String
    ) -> TextChangeDecision { answer }
  }

  @Test("IME-9 no follow-ons are asked for a text that the delegate refused or replaced")
  func followRefused() throws {
    for (answer, text, asked) in [
      (.refuse, "", []), (.replace("x"), "x", []), (.accept, "中", ["中"]),
    ] as [(TextChangeDecision, String, [String])] {
      let converter = ScriptedConverter("zhong=中")
      converter.follows = ["中": ["国"], "x": ["y"]]
      let desk = desk(converter)
      let censor = Censor(answer)
      try #require(desk.container as? TextView).delegate = censor
      desk.type("zhong␠")
      #expect(desk.container.text == text && converter.followedTexts == asked)
    }
  }

  @Test(
    "IME-6a, IME-6b, IME-7b, IME-7c, IME-8a, IME-8b, IME-8c, F030 pages of nine, and a grid with all 29 candidates"
  )
  func pages() {
    let texts = (0..<29).map { "候\($0)" }
    let many = ScriptedConverter("hou=" + texts.joined(separator: ","))
    let desk = desk(many).type("hou")
    #expect(desk.engine.candidates?.visible == 0..<9)
    #expect(desk.press("⇟").engine.candidates?.visible == 9..<18)
    #expect(desk.press("⇧↓").engine.candidates?.visible == 18..<27)
    #expect(desk.press("⇞ ⇞").engine.candidates?.visible == 0..<9)
    #expect(desk.press("⌘↓").engine.candidates?.visible == 0..<29)
    #expect(desk.press("↓ → →").engine.candidates?.highlighted == 11)
    #expect(desk.press("⏎").drawn == "候11‸")
    let digit = self.desk(many).type("hou").press("⇟ 3")
    #expect(digit.drawn == "候11‸")
    let pointer = self.desk(many).type("hou")
    #expect(pointer.engine.chooseCandidate(3) && pointer.drawn == "候2‸")
  }

  @Test(
    "IME-4 ⎋ closes a list that was entered and leaves the letters; the next one drops them",
    arguments: ["↓", "⇟", "⌘↓", "⌘↓ → ↓"])
  func escape(_ keys: String) {
    let many = ScriptedConverter("hou=" + (0..<29).map { "候\($0)" }.joined(separator: ","))
    let desk = desk(many).type("hou").press(keys)
    #expect(desk.press("⎋").drawn == "{hou‸}" && desk.row == "")
    #expect(desk.press("⎋").drawn == "‸")
    for key in ["↓", "␠"] {
      let again = self.desk(many).type("hou").press(keys).press("⎋").press(key)
      #expect(again.drawn == "{hou‸}" && again.row.hasPrefix("[候0] 候1"), "the list opens again")
      #expect(again.press("␠").drawn == "候0‸")
    }
    #expect(self.desk(many).type("hou").press(keys).press("⎋ ⏎").drawn == "hou‸")
    // The list that is shown while letters are typed is not entered (12.3).
    #expect(self.desk(many).type("hou⎋").drawn == "‸")
  }

  @Test("IME-9 every key but ↓ dismisses the follow-ons and acts, also ⎋")
  func followDismissed() {
    for key in ["⎋", "←", "⏎", "2", "⌘a"] {
      let desk = desk(converter).type("zhong␠")
      #expect(desk.row == "国 间")
      let plain = self.desk(nil)
      plain.container.text = "中"
      plain.press("→")
      #expect(desk.press(key).row == "" && desk.drawn == plain.press(key).drawn, "\(key)")
      #expect(desk.lastDisposition == plain.lastDisposition, "\(key)")
    }
  }

  @Test(
    "IME-5a, IME-5b focus loss, a mode switch, chords and caret keys commit the letters as shown")
  func commits() {
    let lost = desk(converter).type("zhong")
    lost.engine.window.focus(nil)
    #expect(lost.drawn == "zhong‸" && lost.row == "")
    let switched = desk(converter).type("zhong")
    switched.engine.modes.perform(.next)
    #expect(switched.container.text == "zhong")
    #expect(desk(converter).type("zhong").press("⌘a").drawn == "«zhong‸»")
    #expect(desk(converter).type("zhong").press("⇥").container.text == "zhong\t")
  }

  @Test("IME-10 a chosen candidate is first in the next list")
  func learning() {
    let memory = VolatileMemory()
    desk(converter, memory: memory).type("zhong2")
    #expect(desk(converter, memory: memory).type("zhong").row == "[种] 中 重")
    #expect(desk(converter, memory: memory).type("zhong␠").drawn == "种‸")
  }

  @Test("a late answer: keys queue and keep their order; the text before a segment is its context")
  func late() {
    converter.answersLater = true
    let desk = desk(converter)
    desk.type("zhong␠")
    for _ in 0..<8 {
      desk.engine.updatesWereDelivered()
      converter.answerAll()
    }
    #expect(desk.drawn == "中‸")
    #expect(desk.row == "国 间")
    let partial = ScriptedConverter("nihao=你:2", "hao=好")
    self.desk(partial).type("a⏎nihao␠")
    #expect(partial.requests.last?.before == "a你")
  }

  @Test("an answer that comes before its request is sent counts, even if the time then ends")
  func earlyAnswer() {
    converter.answersLater = true
    let desk = desk(converter).type("z")
    converter.answerAll()
    desk.engine.advance(to: Timestamp(microseconds: 300_000))
    #expect(desk.drawn == "{z‸}" && desk.row == "[在]")
  }

  @Test("a converter that does not answer costs time and candidates, but no letter")
  func silent() {
    converter.answersLater = true
    let desk = desk(converter)
    for (step, letter) in "nihao".enumerated() {
      desk.type(String(letter))
      desk.engine.updatesWereDelivered()
      desk.engine.advance(to: Timestamp(microseconds: Int64(step + 1) * 300_000))
    }
    #expect(desk.drawn == "{ni|hao‸}" && desk.row == "")
    converter.answerAll()
    #expect(desk.row == "", "the answers are too late")
    #expect(desk.type("⏎").drawn == "nihao‸")
  }

  @Test("a candidate that replaces letters that do not exist is left out")
  func hostile() {
    converter.conversions["zhong"] = [
      [
        ConvertedSegment(
          "zhong",
          [
            ConvertedCandidate("重", length: 6), ConvertedCandidate("种", length: 0),
            ConvertedCandidate("终", length: 5), ConvertedCandidate("\n", length: 5),
          ])
      ]
    ]
    #expect(desk(converter).type("zhong").row == "[终]")
    converter.conversions["zhong"] = [[ConvertedSegment("zhang", [])]]
    #expect(desk(converter).type("zhong␠").drawn == "zhong ‸")
  }

  @Test(
    "letters divide into syllables, also incomplete ones, and ' separates",
    arguments: [
      ("zhongguo", "zhong guo"), ("xian", "xian"), ("xi'an", "xi' an"), ("nihao", "ni hao"),
      ("fangan", "fang an"), ("zh", "zh"), ("nh", "n h"), ("zhg", "zh g"), ("nvren", "nv ren"),
      ("lvse", "lv se"), ("beijingdaxue", "bei jing da xue"), ("tiananmen", "tian an men"),
      ("wom", "wo m"), ("shuangpin", "shuang pin"), ("x'a", "x' a"), ("vv", "v v"), ("", ""),
    ])
  func syllables(_ letters: String, _ parts: String) {
    #expect(PinyinSyllables.segment(letters).joined(separator: " ") == parts)
  }

  /// Every division of letters into syllables, beginnings of syllables, and single letters.
  private func divisions(_ letters: Substring) -> [[String]] {
    guard !letters.isEmpty else { return [[]] }
    return (1...letters.count).flatMap { length -> [[String]] in
      let first = letters.prefix(length)
      guard length == 1 || PinyinSyllables.all.contains(where: { $0.hasPrefix(first) }) else {
        return []
      }
      return divisions(letters.dropFirst(length)).map { [String(first)] + $0 }
    }
  }

  @Test("of all divisions the one with the fewest incomplete syllables, then the fewest, is chosen")
  func best() {
    var generator = SeededGenerator(seed: 12)
    for _ in 0..<300 {
      let letters = String(
        (0..<7).compactMap { _ in "aehiguonxzv".randomElement(using: &generator) })
      let ranked = divisions(letters[...]).map { parts in
        let incomplete = parts.count { !PinyinSyllables.all.contains($0) }
        // The longer the first syllables, the better.
        return (key: [incomplete, parts.count] + parts.map { -$0.count }, parts: parts)
      }
      let expected = ranked.min { $0.key.lexicographicallyPrecedes($1.key) }?.parts
      #expect(PinyinSyllables.segment(letters) == expected)
    }
  }

  @Test("the table has the syllables of Mandarin")
  func table() {
    #expect(PinyinSyllables.all.count > 400)
    for syllable in ["a", "er", "zhuang", "lve", "xiong", "yuan", "weng", "nei", "shi", "ri"] {
      #expect(PinyinSyllables.all.contains(syllable), "\(syllable)")
    }
  }
}
