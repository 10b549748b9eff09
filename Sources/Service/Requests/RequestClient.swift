// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Glibc

/// A connection to a running service, for one question.
package struct RequestClient {
  /// Where `keybridge.service` listens.
  package static let servicePath = "/run/keybridge/keybridge.sock"

  private let path: String
  /// How long an answer is waited for.
  private let limit: Duration

  /// Makes a client of the socket at a path.
  package init(path: String = Self.servicePath, limit: Duration = .seconds(3)) {
    self.path = path
    self.limit = limit
  }

  /// The commands that would run now.
  ///
  /// - Throws: what keeps the service from answering.
  package func activeCommands() throws(ServiceError) -> [ListedCommand] {
    let line = try ask("commands.active")
    guard let answer = try? JSONDecoder().decode(Received<[ListedCommand]>.self, from: Data(line))
    else { throw .noAnswer(path: path) }
    return answer.result
  }

  private struct Received<Result: Decodable>: Decodable {
    var result: Result
  }

  /// What all answers have and no other line.
  private struct Numbered: Decodable {
    var id: Int
    var jsonrpc: String
  }

  /// Sends a question and returns the line of its answer.
  private func ask(_ method: String) throws(ServiceError) -> [UInt8] {
    let descriptor = try connect()
    defer { close(descriptor) }
    let question = Array("{\"id\":1,\"jsonrpc\":\"2.0\",\"method\":\"\(method)\"}\n".utf8)
    guard send(descriptor, question, question.count, Int32(MSG_NOSIGNAL)) == question.count else {
      throw .connectionFailed(path: path, call: "send", errno: errno)
    }
    // However many other lines come meanwhile: a service that does not know questions sends them too.
    let end = ContinuousClock.now + limit
    var rest: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      let wait = (end - .now) / .milliseconds(1)
      guard wait > 0, poll(&entry, 1, Int32(clamping: Int(wait.rounded(.up)))) > 0 else {
        throw .noAnswer(path: path)
      }
      let count = recv(descriptor, &block, block.count, 0)
      guard count > 0 else { throw .noAnswer(path: path) }
      rest += block[..<count]
      while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
        let line = Array(rest[..<end])
        rest.removeSubrange(...end)
        if (try? JSONDecoder().decode(Numbered.self, from: Data(line)))?.id == 1 { return line }
      }
    }
  }

  private func connect() throws(ServiceError) -> Int32 {
    guard let address = ListeningSocket.address(of: path) else {
      throw .pathNotUsable(path: path, limit: ListeningSocket.pathLimit)
    }
    let descriptor = socket(
      AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else {
      throw .connectionFailed(path: path, call: "socket", errno: errno)
    }
    guard ListeningSocket.call(Glibc.connect, descriptor, address) else {
      let reason = errno
      close(descriptor)
      throw .connectionFailed(path: path, call: "connect", errno: reason)
    }
    return descriptor
  }
}
