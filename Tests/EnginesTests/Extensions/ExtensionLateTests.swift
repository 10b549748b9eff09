// SPDX-License-Identifier: Apache-2.0
import Keys
import Mirrors
import Testing
import TextInput

@testable import Engines

/// Answers that come late, wrong or not at all (CIV-19).
@Suite struct ExtensionLateTests {
  @Test("CIV-19 an answer after 299 ms counts, and after 301 ms the key is typed without it")
  func limit() throws {
    let desk = try ExtensionDesk()
    desk.greet()
    desk.type("c")
    desk.pass(milliseconds: 299)
    #expect(desk.text == "")
    desk.answerKey(#"{"insert":"ĉ"}"#)
    #expect(desk.text == "ĉ")
    #expect(desk.bypassed.isEmpty)
    desk.type("d")
    desk.pass(milliseconds: 301)
    #expect(desk.text == "ĉd")
    #expect(desk.bypassed == ["esperanto.x"])
    desk.answerKey(#"{"insert":"late"}"#)
    #expect(desk.text == "ĉd")
    desk.type("e")
    desk.answerKey(#"{"insert":"ê"}"#)
    #expect(desk.text == "ĉdê")
  }

  @Test("CIV-19 keys that wait for an answer stay in order, and nothing else waits")
  func order() throws {
    let desk = try ExtensionDesk()
    desk.greet()
    desk.type("abc")
    #expect(desk.text == "")
    #expect(desk.answerKey(#"{"insert":"1"}"#)?["text"] == "a")
    #expect(desk.answerKey("", taken: false)?["text"] == "b")
    #expect(desk.answerKey(#"{"insert":"3"}"#)?["text"] == "c")
    #expect(desk.text == "1b3")
  }

  @Test("CIV-19 until the late answer comes nothing more is asked, and keys are typed at once")
  func behind() throws {
    let desk = try ExtensionDesk()
    desk.greet()
    desk.type("a")
    desk.pass(milliseconds: 301)
    desk.type("bcd")
    #expect(desk.text == "abcd")
    let lines = desk.all()
    #expect(lines.filter { $0["method"] == "key" }.count == 1)
    #expect(lines.contains { $0["method"] == "cancel" })
    #expect(desk.bypassed.count == 1)
  }

  @Test("CIV-19 text that was marked is committed as shown when an answer is late")
  func marked() throws {
    let desk = try ExtensionDesk()
    desk.greet()
    desk.type("n")
    let list = #"{"items":[{"text":"你"}]}"#
    desk.answer("key", #"{"taken":true,"edits":[{"mark":{"text":"n"}}],"candidates":\#(list)}"#)
    #expect(desk.typist.candidates != nil)
    desk.type("i")
    desk.pass(milliseconds: 301)
    #expect(desk.text == "ni")
    #expect(desk.view.markedRange == nil)
    #expect(desk.typist.candidates == nil)
    // The extension learns of it, and goes on with the text as it is.
    desk.answerKey(#"{"mark":{"text":"ni"}}"#)
    #expect(desk.text == "ni")
    desk.type("x")
    let parameters = desk.answerKey("")
    #expect(parameters?["document", "before"] == "ni")
    #expect(parameters?["document", "marked"] == .null)
  }

  @Test("CIV-19 a process that ends types the key without it, and is started again")
  func end() throws {
    let desk = try ExtensionDesk()
    desk.greet()
    desk.type("n")
    desk.answerKey(#"{"mark":{"text":"n"}}"#)
    desk.type("i")
    desk.hangUp()
    #expect(desk.text == "ni")
    #expect(desk.view.markedRange == nil)
    #expect(desk.bypassed.count == 1)
    desk.type("a")
    #expect(desk.starts == 2)
    desk.answer("hello", #"{"protocol":1}"#)
    desk.answerKey(#"{"insert":"A"}"#)
    #expect(desk.text == "niA")
  }

  @Test("CIV-19 a process that ends without a key leaves no marked text")
  func endBetweenKeys() throws {
    let desk = try ExtensionDesk()
    desk.greet()
    desk.type("n")
    desk.answerKey(#"{"mark":{"text":"n"}}"#)
    desk.hangUp()
    #expect(desk.text == "n")
    #expect(desk.view.markedRange == nil)
  }

  @Test("CIV-19 a bypass is reported once a minute")
  func reports() throws {
    let desk = try ExtensionDesk()
    desk.greet()
    for (passed, expected) in [(0, 1), (10_000, 1), (50_100, 2)] as [(Int64, Int)] {
      desk.pass(milliseconds: passed)
      desk.type("a")
      desk.pass(milliseconds: 301)
      desk.answerKey("")
      #expect(desk.bypassed.count == expected)
    }
  }

  @Test("CIV-19 three late answers in a minute switch to the previous mode")
  func switchAway() throws {
    let desk = try ExtensionDesk()
    desk.typist.modes.perform(.choose("en-US"))
    desk.typist.modes.perform(.choose("esperanto.x"))
    desk.greet()
    for _ in 0..<3 {
      #expect(desk.typist.modes.current.id == "esperanto.x")
      desk.type("a")
      desk.pass(milliseconds: 301)
      desk.answerKey("")
      desk.pass(milliseconds: 1)
    }
    #expect(desk.typist.modes.current.id == "en-US")
    #expect(desk.text == "aaa")
    #expect(desk.notices.count == 1)
    desk.type("b")
    #expect(desk.text == "aaab")
  }

  @Test("CIV-19 late answers that are further apart do not switch the mode")
  func apart() throws {
    let desk = try ExtensionDesk()
    desk.greet()
    for _ in 0..<4 {
      desk.type("a")
      desk.pass(milliseconds: 301)
      desk.answerKey("")
      desk.pass(milliseconds: 31_000)
    }
    #expect(desk.typist.modes.current.id == "esperanto.x")
  }

  @Test("CIV-19 a process that never answers is ended after 5 s")
  func never() throws {
    let desk = try ExtensionDesk()
    desk.greet()
    desk.type("a")
    desk.pass(milliseconds: 301)
    #expect(desk.process.state == .ready)
    desk.pass(milliseconds: 4_700)
    #expect(desk.process.state == .stopped)
    #expect(desk.process.lastFault == "it does not answer")
    desk.type("b")
    #expect(desk.starts == 2)
  }

  @Test("CIV-19 a first key waits for the start, and is typed if that takes too long")
  func start() throws {
    let desk = try ExtensionDesk()
    desk.type("a")
    #expect(desk.starts == 1)
    desk.pass(milliseconds: 100)
    desk.answer("hello", #"{"protocol":1}"#)
    desk.answerKey(#"{"insert":"A"}"#)
    #expect(desk.text == "A")
    desk.process.stop()
    desk.type("b")
    desk.pass(milliseconds: 301)
    #expect(desk.text == "Ab")
    desk.type("c")
    #expect(desk.text == "Abc")
    desk.answer("hello", #"{"protocol":1}"#)
    #expect(desk.take("key") == nil)
    #expect(desk.notices.isEmpty)
    desk.type("d")
    desk.answerKey(#"{"insert":"D"}"#)
    #expect(desk.text == "AbcD")
  }

  @Test(
    "13.2 an answer that is not as it should be is refused whole, and the key is typed",
    arguments: [
      #"{"taken":true,"edits":[{"deleteBackward":9}]}"#,
      #"{"taken":true,"edits":[{"insert":"x"},{"deleteBackward":9}]}"#,
      #"{"taken":true,"edits":[{"insert":"\#(String(repeating: "x", count: 4097))"}]}"#,
      #"{"taken":true,"edits":[{"insert":"\u001b[2J"}]}"#, #"{"taken":true,"edits":{}}"#,
      #"{"taken":true,"edits":[{"run":"x"}]}"#, #"{"taken":1}"#, "[]", "null",
      #"{"taken":true,"edits":[{"insert":"x"}],"candidates":{"items":[{"text":""}]}}"#,
    ])
  func refused(_ answer: String) throws {
    let desk = try ExtensionDesk()
    desk.view.text = "ab"
    desk.view.selectedRange = TextRange(2, 2)
    desk.greet()
    desk.type("c")
    desk.answer("key", answer)
    #expect(desk.text == "abc")
    #expect(desk.typist.candidates == nil)
    #expect(desk.bypassed.count == 1)
    #expect(desk.process.state == .ready)
    let fault = try #require(desk.process.lastFault)
    #expect(!fault.contains("x["))
    // It counts as late.
    for _ in 0..<2 {
      desk.type("d")
      desk.answer("key", answer)
    }
    desk.pass(milliseconds: 1)
    #expect(desk.typist.modes.current.id == "en-US")
    #expect(desk.text == "abcdd")
  }

  @Test("CIV-19 a key waits while the folder is read, and the extension answers it")
  func slowStart() throws {
    let desk = try ExtensionDesk()
    desk.opensLater = true
    desk.type("ab")
    #expect(desk.starts == 1)
    #expect(desk.process.state == .starting)
    desk.pass(milliseconds: 299)
    #expect(desk.text == "")
    desk.open()
    desk.answer("hello", #"{"protocol":1}"#)
    desk.answerKey(#"{"insert":"A"}"#)
    desk.answerKey(#"{"insert":"B"}"#)
    #expect(desk.text == "AB")
    #expect(desk.bypassed.isEmpty)
  }

  @Test("CIV-19 while the folder is read for too long, keys are typed without the extension")
  func tooSlowStart() throws {
    let desk = try ExtensionDesk()
    desk.opensLater = true
    desk.type("ab")
    desk.pass(milliseconds: 301)
    #expect(desk.text == "ab")
    desk.type("c")
    #expect(desk.text == "abc")
    desk.pass(milliseconds: 60_000)
    #expect(desk.starts == 1)
    desk.open()
    desk.answer("hello", #"{"protocol":1}"#)
    desk.type("d")
    desk.answerKey(#"{"insert":"D"}"#)
    #expect(desk.text == "abcD")
    // It has answered in time whenever it was asked.
    #expect(desk.notices.isEmpty)
  }

  @Test("CIV-19 a start that fails later types the keys that wait for it, and is tried again")
  func failedStart() throws {
    let desk = try ExtensionDesk()
    desk.opensLater = true
    desk.type("ab")
    desk.open(.hasChanged)
    #expect(desk.text == "a")
    #expect(desk.process.state == .starting)
    #expect(desk.starts == 2)
    desk.open(.hasChanged)
    #expect(desk.text == "ab")
    #expect(desk.process.state == .stopped)
    #expect(desk.process.lastFault?.hasSuffix("enable it again") == true)
  }

  @Test("CIV-13 an extension that is disabled while it is started ends as soon as it runs")
  func endedStart() throws {
    let desk = try ExtensionDesk()
    desk.opensLater = true
    desk.type("a")
    desk.process.apply(ExtensionChoice())
    desk.deliver()
    #expect(desk.text == "a")
    #expect(desk.process.state == .stopped)
    #expect(desk.process.hasEndedProcesses)
    desk.open()
    #expect(desk.isHungUp)
    #expect(desk.process.state == .stopped)
    #expect(!desk.process.hasEndedProcesses)
    // Enabled again, while the first start is in progress.
    desk.process.apply(ExtensionChoice(hash: "0"))
    desk.type("b")
    desk.process.stop()
    desk.type("c")
    #expect(desk.starts == 3)
    desk.open()
    desk.answer("hello", #"{"protocol":1}"#)
    desk.answerKey(#"{"insert":"C"}"#)
    #expect(desk.text == "abC")
  }

  @Test(
    "13.2 a line that is no answer ends the process, or is refused if an answer is due",
    arguments: ["x", "{\"a\":1}", "\u{FFFD}", #"{"id":"1","result":{}}"#])
  func garbage(_ line: String) throws {
    let desk = try ExtensionDesk()
    desk.greet()
    desk.type("a")
    desk.send(line)
    #expect(desk.text == "a")
    #expect(desk.process.state == .ready)
    _ = desk.all()
    desk.send(line)
    #expect(desk.process.state == .stopped)
  }

  @Test("13.2 an answer with another id ends the process")
  func wrongID() throws {
    let desk = try ExtensionDesk()
    desk.greet()
    desk.type("a")
    desk.send(#"{"id":4711,"result":{"taken":true,"edits":[{"insert":"x"}]}}"#)
    #expect(desk.process.state == .stopped)
    #expect(desk.text == "a")
  }

  @Test("13.2 200 edits in a second are taken in order, and one more ends the process")
  func edits() throws {
    let desk = try ExtensionDesk()
    desk.greet()
    desk.type("k")
    let document = try #require(desk.answerKey(#"{"insert":"k"}"#)?["document"])
    guard case .object(let members) = document, case .text(let identifier)? = members["identifier"],
      case .number(let generation)? = members["generation"]
    else { return _ = Issue.record("no document") }
    func edit(_ number: Int) -> String {
      #"{"id":\#(number),"method":"edit","params":{"identifier":"\#(identifier)","#
        + #""generation":\#(generation),"edits":[{"insert":"e"}]}}"#
    }
    var responses = 0
    for first in stride(from: 0, to: 200, by: 20) {
      desk.send((first..<first + 20).map(edit).joined(separator: "\n"))
      responses += desk.all().filter { $0["result"] != nil }.count
    }
    #expect(desk.text == "k" + String(repeating: "e", count: 200))
    #expect(responses == 200)
    #expect(desk.process.state == .ready)
    desk.send(edit(200))
    #expect(desk.process.state == .stopped)
    #expect(desk.text.utf8.count == 201)
    // The next second has its own edits, and a key between edits is where it was typed.
    desk.pass(milliseconds: 1001)
    desk.greet()
    desk.type("a")
    let next = try #require(desk.answerKey(#"{"insert":"A"}"#)?["document", "generation"])
    guard case .number(let number) = next else { return _ = Issue.record("no generation") }
    desk.send(
      #"{"id":1,"method":"edit","params":{"identifier":"\#(identifier)","generation":\#(number),"#
        + #""edits":[{"insert":"e"}]}}"#)
    desk.type("b")
    desk.answerKey("", taken: false)
    #expect(desk.text.hasSuffix("Aeb"))
  }

  @Test("13.2 more than 200 requests in a second end the process")
  func flood() throws {
    let desk = try ExtensionDesk()
    desk.greet()
    for _ in 0..<20 where desk.process.state == .ready {
      desk.send([String](repeating: #"{"method":"noise"}"#, count: 60).joined(separator: "\n"))
    }
    #expect(desk.process.state == .stopped)
    #expect(desk.process.lastFault == "it sent more than 200 requests in a second")
  }

  @Test("CIV-19 a key is typed at once if the program changes the text while it is awaited")
  func changeWhileAwaited() throws {
    let desk = try ExtensionDesk()
    desk.greet()
    desk.type("ab")
    desk.view.text = "new"
    desk.deliver()
    #expect(desk.text == "newa")
    desk.answerKey(#"{"insert":"x"}"#)
    #expect(desk.text == "newa")
    #expect(desk.take("key")?["params", "document", "before"] == .text("newa"))
    desk.send(#"{"id":3,"result":{"taken":false}}"#)
    #expect(desk.text == "newab")
    #expect(desk.bypassed.isEmpty)
  }

  @Test("CIV-19 focus that moves while an answer is awaited drops the key's answer")
  func focusMoves() throws {
    let desk = try ExtensionDesk()
    desk.greet()
    desk.type("a")
    desk.field.becomeFirstResponder()
    desk.deliver()
    desk.answerKey(#"{"insert":"late"}"#)
    #expect(desk.text == "")
    #expect(desk.field.text == "")
    desk.type("b")
    desk.answerKey(#"{"insert":"B"}"#)
    #expect(desk.field.text == "B")
    // The answer was not late.
    #expect(desk.bypassed.isEmpty)
  }

  @Test("CIV-19 a process that answers nothing after the focus has moved becomes late")
  func silentAfterFocus() throws {
    let desk = try ExtensionDesk()
    desk.greet()
    desk.type("a")
    desk.field.becomeFirstResponder()
    desk.deliver()
    desk.type("b")
    desk.pass(milliseconds: 301)
    #expect(desk.field.text == "b")
    desk.type("cd")
    #expect(desk.field.text == "bcd")
  }
}
