// SPDX-License-Identifier: Apache-2.0
import Mirrors

/// The response to a request.
struct Response: Encodable {
  var id: RequestID
  var jsonrpc = "2.0"
  var result: any Encodable

  private enum CodingKeys: CodingKey {
    case id, jsonrpc, result
  }

  func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: CodingKeys.self)
    try object.encode(id, forKey: .id)
    try object.encode(jsonrpc, forKey: .jsonrpc)
    try object.encode(JSONValue(encoding: result), forKey: .result)
  }
}

/// The response to a request that failed.
struct ErrorResponse: Encodable {
  var error: ErrorObject
  var id: RequestID
  var jsonrpc = "2.0"

  struct ErrorObject: Encodable {
    var code: Int
    var data: Details
    var message: String
  }

  struct Details: Encodable {
    var name: String
    var place: String?
    var range: [Int]?
    var revision: Int?
  }

  init(_ error: RequestError, to id: RequestID) {
    self.error = ErrorObject(
      code: error.name.code,
      data: Details(
        name: error.name.rawValue, place: error.place, range: error.range,
        revision: error.revision),
      message: error.message)
    self.id = id
  }
}

/// A request from the server to a program.
struct ServerRequest: Encodable {
  var id: RequestID
  var jsonrpc = "2.0"
  var method: String
  var params: [String: JSONValue]
}

/// An empty result.
struct Done: Encodable {}
