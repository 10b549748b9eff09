// SPDX-License-Identifier: Apache-2.0
import Glibc
import Mirrors
import Service

/// A response of the launcher.
struct LauncherResponse: Hashable, Sendable {
  /// The number of the request; 0 if it is unknown.
  var id = 0
  /// The number of a process; after an error that of a child that has ended.
  var process: Int?
  /// The error of the kernel.
  var errno: Int?
  /// The number of a user.
  var user: Int?
  /// The name of the part of a sandbox that failed.
  var step: String?
  /// A path, or a name.
  var text: String?
  /// The reason why the request is refused, as a clause.
  var refusal: String?
  /// The hint of a refusal.
  var hint: String?
  /// The descriptors of the message.
  var descriptors: [Int32] = []

  init() {}

  /// Parses a message; nil if it is none.
  ///
  /// - Parameters:
  ///   - bytes: the message.
  ///   - descriptors: its descriptors.
  init?(parsing bytes: [UInt8], descriptors: [Int32]) {
    guard case .object(let members)? = JSONValue(line: bytes) else { return nil }
    func number(_ name: String) -> Int? {
      if case .number(let number)? = members[name] { number } else { nil }
    }
    func text(_ name: String) -> String? {
      if case .text(let text)? = members[name] { text } else { nil }
    }
    guard let id = number("id") else { return nil }
    self.id = id
    (process, errno, user) = (number("process"), number("errno"), number("user"))
    step = text("step")
    (self.text, refusal, hint) = (text("text"), text("refusal"), text("hint"))
    self.descriptors = descriptors
  }

  /// The message without its descriptors.
  var message: [UInt8] {
    var members: [String: JSONValue] = ["id": .number(id)]
    for (name, number) in [("process", process), ("errno", errno), ("user", user)] {
      members[name] = number.map { .number($0) }
    }
    for (name, text) in [("step", step), ("text", text), ("refusal", refusal), ("hint", hint)] {
      members[name] = text.map { .text($0) }
    }
    var bytes: [UInt8] = []
    JSONWriter.append(.object(members), as: .line, to: &bytes)
    return bytes
  }
}

extension LauncherResponse {
  /// A response that refuses a request.
  ///
  /// - Parameters:
  ///   - reason: the reason, as a clause.
  ///   - hint: what to do; nil for nothing.
  /// - Returns: the response.
  static func refused(_ reason: String, hint: String? = nil) -> LauncherResponse {
    var response = LauncherResponse()
    (response.refusal, response.hint) = (reason, hint)
    return response
  }

  /// A response with an error of the kernel.
  static func failed(_ errno: Int32) -> LauncherResponse {
    var response = LauncherResponse()
    response.errno = Int(errno)
    return response
  }
}
