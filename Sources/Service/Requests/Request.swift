// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials

/// A request of JSON-RPC 2.0, as a reader of the socket writes it: one object, on a line of its own.
struct Request {
  /// What the answer is to bear; nil for a notification, which has none.
  var id: RequestID?
  /// What is asked for.
  var method: String

  /// Reads a line.
  ///
  /// - Throws: what the answer says instead.
  init(parsing line: some Collection<UInt8>) throws(RequestError) {
    do {
      self = try JSONDecoder().decode(Request.self, from: Data(line))
    } catch DecodingError.dataCorrupted {
      throw .notJSON
    } catch {
      throw .notARequest
    }
  }
}

extension Request: Decodable {
  private enum CodingKeys: CodingKey {
    case jsonrpc, id, method
  }

  init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: CodingKeys.self)
    guard try object.decode(String.self, forKey: .jsonrpc) == "2.0" else {
      throw RequestError.notARequest
    }
    method = try object.decode(String.self, forKey: .method)
    // An id that is null is one all the same.
    id = object.contains(.id) ? try object.decode(RequestID.self, forKey: .id) : nil
  }
}

/// What tells an answer which request it is about: whatever the request had.
enum RequestID: Hashable {
  case number(Int)
  case word(String)
  case null
}

extension RequestID: Codable {
  init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if value.decodeNil() {
      self = .null
    } else if let number = try? value.decode(Int.self) {
      self = .number(number)
    } else {
      self = .word(try value.decode(String.self))
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

/// What can be wrong with a request, by JSON-RPC's numbers.
enum RequestError: Int, Error {
  /// The line is not JSON.
  case notJSON = -32700
  /// It is JSON, and no request.
  case notARequest = -32600
  /// There is no such method.
  case unknownMethod = -32601
  /// The line is longer than any request.
  case tooLong = -32000

  /// The sentence that goes with the number.
  var message: String {
    switch self {
    case .notJSON: "the line is not JSON"
    case .notARequest: "the object is no request of JSON-RPC 2.0"
    case .unknownMethod: "there is no such method"
    case .tooLong: "the line is longer than any request"
    }
  }
}
