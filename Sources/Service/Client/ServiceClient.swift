// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
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
    try ask("commands.active")
  }

  /// How the service is.
  package func status() throws(ServiceError) -> ServiceStatus { try ask("status") }

  /// The modes there are.
  package func modes() throws(ServiceError) -> ServiceModes { try ask("mode.list") }

  /// Switches the mode, to the next one where none is named.
  package func setMode(_ mode: String?) throws(ServiceError) -> ServiceModes {
    guard let mode else { return try ask("mode.next") }
    return try ask("mode.set", ["mode": .text(mode)])
  }

  /// Has the settings read again.
  ///
  /// - Returns: what a person should know of it.
  package func reload() throws(ServiceError) -> [String] {
    struct Reloaded: Decodable {
      var messages: [String]
    }
    let reloaded: Reloaded = try ask("reload")
    return reloaded.messages
  }

  /// Gives the keyboard to a program.
  package func activate(_ program: Int) throws(ServiceError) -> ServiceStatus {
    try ask("programs.activate", ["program": .number(program)])
  }

  /// Asks for something and reads the answer.
  ///
  /// - Throws: what keeps the service from answering, or what it says instead.
  private func ask<Result: Decodable>(
    _ method: String, _ parameters: [String: JSONValue] = [:]
  ) throws(ServiceError) -> Result {
    let lines = try LineReader(path: path)
    try lines.send(method, parameters)
    let end = ContinuousClock.now + limit
    while let line = try lines.next(before: end) {
      guard let head = try? JSONDecoder().decode(Head.self, from: line), head.id == 1 else {
        continue
      }
      if let error = head.error { throw .refused(path: path, message: error.message) }
      guard let answer = try? JSONDecoder().decode(Received<Result>.self, from: line) else { break }
      return answer.result
    }
    throw .noAnswer(path: path)
  }

  /// What an answer begins with.
  private struct Head: Decodable {
    struct Mistake: Decodable {
      var message: String
    }

    var id: Int
    var error: Mistake?
  }

  private struct Received<Result: Decodable>: Decodable {
    var result: Result
  }

  // MARK: Following

  /// A keystroke, and what the service made of it.
  package struct MonitoredKeystroke: Decodable, Hashable, Sendable {
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
  package struct MonitoredScan: Decodable, Hashable, Sendable {
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

    fileprivate init?(_ line: Data) {
      struct Notification<Parameters: Decodable>: Decodable {
        var method: String
        var params: Parameters
      }
      func parameters<Parameters: Decodable>(of method: String) -> Parameters? {
        let received = try? JSONDecoder().decode(Notification<Parameters>.self, from: line)
        return received?.method == method ? received?.params : nil
      }
      if let keystroke: MonitoredKeystroke = parameters(of: "keystroke") {
        self = .keystroke(keystroke)
      } else if let scan: MonitoredScan = parameters(of: "scan") {
        self = .scan(scan)
      } else {
        return nil
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
    while let line = try lines.next(before: nil) {
      if let head = try? JSONDecoder().decode(Head.self, from: line), head.id == 1 {
        if let error = head.error { throw .refused(path: path, message: error.message) }
        begun()
      }
      guard let monitored = Monitored(line) else { continue }
      guard body(monitored) else { return }
    }
  }
}

/// The lines of a connection, as they come.
private final class LineReader {
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
    struct Asked: Encodable {
      var id = 1
      var jsonrpc = "2.0"
      var method: String
      var params: [String: JSONValue]
    }
    guard let data = try? JSONEncoder().encode(Asked(method: method, params: parameters)) else {
      throw .noAnswer(path: path)
    }
    let line = Array(data) + [UInt8(ascii: "\n")]
    let sent = Glibc.send(descriptor, line, line.count, Int32(MSG_NOSIGNAL))
    // Who is not served is told so before the connection goes.
    guard sent == line.count || errno == EPIPE || errno == ECONNRESET else {
      throw .connectionFailed(path: path, call: "send", errno: errno)
    }
  }

  /// Throws where a line is the last of who is not served.
  private func refuse(_ line: Data) throws(ServiceError) {
    struct Refusal: Decodable {
      struct Parameters: Decodable {
        var reason: RefusalReason
      }

      var method: String
      var params: Parameters
    }
    guard let refusal = try? JSONDecoder().decode(Refusal.self, from: line),
      refusal.method == "refused"
    else { return }
    switch refusal.params.reason {
    case .notPermitted: throw .connectionFailed(path: path, call: "connect", errno: EACCES)
    case .tooManyConnections:
      throw .refused(path: path, message: "too many are connected; try again later")
    }
  }

  /// Waits for the next line.
  ///
  /// - Parameter end: when it is enough; nil waits without end.
  /// - Returns: the line; nil when nothing more comes.
  /// - Throws: `noAnswer` where it takes too long.
  func next(before end: ContinuousClock.Instant?) throws(ServiceError) -> Data? {
    var block = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      if let newline = rest.firstIndex(of: UInt8(ascii: "\n")) {
        let line = Data(rest[..<newline])
        rest.removeSubrange(...newline)
        try refuse(line)
        return line
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
