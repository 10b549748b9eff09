// SPDX-License-Identifier: Apache-2.0
import Mirrors

extension ProgramMethods {
  /// The methods for what is owed to the program.
  static let delivery: [String: Method<ProgramClient>] = [
    "delivery.receive": Method { (client, parameters) throws(RequestError) in
      let (program, log) = (try client.program, client.hub.delivery)
      switch log.begin(program) {
      case .unknown:
        throw RequestError(
          .notPermitted,
          "the settings name no receiver \(program.name.excerpt); add it to 'for' of a scanner with"
            + " 'owed', or to 'deliver' of a command",
          at: "/method")
      case .otherUser(let user):
        throw RequestError(
          .notPermitted,
          "what is owed to \(program.name.excerpt) belongs to programs of user \(user)",
          at: "/method")
      case .taken(let other):
        throw RequestError(
          .nameInUse, "program \(other.number) receives for \(program.name.excerpt) already",
          at: "/method")
      case nil: break
      }
      let (owed, settled, dropped) = log.state(of: program)
      return Receiving(dropped: dropped, owed: owed, through: settled)
    },
    "delivery.ack": Method(["through"]) { (client, parameters) throws(RequestError) in
      let (program, log) = (try client.program, client.hub.delivery)
      guard let last = log.lastSent(to: program) else {
        throw RequestError(.notYet, "send delivery.receive first", at: "/method")
      }
      guard let through = try parameters.number(ifThere: "through", in: 0...last) else {
        throw parameters.invalid("through", "a whole number")
      }
      log.acknowledge(through: through, by: program)
      return Done()
    },
  ]
}

/// The response to `delivery.receive`.
private struct Receiving: Encodable {
  var dropped: Int
  var owed: Int
  var through: Int
}
