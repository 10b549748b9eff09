// SPDX-License-Identifier: Apache-2.0
import Keys
import ScriptedConverters
import Testing
import TextInput

@testable import InputMethods

@Suite struct JapaneseTests {
  private func desk(
    _ layout: JapaneseMethod.Layout = .romaji, _ converter: ScriptedConverter? = nil,
    memory: any InputMemory = VolatileMemory()
  ) -> MethodDesk {
    MethodDesk(
      { JapaneseMethod(layout, converter: converter, services: MethodServices($0)) },
      language: "ja", memory: memory)
  }

  private let kyou = ScriptedConverter("きょう=今日,京,強", "きょうは=今日は", "とうきょう=東京")

  @Test("kana whose conversion does not come in time are candidates themselves")
  func silent() {
    kyou.answersLater = true
    let desk = desk(.romaji, kyou).type("kyou␠")
    desk.engine.updatesWereDelivered()
    desk.engine.advance(to: Timestamp(microseconds: 300_000))
    #expect(desk.drawn == "{[きょう‸]}" && desk.row.hasPrefix("[きょう] キョウ"))
    kyou.answerAll()
    #expect(desk.type("⏎").drawn == "きょう‸")
  }

  // MARK: Composing

  @Test("F027 letters become kana, marked step by step")
  func steps() {
    let desk = desk()
    let drawn = "kyou".map { desk.press(String($0)).drawn }
    #expect(drawn == ["{k‸}", "{ky‸}", "{きょ‸}", "{きょう‸}"])
    #expect(desk.facts() == ["marked k", "marked ky", "marked きょ", "marked きょう"])
    #expect(desk.press("⏎").drawn == "きょう‸")
    #expect(desk.facts() == ["unmarked", "text 0-0 きょう"])
    #expect(desk.press("⌘z").drawn == "‸")
  }

  @Test("F028 the places of ー and ろ are those of the setting")
  func kanaLayoutSetting() {
    for (layout, text) in [(KanaLayout.us, "ーろほろー"), (.jis, "ほ｀ほろー")] {
      let desk = MethodDesk(
        {
          var settings = MethodSettings()
          settings.kanaLayout = layout
          return JapaneseMethod(.kana, services: MethodServices($0, settings: settings))
        }, language: "ja")
      desk.press("⇧- ` - <KEY_RO> <KEY_YEN> ⏎")
      #expect(desk.container.text == text)
    }
  }

