// SPDX-License-Identifier: Apache-2.0
import Glibc
import Keys
import Mirrors

/// A client of a running service's control socket.
///
/// Each call opens a connection of its own, and throws `refused` with the service's message if the
/// service responds with an error.
package struct ServiceClient {
  /// The path of the control socket that `keybridge.service` creates.
  package static let controlPath = "/run/keybridge/control.sock"

  private let path: String
  /// How long a call waits for the response.
  private let limit: Duration

  /// Creates a client of the socket at a path.
  ///
  /// Nothing connects before the first call.
  package init(path: String = Self.controlPath, limit: Duration = .seconds(3)) {
    self.path = path
    self.limit = limit
  }

  // MARK: Requests

  /// Returns the commands that would run now.
  package func activeCommands() throws(ServiceError) -> [ListedCommand] {
    try exchange("commands.active") { (response) throws(ResponseMembers.Unexpected) in
      try response.objects("result", ListedCommand.init)
    }
  }

  /// Returns the service's status.
  package func status() throws(ServiceError) -> ServiceStatus {
    try request("status", result: ServiceStatus.init)
  }

  /// Returns the modes that exist and the current one.
  package func modes() throws(ServiceError) -> ServiceModes {
    try request("mode.list", result: ServiceModes.init)
  }

  /// Switches to a mode; nil switches to the next one.
  package func setMode(_ mode: String?) throws(ServiceError) -> ServiceModes {
    guard let mode else { return try request("mode.next", result: ServiceModes.init) }
    return try request("mode.set", ["mode": .text(mode)], result: ServiceModes.init)
  }

  /// Returns the language engines with their processes.
  package func engines() throws(ServiceError) -> EngineListing {
    try request("engines.list", result: EngineListing.init)
  }

  /// Returns the input extensions.
  package func extensions() throws(ServiceError) -> ExtensionListing {
    try request("extensions.list", result: ExtensionListing.init)
  }

  /// Enables, disables or resets an extension, or grants or revokes one of its rights.
  package func changeExtension(
    _ method: String, _ name: String, grant: String? = nil
  ) throws(ServiceError) -> ExtensionListing {
    var parameters: [String: JSONValue] = ["name": .text(name)]
    if let grant { parameters["grant"] = .text(grant) }
    return try request(method, parameters, result: ExtensionListing.init)
  }

  /// Makes the service read its settings again.
  ///
  /// - Returns: notices about the new settings for the user.
  package func reload() throws(ServiceError) -> [String] {
    try request("reload") { (result) throws(ResponseMembers.Unexpected) in
      try result.texts("messages")
    }
  }

  /// Gives the keyboard to a program.
  package func activate(_ program: Int) throws(ServiceError) -> ServiceStatus {
    try request("programs.activate", ["program": .number(program)], result: ServiceStatus.init)
  }

  /// Returns the programs that provide values in the user's name.
  package func fillSources() throws(ServiceError) -> [FillSourceStatus] {
    try request("fill.sources", result: FillSourceStatus.list)
  }

  /// Allows or forbids suggesting the values of a program.
  package func allowFilling(
    _ isAllowed: Bool, by program: Int
  ) throws(ServiceError) -> [FillSourceStatus] {
    try request(
      "fill.allow", ["allowed": .bool(isAllowed), "program": .number(program)],
      result: FillSourceStatus.list)
  }

  /// Sends a request and decodes the result, an object.
  private func request<Result>(
    _ method: String, _ parameters: [String: JSONValue] = [:],
    result: (ResponseMembers) throws(ResponseMembers.Unexpected) -> Result
  ) throws(ServiceError) -> Result {
    try exchange(method, parameters) { (response) throws(ResponseMembers.Unexpected) in
      try result(ResponseMembers(response["result"]))
    }
  }

  /// Sends a request and decodes the whole response.
  ///
  /// - Throws: why no response could be read, or the error that the service responded with.
  private func exchange<Result>(
    _ method: String, _ parameters: [String: JSONValue] = [:],
    _ read: (ResponseMembers) throws(ResponseMembers.Unexpected) -> Result
  ) throws(ServiceError) -> Result {
    let lines = try LineReader(path: path)
    try lines.send(method, parameters)
    let end = BootTime.now + limit
    while let message = try lines.next(before: end) {
      guard try isResponse(message) else { continue }
      guard let result = try? read(message) else { break }
      return result
    }
    throw .noResponse(path: path)
  }

  /// Whether a message is the response to the request.
  ///
  /// - Throws: the error that the response contains.
  private func isResponse(_ message: ResponseMembers) throws(ServiceError) -> Bool {
    guard message["id"] == .number(1) else { return false }
    if let error = message["error"], error != .null {
      let words = try? ResponseMembers(error).text("message")
      guard let words else { throw .noResponse(path: path) }
      throw .refused(path: path, message: words)
    }
    return true
  }

  // MARK: Monitoring

  /// A keystroke and its outcome in the service.
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

  /// A code from a scanner.
  package struct MonitoredScan: Hashable, Sendable {
    package var device: String
    package var duration: Int64
    package var end: String
    /// Why the code is incomplete; nil for a complete one.
    package var reason: String?
    package var text: String
    package var time: Int64
  }

  /// A stroke or a gesture of a pad, and its outcome in the service.
  package struct MonitoredInk: Hashable, Sendable {
    /// `stroke`, or the gesture.
    package var action: String
    package var device: String
    /// How long a stroke took, in microseconds; nil, like the next three, for a gesture.
    package var duration: Int64?
    package var events: [String]
    package var from: [Int]?
    package var outcome: String
    package var points: Int?
    package var time: Int64
    package var to: [Int]?
  }

  /// A notification that a monitor receives.
  package enum Monitored: Hashable, Sendable {
    case keystroke(MonitoredKeystroke)
    case scan(MonitoredScan)
    case ink(MonitoredInk)

    init?(_ message: ResponseMembers) {
      guard let parameters = try? ResponseMembers(message["params"]) else { return nil }
      switch message["method"] {
      case .text("keystroke"):
        guard let keystroke = try? MonitoredKeystroke(parameters) else { return nil }
        self = .keystroke(keystroke)
      case .text("scan"):
        guard let scan = try? MonitoredScan(parameters) else { return nil }
        self = .scan(scan)
      case .text("ink"):
        guard let ink = try? MonitoredInk(parameters) else { return nil }
        self = .ink(ink)
      default: return nil
      }
    }
  }

  /// Receives keystrokes, codes and strokes until the service stops or `body` returns false.
  ///
  /// - Parameters:
  ///   - begun: called when the service has accepted the request.
  ///   - body: called for each keystroke, code and stroke; returns whether to continue.
  /// - Throws: why the service cannot be monitored.
  package func monitor(
    begun: () -> Void, _ body: (Monitored) -> Bool
  ) throws(ServiceError) {
    let lines = try LineReader(path: path)
    try lines.send("monitor", [:])
    while let message = try lines.next(before: nil) {
      if try isResponse(message) { begun() }
      guard let monitored = Monitored(message) else { continue }
      guard body(monitored) else { return }
    }
  }
}

