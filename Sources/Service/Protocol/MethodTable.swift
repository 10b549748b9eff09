// SPDX-License-Identifier: Apache-2.0
import Keys
import Mirrors

/// Something that a client can ask for.
struct Method<Client>: Sendable {
  /// The names of its parameters.
  let parameters: [String]
  /// The parameters that are refused as unsupported, each with the words of the error.
  let unsupported: [String: String]
  /// Does it, and says what came of it.
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

/// What the clients of a socket can ask for, by name.
struct MethodTable<Client>: Sendable {
  private let methods: [String: Method<Client>]
  /// The methods of the other sockets, which are refused by a better name than unknown ones.
  private let elsewhere: Set<String>

  init(_ methods: [String: Method<Client>], elsewhere: Set<String> = []) {
    self.methods = methods
    self.elsewhere = elsewhere.subtracting(methods.keys)
  }

  /// The names of the methods, sorted.
  var names: [String] { methods.keys.sorted() }

  /// The names of a method's parameters; nil for an unknown method.
  func parameters(of method: String) -> [String]? { methods[method]?.parameters }

  /// Does what is asked for.
  func run(_ request: Request, for client: Client) throws(RequestError) -> any Encodable {
    guard let method = methods[request.method] else {
      guard !elsewhere.contains(request.method) else {
        throw RequestError(
          .notPermitted, "\(request.method.excerpt) is not for this socket", at: "/method")
      }
      let mend = nearest(to: request.method, among: names).map { "; did you mean \($0)?" } ?? ""
      throw RequestError(
        .unknownMethod, "there is no method \(request.method.excerpt)\(mend)", at: "/method")
    }
    return try method.run(
      client,
      try Parameters(request, known: method.parameters, unsupported: method.unsupported))
  }
}

extension WireEncoder {
  /// The line of an answer.
  func line(_ result: any Encodable, to id: RequestID) -> [UInt8] {
    var line: [UInt8] = []
    append(Answer(id: id, result: result), to: &line)
    return line
  }

  /// The line of a request that cannot be met.
  func line(_ error: RequestError, to id: RequestID) -> [UInt8] {
    var line: [UInt8] = []
    append(ErrorAnswer(error, to: id), to: &line)
    return line
  }

  /// The line of who is not served.
  func line(_ reason: RefusalReason) -> [UInt8] {
    var line: [UInt8] = []
    append("refused", to: &line) { _ in ["reason": reason] }
    return line
  }
}
