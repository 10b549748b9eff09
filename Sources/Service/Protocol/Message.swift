// SPDX-License-Identifier: Apache-2.0
import Mirrors

/// A line from a client: a JSON-RPC 2.0 message.
enum Message {
  case request(Request)
  /// The response to a request from the server; nil for an error response.
  case response(RequestID, JSONValue?)

  /// Parses a line of at most `limit` bytes.
  ///
  /// - Throws: ``UnreadableLine`` if the line is not a valid message; its error is the response.
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
    // An id of null is present, not missing.
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
      self = .response(id, members["result"])
    default: throw .notARequest
    }
  }
}

/// A line that is not a valid message, with the id of the request that it may have been.
struct UnreadableLine: Error {
  var error: RequestError
  /// Null if no id can be read from the line.
  var id: RequestID
}

/// A request or, without an id, a notification, which has no response.
struct Request {
  /// The id for the response.
  var id: RequestID?
  var method: String
  /// The parameters; nil if the member is missing.
  var parameters: JSONValue?
}

/// The id of a request, which its response repeats.
enum RequestID: Hashable {
  case number(Int)
  case word(String)
  case null
}

extension RequestID: Encodable {
  /// Reads the `id` member of a message.
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
