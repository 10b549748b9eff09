// SPDX-License-Identifier: Apache-2.0

/// The answer to a request.
struct Answer<Result: Encodable>: Encodable {
  var id: RequestID
  var jsonrpc = "2.0"
  var result: Result
}

/// The answer to a request that cannot be met.
struct ErrorAnswer: Encodable {
  var error: Facts
  var id: RequestID
  var jsonrpc = "2.0"

  struct Facts: Encodable {
    var code: Int
    var message: String
  }

  init(_ error: RequestError, to id: RequestID = .null) {
    self.error = Facts(code: error.rawValue, message: error.message)
    self.id = id
  }
}
