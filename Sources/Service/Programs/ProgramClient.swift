// SPDX-License-Identifier: Apache-2.0

/// The sender of a request at the programs' socket.
struct ProgramClient {
  let hub: ProgramHub
  /// Nil while the program is restored.
  let connection: Connection?
  /// Nil before `hello`.
  let greeted: Program?

  init(hub: ProgramHub, connection: Connection, program: Program?) {
    (self.hub, self.connection, greeted) = (hub, connection, program)
  }

  /// Creates the sender of the requests that a program has sent to an earlier run of the service.
  init(hub: ProgramHub, restoring program: Program) {
    (self.hub, connection, greeted) = (hub, nil, program)
  }

  var program: Program {
    get throws(RequestError) {
      guard let greeted else {
        throw RequestError(.notYet, "hello must come first, with the program's name")
      }
      return greeted
    }
  }
}
