// SPDX-License-Identifier: Apache-2.0
import TestSupport

@testable import Service

/// A program that reacts to each request in a random but reproducible way: it sends requests of its
/// own, responds at once or after them, wrongly, or not at all.
///
/// Its reactions depend on the order of the requests alone, and not on when they arrive, so that
/// two runs with equal requests have equal reactions.
final class ScriptedProgram {
  /// A request whose response follows the responses to the program's own requests.
  private struct Unanswered {
    var id: String
    var result: String
    /// How many of the program's own requests have no response yet.
    var openCount: Int
  }

  private let observer: Observer
  private var random: SeededGenerator
  /// Whether the program also does what makes the result depend on time: it ignores requests after
  /// it has sent requests of its own, and sends requests while its own have no response.
  private let isWild: Bool
  /// How many of the program's own requests have no response yet.
  private var ownCount = 0
  private var unanswered: [Unanswered] = []
  /// The lines that were received and not reacted to, the oldest first.
  private var unread: [String] = []
  private var lastNumber = 1000
  /// The requests and notifications that the program received, in order.
  private(set) var trace: [String] = []
  /// How many requests will never get a response; their deadlines must pass.
  private(set) var ignoredCount = 0

  init(_ observer: Observer, seed: UInt64, isWild: Bool = false) {
    self.observer = observer
    self.isWild = isWild
    random = SeededGenerator(seed: seed)
  }

  /// Whether the program has nothing to react to.
  var isIdle: Bool { unread.isEmpty }

  /// Reads what the service has sent.
  func read() {
    for line in observer.lines() {
      if line.hasPrefix(#"{"id":"#) || line.hasPrefix(#"{"error":"#) {
        unread.append(line)
        if line.contains(#""method":"#) { trace.append(line) }
      } else if Self.traced.contains(where: line.contains) {
        trace.append(line)
      }
    }
  }

  private static let traced = [
    "text.didChange", "field.didEndOnExit", "focus.did", "question.preset", "form.did",
  ].map { "\"method\":\"\($0)" }

  /// Reacts to the oldest request or response.
  func react() {
    guard !unread.isEmpty else { return }
    let line = unread.removeFirst()
    guard line.contains(#""method":"#) else { return responseArrived() }
    let id = String(line.dropFirst(7).prefix { $0 != "\"" })
    let result = makeResult(for: line)
    // A request that is sent while an earlier one has no response comes after that one.
    let requests = ownCount == 0 || isWild ? makeRequests() : []
    var lines = requests.map(request)
    switch Int.random(in: 0..<10, using: &random) {
    case 0 where isWild || requests.isEmpty && ownCount == 0: ignoredCount += 1
    case 1..<5 where !requests.isEmpty:
      unanswered.append(Unanswered(id: id, result: result, openCount: requests.count))
    default: lines.append(response(result, to: id))
    }
    ownCount += requests.count
    observer.send(lines.joined())
  }

  /// Forgets the requests whose deadlines have passed.
  func deadlinesPassed() { ignoredCount = 0 }

  private func responseArrived() {
    ownCount -= 1
    guard var first = unanswered.first else { return }
    first.openCount -= 1
    unanswered[0] = first
    guard first.openCount == 0 else { return }
    unanswered.removeFirst()
    observer.send(response(first.result, to: first.id))
  }

  private func response(_ result: String, to id: String) -> String {
    "{\"jsonrpc\":\"2.0\",\"id\":\"\(id)\",\"result\":\(result)}\n"
  }

  private func request(_ body: String) -> String {
    lastNumber += 1
    return "{\"jsonrpc\":\"2.0\",\"id\":\(lastNumber),\(body)}\n"
  }

  /// Requests the focus for a text, without a cause.
  func requestFocus(of name: String) {
    ownCount += 1
    observer.send(request(#""method":"focus.request","params":{"container":"\#(name)"}"#))
  }

  private func makeResult(for line: String) -> String {
    switch Int.random(in: 0..<12, using: &random) {
    case 0..<7: "true"
    case 7..<10: "false"
    case 10 where line.contains("text.shouldChange"): #"{"replace":"Ü"}"#
    default: "7"
    }
  }

  private func makeRequests() -> [String] {
    guard Int.random(in: 0..<3, using: &random) == 0 else { return [] }
    return (0..<Int.random(in: 1...2, using: &random)).map { _ in makeRequest() }
  }

  private func makeRequest() -> String {
    let name = ["a", "b", "v"].randomElement(using: &random) ?? "a"
    let body = Self.requests.randomElement(using: &random) ?? ""
    return body.replacing("NAME", with: name)
  }

  private static let requests = [
    #""method":"focus.request","params":{"container":"NAME"}"#,
    #""method":"focus.request","params":{"container":"NAME"}"#,
    #""method":"focus.request","params":{"container":"NAME"}"#,
    #""method":"focus.release""#,
    #""method":"endEditing","params":{"container":"NAME","force":true}"#,
    #""method":"text.set","params":{"container":"NAME","text":"set "}"#,
    #""method":"text.set","params":{"container":"NAME","text":""}"#,
    #""method":"text.replace","params":{"container":"NAME","range":[0,0],"text":"+"}"#,
    #""method":"text.clear","params":{"container":"NAME"}"#,
    #""method":"selection.set","params":{"container":"NAME","anchor":0}"#,
    #""method":"container.set","params":{"container":"NAME","traits":{"isSecureTextEntry":true}}"#,
    #""method":"container.set","params":{"container":"NAME","traits":{"isSecureTextEntry":false}}"#,
    #""method":"container.set","params":{"container":"NAME","traits":{"keyboardType":"numberPad"}}"#,
    #""method":"session.end""#,
    #""method":"ping""#,
    // Removed, and created again under its name.
    #""method":"container.remove","params":{"container":"NAME"}"#,
    ContainerLine.create("NAME"),
  ]
}

/// The request that creates a container of a ``ScriptedProgram``.
enum ContainerLine {
  static func create(_ name: String) -> String {
    let kind = name == "v" ? "textView" : "textField"
    let questions =
      kind == "textView"
      ? #""text.shouldChange":true,"focus.shouldBegin":true,"focus.shouldEnd":true"#
      : #""text.shouldChange":false,"field.shouldReturn":true,"field.shouldClear":false,"#
        + #""focus.shouldBegin":true,"focus.shouldEnd":true"#
    return
      "\"method\":\"container.create\",\"params\":{\"container\":\"\(name)\",\"kind\":\"\(kind)\","
      + "\"questions\":{\(questions)}}"
  }
}
