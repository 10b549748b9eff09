// SPDX-License-Identifier: Apache-2.0
import Glibc
import Mirrors

/// A connection to a running service's control socket, for one request, or for what follows one.
package struct ServiceClient {
  /// Where `keybridge.service` has its sockets.
  package static let controlPath = "/run/keybridge/control.sock"

  private let path: String
  /// How long an answer is waited for.
  private let limit: Duration

  /// Makes a client of the socket at a path.
  package init(path: String = Self.controlPath, limit: Duration = .seconds(3)) {
    self.path = path
    self.limit = limit
  }

  // MARK: Asking

  /// The commands that would run now.
  package func activeCommands() throws(ServiceError) -> [ListedCommand] {
    try exchange("commands.active") { (answer) throws(AnswerMembers.Unexpected) in
      try answer.objects("result", ListedCommand.init)
    }
  }

  /// How the service is.
  package func status() throws(ServiceError) -> ServiceStatus {
    try ask("status", result: ServiceStatus.init)
  }

  /// The modes there are.
  package func modes() throws(ServiceError) -> ServiceModes {
    try ask("mode.list", result: ServiceModes.init)
  }

  /// Switches the mode, to the next one where none is named.
  package func setMode(_ mode: String?) throws(ServiceError) -> ServiceModes {
    guard let mode else { return try ask("mode.next", result: ServiceModes.init) }
    return try ask("mode.set", ["mode": .text(mode)], result: ServiceModes.init)
  }

  /// Has the settings read again.
  ///
  /// - Returns: what a person should know of it.
  package func reload() throws(ServiceError) -> [String] {
    try ask("reload") { (result) throws(AnswerMembers.Unexpected) in
      try result.texts("messages")
    }
  }

  /// Gives the keyboard to a program.
  package func activate(_ program: Int) throws(ServiceError) -> ServiceStatus {
    try ask("programs.activate", ["program": .number(program)], result: ServiceStatus.init)
  }

  /// The programs that provide values in the user's name.
  package func fillSources() throws(ServiceError) -> [FillSourceStatus] {
    try ask("fill.sources", result: FillSourceStatus.list)
  }

  /// Allows the values of a program to be suggested, or not any more.
  package func allowFilling(
    _ isAllowed: Bool, by program: Int
  ) throws(ServiceError) -> [FillSourceStatus] {
    try ask(
      "fill.allow", ["allowed": .bool(isAllowed), "program": .number(program)],
      result: FillSourceStatus.list)
  }

  /// Asks for something and reads the answer's result, an object.
  private func ask<Result>(
    _ method: String, _ parameters: [String: JSONValue] = [:],
    result: (AnswerMembers) throws(AnswerMembers.Unexpected) -> Result
  ) throws(ServiceError) -> Result {
    try exchange(method, parameters) { (answer) throws(AnswerMembers.Unexpected) in
      try result(AnswerMembers(answer["result"]))
    }
  }

  /// Asks for something and reads the answer.
  ///
  /// - Throws: what keeps the service from answering, or what it says instead.
  private func exchange<Result>(
    _ method: String, _ parameters: [String: JSONValue] = [:],
    _ read: (AnswerMembers) throws(AnswerMembers.Unexpected) -> Result
  ) throws(ServiceError) -> Result {
    let lines = try LineReader(path: path)
    try lines.send(method, parameters)
    let end = ContinuousClock.now + limit
    while let message = try lines.next(before: end) {
      guard try isAnswer(message) else { continue }
      guard let result = try? read(message) else { break }
      return result
    }
    throw .noAnswer(path: path)
  }

  /// Whether a message answers the request; throws the error that it answers with.
  private func isAnswer(_ message: AnswerMembers) throws(ServiceError) -> Bool {
    guard message["id"] == .number(1) else { return false }
    if let error = message["error"], error != .null {
      let words = try? AnswerMembers(error).text("message")
      guard let words else { throw .noAnswer(path: path) }
      throw .refused(path: path, message: words)
    }
    return true
  }

  // MARK: Following

  /// A keystroke, and what the service made of it.
  package struct MonitoredKeystroke: Hashable, Sendable {
    package var device: String
    package var events: [String]
    package var key: String
    package var keysym: String
    package var modifiers: [String]
    package var outcome: String
    package var phase: String
    package var text: String
    package var time: Int64
  }

  /// A code that a scanner typed.
  package struct MonitoredScan: Hashable, Sendable {
    package var device: String
    package var duration: Int64
    package var end: String
    /// Why it is not complete; nil for a good code.
    package var reason: String?
    package var text: String
    package var time: Int64
  }

  /// What a monitor is told.
  package enum Monitored: Hashable, Sendable {
    case keystroke(MonitoredKeystroke)
    case scan(MonitoredScan)

    init?(_ message: AnswerMembers) {
      guard let parameters = try? AnswerMembers(message["params"]) else { return nil }
      switch message["method"] {
      case .text("keystroke"):
        guard let keystroke = try? MonitoredKeystroke(parameters) else { return nil }
        self = .keystroke(keystroke)
      case .text("scan"):
        guard let scan = try? MonitoredScan(parameters) else { return nil }
        self = .scan(scan)
      default: return nil
      }
    }
  }

  /// Follows what keys become, until the service ends or `body` says that it is enough.
  ///
  /// - Parameters:
  ///   - begun: called when the service has agreed to tell.
  ///   - body: called for each keystroke and each code; says whether to go on.
  /// - Throws: what keeps the service from telling.
  package func monitor(
    begun: () -> Void, _ body: (Monitored) -> Bool
  ) throws(ServiceError) {
    let lines = try LineReader(path: path)
    try lines.send("monitor", [:])
    while let message = try lines.next(before: nil) {
      if try isAnswer(message) { begun() }
      guard let monitored = Monitored(message) else { continue }
      guard body(monitored) else { return }
    }
  }
}

