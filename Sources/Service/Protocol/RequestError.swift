// SPDX-License-Identifier: Apache-2.0

/// An error in a request: a code for JSON-RPC, a name for programs, and a message for people.
package struct RequestError: Error, Hashable, Sendable {
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