/// Reads the messages of a connection in order.
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

  /// Sends the connection's only request, whose id is 1.
  func send(_ method: String, _ parameters: [String: JSONValue]) throws(ServiceError) {
    var line: [UInt8] = []
    JSONWriter.append(
      .object([
        "id": .number(1), "jsonrpc": .text("2.0"), "method": .text(method),
        "params": .object(parameters),
      ]), as: .line, to: &line)
    line.append(UInt8(ascii: "\n"))
    let sent = Glibc.send(descriptor, line, line.count, Int32(MSG_NOSIGNAL))
    // A refused client gets a `refused` notification before the connection closes; read it first.
    guard sent == line.count || errno == EPIPE || errno == ECONNRESET else {
      throw .connectionFailed(path: path, call: "send", errno: errno)
    }
  }

  /// Throws if a message is the `refused` notification, the last one of a connection.
  private func refuse(_ message: ResponseMembers) throws(ServiceError) {
    guard message["method"] == .text("refused"),
      let word = try? ResponseMembers(message["params"]).text("reason"),
      let reason = RefusalReason(rawValue: word)
    else { return }
    switch reason {
    case .notPermitted: throw .connectionFailed(path: path, call: "connect", errno: EACCES)
    case .tooManyConnections:
      throw .refused(path: path, message: "the service has too many connections; try again later")
    case .noHello: throw .noResponse(path: path)
    }
  }

  /// Waits for the next message.
  ///
  /// Lines that are not JSON objects are skipped.
  ///
  /// - Parameter end: the deadline; nil for none.
  /// - Returns: the message; nil at the end of the connection.
  /// - Throws: `noResponse` after the deadline.
  func next(before end: BootTime?) throws(ServiceError) -> ResponseMembers? {
    var block = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      if let newline = rest.firstIndex(of: UInt8(ascii: "\n")) {
        let line = Array(rest[..<newline])
        rest.removeSubrange(...newline)
        guard let message = try? ResponseMembers(JSONValue(parsing: line)) else { continue }
        try refuse(message)
        return message
      }
      var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      let wait = end.map { ($0 - .now) / .milliseconds(1) }
      if let wait, wait <= 0 { throw .noResponse(path: path) }
      let ready = poll(&entry, 1, wait.map { Int32(clamping: Int($0.rounded(.up))) } ?? -1)
      if ready < 0, errno == EINTR { continue }
      guard ready > 0 else { throw .noResponse(path: path) }
      let count = recv(descriptor, &block, block.count, 0)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return nil }
      rest += block[..<count]
    }
  }
}
