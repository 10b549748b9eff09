// SPDX-License-Identifier: Apache-2.0

/// An error in a request: a code for JSON-RPC, a name for programs, and a message for people.
package struct RequestError: Error, Hashable, Sendable {
  /// The names.
  ///
  /// Each has one code, and neither ever changes.
  package enum Name: String, CaseIterable, Sendable {
    /// The names of errors.
    case notJSON
    /// The line is JSON, but not a JSON-RPC 2.0 message.
    case notARequest
    /// The method does not exist.
    case unknownMethod
    /// A parameter is missing, has an invalid value, or is unknown to the method.
    case invalidParameter
    /// The line exceeds the limit.
    case tooLong
    /// The method belongs to another socket, or the client may not call it.
    case notPermitted
    /// Another request, such as `hello`, must come first.
    case notYet
    /// The name is in use.
    case nameInUse
    /// No object has this name.
    case unknownName
    /// A limit would be exceeded.
    case tooMany
    /// The object does not support the operation.
    case unsupported
    /// The operation was tried and failed.
    case failed
    /// The text is no longer at the revision that the request names.
    case stale

    /// The JSON-RPC error code.
    package var code: Int {
      switch self {
      case .notJSON: -32700
      case .notARequest: -32600
      case .unknownMethod: -32601
      case .invalidParameter: -32602
      case .tooLong: -32000
      case .notPermitted: -32001
      case .notYet: -32002
      case .nameInUse: -32003
      case .unknownName: -32004
      case .tooMany: -32005
      case .unsupported: -32006
      case .failed: -32007
      case .stale: -32008
      }
    }
  }

  /// The kind of error.
  package var name: Name
  /// A sentence that says what is wrong and what to do.
  package var message: String
  /// The place in the request, as a JSON pointer (RFC 6901); nil for the whole request.
  package var place: String?
  /// The current revision of the text, if it is not the one that the request names.
  package var revision: Int?
  /// The start and end of the nearest valid range, if the request's range splits a character.
  package var range: [Int]?

  package init(
    _ name: Name, _ message: String, at place: String? = nil, revision: Int? = nil,
    range: [Int]? = nil
  ) {
    self.name = name
    self.message = message
    self.place = place
    self.revision = revision
    self.range = range
  }

  static let notJSON = RequestError(.notJSON, "the line is not JSON")
  static let notARequest = RequestError(
    .notARequest,
    "the line is not a JSON-RPC 2.0 message; expected an object with jsonrpc and method")
  static let tooManyValues = RequestError(
    .tooLong, "the line has more than \(LineShape.valueLimit) values; send several requests")
  static func tooLong(limit: Int) -> RequestError {
    RequestError(.tooLong, "the line is longer than \(limit) bytes")
  }
}
