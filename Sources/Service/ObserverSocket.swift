// SPDX-License-Identifier: Apache-2.0
import Glibc
package import Keys
package import Mirrors
package import TextInput

/// The socket that observers listen at: it sends each of them the lines of the json mirror.
///
/// An observer first gets `hello` with a snapshot, then every update from there on. Each has a bounded
/// queue: one that does not read delays nobody. Past the bound its backlog is dropped, and once it has
/// read what was under way it gets `resync` with a snapshot in the place of what it missed. Observers
/// may ask, by JSON-RPC 2.0; the answers come between the other lines. While something waits for an
/// observer to read it, nothing more is read of it. One that stops sending (end of file) is let go once
/// it has its answers.
///
/// Only the server's user and root are served; the file's mode says the same.
package final class ObserverSocket: UpdateSink {
  /// How much observers may cost.
  package struct Limits: Hashable, Sendable {
    /// How many are served at a time.
    package var observers: Int
    /// How many bytes wait for one at most, a single long line and a snapshot excepted.
    package var queuedBytes: Int

    package init(observers: Int = 1024, queuedBytes: Int = 256 << 10) {
      self.observers = observers
      self.queuedBytes = queuedBytes
    }
  }

  /// Nil when it is over.
  private var socket: ListeningSocket?
  private let loop: any DescriptorLoop
  private let encoder: WireEncoder
  private let limits: Limits
  private let owner: UInt32
  private let snapshot: () -> Snapshot
  private let commands: () -> [ListedCommand]
  private var isAccepting = false
  private var observers: [Int32: Observer] = [:]
  private var devices: [DeviceInfo] = []
  /// The lines since the last frame's end, encoded once for everybody.
  private var frame: [UInt8] = []
  /// The snapshots' lines that are still true; several observers may need the same one.
  private var snapshotLines: [SnapshotLine.Event: [UInt8]] = [:]

  /// Serves a path until ``finish()``.
  ///
  /// - Parameters:
  ///   - path: where the socket's file will stand.
  ///   - loop: the loop that tells when descriptors are ready; between frames, never within one.
  ///   - encoder: makes the lines; the socket's own, because it learns the keyboards' names.
  ///   - limits: how much observers may cost.
  ///   - owner: the number of the user who is served besides root.
  ///   - snapshot: the state after the last frame.
  ///   - commands: the commands that would run now; for who asks.
  /// - Throws: what keeps the path from being served.
  package init(
    path: String, loop: any DescriptorLoop, encoder: WireEncoder, limits: Limits = Limits(),
    owner: UInt32 = geteuid(), snapshot: @escaping () -> Snapshot,
    commands: @escaping () -> [ListedCommand] = { [] }
  ) throws(ServiceError) {
    socket = try ListeningSocket(path: path)
    self.loop = loop
    self.encoder = encoder
    self.limits = limits
    self.owner = owner
    self.snapshot = snapshot
    self.commands = commands
    resumeAccepting()
  }

  deinit {
    stop()
  }

  // MARK: Updates in

  package var interest: SinkInterest { [.updates, .frames] }

  package func receive(_ update: Update) {
    switch update {
    case .deviceAttached(let info): devices.append(info)
    case .deviceDetached(let info): devices.removeAll { $0.id == info.id }
    default: break
    }
    snapshotLines = [:]
    if observers.isEmpty { encoder.note(update) } else { encoder.append(update, to: &frame) }
  }

  package func frameEnded() {
    sendFrame()
    resumeAccepting()
  }

  /// Sends what is left as far as it can be sent at once, lets everybody go and removes the file.
  package func finish() {
    sendFrame()
    stop()
  }

  private func stop() {
    pauseAccepting()
    socket = nil
    for descriptor in observers.keys { release(descriptor) }
    observers = [:]
  }

  // MARK: Observers come and go

  private func resumeAccepting() {
    guard let socket, !isAccepting else { return }
    isAccepting = loop.watch(socket.descriptor, for: .read) { [unowned self] _ in acceptAll() }
  }

  private func pauseAccepting() {
    guard let socket, isAccepting else { return }
    loop.unwatch(socket.descriptor)
    isAccepting = false
  }

  private func acceptAll() {
    sendFrame()
    // Bounded: whoever connects in a loop must not keep the keyboard waiting.
    for _ in 0..<64 {
      if let descriptor = socket?.accept() {
        admit(descriptor)
        continue
      }
      switch errno {
      case EINTR, ECONNABORTED: continue
      case EAGAIN: return
      // No descriptors or memory left. The connection stays where it is, so watching on would spin:
      // try again when an observer leaves, or after the next frame.
      default: return pauseAccepting()
      }
    }
  }

  private func admit(_ descriptor: Int32) {
    if !isPermitted(descriptor) { return refuse(descriptor, .notPermitted) }
    if observers.count >= limits.observers { return refuse(descriptor, .tooManyObservers) }
    let isWatched = loop.watch(descriptor, for: .read) { [unowned self] readiness in
      attend(to: descriptor, readiness)
    }
    guard isWatched else {
      close(descriptor)
      return
    }
    let observer = Observer(queue: ObserverQueue(limit: limits.queuedBytes))
    observer.queue.append(snapshot: line(for: .hello))
    observers[descriptor] = observer
    send(observer.queue, to: descriptor)
  }

  /// Whether the process at the other end belongs to our user or to root: `SO_PEERCRED`.
  private func isPermitted(_ descriptor: Int32) -> Bool {
    var credentials = PeerCredentials()
    var size = socklen_t(MemoryLayout<PeerCredentials>.size)
    guard getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &size) == 0 else {
      return false
    }
    return credentials.user == owner || credentials.user == 0
  }

  private func refuse(_ descriptor: Int32, _ reason: RefusalLine.Reason) {
    var line: [UInt8] = []
    encoder.append(RefusalLine(reason: reason), to: &line)
    _ = Glibc.send(descriptor, line, line.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
    close(descriptor)
  }

  private func letGo(_ descriptor: Int32) {
    observers[descriptor] = nil
    release(descriptor)
    resumeAccepting()
  }

  private func release(_ descriptor: Int32) {
    loop.unwatch(descriptor)
    close(descriptor)
  }

  // MARK: Lines out

  private func attend(to descriptor: Int32, _ readiness: Readiness) {
    guard let observer = observers[descriptor] else { return }
    // Writing tells of a hang-up too, where something waits.
    if readiness.contains(.write) || !observer.queue.isEmpty {
      sendFrame()
      send(observer.queue, to: descriptor)
    }
    // A hang-up is believed when reading tells it: the report may be about an observer who had this
    // number before.
    if !readiness.isDisjoint(with: [.read, .hangUp]), observer.queue.isEmpty,
      !takeQuestions(of: observer, descriptor)
    {
      return letGo(descriptor)
    }
    answerQuestions(of: observer, descriptor)
  }

  /// Reads what an observer asks.
  ///
  /// - Returns: false at the end of file, or when the connection is broken.
  private func takeQuestions(of observer: Observer, _ descriptor: Int32) -> Bool {
    // A piece for each turn of the loop; an observer that never stops sending gets no more.
    let lines: [[UInt8]?]? = withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) {
      let count = recv(descriptor, $0.baseAddress, $0.count, Int32(MSG_DONTWAIT))
      if count < 0 { return errno == EAGAIN || errno == EINTR ? [] : nil }
      let bytes = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer($0)[..<count])
      return count == 0 ? nil : observer.lines.take(bytes)
    }
    observer.questions += lines ?? []
    return lines != nil
  }

  /// Answers one question after the other, as fast as the answers are read.
  private func answerQuestions(of observer: Observer, _ descriptor: Int32) {
    guard !observer.questions.isEmpty else { return }
    // What is asked about is as it is after the updates that wait.
    sendFrame()
    while observers[descriptor] === observer, observer.queue.isEmpty,
      let question = observer.questions.popFirst()
    {
      answer(question, observer.queue)
      send(observer.queue, to: descriptor)
    }
  }

  private func answer(_ line: [UInt8]?, _ queue: ObserverQueue) {
    var bytes: [UInt8] = []
    do throws(RequestError) {
      guard let line else { throw .tooLong }
      let request = try Request(parsing: line)
      guard let id = request.id else { return }
      switch request.method {
      case "commands.active": encoder.append(Answer(id: id, result: commands()), to: &bytes)
      default: encoder.append(ErrorAnswer(.unknownMethod, to: id), to: &bytes)
      }
    } catch {
      encoder.append(ErrorAnswer(error), to: &bytes)
    }
    queue.append(answer: bytes)
  }

  private func sendFrame() {
    guard !frame.isEmpty else { return }
    let piece = frame
    frame = []
    // The next one will be about as long.
    frame.reserveCapacity(piece.count)
    for (descriptor, observer) in observers {
      let queue = observer.queue
      // Behind a backlog the loop says when there is room; asking now would only cost.
      let isBlocked = !queue.isEmpty
      queue.append(piece)
      if !isBlocked { send(queue, to: descriptor) }
    }
  }

  private func send(_ queue: ObserverQueue, to descriptor: Int32) {
    var outcome = queue.send(to: descriptor)
    if outcome == .drained, queue.needsSnapshot {
      queue.append(snapshot: line(for: .resync))
      outcome = queue.send(to: descriptor)
    }
    switch outcome {
    case .drained: loop.rewatch(descriptor, for: .read)
    case .blocked: loop.rewatch(descriptor, for: .write)
    case .gone: letGo(descriptor)
    }
  }

  private func line(for event: SnapshotLine.Event) -> [UInt8] {
    if let line = snapshotLines[event] { return line }
    var line: [UInt8] = []
    encoder.append(
      SnapshotLine(event: event, snapshot: snapshot(), devices: devices), to: &line)
    snapshotLines[event] = line
    return line
  }
}

/// One observer.
private final class Observer {
  let queue: ObserverQueue
  var lines = RequestLines()
  /// What it asked and has no answer to yet; nil for a line that is too long.
  var questions: ArraySlice<[UInt8]?> = []

  init(queue: ObserverQueue) {
    self.queue = queue
  }
}

/// Who is at the other end of a socket; C's `struct ucred`, which Glibc's module leaves out.
private struct PeerCredentials {
  var process: pid_t = 0
  var user: uid_t = .max
  var group: gid_t = .max
}
