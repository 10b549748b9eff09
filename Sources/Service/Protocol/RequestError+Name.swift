// SPDX-License-Identifier: Apache-2.0
// Made by Clients/generate.py of Documentation/openrpc.json; do not edit.

/// The names of errors in responses.
extension RequestError {
  /// The names.
  ///
  /// Each has one code, and neither ever changes.
  package enum Name: String, CaseIterable, Sendable {
    /// The line is not JSON.
    case notJSON
    /// The line is JSON, but not a JSON-RPC 2.0 message; batches are not accepted.
    case notARequest
    /// The method does not exist.
    case unknownMethod
    /// A parameter is missing, has an invalid value, or is unknown to the method.
    case invalidParameter
    /// The line has more than 64 KiB, or more than 2048 values.
    case tooLong
    /// The method belongs to another socket, or the client may not call it.
    case notPermitted
    /// Another request, such as hello, must come first.
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
}
