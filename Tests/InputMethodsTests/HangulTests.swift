// SPDX-License-Identifier: Apache-2.0
import Keys
import TestSupport
import TestTraits
import Testing
import TextInput

@testable import InputMethods

@Suite struct HangulTests {
  /// A method with the delivery "replace".
  private static var replacingMethod: HangulMethod {
    var services = MethodServices()
    services.settings.hangulDelivery = .replace
    return HangulMethod(services: services)
  }

  @Test(
    "IME-12, IME-13, F024 the 2-set layout composes syllables",
    arguments: [
      ("g", "{ㅎ‸}"), ("gk", "{하‸}"), ("gks", "{한‸}"), ("gksr", "한{ㄱ‸}"), ("gksrm", "한{그‸}"),
      ("gksrmf", "한{글‸}"), ("gksk", "하{나‸}"), ("ekfr", "{닭‸}"), ("ekfrdl", "닭{이‸}"),
      ("ekfrl", "달{기‸}"), ("hk", "{ㅘ‸}"), ("hko", "ㅘ{ㅐ‸}"), ("rt", "{ㄳ‸}"), ("rtk", "ㄱ{사‸}"),
      ("rr", "ㄱ{ㄱ‸}"), ("R", "{ㄲ‸}"), ("eksR", "단{ㄲ‸}"), ("ekR", "{닦‸}"), ("ekE", "다{ㄸ‸}"),
      ("dkssud", "안{녕‸}"), ("dkssudgktpdy", "안녕하세{요‸}"), ("rkqtdms", "값{은‸}"),
      ("dhksfy", "완{료‸}"),
    ])
  func composing(_ keys: String, _ drawn: String) {
    #expect(MethodDesk(HangulMethod()).type(keys).drawn == drawn)
  }

  @Test("the keys of the 2-set layout, with and without ⇧")
  func layout() {
    func typed(_ keys: String, with modifier: String = "") -> String {
      keys.map { key in
        MethodDesk(HangulMethod()).press(modifier + String(key)).container.text
      }.joined()
    }
    #expect(typed("qwertyuiop") == "ㅂㅈㄷㄱㅅㅛㅕㅑㅐㅔ")
    #expect(typed("asdfghjkl") == "ㅁㄴㅇㄹㅎㅗㅓㅏㅣ")
    #expect(typed("zxcvbnm") == "ㅋㅌㅊㅍㅠㅜㅡ")
    #expect(typed("QWERTYUIOP") == "ㅃㅉㄸㄲㅆㅛㅕㅑㅒㅖ")
    #expect(typed("ASDFGHJKLZXCVBNM") == "ㅁㄴㅇㄹㅎㅗㅓㅏㅣㅋㅌㅊㅍㅠㅜㅡ")
    // Caps Lock is no ⇧.
    #expect(typed("qwert", with: "⇪") == "ㅂㅈㄷㄱㅅ")
  }

  @Test("IME-14 ⌫ removes the last jamo, and a finished syllable as a whole")
  func backspace() {
    let desk = MethodDesk(HangulMethod()).type("gksrks")
    var drawn: [String] = []
    for _ in 0..<5 { drawn.append(desk.press("⌫").drawn) }
    #expect(drawn == ["한{가‸}", "한{ㄱ‸}", "한‸", "‸", "‸"])
    #expect(MethodDesk(HangulMethod()).type("ekfr⌫").drawn == "{달‸}")
    #expect(MethodDesk(HangulMethod()).type("hk⌫").drawn == "{ㅗ‸}")
    #expect(MethodDesk(HangulMethod()).type("R⌫").drawn == "‸")
    // The consonant that moved to the next syllable stays there.
    #expect(MethodDesk(HangulMethod()).type("gksk⌫").drawn == "하{ㄴ‸}")
  }

