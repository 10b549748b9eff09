// SPDX-License-Identifier: Apache-2.0
import Devices
import Glibc
import Keys
import Mirrors
import TestSupport
import Testing

@testable import Bridge
@testable import Service

/// Items that are owed, from the log of the service over the writer to the disk and back.
@Suite struct OwedKeeperTests {
  private let folder: TemporaryFolder
  private let loop: EventLoop
  private let order = DeliveryOrder(receivers: ["stock"], limit: 1000)

  init() throws {
    folder = try TemporaryFolder()
    loop = try EventLoop(signals: [])
  }

  /// A run of the service, with a writer in a thread.
  private final class Run {
    let log = DeliveryLog()
    private(set) var reports: [String] = []
    private(set) var opened = 0
    /// The service's end of the writer's socket.
    private(set) var socket: Int32 = -1
    private(set) var keeper: OwedKeeper?
    private var threads: [TestThread] = []

    init(
      _ folder: String, _ loop: EventLoop,
      schedule: @escaping Schedule = { _, body in
        body()
        return {}
      }
    ) {
      keeper = OwedKeeper(
        log, loop: loop, schedule: schedule,
        open: { [unowned self] in
          var ends: [Int32] = [-1, -1]
          guard socketpair(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue), 0, &ends) == 0 else {
            return .failure(.launcher("no socket"))
          }
          opened += 1
          socket = ends[0]
          let writer = OwedWriter(socket: ends[1], directory: folder)
          let other = ends[1]
          guard
            let thread = try? TestThread({
              writer.serve()
              close(other)
            })
          else { return .failure(.launcher("no thread")) }
          threads.append(thread)
          return .success(ends[0])
        },
        report: { [unowned self] in reports.append($0.event) })
    }

    /// Waits for the writers that were started.
    func join() {
      for thread in threads { thread.join() }
      threads = []
    }

    func end() {
      keeper?.finish()
      join()
    }
  }

  private func wait(until isSo: () -> Bool) throws {
    let end = time(nil) + 20
    while !isSo(), time(nil) < end {
      _ = try loop.turn(until: loop.now.advanced(byMicroseconds: 20_000))
    }
    #expect(isSo())
  }

  private func isWritten(_ log: DeliveryLog) -> Bool {
    log.unwritten.allSatisfy { if case .add = $0 { false } else { true } }
  }

  @Test("items that are owed are there after a restart, and numbers go on")
  func restart() throws {
    let first = Run(folder.path, loop)
    first.log.setReceivers(["stock"])
    for number in 1...500 { first.log.add(#"{"text":"\#(number)"}"#, order) }
    try wait { isWritten(first.log) && first.log.receivers.map(\.owed) == [500] }
    first.end()
    let second = Run(folder.path, loop)
    second.log.setReceivers(["stock"])
    try wait { second.log.receivers.map(\.owed) == [500] }
    second.log.add("{}", order)
    try wait { isWritten(second.log) }
    #expect(second.log.receivers.map(\.owed) == [501] && second.reports == [])
    second.end()
  }

  @Test("a writer that ends at any moment is replaced, and nothing is lost", arguments: 0..<20)
  func killed(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let run = Run(folder.path, loop)
    run.log.setReceivers(["stock"])
    for number in 1...200 {
      run.log.add(#"{"text":"\#(number)"}"#, order)
      switch Int.random(in: 0..<10, using: &random) {
      case 0: shutdown(run.socket, Int32(SHUT_RDWR))
      case 1..<5: _ = try loop.turn(until: loop.now)
      default: break
      }
    }
    try wait { run.log.receivers.map(\.owed) == [200] && isWritten(run.log) }
    run.end()
    #expect(run.opened > 1)
    let next = Run(folder.path, loop)
    next.log.setReceivers(["stock"])
    try wait { next.log.receivers.map(\.owed) == [200] }
    next.end()
  }

  @Test(
    "a file that is deleted or damaged while the service runs is written again",
    arguments: [false, true], [false, true])
  func replaced(damages: Bool, hasEnded: Bool) throws {
    let path = folder.path + "/owed.sqlite"
    let run = Run(folder.path, loop)
    run.log.setReceivers(["stock"])
    for number in 1...20 { run.log.add(#"{"text":"\#(number)"}"#, order) }
    try wait { run.log.receivers.map(\.owed) == [20] && isWritten(run.log) }
    if hasEnded {
      shutdown(run.socket, Int32(SHUT_RDWR))
      run.join()
    }
    for suffix in ["", "-wal", "-shm"] { unlink(path + suffix) }
    if damages { _ = try folder.write(Array("no database".utf8), to: "owed.sqlite") }
    // A writer that has not ended finds it at the next change.
    run.log.add("{}", order)
    try wait { run.opened > 1 && isWritten(run.log) }
    run.end()
    let next = Run(folder.path, loop)
    next.log.setReceivers(["stock"])
    try wait { next.log.receivers.map(\.owed) == [21] }
    next.end()
  }

  @Test("while the folder cannot be written, codes are sent from memory, and are written later")
  func unwritable() throws {
    let file = folder.path + "/state"
    _ = try folder.write([], to: "state")
    let run = Run(file, loop)
    run.log.setReceivers(["stock"])
    run.log.add("{}", order)
    try wait { run.reports == ["delivery.notKept"] }
    #expect(run.log.receivers.map(\.owed) == [1])
    unlink(file)
    try wait { isWritten(run.log) }
    run.end()
    let next = Run(file, loop)
    next.log.setReceivers(["stock"])
    try wait { next.log.receivers.map(\.owed) == [1] }
    next.end()
  }

  @Test("a message that is none ends the connection, and the writer is started again")
  func lies() throws {
    var started = 0
    let log = DeliveryLog()
    var socket: Int32 = -1
    let keeper = OwedKeeper(
      log, loop: loop,
      schedule: { _, body in
        if started < 3 { body() }
        return {}
      },
      open: {
        var ends: [Int32] = [-1, -1]
        _ = socketpair(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue), 0, &ends)
        started += 1
        let line = Array(#"{"type":"ready"}"#.utf8)
        write(ends[1], line, line.count)
        socket = ends[1]
        return .success(ends[0])
      }, report: { _ in })
    log.setReceivers(["stock"])
    try wait { started == 3 }
    keeper.finish()
    close(socket)
  }

  @Test("every message is read as it was written")
  func messages() {
    let record = OwedRecord(number: 4, body: #"{"text":"\#u{1d}é"}"#, receivers: ["a", "ü"])
    let messages: [OwedMessage] = [
      .change(.add(record)), .change(.settle(receiver: "a", through: 9)),
      .change(.bind(receiver: "a", user: 0)), .change(.bind(receiver: "a", user: nil)),
      .record(record), .user(7, of: "b"), .ready(last: 0, damaged: nil),
      .ready(last: 3, damaged: "/x"), .written(through: 0), .failed(reason: "no room"),
    ]
    for message in messages { #expect(OwedMessage(parsing: message.bytes) == message) }
    for text in ["", "{}", #"{"type":"add"}"#, #"{"type":"settle","receiver":"a"}"#, "[1]"] {
      #expect(OwedMessage(parsing: Array(text.utf8)) == nil, "\(text)")
    }
  }
}
