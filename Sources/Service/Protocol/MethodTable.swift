// SPDX-License-Identifier: Apache-2.0
import Keys
import Mirrors

/// A method that a client can call.
struct Method<Client>: Sendable {
  /// The names of its parameters.
  let parameters: [String]
  /// The parameters that are rejected as unsupported, each with the text of its error.
  let unsupported: [String: String]
  /// Performs the method and returns its result.
  let run: @Sendable (Client, Parameters) throws(RequestError) -> any Encodable

  init(
    _ parameters: [String] = [], unsupported: [String: String] = [:],
    _ run: @escaping @Sendable (Client, Parameters) throws(RequestError) -> any Encodable
  ) {
    self.parameters = parameters
    self.unsupported = unsupported
    self.run = run
  }
}

/// The methods of a socket, by name.
struct MethodTable<Client>: Sendable {
  private let methods: [String: Method<Client>]
  /// The methods that only other sockets have; they are refused with an error that says so.
  private let elsewhere: Set<String>

  init(_ methods: [String: Method<Client>], elsewhere: Set<String> = []) {
    self.methods = methods
    self.elsewhere = elsewhere.subtracting(methods.keys)
  }

  /// The names of the methods, sorted.
  var names: [String] { methods.keys.sorted() }

  /// The names of a method's parameters; nil for an unknown method.
  func parameters(of method: String) -> [String]? { methods[method]?.parameters }

  /// Performs a request.
  func run(_ request: Request, for client: Client) throws(RequestError) -> any Encodable {
    guard let method = methods[request.method] else {
      guard !elsewhere.contains(request.method) else {
        throw RequestError(
          .notPermitted, "\(request.method.excerpt) is not available on this socket", at: "/method")
      }
      let hint = nearest(to: request.method, among: names).map { "; did you mean \($0)?" } ?? ""
      throw RequestError(
        .unknownMethod, "unknown method \(request.method.excerpt)\(hint)", at: "/method")
    }
    return try method.run(
      client,
      try Parameters(request, known: method.parameters, unsupported: method.unsupported))
  }
}

extension WireEncoder {
  /// Returns the line of a successful response.
  func line(_ result: any Encodable, to id: RequestID) -> [UInt8] {
    var line: [UInt8] = []
    append(Response(id: id, result: result), to: &line)
    return line
  }

  /// Returns the line of an error response.
  func line(_ error: RequestError, to id: RequestID) -> [UInt8] {
    var line: [UInt8] = []
    append(ErrorResponse(error, to: id), to: &line)
    return line
  }

  /// Returns the `refused` notification for a client that is not served.
  func line(_ reason: RefusalReason) -> [UInt8] {
    var line: [UInt8] = []
    append("refused", to: &line) { _ in ["reason": reason] }
    return line
  }
}