  @Test("F028 the kana layout goes by physical keys, and marks voice the kana before them")
  func kanaLayout() {
    #expect(desk(.kana).press("<KEY_E>").drawn == "{い‸}")
    let rows = [
      ("1234567890-=", "ぬふあうえおやゆよわほへ"), ("qwertyuiop", "たていすかんなにらせ"),
      ("asdfghjkl;'\\", "ちとしはきくまのりれけむ"), ("zxcvbnm,./", "つさそひこみもねるめ"),
    ]
    for (keys, kana) in rows { #expect(desk(.kana).type(keys + "⏎").container.text == kana) }
    #expect(desk(.kana).press("⇧3 ⇧4 ⇧5 ⇧6 ⇧7 ⇧8 ⇧9 ⇧0 ⇧e ⇧z ⇧, ⇧. ⇧/").drawn == "{ぁぅぇぉゃゅょをぃっ、。・‸}")
    #expect(desk(.kana).press("<KEY_RO> <KEY_YEN> ⇧[ ⇧] ⇧\\").drawn == "{ろー゛「」‸}")
    #expect(desk(.kana).type("t[2]").drawn == "{がぷ‸}")
    #expect(desk(.kana).type("4[").drawn == "{ゔ‸}")
    #expect(desk(.kana).type("y[").drawn == "{ん゛‸}")
    #expect(desk(.kana).type("t[⌫").drawn == "‸")
  }

  @Test(
    "12.2 keys without a composition, and while composing",
    arguments: [
      ("␠", "\u{3000}‸"), ("⏎", "⏎‸"), ("⌫", "‸"), ("ka⏎", "か‸"), ("kan⏎", "かん‸"), ("kak⏎", "かk‸"),
      ("ka⎋", "‸"), ("ka⎋⎋", "‸"), ("ka⌫", "‸"), ("kk⌫", "{っ‸}"), ("kya⌫", "{き‸}"),
      ("kaki←", "{か‸き}"),
      ("kaki←sa", "{かさ‸き}"), ("kaki←⌫", "{‸き}"), ("kaki←→→", "{かき‸}"), ("ka⇥", "{か‸}"),
    ])
  func keys(_ keys: String, _ drawn: String) {
    #expect(desk().type(keys).drawn == drawn)
  }

  @Test("12.2 ⇧␠ is an ordinary space, also after a composition")
  func halfSpace() {
    #expect(desk().press("⇧␠").container.text == " ")
    #expect(desk().type("ka").press("⇧␠").container.text == "か ")
  }

  @Test(
    "12.2 keys for hiragana, katakana, half-width katakana, wide Latin and Latin",
    arguments: [
      ("⌃j", "がーる"), ("<KEY_F6>", "がーる"), ("⌃k", "ガール"), ("<KEY_F7>", "ガール"), ("⌃;", "ｶﾞｰﾙ"),
      ("<KEY_F8>", "ｶﾞｰﾙ"), ("⌃l", "ｇａ－ｒｕ"), ("<KEY_F9>", "ｇａ－ｒｕ"), ("<KEY_F10>", "ga-ru"),
      ("<KEY_F10> <KEY_F10>", "GA-RU"), ("<KEY_F10> <KEY_F10> <KEY_F10>", "Ga-ru"),
      ("<KEY_MUHENKAN>", "ガール"), ("<KEY_MUHENKAN> <KEY_MUHENKAN>", "ｶﾞｰﾙ"),
    ])
  func forms(_ keys: String, _ text: String) {
    let desk = desk().type("ga-ru").press(keys)
    #expect(desk.drawn == "{[\(text)‸]}")
    #expect(desk.press("⏎").drawn == "\(text)‸")
    #expect(self.desk().type("ga-ru").press(keys).press("⎋").drawn == "{がーる‸}")
    #expect(self.desk().type("ga-ru").press(keys).type("a").drawn == "\(text){あ‸}")
  }

  @Test("half-width katakana of every kana")
  func halfWidth() {
    #expect(KanaText.halfKatakana("あぃっがぱゔん。「」、・ー") == "ｱｨｯｶﾞﾊﾟｳﾞﾝ｡｢｣､･ｰ")
    #expect(KanaText.katakana("ぁゖゝゞア亜a") == "ァヶヽヾア亜a")
    #expect(KanaText.wide("a ~") == "ａ　～")
    for value in UInt32(0x3041)...0x3094 where ![0x308E, 0x3090, 0x3091].contains(value) {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let half = KanaText.halfKatakana(String(Character(scalar)))
      #expect(half.unicodeScalars.allSatisfy { (0xFF61...0xFF9F).contains($0.value) }, "\(scalar)")
    }
  }

  @Test("12.2 the Eisu and Kana keys switch between Latin letters and kana")
  func eisu() {
    let desk = desk().type("ka").press("<KEY_HANJA>").type("ka")
    #expect(desk.drawn == "かka‸")
    #expect(desk.press("<KEY_HANGEUL>").type("ka").drawn == "かka{か‸}")
    #expect(desk.press("<KEY_ZENKAKUHANKAKU>").type("n").drawn == "かkaかn‸")
    #expect(desk.press("<KEY_KATAKANAHIRAGANA>").type("a").drawn == "かkaかn{あ‸}")
  }

  @Test("IME-2b, IME-5a, IME-5b chords, caret keys and focus loss commit what is shown")
  func commits() {
    #expect(desk().type("kan").press("⌘a").container.text == "かん")
    #expect(desk().type("kan").press("↑").container.markedRange == nil)
    let lost = desk().type("kan")
    lost.engine.window.focus(nil)
    #expect(lost.drawn == "かん‸")
    let switched = desk(.romaji, kyou).type("kyou␠")
    switched.engine.modes.perform(.next)
    #expect(switched.container.text == "今日" && switched.row == "")
  }

  // MARK: Converting

  @Test("F027 ␠ converts, ⏎ commits: きょう, 今日")
  func converting() {
    let desk = desk(.romaji, kyou).type("kyou␠")
    #expect(desk.drawn == "{[今日‸]}")
    #expect(desk.row == "[今日] 京 強 きょう キョウ ｷｮｳ")
    #expect(desk.press("⏎").drawn == "今日‸")
    #expect(desk.row == "")
    #expect(self.desk(.romaji, kyou).type("toukyou␠⏎").container.text == "東京")
  }

  @Test(
    "12.2 keys while converting",
    arguments: [
      ("␠", "{[京‸]}"), ("↓", "{[京‸]}"), ("␠↑", "{[今日‸]}"), ("↑", "{[ｷｮｳ‸]}"), ("2", "{[京‸]}"),
      ("2⏎", "京‸"), ("⎋", "{きょう‸}"), ("⌫", "{きょう‸}"), ("⎋⎋", "‸"), ("⏎", "今日‸"), ("k", "今日{k‸}"),
      (".", "今日{。‸}"), ("←", "{[今日‸]}"),
    ])
  func conversionKeys(_ keys: String, _ drawn: String) {
    #expect(desk(.romaji, kyou).type("kyou␠" + keys).drawn == drawn)
    #expect(desk(.romaji, kyou).type("kyou␠").press("␠ ⇧␠").drawn == "{[今日‸]}")
    #expect(desk(.romaji, kyou).type("kyou").press("<KEY_HENKAN>").drawn == "{[今日‸]}")
  }

  @Test("12.2 ← and → move among segments, ⇧← and ⇧→ resize them, ⏎ commits all")
  func segments() {
    let converter = ScriptedConverter(
      "きょう=今日,京|は=は,葉", "きょうは=教派", "きょ=居|うは=右派,羽")
    let desk = desk(.romaji, converter).type("kyouha␠")
    #expect(desk.drawn == "{[今日‸]|は}")
    #expect(desk.press("→").drawn == "{今日|[は‸]}")
    #expect(desk.press("→ ␠").drawn == "{今日|[葉‸]}")
    #expect(desk.press("← ␠").drawn == "{[京‸]|葉}")
    #expect(desk.press("⇧→").drawn == "{[教派‸]}")
    #expect(converter.requests.last?.boundaries == [4])
    #expect(desk.press("⇧→").drawn == "{[教派‸]}")
    #expect(desk.press("⇧←").drawn == "{[今日‸]|は}")
    #expect(desk.press("⇧←").drawn == "{[居‸]|右派}")
    #expect(desk.press("⏎").drawn == "居右派‸")
    #expect(desk.facts().last == "text 0-0 居右派")
    // A form key changes the focused segment only.
    #expect(self.desk(.romaji, converter).type("kyouha␠").press("→ <KEY_F7>").drawn == "{今日|[ハ‸]}")
    // A digit goes on to the next segment.
    #expect(self.desk(.romaji, converter).type("kyouha␠2").drawn == "{京|[は‸]}")
  }

  @Test("without a converter kana stay kana, and the list offers their forms")
  func withoutConverter() {
    let desk = desk().type("kyou␠")
    #expect(desk.drawn == "{[きょう‸]}")
    #expect(desk.row == "[きょう] キョウ ｷｮｳ")
    #expect(desk.press("⏎").drawn == "きょう‸")
  }

  @Test("every kana lets the converter get ready, so that one that has ended is ready at ␠")
  func preparation() {
    let converter = ScriptedConverter("に=似")
    let desk = MethodDesk(
      { JapaneseMethod(.romaji, converter: converter, services: MethodServices($0)) },
      language: "ja-JP")
    desk.type("ni")
    #expect(converter.preparedLanguages == ["ja-JP", "ja-JP"])
    desk.type("␠⏎")
    #expect(converter.preparedLanguages.count == 2)
  }

  @Test("12.2 ⇥ opens the prediction list")
  func predictions() {
    kyou.predictions["きょ"] = ["今日", "去年"]
    let desk = desk(.romaji, kyou).type("kyo⇥")
    #expect(desk.row == "[今日] 去年 きょ キョ ｷｮ")
    #expect(desk.press("2 ⏎").drawn == "去年‸")
  }

  @Test("12.2 a list of candidates has the kana that the marked text no longer shows")
  func readings() {
    kyou.predictions["きょ"] = ["今日"]
    kyou.follows = ["今日": ["は"]]
    let desk = desk(.romaji, kyou).type("kyou")
    #expect(desk.engine.candidates == nil)
    for keys in ["␠", "↓", "⌘↓"] {
      #expect(desk.press(keys).engine.candidates?.reading == "きょう", "\(keys)")
    }
    #expect(desk.press("⎋ ⎋").type("kyo⇥").engine.candidates?.reading == "きょ")
    desk.press("⏎")
    #expect(
      desk.row == "は" && desk.engine.candidates?.reading == nil, "suggestions replace nothing")
  }

