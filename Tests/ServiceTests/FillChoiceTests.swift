// SPDX-License-Identifier: Apache-2.0
import Keys
import TestSupport
import Testing

@testable import Service
@testable import Typing
@testable import TextInput

/// A value to fill in is chosen by the person: with a key, or at the control socket.
@Suite(.heldToSchema) struct FillChoiceTests {
  private let desk: Desk
  private let bank: Observer
  private let control: Observer

  init() throws {
    desk = try Desk()
    bank = try desk.greet("bank")
    control = try desk.connectControl()
    let values = #"{"values":{"one-time-code":"123456"}}"#
    #expect(try desk.ask(control, "fill.give", values).contains("result"))
    try desk.ask(
      bank, "container.create",
      #"{"container":"code","traits":{"textContentType":"one-time-code"}}"#)
    try desk.ask(bank, "focus.request", #"{"container":"code"}"#)
  }

  private var text: String? { desk.programs.programs[0].containers["code"]?.text.text }

  private func choose(_ client: Observer, _ number: Int = 1) throws -> String {
    try desk.ask(client, "candidates.choose", "{\"number\":\(number)}")
  }

  @Test("TRT-21a a program's choice of a value is refused, entered or not, and says why")
  func refused() throws {
    for enters in [false, true] {
      if enters { desk.press(.function(5)) }
      let answer = try choose(bank)
      #expect(
        answer.contains(#""name":"notPermitted","place":"/params/number""#)
          && answer.contains("programs-choose-fills"), "\(answer)")
      #expect(text == "")
    }
    // The person's row is still entered.
    desk.press("1", "1")
    #expect(text == "123456")
  }

  @Test("TRT-21b a client of the control socket chooses a value")
  func chosen() throws {
    #expect(try choose(control, 2).contains(#""name":"failed""#))
    #expect(text == "")
    #expect(try choose(control).contains(#""result":{}"#))
    #expect(text == "123456")
    #expect(try choose(control).contains(#""name":"failed""#))
    #expect(try choose(control, 0).contains(#""place":"/params/number""#))
  }

  @Test("TRT-21c the setting programs-choose-fills lets a program choose for its own fields")
  func setting() throws {
    desk.engine.settings.programsChooseFills = true
    let other = try desk.greet("other")
    #expect(try choose(other).contains(#""name":"failed""#))
    #expect(text == "")
    #expect(try choose(bank).contains(#""result":{}"#))
    #expect(text == "123456")
  }

  @Test("TRT-20 a value of the control socket reaches the program that it names as its source")
  func source() throws {
    let given = #"{"values":{"one-time-code":"654321"},"source":"bank"}"#
    #expect(try desk.ask(control, "fill.give", given).contains("result"))
    desk.turn()
    #expect(desk.engine.candidates?.items.map(\.text) == ["654321", "123456"])
    #expect(desk.engine.candidates?.items.first?.annotation == "bank")
  }

  @Test("TRT-21a next to predictions a program chooses the words, but no value")
  func mixed() throws {
    let engine = desk.engine
    try desk.ask(control, "fill.give", #"{"values":{"address-level2":"Ely"}}"#)
    try desk.ask(
      bank, "container.create",
      #"{"container":"city","traits":{"textContentType":"address-level2"}}"#)
    try desk.ask(bank, "focus.request", #"{"container":"city"}"#)
    let row = PredictionRow(
      of: try #require(engine.textContainer).id, offered: nil, applied: nil,
      words: WordPredictions(TextRange(0, 0), words: ["one", "two"]))
    engine.candidateRow.show(row)
    desk.turn()
    #expect(engine.candidates?.items.map(\.text) == ["Ely", "one", "two"])
    #expect(try choose(bank).contains(#""name":"notPermitted""#))
    #expect(try choose(bank, 2).contains(#""result":{}"#))
    // The words of this row come from no assistant, which would type them.
    #expect(desk.programs.programs[0].containers["city"]?.text.text == "")
  }

  @Test(
    "TRT-21a a choice does not wait behind the person's keys, where it could become another one",
    arguments: [true, false], [true, false])
  func waiting(isProgram: Bool, isDown: Bool) throws {
    desk.engine.allowsLateAnswers = true
    try desk.ask(
      bank, "container.create",
      #"{"container":"word","questions":{"text.shouldChange":true}}"#)
    try desk.ask(bank, "focus.request", #"{"container":"word"}"#)
    let row = PredictionRow(
      of: try #require(desk.engine.textContainer).id, offered: nil, applied: nil,
      words: WordPredictions(TextRange(0, 0), words: ["one"]))
    desk.engine.candidateRow.show(row)
    if isDown {
      // Only the press, which waits for the program's response; nothing is queued behind it.
      let event = KeyEvent(
        time: Timestamp(microseconds: 2_000_000), device: DeviceInfo.desk.id,
        code: KeyCode(rawValue: 45), phase: .press)
      desk.engine.handle(Keystroke(event: event, text: "x", charactersIgnoringModifiers: "x"))
      desk.turn()
    } else {
      desk.press("x", "x")
    }
    #expect(desk.engine.isHoldingKeys)
    #expect(try choose(isProgram ? bank : control).contains(#""name":"failed""#))
    desk.pass(milliseconds: 2000)
    #expect(desk.programs.programs[0].containers["word"]?.text.text == "x")
  }

  @Test("AST-23 ↓ enters the row while the field is empty, and ⏎ or a digit fills the value")
  func keys() throws {
    desk.press("1", "1")
    #expect(text == "1")
    desk.press(.downArrow)
    desk.press(.return, "\r")
    #expect(text == "1")
    desk.press("\u{8}")
    try desk.ask(bank, "text.set", #"{"container":"code","text":""}"#)
    desk.press(.downArrow)
    desk.press("1", "1")
    #expect(text == "123456")
  }

  @Test("TRT-22 observers receive the length of a filled password, its program the text")
  func password() throws {
    let hub = try desk.serveObservers()
    let observer = try Observer(path: desk.folder.path + "/observers", at: .observers)
    desk.loop.settle()
    let vault = try desk.greet("vault")
    try desk.ask(
      vault, "fill.provide",
      #"{"credentials":[{"program":"bank","username":"ada","password":"s3cret"}]}"#)
    try desk.ask(control, "fill.allow", #"{"program":2,"allowed":true}"#)
    try desk.ask(
      bank, "container.create",
      #"{"container":"word","traits":{"textContentType":"password"}}"#)
    try desk.ask(bank, "focus.request", #"{"container":"word"}"#)
    _ = (bank.lines(), observer.lines())
    desk.chooseFill(1)
    let own = bank.lines()
    #expect(own.contains { $0.contains(#""text":"s3cret""#) || $0.contains(#""string":"s3cret""#) })
    #expect(
      own.contains { $0.contains("traits.didChange") && $0.contains(#""isSecureTextEntry":true"#) })
    desk.type("x")
    let others = observer.lines()
    #expect(others.contains { $0.contains("••••••") } && !others.contains { $0.contains("s3cret") })
    #expect(!others.contains { $0.contains(#""x""#) })
    #expect(!(try desk.ask(control, "snapshot")).contains("s3cret"))
    // The program's own traits are as it declared them, once the text is empty.
    try desk.ask(
      bank, "container.set", #"{"container":"word","traits":{"keyboardType":"asciiCapable"}}"#)
    try desk.ask(bank, "text.set", #"{"container":"word","text":""}"#)
    let got = try desk.ask(bank, "container.get", #"{"container":"word"}"#)
    #expect(!got.contains("isSecureTextEntry"), "\(got)")
    withExtendedLifetime((hub, vault)) {}
  }

  @Test("TRT-22 a filled password stays secret for a program that resumes its state")
  func resumed() throws {
    let shop = try desk.greet("shop", #","grace":30"#)
    let vault = try desk.greet("vault")
    try desk.ask(
      vault, "fill.provide",
      #"{"credentials":[{"program":"shop","username":"ada","password":"s3cret"}]}"#)
    try desk.ask(control, "fill.allow", #"{"program":3,"allowed":true}"#)
    try desk.ask(bank, "focus.release")
    try desk.ask(
      shop, "container.create",
      #"{"container":"word","traits":{"textContentType":"password"}}"#)
    try desk.ask(shop, "focus.request", #"{"container":"word"}"#)
    desk.chooseFill(1)
    shop.stopSending()
    #expect(desk.loop.run { desk.programs.programs[1].connection == nil })
    let again = try desk.greetAgain("shop")
    let word = try #require(desk.programs.programs[1].containers["word"]?.text)
    #expect(word.text == "s3cret" && word.isSecure && word.isSecret)
    withExtendedLifetime((again, vault)) {}
  }
}
