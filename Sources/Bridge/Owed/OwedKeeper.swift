// SPDX-License-Identifier: Apache-2.0
import CLauncher
import Devices
import Glibc
import Keys
import Mirrors
import Service

/// Keeps what is owed on the disk, by means of ``OwedWriter``.
///
/// The service never waits for the writer. Changes that the socket does not take wait here; those
/// that are lost with a writer that is killed are sent to the next one.
final class OwedKeeper {
  /// Starts the writer and returns its socket, or the reason why that is impossible.
  typealias Open = () -> Result<Int32, StartError>

  private let delivery: DeliveryLog
  private let loop: any DescriptorLoop
  private let schedule: Schedule
  private let open: Open
  private let report: (LogEntry) -> Void
  private var socket: Int32?
  private var isReady = false
  private var hasFailed = false
  /// The records of the file, until it is open.
  private var found: (records: [OwedRecord], users: [String: UInt32]) = ([], [:])
  /// The changes that the socket does not take yet.
  private var waiting: [OwedChange] = []
  /// How many changes were sent and not confirmed.
  private var unconfirmed = 0
  private var cancelRetry: () -> Void = {}

  init(
    _ delivery: DeliveryLog, loop: any DescriptorLoop, schedule: @escaping Schedule,
    open: @escaping Open, report: @escaping (LogEntry) -> Void
  ) {
    self.delivery = delivery
    (self.loop, self.schedule, self.open, self.report) = (loop, schedule, open, report)
    delivery.isNeeded = { [unowned self] in start() }
    delivery.write = { [unowned self] in write($0) }
  }

  // MARK: The writer

  private func start() {
    guard socket == nil else { return }
    switch open() {
    case .success(let socket):
      _ = fcntl(socket, F_SETFL, O_NONBLOCK)
      self.socket = socket
      found = ([], [:])
      loop.watch(socket, for: .read) { [unowned self] in attend($0) }
    case .failure(let reason):
      failed(reason.message)
      retry()
    }
  }

  private func attend(_ readiness: Readiness) {
    if readiness.contains(.write) { sendWaiting() }
    guard !readiness.isDisjoint(with: [.read, .hangUp]) else { return }
    var room = [UInt8](repeating: 0, count: OwedMessage.limit)
    while let socket {
      var count = 0
      var descriptors = [Int32](repeating: -1, count: Int(KEYBRIDGE_MESSAGE_DESCRIPTORS))
      let failure = keybridge_receive_message(socket, &room, room.count, &count, &descriptors)
      for descriptor in descriptors where descriptor >= 0 { close(descriptor) }
      if failure == EAGAIN { return }
      guard failure == 0, count <= room.count,
        let message = OwedMessage(parsing: Array(room[..<count]))
      else { return lose() }
      receive(message)
    }
  }

  private func receive(_ message: OwedMessage) {
    switch message {
    case .record(let record): found.records.append(record)
    case .user(let user, let receiver): found.users[receiver] = user
    case .ready(let last, let damaged):
      if let damaged {
        report(
          LogEntry(
            "delivery.damaged", .error,
            "the file of what is owed was damaged and is now \(damaged);"
              + " \(found.records.count) items of it could be read"))
      }
      isReady = true
      delivery.restore(found.records, users: found.users, lastNumber: last)
      found = ([], [:])
      // The file ignores records that it has already.
      waiting += delivery.unwritten
      sendWaiting()
    case .written(let number):
      unconfirmed = 0
      if hasFailed {
        hasFailed = false
        report(LogEntry("delivery.kept", .notice, "what is owed is kept on the disk again"))
      }
      delivery.wereWritten(through: number)
    case .failed(let reason): failed(reason)
    case .change: lose()
    }
  }

  private func failed(_ reason: String) {
    if !hasFailed {
      report(
        LogEntry(
          "delivery.notKept", .error,
          "what is owed cannot be kept on the disk: \(reason); it is kept in memory, and is lost if"
            + " the service ends"))
    }
    hasFailed = true
    // Numbers begin again above those that an earlier run has used.
    delivery.diskFailed()
    if !isReady { delivery.restoreNothing(after: DeliveryLog.unusedNumber) }
  }

  /// Called when the writer has ended.
  private func lose() {
    guard let socket else { return }
    loop.unwatch(socket)
    close(socket)
    (self.socket, isReady, waiting, unconfirmed) = (nil, false, [], 0)
    delivery.fileWasLost()
    retry()
  }

  private func retry() {
    cancelRetry()
    cancelRetry = schedule(.seconds(1)) { [unowned self] in start() }
  }

  // MARK: Changes

  private func write(_ change: OwedChange) {
    // Before the file is open, the log itself has what must be written.
    guard isReady else { return start() }
    waiting.append(change)
    if waiting.count == 1 { sendWaiting() }
  }

  private func sendWaiting() {
    guard let socket else { return }
    var sent = 0
    for change in waiting {
      let bytes = OwedMessage.change(change).bytes
      let failure = keybridge_send_message(socket, bytes, bytes.count, nil, 0)
      if failure == EAGAIN { break }
      guard failure == 0 else { return lose() }
      sent += 1
    }
    waiting.removeFirst(sent)
    unconfirmed += sent
    loop.rewatch(socket, for: waiting.isEmpty ? .read : [.read, .write])
  }

  /// Whether anything is not on the disk yet.
  private var hasWork: Bool {
    isReady ? !waiting.isEmpty || unconfirmed > 0 : !hasFailed && delivery.hasUnwritten
  }

  /// Waits until everything is on the disk, for at most two seconds, because the service ends.
  func finish() {
    let end = BootTime.now + .seconds(2)
    if hasWork { start() }
    while let socket, hasWork, BootTime.now < end {
      var state = pollfd(
        fd: socket, events: Int16(waiting.isEmpty ? POLLIN : POLLIN | POLLOUT), revents: 0)
      guard poll(&state, 1, 100) >= 0 else { continue }
      if state.revents & Int16(POLLOUT) != 0 { sendWaiting() }
      if state.revents & Int16(POLLIN | POLLHUP) != 0 { attend(.read) }
    }
    cancelRetry()
    if let socket {
      loop.unwatch(socket)
      close(socket)
    }
    socket = nil
  }
}
