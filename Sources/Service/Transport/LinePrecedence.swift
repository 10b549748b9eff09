// SPDX-License-Identifier: Apache-2.0

/// When a client's line may be processed while an earlier request of it has no response yet.
enum LinePrecedence {
  /// After that request and those in between: the line is a request.
  case afterRequest
  /// Now, unless a request precedes it: the line is a response.
  case beforeRequest
  /// Now: the line is a response that the earlier request waits for.
  case beforeAll
}
