// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Glibc
import TestSupport

/// A client that reads a socket.
final class Observer {
  private let descriptor: Int32
  private var bytes: [UInt8] = []
  private(set) var isAtEnd = false
  private let conversation: Conversation?

  init(path: String, at socket: ServiceSocket) throws {
    descriptor = try Self.connect(to: path)
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    conversation = Transcript.current?.begin(at: socket)
  }

  deinit {
    noteUnread()
    close(descriptor)
  }

  /// Adds lines that the client never read to the conversation.
  ///
  /// They stay in the socket's buffer, because a server notices that its client closes with unread
  /// data.
  private func noteUnread() {
    guard let conversation else { return }
    var block = [UInt8](repeating: 0, count: 1 << 22)
    let count = recv(descriptor, &block, block.count, Int32(MSG_PEEK))
    let unread = bytes + block[..<max(0, count)]
    guard let end = unread.lastIndex(of: 10) else { return }
    for line in unread[...end].split(separator: 10) {
      conversation.received(String(decoding: line, as: UTF8.self))
    }
  }

  /// Connects to a path; blocks while the server's backlog is full.
  static func connect(to path: String) throws -> Int32 {
    // Programs that other tests start meanwhile must not inherit the connection.
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    let descriptor = socket(AF_UNIX, kind, 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
    let result = withUnsafePointer(to: address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard result == 0 else {
      let reason = errno
      close(descriptor)
      throw SystemFailure(call: "connect", errno: reason)
    }
    return descriptor
  }

  /// Reads at most this many of the bytes that have arrived, and returns the complete lines.
  func lines(atMost limit: Int = .max) -> [String] {
    var block = [UInt8](repeating: 0, count: 1 << 16)
    var missing = limit
    while missing > 0 {
      let count = read(descriptor, &block, min(block.count, missing))
      if count == 0 { isAtEnd = true }
      if count <= 0 { break }
      bytes += block[..<count]
      missing -= count
    }
    guard let end = bytes.lastIndex(of: 10) else { return [] }
    let lines = bytes[...end].split(separator: 10).map { String(decoding: $0, as: UTF8.self) }
    bytes.removeSubrange(...end)
    if let conversation { lines.forEach(conversation.received) }
    return lines
  }

  func send(_ text: String) {
    let count = Glibc.send(descriptor, text, text.utf8.count, Int32(MSG_NOSIGNAL))
    conversation?.sent(text.utf8.prefix(max(0, count)))
  }

  /// Closes the sending side.
  func stopSending() {
    shutdown(descriptor, Int32(SHUT_WR))
  }
}

/// The members of a line that the tests read; nil if the line lacks one.
struct Line: Decodable {
  var event = ""
  var string: String?
  var range: [Int]?
  var reason: String?
  var version: String?
  var containers: [Contents]?
  var devices: [Device]?

  struct Contents: Decodable {
    var text: String
    var anchor: Int
    var head: Int
  }

  struct Device: Decodable {
    var device: String
  }

  private enum CodingKeys: CodingKey {
    case string, range, reason, version, containers, devices
  }

  /// Reads a notification.
  init(_ text: String) throws {
    struct Notification: Decodable {
      var method: String
      var params: Line
    }
    let notification = try JSONDecoder().decode(Notification.self, from: Data(text.utf8))
    self = notification.params
    event = notification.method
  }
}

/// A copy of the document that follows the lines, as an observer keeps it.
struct Follower {
  private var units: [UInt16] = []
  private(set) var resyncs = 0
  private(set) var events: [String] = []

  var text: String { String(decoding: units, as: UTF16.self) }

  mutating func follow(_ lines: [String]) throws {
    // Responses to requests may be between the notifications.
    for line in try lines.filter({ $0.contains("\"method\":") }).map(Line.init) {
      events.append(line.event)
      switch line.event {
      case "hello", "resync":
        if line.event == "resync" { resyncs += 1 }
        units = Array((line.containers?.first?.text ?? "?").utf16)
      case "text.didChange":
        guard let range = line.range, range[1] <= units.count else { continue }
        units.replaceSubrange(range[0]..<range[1], with: (line.string ?? "").utf16)
      default: break
      }
    }
  }
}