  @Test("IME-9, F031 after a commit, follow-ons appear without being entered")
  func followOns() {
    kyou.follows = ["東京": ["駅", "都"], "駅": ["前"]]
    let desk = desk(.romaji, kyou).type("toukyou␠⏎")
    #expect(desk.row == "駅 都")
    #expect(desk.engine.candidates?.highlighted == nil && desk.container.markedRange == nil)
    #expect(desk.press("↓").row == "[駅] 都")
    #expect(desk.press("⏎").drawn == "東京駅‸")
    #expect(desk.row == "前")
    // A digit that does not choose is a digit; ⎋ only closes the list.
    let other = self.desk(.romaji, kyou).type("toukyou␠⏎2")
    #expect(other.drawn == "東京{2‸}" && other.row == "")
    #expect(self.desk(.romaji, kyou).type("toukyou␠⏎⎋").row == "")
    #expect(self.desk(.romaji, kyou).type("toukyou␠⏎⏎").drawn == "東京⏎‸")
    #expect(self.desk(.romaji, kyou).type("toukyou␠⏎↓2").drawn == "東京都‸")
    // A pointer may choose one at once (F029).
    let pointer = self.desk(.romaji, kyou).type("toukyou␠⏎")
    #expect(pointer.engine.chooseCandidate(2) && pointer.drawn == "東京都‸")
  }

