// SPDX-License-Identifier: Apache-2.0

/// What is wrong with a request: by number for JSON-RPC, by name for programs, in words for people.
package struct RequestError: Error, Hashable, Sendable {
  /// The names; each has one number, and neither ever changes.
  package enum Name: String, CaseIterable, Sendable {
    /// The line is not JSON.
    case notJSON
    /// It is JSON, and no message of JSON-RPC 2.0.
    case notARequest
    /// There is no such method.
    case unknownMethod
    /// A parameter is missing, is not what it must be, or is not one of the method's.
    case invalidParameter
    /// The line is longer than any request.
    case tooLong
    /// The method is not for this socket.
    case notPermitted
    /// Something else must come first: `hello`.
    case notYet
    /// The name is in use.
    case nameInUse
    /// There is nothing of the name.
    case unknownName
    /// There would be more of them than there may be.
    case tooMany
    /// The thing cannot do that.
    case unsupported
    /// It was tried, and did not come about.
    case failed
    /// The text is not the one that the request is about.
    case stale

    /// JSON-RPC's number.
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

  /// What kind of mistake it is.
  package var name: Name
  /// What is wrong, and what to write instead, in one sentence.
  package var message: String
  /// Where in the request, as a JSON pointer (RFC 6901); nil for all of it.
  package var place: String?
  /// The revision of the text, where that is not the one that the request names.
  package var revision: Int?
  /// The range nearest to the one in the request that can be edited: its start and its end.
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
    .notARequest, "the line is no message of JSON-RPC 2.0: one object with jsonrpc and method")
  static let tooManyValues = RequestError(
    .tooLong, "the line has more than \(LineShape.valueLimit) values; send several requests")
  static func tooLong(limit: Int) -> RequestError {
    RequestError(.tooLong, "the line is longer than \(limit) bytes")
  }
}
