// SPDX-License-Identifier: Apache-2.0
import CLauncher
import Glibc
import Keys
import Mirrors
import Sandbox
import Storage

/// Writes what is owed, in a process of its own, so that no key waits for a disk.
///
/// All changes that have arrived are one commit. While the disk hangs, they wait in the socket and
/// in the service.
struct OwedWriter {
  /// The name of the process.
  static let name = "keybridge-keep"
  /// The maximum number of changes in one commit.
  private static let groupLimit = 1000
  /// The time between two attempts to write, in milliseconds.
  private static let pause: Int32 = 1000

  /// The socket of the service, which is closed by the end of the process.
  let socket: Int32
  /// The folder of the file.
  let directory: String

  /// Forks the process.
  ///
  /// - Parameter directory: the folder of the file.
  /// - Returns: the process, and the service's end of its socket; or the `errno`.
  static func fork(directory: String) -> Result<(process: pid_t, socket: Int32), SystemError> {
    var socket: Int32 = -1
    var process: pid_t = -1
    let failure = keybridge_fork(name, &socket, &process)
    guard failure == 0 else { return .failure(SystemError(errno: failure)) }
    guard process == 0 else { return .success((process, socket)) }
    let writer = OwedWriter(socket: socket, directory: directory)
    writer.confine()
    writer.serve()
    _exit(0)
  }

  /// Forks the process from the service itself, which is not confined.
  ///
  /// - Returns: the service's end of the socket, or why there is none.
  static func openHere() -> Result<Int32, StartError> {
    guard let directory = StateDirectory.ofThisProcess, StateDirectory.isUsable(directory)
    else {
      return .failure(.launcher("there is no folder for it"))
    }
    return fork(directory: directory).map(\.socket).mapError { .system(errno: $0.errno) }
  }

  /// Serves until the service closes its end of the socket.
  func serve() {
    guard let file = openFile() else { return }
    while let group = receiveGroup() { if !write(group, to: file) { return } }
  }

  /// Gives up every file but those of the folder.
  private func confine() {
    try? StateDirectory.make(directory)
    guard let rules = try? FileRules(mayConnect: false, reachesOthers: false),
      (try? rules.allow(.change, [directory])) != nil
    else { return }
    // A kernel without Landlock has none of this; the service reports that.
    try? ProcessConfinement.enter(calls: nil, files: rules, keeping: [])
  }

  /// Opens the file, however long that takes, and sends what it has.
  private func openFile() -> OwedFile? {
    var lastFailure: StorageError?
    while true {
      do throws(StorageError) {
        let (file, contents) = try OwedFile.open(directory: directory)
        var messages = contents.records.map { OwedMessage.record($0) }
        messages += contents.users.map { .user($0.value, of: $0.key) }
        messages.append(.ready(last: contents.lastNumber, damaged: contents.damagedFile))
        for message in messages { guard send(message) else { return nil } }
        return file
      } catch {
        if lastFailure != error { guard send(.failed(reason: error.message)) else { return nil } }
        lastFailure = error
        guard waits(forEnd: Self.pause) else { return nil }
      }
    }
  }

  /// Writes changes, however long that takes.
  ///
  /// - Returns: false if the process must end. If the file was damaged or replaced, the next writer
  ///   sets it aside or creates it, and the service sends everything again.
  private func write(_ group: [OwedChange], to file: OwedFile) -> Bool {
    var hasFailed = false
    while true {
      guard file.isInPlace else { return false }
      do throws(StorageError) {
        try file.apply(group)
        break
      } catch {
        if case .damaged = error { return false }
        if !hasFailed { guard send(.failed(reason: error.message)) else { return false } }
        hasFailed = true
        guard waits(forEnd: Self.pause) else { return false }
      }
    }
    let numbers = group.map { if case .add(let record) = $0 { record.number } else { 0 } }
    guard send(.written(through: numbers.max() ?? 0)) else { return false }
    // A commit of its own, which no item waits for.
    file.shrink()
    return true
  }

  // MARK: The socket

  /// Waits for changes, and returns all that have arrived; nil at the end.
  private func receiveGroup() -> [OwedChange]? {
    var group: [OwedChange] = []
    var room = [UInt8](repeating: 0, count: OwedMessage.limit)
    var isFirst = true
    while group.count < Self.groupLimit, isFirst || isReady(0) {
      var count = 0
      var descriptors = [Int32](repeating: -1, count: Int(KEYBRIDGE_MESSAGE_DESCRIPTORS))
      guard keybridge_receive_message(socket, &room, room.count, &count, &descriptors) == 0 else {
        // The changes that have arrived are written before the end.
        return group.isEmpty ? nil : group
      }
      for descriptor in descriptors where descriptor >= 0 { close(descriptor) }
      isFirst = false
      guard count <= room.count,
        case .change(let change)? = OwedMessage(parsing: Array(room[..<count]))
      else { continue }
      group.append(change)
    }
    return group
  }

  private func isReady(_ milliseconds: Int32) -> Bool {
    var state = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
    return poll(&state, 1, milliseconds) > 0
  }

  /// Waits, and returns false if the service has closed its end meanwhile.
  private func waits(forEnd milliseconds: Int32) -> Bool {
    var state = pollfd(fd: socket, events: 0, revents: 0)
    return poll(&state, 1, milliseconds) <= 0
  }

  private func send(_ message: OwedMessage) -> Bool {
    let bytes = message.bytes
    return keybridge_send_message(socket, bytes, bytes.count, nil, 0) == 0
  }
}
