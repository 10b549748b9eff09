// SPDX-License-Identifier: Apache-2.0
import Mirrors

/// A line that a client has sent: a message of JSON-RPC 2.0.
enum Message {
  case request(Request)
  /// The answer to a question; nil for an error in the place of one.
  case answer(RequestID, JSONValue?)

  /// Reads a line of at most so many bytes.
  ///
  /// - Throws: ``UnreadableLine`` for a line that is no message; its error is the answer.
  init(parsing line: IncomingLine, limit: Int) throws(UnreadableLine) {
    do throws(RequestError) {
      guard !line.isTooLong else { throw .tooLong(limit: limit) }
      try self.init(parsing: line.bytes)
    } catch {
      throw UnreadableLine(error: error, id: RequestID(scanning: line.bytes) ?? .null)
    }
  }

  private init(parsing line: [UInt8]) throws(RequestError) {
    try LineShape.check(line)
    guard case .object(let members) = try JSONValue(parsing: line),
      members["jsonrpc"] == .text("2.0")
    else { throw .notARequest }
    // An id that is null is one all the same.
    let id = try members["id"].map { (value) throws(RequestError) in try RequestID(value) }
    switch members["method"] {
    case .text(let method)?:
      let parameters = members["params"]
      self = .request(
        Request(id: id, method: method, parameters: parameters == .null ? nil : parameters))
    case nil, .null?:
      guard let id, members["result"] != nil || members["error"] != nil else {
        throw .notARequest
      }
      self = .answer(id, members["result"])
    default: throw .notARequest
    }
  }
}

/// A line that is no message, with the id of the request that it was meant to be.
struct UnreadableLine: Error {
  var error: RequestError
  /// Null where the line has none that can be read.
  var id: RequestID
}

/// A request, or without an id a notification, which has no answer.
struct Request {
  /// What the answer is to bear.
  var id: RequestID?
  /// What is asked for.
  var method: String
  /// How; nil for nothing said.
  var parameters: JSONValue?
}

/// What tells an answer which request it is about: whatever the request had.
enum RequestID: Hashable {
  case number(Int)
  case word(String)
  case null
}

extension RequestID: Encodable {
  /// Takes what a message has for an id.
  init(_ value: JSONValue) throws(RequestError) {
    switch value {
    case .null: self = .null
    case .number(let number): self = .number(number)
    case .text(let word): self = .word(word)
    default: throw .notARequest
    }
  }

  func encode(to encoder: any Encoder) throws {
    var value = encoder.singleValueContainer()
    switch self {
    case .number(let number): try value.encode(number)
    case .word(let word): try value.encode(word)
    case .null: try value.encodeNil()
    }
  }
}
