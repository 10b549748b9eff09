// SPDX-License-Identifier: Apache-2.0
import Keys
import Mirrors
import TextInput

/// The lines that programs send.
extension ProgramHub: ConnectionRole {
  var socketName: String { "programs" }

  func willAttend() {
    sendFrames()
  }

  func opened(_ connection: Connection) {}

  func received(_ line: IncomingLine, from connection: Connection) {
    let program = directory.program(at: connection)
    do throws(UnreadableLine) {
      switch try Message(parsing: line, limit: connection.lineLimit) {
      case .response(let id, let value):
        guard let program else { return }
        engine.advance(to: now())
        requests.receive(value, to: id, from: program)
        deliverAll()
      case .request(let request): respond(to: request, from: connection, program)
      }
    } catch {
      connection.send(response: encoder.line(error.error, to: error.id))
    }
  }

  /// Performs a request.
  ///
  /// If it needs its own program's consent, it and the program's next requests wait.
  private func respond(to request: Request, from connection: Connection, _ program: Program?) {
    connection.isHeld = true
    engine.advance(to: now())
    var line: [UInt8] = []
    engine.perform(
      { [encoder, engine, unowned self] in
        connection.operation = engine.runningOperation
        do throws(RequestError) {
          let client = ProgramClient(hub: self, connection: connection, program: program)
          let result = try methods().run(request, for: client)
          program?.definitions.note(request)
          line = request.id.map { encoder.line(result, to: $0) } ?? []
        } catch {
          line = request.id.map { encoder.line(error, to: $0) } ?? []
        }
      },
      completion: { [unowned self] in
        connection.isHeld = false
        connection.operation = nil
        deliverAll()
        if !line.isEmpty, !connection.isClosed { connection.send(response: line) }
        if let program = directory.program(at: connection) {
          if request.method == "hello" { sendHeld(to: program) }
          if request.method.hasPrefix("delivery.") { delivery.send(to: program.name) }
          if program.isLeaving { connection.close() } else { requests.ownRequestEnded(of: program) }
        }
        server?.holdEnded(connection)
      })
    deliverAll()
  }

  /// Sends a program's toolkit what was typed while the program was disconnected.
  private func sendHeld(to program: Program) {
    for container in program.containers.values { container.external?.sendHeld() }
    program.sendFrame()
  }

  func precedence(of line: IncomingLine, from connection: Connection) -> LinePrecedence {
    directory.program(at: connection).map { requests.precedence(of: line, of: $0) }
      ?? .afterRequest
  }

  /// Delivers what a line has caused, before its response: a queued program gets the keyboard
  /// first, so that the keyboards are not released in between.
  private func deliverAll() {
    finishDisconnectsAndGiveTurns()
    deliver()
    for program in programs { program.updatesWereDelivered() }
    notifyOfHolder()
    sendFrames()
  }

  func resync(for connection: Connection) -> [UInt8] {
    var line: [UInt8] = []
    guard let program = directory.program(at: connection) else { return line }
    program.encoder.append("resync", to: &line) { _ in ProgramSnapshot(of: program, in: engine) }
    return line
  }

  func closed(_ connection: Connection) {
    guard let program = directory.disconnect(connection) else { return }
    fillSources.set(nil, of: program.number)
    log(program.disconnectedEntry)
    departed.append(program)
    hasDisconnected = true
    requests.giveUp(program)
    guard !engine.isInOperation else { return }
    finishDisconnects()
    deliver()
  }
}