  @Test(
    "IME-4 ⎋ closes the list or the grid and restores the kana; the next one drops them",
    arguments: ["", "↓", "⌘↓", "⌘↓ → ↓"])
  func escape(_ keys: String) {
    let desk = desk(.romaji, kyou).type("kyou␠").press(keys)
    #expect(desk.press("⎋").drawn == "{きょう‸}" && desk.row == "")
    #expect(desk.press("⎋").drawn == "‸")
  }

  @Test(
    "IME-10, IME-5a, IME-5b a correction that focus loss or a mode switch commits is learned",
    arguments: [false, true])
  func learningAtEnd(_ isSwitch: Bool) {
    let memory = VolatileMemory()
    let desk = desk(.romaji, kyou, memory: memory).type("kyou␠").press("↓")
    if isSwitch { desk.engine.modes.perform(.next) } else { desk.engine.window.focus(nil) }
    #expect(desk.container.text == "京")
    #expect(memory.choices(for: "きょう", kind: .japanese).map(\.text) == ["京"])
    // A text that becomes secret teaches nothing, nor does a first candidate.
    let secret = VolatileMemory()
    let field = self.desk(.romaji, kyou, memory: secret).type("kyou␠").press("↓")
    field.container.traits.isSecureTextEntry = true
    #expect(secret.choices(for: "きょう", kind: .japanese).isEmpty)
  }

