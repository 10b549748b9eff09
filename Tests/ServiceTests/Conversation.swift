// SPDX-License-Identifier: Apache-2.0
import Synchronization
import Testing

/// The sockets of the service.
enum ServiceSocket: String, CaseIterable {
  case programs, control, observers
}

/// What one client and a server said to each other, line by line.
final class Conversation: Sendable {
  /// The bytes of one side that are no whole line yet, and who said the lines before.
  private struct Lines {
    var rest: [UInt8] = []
    var all: [String] = []
  }

  let socket: ServiceSocket
  private let lines = Mutex(Lines())

  init(at socket: ServiceSocket) {
    self.socket = socket
  }

  /// A conversation that was written down elsewhere: `>` before what the client said, `<` before the rest.
  init(at socket: ServiceSocket, _ lines: [String]) {
    self.socket = socket
    self.lines.withLock { $0.all = lines }
  }

  /// All lines, `>` before what the client said, `<` before what it was told.
  var script: [String] { lines.withLock { $0.all } }

  /// Takes what the client sent, which may be pieces of lines.
  func sent(_ bytes: some Sequence<UInt8>) {
    lines.withLock { lines in
      lines.rest += bytes
      guard let end = lines.rest.lastIndex(of: 10) else { return }
      lines.all += lines.rest[..<end].split(separator: 10, omittingEmptySubsequences: false).map {
        ">" + String(decoding: $0, as: UTF8.self)
      }
      lines.rest.removeSubrange(...end)
    }
  }

  /// Takes a line that the client was sent.
  func received(_ line: String) {
    lines.withLock { $0.all.append("<" + line) }
  }
}

/// The conversations of a test.
final class Transcript: Sendable {
  /// The one of the test that runs; nil outside of tests that keep one.
  @TaskLocal static var current: Transcript?

  private let begun = Mutex<[Conversation]>([])

  var conversations: [Conversation] { begun.withLock { $0 } }

  /// Begins a conversation.
  func begin(at socket: ServiceSocket) -> Conversation {
    let conversation = Conversation(at: socket)
    begun.withLock { $0.append(conversation) }
    return conversation
  }
}

/// Has everything that a suite's clients say and are told held to Documentation/openrpc.json.
struct SchemaTrait: SuiteTrait, TestTrait, TestScoping {
  var isRecursive: Bool { true }

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    let transcript = Transcript()
    try await Transcript.$current.withValue(transcript) { try await function() }
    for judgement in try await SchemaOracle.shared.judge(transcript.conversations) {
      for fault in judgement.faults { Issue.record("\(fault)") }
    }
    for line in transcript.conversations.flatMap(\.script) where line.namesSwiftType {
      Issue.record("a message names a type of the source: \(line)")
    }
  }
}

extension String {
  /// Whether it is an error to a client that has a value of the source printed in it.
  fileprivate var namesSwiftType: Bool {
    hasPrefix("<{\"error\":") && ["Error(", "Optional(", "Problem."].contains(where: contains)
  }
}

extension Trait where Self == SchemaTrait {
  /// Has everything that crosses the sockets of a test held to the protocol's schema.
  static var heldToSchema: SchemaTrait { SchemaTrait() }
}
