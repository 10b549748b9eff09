// SPDX-License-Identifier: Apache-2.0
import Glibc
package import Keys
package import Mirrors
package import TextInput

/// The socket of the user: modes, settings, programs, state, and a look at what keys become.
///
/// Only the server's user and root are served; the file's mode says the same. A client is told nothing
/// that it has not asked for.
package final class ControlHub: UpdateSink {
  /// What the service does for the user besides what the engine does.
  package struct Actions {
    /// Reads the settings again.
    ///
    /// - Returns: what a person should know of it.
    /// - Throws: what is wrong with them; then all is as it was.
    package var reload: () throws(ReloadFailure) -> [String]
    /// The file that the settings are from; nil for none.
    package var settingsFile: () -> String?
    /// The version of the program that serves; nil where it has none to tell.
    package var version: String?

    package init(
      reload: @escaping () throws(ReloadFailure) -> [String],
      settingsFile: @escaping () -> String?, version: String? = nil
    ) {
      self.version = version
      self.reload = reload
      self.settingsFile = settingsFile
    }
  }

  let engine: TextEngine
  let programs: ProgramHub?
  let actions: Actions
  let deliver: () -> Void
  let encoder: WireEncoder
  private let begun = ContinuousClock.now
  private var server: ConnectionServer?
  /// Is told of clients: who comes, and who is in the way.
  package var log: (LogEntry) -> Void = { _ in } {
    didSet {
      server?.log = log
    }
  }
  private var clients: [ObjectIdentifier: ControlClient] = [:] {
    didSet { isAlone = clients.isEmpty }
  }
  /// Whether there is no client.
  private var isAlone = true

  /// Serves a place until ``finish()``.
  ///
  /// - Parameters:
  ///   - place: where the user's programs connect.
  ///   - loop: the loop that tells when descriptors are ready; between frames, never within one.
  ///   - engine: what is controlled.
  ///   - programs: the programs' socket; nil where there is none.
  ///   - encoder: makes the lines; the socket's own, because it learns the keyboards' names.
  ///   - limits: how much clients may cost.
  ///   - owner: the user who is served besides root.
  ///   - actions: what the service does besides.
  ///   - deliver: hands on the facts that wait, to this sink too.
  /// - Throws: what keeps the place from being served.
  package init(
    _ place: SocketPlace, loop: any DescriptorLoop, engine: TextEngine, programs: ProgramHub?,
    encoder: WireEncoder, limits: ConnectionLimits = ConnectionLimits(connections: 64),
    owner: UInt32 = geteuid(), actions: Actions, deliver: @escaping () -> Void
  ) throws(ServiceError) {
    self.engine = engine
    self.programs = programs
    self.encoder = encoder
    self.actions = actions
    self.deliver = deliver
    server = try ConnectionServer(
      place, loop: loop, limits: limits, admission: Admission(user: owner), role: self,
      refusal: { encoder.line($0) })
  }

  /// For how many seconds it has served.
  var seconds: Int { Int((ContinuousClock.now - begun) / .seconds(1)) }

  // MARK: Facts in

  package var interest: SinkInterest { [.updates, .frames, .effectOrder] }
  package var isAttentive: Bool { !isAlone }

  package func receive(_ update: Update) {
    encoder.note(update)
    guard clients.values.contains(where: { $0.filter != nil }) else { return }
    let event = update.eventName
    for client in clients.values where client.filter?.contains(event) == true {
      encoder.append(update, to: &client.frame)
    }
  }

  package func receive(_ scan: Scan) {
    for client in clients.values
    where client.isMonitor || client.filter?.contains(.scan) == true {
      encoder.append(scan, to: &client.frame)
    }
  }

  /// Whether anybody wants to see what keys become.
  package var isMonitored: Bool { !isAlone && clients.values.contains(where: \.isMonitor) }

  /// Tells what a keystroke came to, to whoever wants to see; of a secret nothing.
  package func monitor(_ keystroke: Keystroke, _ outcome: String, _ updates: [Update]) {
    let hasSecret =
      (engine.firstResponder as? TextContainer)?.isSecret == true
      || updates.contains { engine.shared($0) != $0 }
    guard isMonitored, !hasSecret else { return }
    var line: [UInt8] = []
    encoder.append(
      keystroke: keystroke, outcome: outcome, events: updates.map(\.name), to: &line)
    for client in clients.values where client.isMonitor { client.frame += line }
  }

  package func frameEnded() {
    sendFrames()
    server?.resume()
  }

  package func finish() {
    sendFrames()
    server?.stop()
    clients = [:]
  }

  private func sendFrames() {
    if isAlone { return }
    for client in clients.values where !client.frame.isEmpty {
      let frame = client.frame
      client.frame = []
      client.connection.send(facts: frame)
    }
  }
}

extension ControlHub: ConnectionRole {
  var socketName: String { "control" }

  func willAttend() { sendFrames() }

  func opened(_ connection: Connection) {
    clients[ObjectIdentifier(connection)] = ControlClient(hub: self, connection: connection)
  }

  func received(_ line: IncomingLine, from connection: Connection) {
    guard let client = clients[ObjectIdentifier(connection)] else { return }
    var answer: [UInt8] = []
    do throws(UnreadableLine) {
      let message = try Message(parsing: line, limit: connection.lineLimit)
      guard case .request(let request) = message else { return }
      do throws(RequestError) {
        let result = try ControlMethods.table.run(request, for: client)
        if let id = request.id { answer = encoder.line(result, to: id) }
      } catch {
        if let id = request.id { answer = encoder.line(error, to: id) }
      }
    } catch {
      answer = encoder.line(error.error, to: error.id)
    }
    deliver()
    sendFrames()
    if !answer.isEmpty, !connection.isClosed { connection.send(answer: answer) }
  }

  func resync(for connection: Connection) -> [UInt8] {
    var line: [UInt8] = []
    encoder.append("resync", to: &line) { _ in
      SnapshotLine(snapshot: Snapshot(of: engine), devices: encoder.devices)
    }
    return line
  }

  func closed(_ connection: Connection) {
    clients[ObjectIdentifier(connection)] = nil
  }
}

/// A client of the control socket.
final class ControlClient {
  unowned let hub: ControlHub
  let connection: Connection
  /// The facts it wants to be told; nil for none.
  var filter: EventFilter?
  /// Whether it wants to see what keys become.
  var isMonitor = false
  /// Its lines since the last frame's end.
  var frame: [UInt8] = []

  init(hub: ControlHub, connection: Connection) {
    self.hub = hub
    self.connection = connection
  }
}

/// Why settings were not read again: lines for a person, each with its place.
package struct ReloadFailure: Error, Hashable, Sendable {
  package var lines: [String]

  package init(lines: [String]) {
    self.lines = lines
  }
}