  @Test("IME-20 the conversions chosen for a text that becomes secret are forgotten")
  func secretLater() {
    let memory = VolatileMemory()
    desk(.romaji, kyou, memory: memory).type("kyou␠2⏎")
    let later = desk(.romaji, kyou, memory: memory).type("kyou␠3⏎")
    #expect(memory.choices(for: "きょう", kind: .japanese).map(\.text) == ["強", "京"])
    later.container.traits.isSecureTextEntry = true
    #expect(memory.choices(for: "きょう", kind: .japanese).map(\.text) == ["京"])
  }

  @Test("IME-10 a corrected conversion comes first the next time, except after a secret")
  func learning() {
    let memory = VolatileMemory()
    let first = desk(.romaji, kyou, memory: memory)
    first.type("kyou␠2⏎")
    #expect(first.type("kyou␠").row.hasPrefix("[京] 今日 強"))
    first.press("↓ ⏎")
    #expect(desk(.romaji, kyou, memory: memory).type("kyou␠").row.hasPrefix("[今日] 京"))
    // A form of the kana can be chosen too, whether or not the engine lists it.
    let forms = desk(.romaji, kyou).type("kyou␠5⏎")
    #expect(forms.drawn == "キョウ‸")
    #expect(forms.type("kyou␠").row == "[キョウ] 今日 京 強 きょう ｷｮｳ")
    kyou.predictions["きょ"] = ["今日", "去年"]
    let predicted = desk(.romaji, kyou).type("kyo⇥4⏎")
    #expect(predicted.drawn == "キョ‸")
    #expect(predicted.type("kyo⇥").row == "[キョ] 今日 去年 きょ ｷｮ")
    let secret = desk(.romaji, kyou)
    secret.container.traits.isSecureTextEntry = true
    secret.container.traits.isSecureTextEntry = false
    secret.type("kyou␠2⏎")
    #expect(secret.engine.memory.choices(for: "きょう", kind: .japanese) == [])
    #expect(kyou.requests.last?.before == "")
  }

  @Test("a late answer resumes the key, keys queue meanwhile, and no letter is lost")
  func late() {
    kyou.answersLater = true
    let desk = desk(.romaji, kyou).type("kyou␠⏎ka")
    #expect(desk.drawn == "{きょう‸}")
    // The request is sent after the updates are delivered.
    desk.engine.updatesWereDelivered()
    kyou.answerAll()
    #expect(desk.drawn == "今日{か‸}")
    // An answer after the focus has left changes nothing.
    let lost = self.desk(.romaji, kyou).type("kyou␠")
    lost.engine.updatesWereDelivered()
    lost.engine.window.focus(nil)
    kyou.answerAll()
    #expect(lost.drawn == "きょう‸")
  }

  @Test(
    "an answer that does not fit its request counts as none",
    arguments: [
      [], [ConvertedSegment("きょ", [ConvertedCandidate("居", length: 2)])],
      [ConvertedSegment("", []), ConvertedSegment("きょう", [])],
      [ConvertedSegment("きょう", [ConvertedCandidate("", length: 3)])],
      [ConvertedSegment("きょう", [ConvertedCandidate("今\u{1B}日", length: 3)])],
      [ConvertedSegment("きょう", [ConvertedCandidate("今日", length: 9)])],
      [ConvertedSegment("きょう", [ConvertedCandidate("今日", length: -1)])],
      [ConvertedSegment("うょき", [ConvertedCandidate("今日", length: 3)])],
    ])
  func hostile(_ answer: [ConvertedSegment]) {
    kyou.conversions["きょう"] = [answer]
    #expect(desk(.romaji, kyou).type("kyou␠").row == "[きょう] キョウ ｷｮｳ")
    #expect(desk(.romaji, kyou).type("kyou␠⏎").drawn == "きょう‸")
  }
}
