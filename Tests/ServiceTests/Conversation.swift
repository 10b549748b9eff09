// SPDX-License-Identifier: Apache-2.0
import Synchronization
import Testing

/// The sockets of the service.
enum ServiceSocket: String, CaseIterable {
  case programs, control, observers
}

/// The lines between one client and a server.
final class Conversation: Sendable {
  /// The bytes of an incomplete line of the client, and the complete lines of both sides.
  private struct Lines {
    var rest: [UInt8] = []
    var all: [String] = []
  }

  let socket: ServiceSocket
  private let lines = Mutex(Lines())

  init(at socket: ServiceSocket) {
    self.socket = socket
  }

  /// Creates a conversation from lines that begin with `>` for the client and `<` for the server.
  init(at socket: ServiceSocket, _ lines: [String]) {
    self.socket = socket
    self.lines.withLock { $0.all = lines }
  }

  /// All lines, each after `>` for the client or `<` for the server.
  var script: [String] { lines.withLock { $0.all } }

  /// Appends bytes that the client sent; they may be parts of lines.
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

  /// Appends a line that the client received.
  func received(_ line: String) {
    lines.withLock { $0.all.append("<" + line) }
  }
}

/// The conversations of a test.
final class Transcript: Sendable {
  /// The transcript of the running test; nil if the test keeps none.
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

/// Validates everything that a suite's clients send and receive against Documentation/openrpc.json.
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
  /// Whether an error to a client contains a printed Swift value.
  fileprivate var namesSwiftType: Bool {
    hasPrefix("<{\"error\":") && ["Error(", "Optional(", "Problem."].contains(where: contains)
  }
}

extension Trait where Self == SchemaTrait {
  /// Validates everything that crosses the sockets of a test against the protocol's schema.
  static var heldToSchema: SchemaTrait { SchemaTrait() }
}
