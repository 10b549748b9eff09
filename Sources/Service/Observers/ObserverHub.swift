// SPDX-License-Identifier: Apache-2.0
import Glibc
package import Keys
package import Mirrors
package import TextInput

/// The socket that observers listen at: each is sent every fact, as a notification.
///
/// An observer first gets `hello` with a snapshot, then every fact from there on. Past the bound of its
/// queue its backlog is dropped, and once it has read what was under way it gets `resync` with a snapshot
/// in the place of what it missed. All that an observer can ask is to be told of some facts only. One
/// that stops sending (end of file) is let go.
///
/// Only the server's user and root are served; the file's mode says the same.
package final class ObserverHub: UpdateSink {
  private var server: ConnectionServer?
  /// Is told of clients: who comes, and who is in the way.
  package var log: (LogEntry) -> Void = { _ in } {
    didSet {
      server?.log = log
    }
  }
  private let encoder: WireEncoder
  private let snapshot: () -> Snapshot
  private var observers: [ObjectIdentifier: Observer] = [:] {
    didSet { isAlone = observers.isEmpty }
  }
  /// Whether there is no observer.
  private var isAlone = true
  /// The lines since the last frame's end, encoded once for everybody.
  private var frame: [UInt8] = []
  /// How many observers want some facts only.
  private var choosy = 0
  /// The snapshot of this turn, in which several observers may need the same one, and its lines.
  ///
  /// Not all that they tell of is a fact when it changes: a container is made, or goes.
  private var snapshotOfTurn: Snapshot?
  private var snapshotLines: [SnapshotLine.Event: [UInt8]] = [:]
  /// The number of the first container that observers do not know by name.
  private var firstUnnamed: UInt32 = 0

  /// One observer.
  final class Observer {
    let connection: Connection
    var filter = EventFilter.everything
    /// Its lines since the last frame's end, where it wants some facts only.
    var frame: [UInt8] = []

    init(_ connection: Connection) {
      self.connection = connection
    }
  }

  /// Serves a place until ``finish()``.
  ///
  /// - Parameters:
  ///   - place: where observers connect.
  ///   - loop: the loop that tells when descriptors are ready; between frames, never within one.
  ///   - encoder: makes the lines; the socket's own, because it learns the keyboards' names.
  ///   - limits: how much observers may cost.
  ///   - owner: the number of the user who is served besides root.
  ///   - snapshot: the state after the last frame.
  /// - Throws: what keeps the place from being served.
  package init(
    _ place: SocketPlace, loop: any DescriptorLoop, encoder: WireEncoder,
    limits: ConnectionLimits = ConnectionLimits(), owner: UInt32 = geteuid(),
    snapshot: @escaping () -> Snapshot
  ) throws(ServiceError) {
    self.encoder = encoder
    self.snapshot = snapshot
    server = try ConnectionServer(
      place, loop: loop, limits: limits, admission: Admission(user: owner), role: self,
      refusal: { encoder.line($0) })
  }

  // MARK: Updates in

  package var interest: SinkInterest { [.updates, .frames, .effectOrder] }
  package var isAttentive: Bool { !isAlone }

  package func receive(_ update: Update) {
    forgetSnapshot()
    if observers.isEmpty { return encoder.note(update) }
    if let id = update.container, id.rawValue >= firstUnnamed { nameContainers() }
    add(update.eventName) { encoder.append(update, to: &$0) }
  }

  package func receive(_ scan: Scan) {
    if !observers.isEmpty { add(.scan) { encoder.append(scan, to: &$0) } }
  }

  /// Adds a line, also to what those get who want some facts only.
  private func add(_ event: EventName, _ write: (inout [UInt8]) -> Void) {
    let start = frame.count
    write(&frame)
    guard choosy > 0 else { return }
    for observer in observers.values
    where !observer.filter.isEverything && observer.filter.contains(event) {
      observer.frame += frame[start...]
    }
  }

  /// Notifies observers of the containers that were made since they were named last.
  private func nameContainers() {
    for contents in currentSnapshot.containers where contents.container.rawValue >= firstUnnamed {
      firstUnnamed = contents.container.rawValue + 1
      guard !isAlone else { continue }
      let start = frame.count
      encoder.append("container.created", to: &frame) { _ in CreatedContainer(contents) }
      for observer in observers.values where !observer.filter.isEverything {
        observer.frame += frame[start...]
      }
    }
  }

  package func frameEnded() {
    forgetSnapshot()
    sendFrame()
    server?.resume()
  }

  /// Sends what is left as far as it can be sent at once, lets everybody go and removes the file.
  package func finish() {
    sendFrame()
    server?.stop()
    observers = [:]
  }

  // MARK: Lines out

  private func sendFrame() {
    guard !frame.isEmpty else { return }
    let piece = frame
    frame = []
    // The next one will be about as long.
    frame.reserveCapacity(piece.count)
    for observer in observers.values {
      if observer.filter.isEverything {
        observer.connection.send(facts: piece)
      } else {
        observer.connection.send(facts: observer.frame)
        observer.frame = []
      }
    }
  }

  /// The state, taken once a turn.
  private var currentSnapshot: Snapshot {
    if let snapshotOfTurn { return snapshotOfTurn }
    let taken = snapshot()
    snapshotOfTurn = taken
    return taken
  }

  private func forgetSnapshot() {
    snapshotOfTurn = nil
    snapshotLines = [:]
  }

  private func line(for event: SnapshotLine.Event) -> [UInt8] {
    if let line = snapshotLines[event] { return line }
    var line: [UInt8] = []
    encoder.append(event.rawValue, to: &line) { _ in
      SnapshotLine(snapshot: currentSnapshot, devices: encoder.devices)
    }
    snapshotLines[event] = line
    return line
  }

  // MARK: Asking

  /// What an observer can ask for.
  static let methods = MethodTable<Observer>(
    [
      "ping": Method { (_, _) throws(RequestError) in Done() },
      "subscribe": Method(["events"]) { (observer, parameters) throws(RequestError) in
        observer.filter = try EventFilter(parameters)
        return Done()
      },
    ], elsewhere: ProgramMethods.names.union(ControlMethods.names))

  private func answer(_ line: IncomingLine, from observer: Observer) {
    let connection = observer.connection
    do throws(UnreadableLine) {
      let message = try Message(parsing: line, limit: connection.lineLimit)
      guard case .request(let request) = message else { return }
      do throws(RequestError) {
        let result = try Self.methods.run(request, for: observer)
        choosy = observers.values.count { !$0.filter.isEverything }
        if let id = request.id { connection.send(answer: encoder.line(result, to: id)) }
      } catch {
        if let id = request.id { connection.send(answer: encoder.line(error, to: id)) }
      }
    } catch {
      connection.send(answer: encoder.line(error.error, to: error.id))
    }
  }
}

extension ObserverHub: ConnectionRole {
  var socketName: String { "observers" }

  func willAttend() {
    forgetSnapshot()
    sendFrame()
  }

  func opened(_ connection: Connection) {
    // The one that comes has all names in its first line.
    nameContainers()
    sendFrame()
    observers[ObjectIdentifier(connection)] = Observer(connection)
    connection.send(snapshot: line(for: .hello))
  }

  func received(_ line: IncomingLine, from connection: Connection) {
    guard let observer = observers[ObjectIdentifier(connection)] else { return }
    answer(line, from: observer)
  }

  func resync(for connection: Connection) -> [UInt8] { line(for: .resync) }

  func closed(_ connection: Connection) {
    observers[ObjectIdentifier(connection)] = nil
    choosy = observers.values.count { !$0.filter.isEverything }
  }
}
