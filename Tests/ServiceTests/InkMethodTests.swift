// SPDX-License-Identifier: Apache-2.0
import InputMethods
import Keys
import Mirrors
import ScriptedConverters
import TestSupport
import Testing
import TextInput

@testable import Service

/// Ink at the programs' socket: strokes of a program's pointer, and what the program is shown.
@Suite(.heldToSchema) struct InkMethodTests {
  private let desk: Desk
  private let till: Observer
  private let converter = ScriptedConverter()

  init() throws {
    desk = try Desk()
    converter.drawings = [1: ["一", "丨"], 2: ["十"]]
    let mode = TextInputMode(
      LanguageTag(language: "zh", script: .simplifiedHan), inputMethod: "handwriting",
      displayName: "手写")
    desk.engine.modes.setList(ModeList([mode, .english]))
    desk.engine.registerInputMethod(
      HandwritingMethod(converter: converter, services: MethodServices(desk.engine)),
      named: "handwriting")
    desk.engine.modes.perform(.choose(mode.id))
    till = try desk.greet("till")
    try desk.ask(till, "container.create", #"{"container":"note"}"#)
  }

  private static let stroke = #"{"points":[[20,50],[180.5,50,12]],"width":200,"height":100}"#

  private func focus() throws {
    try desk.ask(till, "focus.request", #"{"container":"note"}"#)
    _ = till.lines()
  }

  private func text() -> String? { desk.programs.programs[0].containers["note"]?.text.text }

  private func reported(_ method: String, _ parameters: String = "{}") -> [String] {
    desk.exchange(till, method, parameters).filter { !$0.contains("\"result\"") }
  }

  @Test("F026 a stroke is reported with its candidates; candidates.choose takes one")
  func stroke() throws {
    try focus()
    #expect(
      reported("ink.stroke", Self.stroke).prefix(2) == [
        #"{"jsonrpc":"2.0","method":"ink.didChange","params":{"aspect":2,"#
          + #""strokes":[[[100,500],[903,500]]]}}"#,
        #"{"jsonrpc":"2.0","method":"candidates.didChange","params":{"list":{"first":0,"#
          + #""highlighted":0,"isExpanded":false,"items":[{"text":"一"},{"text":"丨"}],"#
          + #""kind":"inputMethod","page":0,"pages":1}}}"#,
      ])
    let chosen = reported("candidates.choose", #"{"number":2}"#)
    #expect(text() == "丨")
    #expect(chosen.contains { $0.contains(#""method":"ink.didChange","params":{"strokes":[]}"#) })
  }

  @Test("F026 ink.undo and ink.clear take strokes back, and do nothing without any")
  func undo() throws {
    try focus()
    for method in ["ink.undo", "ink.clear"] {
      #expect(try desk.ask(till, method).contains("result"))
      #expect(desk.engine.ink == nil)
    }
    try desk.ask(till, "ink.stroke", Self.stroke)
    try desk.ask(till, "ink.stroke", Self.stroke)
    #expect(desk.engine.ink?.strokes.count == 2)
    try desk.ask(till, "ink.undo")
    #expect(desk.engine.ink?.strokes.count == 1)
    try desk.ask(till, "ink.clear")
    #expect(desk.engine.ink == nil && text() == "")
  }

  @Test("F026 without the keyboard, in another mode and for another text ink is refused")
  func refused() throws {
    let methods = [
      ("ink.begin", "{}"), ("ink.stroke", Self.stroke), ("ink.undo", "{}"), ("ink.clear", "{}"),
    ]
    func refuses(_ client: Observer, _ name: String, _ words: String) throws {
      for (method, parameters) in methods {
        let answer = try desk.ask(client, method, parameters)
        #expect(answer.contains(#""name":"\#(name)""#) && answer.contains(words), "\(answer)")
      }
      #expect(desk.engine.ink == nil)
    }
    try refuses(till, "failed", "send focus.request first")
    try focus()
    let other = try desk.greet("other")
    try refuses(other, "failed", "send focus.request first")
    try desk.ask(
      till, "container.set", #"{"container":"note","traits":{"autocorrectionType":"no"}}"#)
    try refuses(till, "unsupported", "forbids learning")
    desk.engine.modes.perform(.next)
    try refuses(till, "unsupported", "the mode en-US takes no ink")
    #expect(text() == "")
  }

  @Test(
    "F026 a mistake in a stroke is reported with its place",
    arguments: [
      (#"{"points":[[1,1]],"width":0,"height":1}"#, "/params/width"),
      (#"{"points":[[1,1]],"width":1,"height":-1}"#, "/params/height"),
      (#"{"points":[],"width":1,"height":1}"#, "/params/points"),
      (#"{"points":[[1,1],[1]],"width":1,"height":1}"#, "/params/points/1"),
      (#"{"points":[[1,1,1,1]],"width":1,"height":1}"#, "/params/points/0"),
      (#"{"points":[[1,"1"]],"width":1,"height":1}"#, "/params/points/0"),
      (#"{"points":[[1,1,null]],"width":1,"height":1}"#, "/params/points/0"),
      (#"{"points":7,"width":1,"height":1}"#, "/params/points"),
    ])
  func mistakes(_ parameters: String, _ place: String) throws {
    try focus()
    let answer = try desk.ask(till, "ink.stroke", parameters)
    #expect(
      answer.contains(#""name":"invalidParameter""#) && answer.contains("\"\(place)\""),
      "\(answer)")
  }

  @Test("F026 points outside lie on the edge, whatever the numbers")
  func outside() throws {
    try focus()
    try desk.ask(
      till, "ink.stroke", #"{"points":[[-1e300,5],[1e300,-7]],"width":1e-300,"height":10}"#)
    #expect(
      desk.engine.ink?.strokes == [[Ink.Point(x: 0, y: 500), Ink.Point(x: 1000, y: 0)]])
  }

  @Test("F026 a character has 64 strokes; a further one is tooMany")
  func tooMany() throws {
    try focus()
    for _ in 0..<64 { try desk.ask(till, "ink.stroke", Self.stroke) }
    let answer = try desk.ask(till, "ink.stroke", Self.stroke)
    #expect(answer.contains(#""name":"tooMany""#) && answer.contains("64 strokes"), "\(answer)")
    #expect(desk.engine.ink?.strokes.count == 64)
  }

  @Test("F026 after ink.begin no pause takes a candidate until the stroke comes")
  func begin() throws {
    try focus()
    try desk.ask(till, "ink.begin")
    try desk.ask(till, "ink.stroke", Self.stroke)
    desk.pass(milliseconds: 600)
    #expect(try desk.ask(till, "ink.begin").contains("result"))
    desk.pass(milliseconds: 25_000)
    #expect(text() == "" && desk.engine.ink?.strokes.count == 1)
    try desk.ask(till, "ink.stroke", Self.stroke)
    desk.pass(milliseconds: 699)
    #expect(text() == "" && desk.engine.ink?.strokes.count == 2)
    desk.pass(milliseconds: 1)
    #expect(text() == "十" && desk.engine.ink == nil)
  }

  @Test("F026 a stroke that never comes, or is one too many, holds the pause for a limited time")
  func beginWithoutStroke() throws {
    try focus()
    try desk.ask(till, "ink.stroke", Self.stroke)
    try desk.ask(till, "ink.begin")
    try desk.ask(till, "ink.begin")
    desk.letTimePass()
    #expect(text() == "" && desk.engine.ink != nil, "the pause begins again")
    desk.pass(milliseconds: 700)
    #expect(text() == "一")
    converter.drawings[64] = ["龘"]
    for _ in 0..<64 { try desk.ask(till, "ink.stroke", Self.stroke) }
    try desk.ask(till, "ink.begin")
    desk.pass(milliseconds: 700)
    #expect(desk.engine.ink?.strokes.count == 64)
    try desk.ask(till, "ink.stroke", Self.stroke)
    desk.pass(milliseconds: 700)
    #expect(text() == "一龘" && desk.engine.ink == nil)
  }

  @Test("F026 ink.begin ends with the focus, and with its program")
  func beginAndLeave() throws {
    try focus()
    try desk.ask(till, "ink.stroke", Self.stroke)
    try desk.ask(till, "ink.begin")
    try desk.ask(till, "focus.release")
    #expect(desk.engine.ink == nil && desk.engine.nextDeadline == nil)
    desk.letTimePass()
    do {
      let other = try desk.greet("other")
      try desk.ask(other, "container.create", #"{"container":"note"}"#)
      try desk.ask(other, "focus.request", #"{"container":"note"}"#)
      try desk.ask(other, "ink.stroke", Self.stroke)
      try desk.ask(other, "ink.begin")
    }
    desk.turn()
    desk.letTimePass()
    #expect(desk.engine.ink == nil && desk.engine.nextDeadline == nil)
    try focus()
    try desk.ask(till, "ink.stroke", Self.stroke)
    desk.pass(milliseconds: 700)
    #expect(text() == "一", "a pause of the next program is a pause")
  }

  @Test("F026 when the focus leaves, its owner is notified that the ink is gone")
  func focusLeaves() throws {
    try focus()
    try desk.ask(till, "ink.stroke", Self.stroke)
    _ = till.lines()
    let lines = reported("focus.release")
    #expect(lines.contains { $0.contains(#""method":"ink.didChange""#) }, "\(lines)")
    #expect(desk.engine.ink == nil && text() == "")
  }

  @Test("F026 the capability names the scripts, or the reason why there are none")
  func capability() throws {
    final class Engines: EngineService {
      var support = HandwritingSupport.scripts(["zh-Hans"])
      var listing: [EngineListing.Engine] { [] }
      func handwriting(in modes: [TextInputMode]) -> HandwritingSupport {
        modes.map(\.id) == ["zh-Hans+handwriting"] ? support : .missing("other modes")
      }
    }
    func feature() throws -> Substring {
      try desk.ask(till, "capabilities").components(after: #""handwriting":{"#)
    }
    #expect(try feature().hasPrefix(#""reason":"no engine recognises handwriting""#))
    let engines = Engines()
    desk.programs.engineService = engines
    #expect(try feature().hasPrefix(#""scripts":["zh-Hans"],"support":"supported"}"#))
    engines.support = .missing("the engine handwriting failed: it ended")
    #expect(
      try feature().hasPrefix(
        #""reason":"the engine handwriting failed: it ended","support":"unsupported"}"#))
    desk.engine.modes.setList(ModeList([.english]))
    #expect(try feature().hasPrefix(#""reason":"none of the user's modes is one of handwriting"#))
  }
}

extension String {
  /// The rest of the text after a part; empty if it does not contain the part.
  fileprivate func components(after part: String) -> Substring {
    firstRange(of: part).map { self[$0.upperBound...] } ?? ""
  }
}
