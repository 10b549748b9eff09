// SPDX-License-Identifier: Apache-2.0
import Glibc
package import Keys
package import Mirrors
package import TextInput

/// The control socket: modes, settings, programs, status, and monitoring of keystrokes and strokes.
///
/// Only the server's user and root are served, which the mode of the socket's file enforces too. A
/// client receives only the notifications that it has subscribed to.
package final class ControlHub: UpdateSink {
  /// Functions of the service that the engine does not provide.
  package struct Actions {
    /// Reads the settings again, possibly in several turns of the loop.
    ///
    /// The completion receives notices about the new settings for the user, or the errors in the
    /// settings; the previous settings then stay in effect.
    package var reload: (_ completion: @escaping (Result<[String], ReloadFailure>) -> Void) -> Void
    /// Runs a body that calls its argument again and again, possibly in several turns of the loop,
    /// and then the completion.
    package var work:
      (_ body: @escaping (_ pause: () -> Void) -> Void, @escaping () -> Void) -> Void
    /// Returns the path of the settings file; nil if there is none.
    package var settingsFile: () -> String?
    /// The version of the program; nil if unknown.
    package var version: String?

    package init(
      reload: @escaping (@escaping (Result<[String], ReloadFailure>) -> Void) -> Void,
      work: @escaping (@escaping (() -> Void) -> Void, @escaping () -> Void) -> Void,
      settingsFile: @escaping () -> String?, version: String? = nil
    ) {
      self.version = version
      self.reload = reload
      self.work = work
      self.settingsFile = settingsFile
    }
  }

  let engine: TextEngine
  let programs: ProgramHub?
  let actions: Actions
  let deliver: () -> Void
  let encoder: WireEncoder
  /// The user's words; nil if there are none.
  package var languageService: (any LanguageService)?
  /// The language engines; nil if there are none.
  package var engineService: (any EngineService)?
  /// The input extensions; nil if there are none.
  package var extensionService: (any ExtensionService)?
  /// Returns the program that a process runs; nil if it is unknown.
  package var executable: (_ process: Int32) -> String? = { Peer.executable(of: $0) }
  private let methods: () -> MethodTable<ControlClient>
  private let begun = BootTime.now
  private var server: ConnectionServer?
  /// Logs connections, disconnections and clients that impede others.
  package var log: (LogEntry) -> Void = { _ in } {
    didSet {
      server?.log = log
    }
  }
  private var clients: [ObjectIdentifier: ControlClient] = [:] {
    didSet { isAlone = clients.isEmpty }
  }
  /// Whether no client is connected.
  private var isAlone = true

  /// Serves a socket until ``finish()``.
  ///
  /// - Parameters:
  ///   - place: where clients connect.
  ///   - loop: the loop that watches the descriptors; it runs their handlers only between frames.
  ///   - engine: the engine that clients control.
  ///   - programs: the programs' socket; nil if there is none.
  ///   - encoder: encodes the lines; not shared, because it collects the keyboards' names.
  ///   - limits: how much clients may cost.
  ///   - owner: the user that may connect, as root may.
  ///   - actions: the service's functions that the engine does not provide.
  ///   - methods: returns the methods; called for each request.
  ///   - deliver: delivers the pending updates to all sinks, this one included.
  /// - Throws: why the place cannot be served.
  init(
    _ place: SocketPlace, loop: any DescriptorLoop, engine: TextEngine, programs: ProgramHub?,
    encoder: WireEncoder, limits: ConnectionLimits, owner: UInt32, actions: Actions,
    methods: @escaping () -> MethodTable<ControlClient>, deliver: @escaping () -> Void
  ) throws(ServiceError) {
    self.methods = methods
    self.engine = engine
    self.programs = programs
    self.encoder = encoder
    self.actions = actions
    self.deliver = deliver
    server = try ConnectionServer(
      place, loop: loop, limits: limits, admission: Admission(user: owner), role: self,
      refusal: { encoder.line($0) })
  }

  /// How many seconds the socket has been served.
  var seconds: Int { Int((BootTime.now - begun) / .seconds(1)) }

  // MARK: Incoming updates

  package var interest: SinkInterest { [.updates, .frames, .effectOrder] }
  package var isAttentive: Bool { !isAlone }

  /// Returns the row, if a client has subscribed to candidates.
  package func predictionsShown(for container: ContainerID) -> ShownPredictions {
    clients.values.contains { $0.filter?.contains(.candidatesDidChange) == true } ? .row : []
  }

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

  /// Whether a client monitors keystrokes.
  package var isMonitored: Bool { !isAlone && clients.values.contains(where: \.isMonitor) }

  /// Notifies monitors of a keystroke's outcome, without anything that would reveal a secret.
  package func monitor(_ keystroke: Keystroke, _ outcome: String, _ updates: [Update]) {
    showMonitors(updates) { line in
      encoder.append(
        keystroke: keystroke, outcome: outcome, events: updates.map(\.name), to: &line)
    }
  }

  /// Records the label of a pad, whose strokes monitors receive.
  package func note(pad: DeviceInfo) { encoder.note(pad: pad) }

  /// Notifies monitors of a stroke or a gesture of a pad, as of a keystroke.
  package func monitor(_ ink: InkEvent, _ outcome: String, _ updates: [Update]) {
    showMonitors(updates) { line in
      encoder.append(ink: ink, outcome: outcome, events: updates.map(\.name), to: &line)
    }
  }

  private func showMonitors(_ updates: [Update], _ append: (inout [UInt8]) -> Void) {
    let hasSecret =
      (engine.firstResponder as? TextContainer)?.isSecret == true
      || updates.contains { engine.shared($0) != $0 }
    guard isMonitored, !hasSecret else { return }
    var line: [UInt8] = []
    append(&line)
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
      client.connection.send(notifications: frame)
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
    var response: [UInt8] = []
    do throws(UnreadableLine) {
      let message = try Message(parsing: line, limit: connection.lineLimit)
      guard case .request(let request) = message else { return }
      do throws(RequestError) {
        let result = try methods().run(request, for: client)
        if client.wantsReload { return reload(for: client, request.id) }
        if let work = client.work.take() { return perform(work, for: client, request.id) }
        if let id = request.id { response = encoder.line(result, to: id) }
      } catch {
        if let id = request.id { response = encoder.line(error, to: id) }
      }
    } catch {
      response = encoder.line(error.error, to: error.id)
    }
    respond(response, to: connection)
  }

  /// Reloads the settings for a client, whose later requests wait until it has the response.
  private func reload(for client: ControlClient, _ id: RequestID?) {
    client.wantsReload = false
    hold(client)
    actions.reload { [weak self] result in
      self?.endHold(
        client,
        result.map { Reloaded(messages: $0) as any Encodable }.mapError {
          RequestError($0)
        }, id)
    }
  }

  /// Performs the long work of a request, whose client's later requests wait until it has the
  /// response.
  private func perform(
    _ work: @escaping ControlClient.Work, for client: ControlClient, _ id: RequestID?
  ) {
    hold(client)
    var result: Result<any Encodable, RequestError>?
    actions.work({ [weak self] pause in
      guard let self else { return }
      do throws(RequestError) {
        result = .success(try work(self, pause))
      } catch {
        result = .failure(error)
      }
    }) { [weak self] in
      if let result { self?.endHold(client, result, id) }
    }
  }

  private func hold(_ client: ControlClient) {
    (client.connection.isHeld, client.connection.owesResponse) = (true, true)
  }

  /// Sends the response to a request that was performed in several turns, and continues with the
  /// next one.
  private func endHold(
    _ client: ControlClient, _ result: Result<any Encodable, RequestError>, _ id: RequestID?
  ) {
    let connection = client.connection
    (connection.isHeld, connection.owesResponse) = (false, false)
    var response: [UInt8] = []
    if let id {
      switch result {
      case .success(let value): response = encoder.line(value, to: id)
      case .failure(let error): response = encoder.line(error, to: id)
      }
    }
    respond(response, to: connection)
    server?.holdEnded(connection)
  }

  /// Delivers what a request has caused, and then sends its response; an empty one is not sent.
  private func respond(_ response: [UInt8], to connection: Connection) {
    deliver()
    sendFrames()
    if !response.isEmpty, !connection.isClosed { connection.send(response: response) }
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
  /// The events that the client has subscribed to; nil for none.
  var filter: EventFilter?
  /// Whether the client monitors keystrokes.
  var isMonitor = false
  /// Whether the request that is performed asks for a reload, whose response may come later.
  var wantsReload = false
  /// Work that takes long, and calls its argument again and again; it returns the result.
  typealias Work = (ControlHub, _ pause: () -> Void) throws(RequestError) -> any Encodable
  /// The work of the request that is performed; nil if it is done already.
  var work: Work?
  /// The client's pending lines since the last frame ended.
  var frame: [UInt8] = []

  init(hub: ControlHub, connection: Connection) {
    self.hub = hub
    self.connection = connection
  }
}

/// The response to `reload`.
private struct Reloaded: Encodable {
  var messages: [String]
}

/// Why the settings could not be reloaded: one line for each error, with its place.
package struct ReloadFailure: Error, Hashable, Sendable {
  package var lines: [String]

  package init(lines: [String]) {
    self.lines = lines
  }
}

extension RequestError {
  /// The error about settings that could not be reloaded.
  fileprivate init(_ failure: ReloadFailure) {
    self.init(
      .failed, failure.lines.joined(separator: "\n") + "\nthe previous settings stay in effect")
  }
}
