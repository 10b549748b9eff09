// SPDX-License-Identifier: Apache-2.0
import Glibc
package import Keys
package import Mirrors
package import TextInput

/// The observers' socket: sends every update to each observer as a notification.
///
/// An observer first receives `hello` with a snapshot, then all later notifications. If its queue
/// exceeds the limit, the backlog is dropped; once the observer has read the lines already being
/// sent, it receives `resync` with a snapshot instead. An observer can only choose which
/// notifications it receives. An observer that closes its sending side is disconnected.
///
/// Only the server's user and root are served, which the mode of the socket's file enforces too.
package final class ObserverHub: UpdateSink {
  private var server: ConnectionServer?
  /// Logs connections, disconnections and clients that impede others.
  package var log: (LogEntry) -> Void = { _ in } {
    didSet {
      server?.log = log
    }
  }
  private let encoder: WireEncoder
  private let methods: () -> MethodTable<Observer>
  private let snapshot: () -> Snapshot
  /// The observers, changed as a whole by ``setObservers(_:)``.
  ///
  /// An array, because every frame is sent to all of them, and one is rarely looked up.
  private var observers: [Observer] = []
  /// Whether no observer is connected; stored, because it is read for every frame.
  private var isAlone = true
  /// The lines since the last frame ended, encoded once for all observers.
  private var frame: [UInt8] = []
  /// How many observers have subscribed to a subset of the notifications.
  private var filteredCount = 0
  /// The snapshot, kept until the next update or frame: several observers may need the same one at
  /// once.
  ///
  /// It cannot be kept longer, because not every change in it is an update: for example, containers
  /// are created and removed without one.
  private var snapshotOfTurn: SnapshotOfTurn?
  /// The number of the first container whose name has not been sent to observers.
  private var firstUnnamed: UInt32 = 0

  /// A snapshot and its encoded lines.
  private final class SnapshotOfTurn {
    let snapshot: Snapshot
    var lines: [SnapshotLine.Event: [UInt8]] = [:]

    init(_ snapshot: Snapshot) {
      self.snapshot = snapshot
    }
  }

  /// One observer.
  final class Observer {
    let connection: Connection
    var filter = EventFilter.everything
    /// The pending lines since the last frame ended, if the observer has subscribed to a subset.
    var frame: [UInt8] = []

    init(_ connection: Connection) {
      self.connection = connection
    }
  }

  /// Serves a socket until ``finish()``.
  ///
  /// - Parameters:
  ///   - place: where observers connect.
  ///   - loop: the loop that watches the descriptors; it runs their handlers only between frames.
  ///   - encoder: encodes the lines; not shared, because it collects the keyboards' names.
  ///   - limits: how much observers may cost.
  ///   - owner: the user that may connect, as root may.
  ///   - methods: returns the methods; called for each request.
  ///   - snapshot: returns the state after the last frame.
  /// - Throws: why the place cannot be served.
  init(
    _ place: SocketPlace, loop: any DescriptorLoop, encoder: WireEncoder,
    limits: ConnectionLimits, owner: UInt32, methods: @escaping () -> MethodTable<Observer>,
    snapshot: @escaping () -> Snapshot
  ) throws(ServiceError) {
    self.encoder = encoder
    self.methods = methods
    self.snapshot = snapshot
    server = try ConnectionServer(
      place, loop: loop, limits: limits, admission: Admission(user: owner), role: self,
      refusal: { encoder.line($0) })
  }

  // MARK: Incoming updates

  package var interest: SinkInterest { [.updates, .frames, .effectOrder] }
  package var isAttentive: Bool { !isAlone }

  /// Returns the row, if an observer wants it.
  ///
  /// An observer has no influence on the keys, so it alone is no reason for a continuation, which
  /// keys accept.
  package func predictionsShown(for container: ContainerID) -> ShownPredictions {
    observers.contains { $0.filter.contains(.candidatesDidChange) } ? .row : []
  }

  package func receive(_ update: Update) {
    snapshotOfTurn = nil
    if isAlone { return encoder.note(update) }
    if let id = update.container, id.rawValue >= firstUnnamed { nameContainers() }
    add(update.eventName) { encoder.append(update, to: &$0) }
  }

  package func receive(_ scan: Scan) {
    if !isAlone { add(.scan) { encoder.append(scan, to: &$0) } }
  }

  /// Appends a line to the common frame, and to the frames of observers that filter and want the
  /// event; nil for an event that they always receive.
  // Inlined, so that the update is not copied for the function that writes it.
  @inline(__always)
  private func add(
    _ event: @autoclosure () -> EventName?, _ write: (inout [UInt8]) -> Void
  ) {
    // Moved out during the change, so that no exclusivity check is needed.
    var lines = frame
    frame = []
    let start = lines.count
    write(&lines)
    frame = lines
    if filteredCount > 0 { share(lines[start...], of: event()) }
  }

  private func share(_ lines: ArraySlice<UInt8>, of event: EventName?) {
    for observer in observers where !observer.filter.isEverything {
      if event.map(observer.filter.contains) ?? true { observer.frame += lines }
    }
  }

  /// Notifies observers of the containers that were created since the last call.
  private func nameContainers() {
    for contents in currentState.snapshot.containers
    where contents.container.rawValue >= firstUnnamed {
      firstUnnamed = contents.container.rawValue + 1
      guard !isAlone else { continue }
      add(nil) { encoder.append("container.created", to: &$0) { _ in CreatedContainer(contents) } }
    }
  }

  package func frameEnded() {
    if !isAlone {
      snapshotOfTurn = nil
      sendFrame()
    }
    server?.resume()
  }

  /// Sends the pending lines without blocking, disconnects all observers and removes the socket's
  /// file.
  package func finish() {
    sendFrame()
    server?.stop()
    setObservers([])
  }

  // MARK: Outgoing lines

  private func sendFrame() {
    guard !frame.isEmpty else { return }
    var lines = frame
    frame = []
    for observer in observers {
      if observer.filter.isEverything {
        observer.connection.send(notifications: lines)
      } else {
        observer.connection.send(notifications: observer.frame)
        observer.frame = []
      }
    }
    lines.removeSentLines()
    frame = lines
  }

  private func setObservers(_ new: [Observer]) {
    observers = new
    isAlone = new.isEmpty
    countFiltered()
  }

  private func countFiltered() {
    filteredCount = observers.count { !$0.filter.isEverything }
  }

  /// The current state; taken again after an update or a frame.
  private var currentState: SnapshotOfTurn {
    if let snapshotOfTurn { return snapshotOfTurn }
    let taken = SnapshotOfTurn(snapshot())
    snapshotOfTurn = taken
    return taken
  }

  private func line(for event: SnapshotLine.Event) -> [UInt8] {
    let state = currentState
    if let line = state.lines[event] { return line }
    var line: [UInt8] = []
    encoder.append(event.rawValue, to: &line) { _ in
      SnapshotLine(snapshot: state.snapshot, devices: encoder.devices)
    }
    state.lines[event] = line
    return line
  }

  // MARK: Requests

  /// The methods of the observers' socket.
  static let ownMethods: [String: Method<Observer>] = [
    "ping": Method { (_, _) throws(RequestError) in Done() },
    "subscribe": Method(["events"]) { (observer, parameters) throws(RequestError) in
      observer.filter = try EventFilter(parameters)
      return Done()
    },
  ]

  private func respond(to line: IncomingLine, from observer: Observer) {
    let connection = observer.connection
    do throws(UnreadableLine) {
      let message = try Message(parsing: line, limit: connection.lineLimit)
      guard case .request(let request) = message else { return }
      do throws(RequestError) {
        let result = try methods().run(request, for: observer)
        countFiltered()
        if let id = request.id { connection.send(response: encoder.line(result, to: id)) }
      } catch {
        if let id = request.id { connection.send(response: encoder.line(error, to: id)) }
      }
    } catch {
      connection.send(response: encoder.line(error.error, to: error.id))
    }
  }
}

extension ObserverHub: ConnectionRole {
  var socketName: String { "observers" }

  func willAttend() {
    snapshotOfTurn = nil
    sendFrame()
  }

  func opened(_ connection: Connection) {
    // Sent before the new observer is added: its `hello` already contains all names.
    nameContainers()
    sendFrame()
    setObservers(observers + [Observer(connection)])
    connection.send(snapshot: line(for: .hello))
  }

  func received(_ line: IncomingLine, from connection: Connection) {
    guard let observer = observers.first(where: { $0.connection === connection }) else { return }
    respond(to: line, from: observer)
  }

  func resync(for connection: Connection) -> [UInt8] { line(for: .resync) }

  func closed(_ connection: Connection) {
    setObservers(observers.filter { $0.connection !== connection })
    // Without observers, the end of a frame does not drop the snapshot, so this line does.
    snapshotOfTurn = nil
    if isAlone { frame = [] }
  }
}
