// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Mirrors
import TestSupport
import Testing

@testable import Service
@testable import TextInput

/// Tests of one program on its socket.
protocol ProgramTests {
  var desk: Desk { get }
  var program: Observer { get }
}

extension ProgramTests {
  static func value(_ line: String) -> JSONValue {
    (try? JSONDecoder().decode(JSONValue.self, from: Data(line.utf8))) ?? .text(line)
  }

  func ask(_ method: String, _ parameters: String = "{}") throws -> JSONValue {
    Self.value(try desk.ask(program, method, parameters))
  }

  /// Makes a request and returns the notifications that precede its answer, and those after it.
  @discardableResult
  func notifications(of method: String, _ parameters: String = "{}") -> [JSONValue] {
    let lines = desk.exchange(program, method, parameters)
    return lines.map(Self.value).filter { $0["method"] != nil } + reported()
  }

  /// Creates a container, and requires that this succeeds.
  func create(_ name: String, _ more: String = "") throws {
    let answer = try ask("container.create", "{\"container\":\"\(name)\"\(more)}")
    #expect(answer["result"] != nil, "\(answer)")
  }

  /// Requests the focus and returns the notifications before the response.
  @discardableResult
  func focus(_ name: String) throws -> [JSONValue] {
    notifications(of: "focus.request", "{\"container\":\"\(name)\"}")
  }

  /// The notifications and requests received since the last call.
  func reported() -> [JSONValue] { program.lines().map(Self.value) }

  /// The text that `container.get` returns.
  func text(_ name: String) throws -> String? {
    try ask("container.get", "{\"container\":\"\(name)\"}")["result"]?["text"]?.text
  }

  /// The caret that `container.get` returns.
  func caret(_ name: String) throws -> Int? {
    try ask("container.get", "{\"container\":\"\(name)\"}")["result"]?["head"]?.number
  }

  /// The container that has the focus.
  func focused() throws -> String? {
    try ask("snapshot")["result"]?["focus"]?.text
  }
}

extension [JSONValue] {
  /// The messages of one method.
  func named(_ method: String) -> [JSONValue] {
    filter { $0["method"]?.text == method }
  }

  /// The events of the keyboard area: `willShow (0,24,80,0)→(0,23,80,1)`.
  var area: [String] {
    compactMap { message in
      guard let method = message["method"]?.text, method.hasPrefix("keyboard."),
        let begin = message.frame("frameBegin"), let end = message.frame("frameEnd")
      else { return nil }
      let frames = [begin, end].map { "(" + $0.map(String.init).joined(separator: ",") + ")" }
      return "\(method.dropFirst(9)) \(frames[0])→\(frames[1])"
    }
  }
}

extension JSONValue {
  /// A frame among a notification's parameters.
  func frame(_ name: String) -> [Int]? {
    self["params"]?[name]?.list?.compactMap(\.number)
  }
}
