// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials

/// A line that a client has sent: a message of JSON-RPC 2.0.
enum Message {
  case request(Request)
  /// The answer to a question; nil for an error in the place of one.
  case answer(RequestID, JSONValue?)

  /// Reads a line.
  ///
  /// - Throws: what the answer says instead.
  init(parsing line: [UInt8]) throws(RequestError) {
    let received: Received
    do {
      received = try JSONDecoder().decode(Received.self, from: Data(line))
    } catch DecodingError.dataCorrupted {
      throw .notJSON
    } catch {
      throw .notARequest
    }
    if let method = received.method {
      self = .request(Request(id: received.id, method: method, parameters: received.params))
    } else if let id = received.id, received.hasResult || received.hasError {
      self = .answer(id, received.result)
    } else {
      throw .notARequest
    }
  }

  private struct Received: Decodable {
    var method: String?
    /// Nil for none; an id that is null is one all the same.
    var id: RequestID?
    var params: JSONValue?
    var result: JSONValue?
    var hasResult: Bool
    var hasError: Bool

    private enum CodingKeys: CodingKey {
      case jsonrpc, id, method, params, result, error
    }

    init(from decoder: any Decoder) throws {
      let object = try decoder.container(keyedBy: CodingKeys.self)
      guard try object.decode(String.self, forKey: .jsonrpc) == "2.0" else {
        throw RequestError.notARequest
      }
      method = try object.decodeIfPresent(String.self, forKey: .method)
      id = object.contains(.id) ? try object.decode(RequestID.self, forKey: .id) : nil
      params = try object.decodeIfPresent(JSONValue.self, forKey: .params)
      hasResult = object.contains(.result)
      hasError = object.contains(.error)
      result = hasResult ? try object.decode(JSONValue.self, forKey: .result) : nil
    }
  }
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