/// The messages of a connection, as they come.
final class LineReader {
  private let path: String
  private var descriptor: Int32 = -1
  private var rest: [UInt8] = []

  init(path: String) throws(ServiceError) {
    self.path = path
    guard let address = ListeningSocket.address(of: path) else {
      throw .pathNotUsable(path: path, limit: ListeningSocket.pathLimit)
    }
    descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else {
      throw .connectionFailed(path: path, call: "socket", errno: errno)
    }
    guard ListeningSocket.call(Glibc.connect, descriptor, address) else {
      throw .connectionFailed(path: path, call: "connect", errno: errno)
    }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// Sends a request, whose answer will bear the number 1.
  func send(_ method: String, _ parameters: [String: JSONValue]) throws(ServiceError) {
    var line: [UInt8] = []
    JSONWriter.append(
      .object([
        "id": .number(1), "jsonrpc": .text("2.0"), "method": .text(method),
        "params": .object(parameters),
      ]), as: .line, to: &line)
    line.append(UInt8(ascii: "\n"))
    let sent = Glibc.send(descriptor, line, line.count, Int32(MSG_NOSIGNAL))
    // Who is not served is told so before the connection goes.
    guard sent == line.count || errno == EPIPE || errno == ECONNRESET else {
      throw .connectionFailed(path: path, call: "send", errno: errno)
    }
  }

  /// Throws if a message is the last one of a connection that is not served.
  private func refuse(_ message: AnswerMembers) throws(ServiceError) {
    guard message["method"] == .text("refused"),
      let word = try? AnswerMembers(message["params"]).text("reason"),
      let reason = RefusalReason(rawValue: word)
    else { return }
    switch reason {
    case .notPermitted: throw .connectionFailed(path: path, call: "connect", errno: EACCES)
    case .tooManyConnections:
      throw .refused(path: path, message: "too many are connected; try again later")
    case .noHello: throw .noAnswer(path: path)
    }
  }

  /// Waits for the next message; a line that is none is passed over.
  ///
  /// - Parameter end: when it is enough; nil waits without end.
  /// - Returns: the message; nil when nothing more comes.
  /// - Throws: `noAnswer` where it takes too long.
  func next(before end: ContinuousClock.Instant?) throws(ServiceError) -> AnswerMembers? {
    var block = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      if let newline = rest.firstIndex(of: UInt8(ascii: "\n")) {
        let line = Array(rest[..<newline])
        rest.removeSubrange(...newline)
        guard let message = try? AnswerMembers(JSONValue(parsing: line)) else { continue }
        try refuse(message)
        return message
      }
      var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      let wait = end.map { ($0 - .now) / .milliseconds(1) }
      if let wait, wait <= 0 { throw .noAnswer(path: path) }
      let ready = poll(&entry, 1, wait.map { Int32(clamping: Int($0.rounded(.up))) } ?? -1)
      if ready < 0, errno == EINTR { continue }
      guard ready > 0 else { throw .noAnswer(path: path) }
      let count = recv(descriptor, &block, block.count, 0)
      guard count > 0 else { return nil }
      rest += block[..<count]
    }
  }
}