  @Test(
    "IME-15 with the delivery \"replace\" nothing is marked, and each jamo replaces the syllable")
  func replacing() {
    let desk = MethodDesk(Self.replacingMethod)
    desk.type("gks")
    #expect(
      desk.facts() == ["text 0-0 ㅎ", "text 0-1 ", "text 0-0 하", "text 0-1 ", "text 0-0 한"])
    #expect(desk.type("k").drawn == "하나‸")
    #expect(desk.type("r").drawn == "하낙‸")
    #expect(desk.type("⌫").drawn == "하나‸")
    #expect(desk.type("⌫⌫").drawn == "하‸")
    // Now the finished syllable goes as a whole.
    #expect(desk.type("⌫").drawn == "‸")
    #expect(desk.facts().allSatisfy { $0.hasPrefix("text") })
    #expect(desk.type("rr").drawn == "ㄱㄱ‸")
    #expect(desk.facts() == ["text 0-0 ㄱ", "text 1-1 ㄱ"])
  }

  @Test("IME-15 the delivery \"replace\" deletes nothing that the syllable is not")
  func replacedByOthers() {
    final class Upper: TextViewDelegate {
      func textViewDidChange(_ textView: TextView) {
        if textView.text == "가" { textView.text = "나무" }
      }
    }
    let desk = MethodDesk(Self.replacingMethod)
    let delegate = Upper()
    (desk.container as? TextView)?.delegate = delegate
    #expect(desk.type("rks").drawn == "나무ㄴ‸")
  }

  @Test(
    "IME-16 other keys commit the syllable and then act",
    arguments: [
      ("␠", "한 ‸"), (".", "한.‸"), ("1", "한1‸"), ("⏎", "한⏎‸"), ("←", "‸한"), ("⇥", "한\t‸"),
      ("⌘a", "«한‸»"), ("⇧←", "«‸한»"),
    ])
  func others(_ key: String, _ drawn: String) {
    let desk = MethodDesk(HangulMethod()).type("gks").press(key)
    #expect(desk.drawn == drawn)
    #expect(desk.facts().contains("unmarked"))
  }

  @Test("IME-3c, IME-16 ⏎ in a field commits the syllable before it returns")
  func returning() {
    final class Asked: TextFieldDelegate {
      var states: [String] = []
      func textFieldShouldReturn(_ textField: TextField) -> Bool {
        states.append("\(textField.text) \(textField.markedRange == nil)")
        return true
      }
    }
    let desk = MethodDesk({ _ in HangulMethod() }, isField: true)
    let delegate = Asked()
    (desk.container as? TextField)?.delegate = delegate
    desk.type("gks⏎")
    #expect(delegate.states == ["한 true"])
  }

  @Test(
    "IME-1a, IME-1c each syllable is committed text; a composition that is taken back leaves no trace"
  )
  func steps() {
    let desk = MethodDesk(HangulMethod()).type("gksrm")
    #expect(
      desk.facts() == [
        "marked ㅎ", "marked 하", "marked 한", "unmarked", "text 0-0 한", "marked ㄱ", "marked 그",
      ])
    desk.type("⌫⌫")
    #expect(desk.facts() == ["marked ㄱ", "unmarked"])
    #expect(desk.press("⌘z").drawn == "‸")
  }

  @Test(
    "IME-5a, IME-5b, IME-5d focus loss, a mode switch and an edit by the program commit the syllable as shown"
  )
  func commits() {
    let lost = MethodDesk(HangulMethod()).type("gk")
    lost.engine.window.focus(nil)
    #expect(lost.drawn == "하‸")
    lost.container.becomeFirstResponder()
    #expect(lost.type("s").drawn == "하{ㄴ‸}")
    let switched = MethodDesk(HangulMethod()).type("gk")
    switched.engine.modes.perform(.next)
    #expect(switched.drawn == "하‸")
    #expect(switched.type("s").drawn == "하s‸")
    let edited = MethodDesk(HangulMethod()).type("gk")
    edited.container.insertText("!")
    #expect(edited.type("s").drawn.hasSuffix("{ㄴ‸}"))
  }

  @Test("the Hangul key switches to Latin letters and back")
  func latin() {
    let desk = MethodDesk(HangulMethod()).type("gk").press("<KEY_HANGEUL>").type("gk")
    #expect(desk.drawn == "하gk‸")
    #expect(desk.press("<KEY_HANGEUL>").type("gk").drawn == "하gk{하‸}")
  }

  @Test("IME-11a, IME-11b a secure field and an ASCII keyboard type Latin letters")
  func secure() {
    let secure = MethodDesk({ _ in HangulMethod() }, traits: { $0.isSecureTextEntry = true })
    #expect(secure.type("gks").container.text == "gks")
    let ascii = MethodDesk({ _ in HangulMethod() }, traits: { $0.keyboardType = .asciiCapable })
    #expect(ascii.type("gks").container.text == "gks")
  }
}
