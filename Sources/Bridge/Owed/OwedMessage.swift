// SPDX-License-Identifier: Apache-2.0
import Keys
import Mirrors
import Service

/// A message between the service and the process that writes what is owed; a message of a socket
/// with the type `SOCK_SEQPACKET`.
enum OwedMessage: Hashable {
  /// The service: a change to write.
  case change(OwedChange)
  /// The writer: a record of the file, before ``ready(last:damaged:)``.
  case record(OwedRecord)
  /// The writer: the user of a receiver, before ``ready(last:damaged:)``.
  case user(UInt32, of: String)
  /// The writer: the file is open. `last` is the last number that was used, and `damaged` the new
  /// name of a file that was damaged.
  case ready(last: Int, damaged: String?)
  /// The writer: the changes up to the record with this number are on the disk.
  case written(through: Int)
  /// The writer: nothing can be written now, because of the reason; it tries again.
  case failed(reason: String)

  /// The maximum length of a message in bytes.
  static let limit = 128 << 10

  /// Parses a message; nil if it is none.
  init?(parsing bytes: [UInt8]) {
    guard case .object(let members)? = JSONValue(line: bytes) else { return nil }
    func number(_ name: String) -> Int? {
      if case .number(let number)? = members[name] { number } else { nil }
    }
    func text(_ name: String) -> String? {
      if case .text(let text)? = members[name] { text } else { nil }
    }
    var record: OwedRecord? {
      guard let number = number("number"), let body = text("body"),
        case .list(let receivers)? = members["receivers"]
      else { return nil }
      let names = receivers.compactMap { if case .text(let name) = $0 { name } else { nil } }
      return OwedRecord(number: number, body: body, receivers: names)
    }
    switch (text("type"), text("receiver")) {
    case ("add", _):
      guard let record else { return nil }
      self = .change(.add(record))
    case ("settle", let receiver?):
      guard let number = number("through") else { return nil }
      self = .change(.settle(receiver: receiver, through: number))
    case ("bind", let receiver?):
      self = .change(.bind(receiver: receiver, user: number("user").flatMap(UInt32.init(exactly:))))
    case ("record", _):
      guard let record else { return nil }
      self = .record(record)
    case ("user", let receiver?):
      guard let user = number("user").flatMap(UInt32.init(exactly:)) else { return nil }
      self = .user(user, of: receiver)
    case ("ready", _):
      guard let last = number("last") else { return nil }
      self = .ready(last: last, damaged: text("damaged"))
    case ("written", _):
      guard let number = number("through") else { return nil }
      self = .written(through: number)
    case ("failed", _): self = .failed(reason: text("reason") ?? "")
    default: return nil
    }
  }

  /// The message.
  var bytes: [UInt8] {
    let members: [String: JSONValue] =
      switch self {
      case .change(.add(let record)): Self.members("add", record)
      case .change(.settle(let receiver, let number)):
        ["type": "settle", "receiver": .text(receiver), "through": .number(number)]
      case .change(.bind(let receiver, let user)):
        [
          "type": "bind", "receiver": .text(receiver),
          "user": user.map { .number(Int($0)) } ?? .null,
        ]
      case .record(let record): Self.members("record", record)
      case .user(let user, let receiver):
        ["type": "user", "receiver": .text(receiver), "user": .number(Int(user))]
      case .ready(let last, let damaged):
        [
          "type": "ready", "last": .number(last), "damaged": damaged.map { .text($0) } ?? .null,
        ]
      case .written(let number): ["type": "written", "through": .number(number)]
      case .failed(let reason): ["type": "failed", "reason": .text(reason)]
      }
    var bytes: [UInt8] = []
    JSONWriter.append(.object(members), as: .line, to: &bytes)
    return bytes
  }

  private static func members(_ type: String, _ record: OwedRecord) -> [String: JSONValue] {
    [
      "type": .text(type), "number": .number(record.number), "body": .text(record.body),
      "receivers": .list(record.receivers.map { .text($0) }),
    ]
  }
}
