// SPDX-License-Identifier: Apache-2.0
package import Glibc

/// A program that runs during the test; killed by `deinit`.
///
/// Each function waits for its event, and fails after three minutes with the output so far.
package final class LiveChild {
  package let pid: pid_t
  /// The standard output so far, including lines returned by ``line()``.
  package var output: String { String(decoding: streams[0].bytes, as: UTF8.self) }
  /// The standard error so far.
  package var errors: String { String(decoding: streams[1].bytes, as: UTF8.self) }

  private struct Stream {
    var descriptor: Int32
    var bytes: [UInt8] = []
  }

  private var streams: [Stream]
  private var taken = 0
  private var input: Int32
  private var status: Int32?

  /// Starts a program whose standard input, output and error are connected to this process.
  package init(_ arguments: [String], environment: [String: String] = [:]) throws {
    var pipes: [[Int32]] = []
    for _ in 0..<3 {
      // Not `pipe`, because programs that other tests start meanwhile would inherit it.
      var pair: [Int32] = [-1, -1]
      let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
      guard socketpair(AF_UNIX, kind, 0, &pair) == 0 else {
        throw SystemFailure(call: "socketpair", errno: errno)
      }
      pipes.append(pair)
    }
    defer { [pipes[0][0], pipes[1][1], pipes[2][1]].forEach { close($0) } }
    input = pipes[0][1]
    streams = [Stream(descriptor: pipes[1][0]), Stream(descriptor: pipes[2][0])]
    pid = try spawn(arguments, environment: environment) { actions in
      posix_spawn_file_actions_adddup2(&actions, pipes[0][0], 0)
      posix_spawn_file_actions_adddup2(&actions, pipes[1][1], 1)
      posix_spawn_file_actions_adddup2(&actions, pipes[2][1], 2)
    }
  }

  deinit {
    closeInput()
    for stream in streams where stream.descriptor >= 0 { close(stream.descriptor) }
    guard status == nil else { return }
    kill(pid, SIGKILL)
    waitpid(pid, nil, 0)
  }

  // MARK: Input

  /// Writes to the program's standard input.
  package func write(_ bytes: some Collection<UInt8>) throws {
    let bytes = Array(bytes)
    guard Glibc.write(input, bytes, bytes.count) == bytes.count else {
      throw SystemFailure(call: "write", errno: errno)
    }
  }

  /// Closes the program's standard input.
  package func closeInput() {
    if input >= 0 { close(input) }
    input = -1
  }

  /// Closes the reading end of the program's standard output, as `| head` does.
  package func closeOutput() {
    close(streams[0].descriptor)
    streams[0].descriptor = -1
  }

  package func signal(_ number: Int32) {
    if status == nil { kill(pid, number) }
  }

  // MARK: Waiting

  /// Waits for the next line of standard output and returns it without the newline.
  package func line() throws -> String {
    var end: Int?
    try wait(for: "another line") {
      end = streams[0].bytes[taken...].firstIndex(of: 10)
      return end != nil
    }
    guard let end else { return "" }
    defer { taken = end + 1 }
    return String(decoding: streams[0].bytes[taken..<end], as: UTF8.self)
  }

  /// Waits until standard output contains a text.
  package func expectOutput(_ text: String) throws {
    try wait(for: text) { output.contains(text) }
  }

  /// Returns the standard output that is available now, without waiting for more.
  package func outputByNow() -> String {
    var entry = pollfd(fd: streams[0].descriptor, events: Int16(POLLIN), revents: 0)
    while poll(&entry, 1, 0) > 0, entry.revents != 0 {
      read(0)
      entry.fd = streams[0].descriptor
    }
    return output
  }

  /// Waits until standard error contains a text.
  package func expectError(_ text: String) throws {
    try wait(for: text) { errors.contains(text) }
  }

  /// Waits for the program's end and returns its exit status, as ``Child/status``.
  @discardableResult package func end() throws -> Int32 {
    if let status { return status }
    try wait(for: "its end") { streams.allSatisfy { $0.descriptor < 0 } }
    var number: Int32 = 0
    try eventually("its end") { waitpid(pid, &number, WNOHANG) == pid }
    let status = exitStatus(of: number)
    self.status = status
    return status
  }

  /// Reads both streams until a condition holds.
  ///
  /// Unlike ``eventually(_:_:)``, this sees what the program has written, and its end.
  package func wait(for what: String, until isMet: () -> Bool) throws {
    let limit = Patience()
    while !isMet() {
      var entries = streams.map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
      let isOver = streams.allSatisfy { $0.descriptor < 0 }
      // The condition may also be about something else than the output.
      let count = isOver ? 0 : poll(&entries, nfds_t(entries.count), min(20, limit.milliseconds))
      if count < 0, errno == EINTR { continue }
      guard !isOver, limit.milliseconds > 0 else {
        throw TimedOut(waitingFor: what, output: output, errors: errors, hasEnded: isOver)
      }
      for (index, entry) in entries.enumerated() where entry.revents != 0 { read(index) }
    }
  }

  private func read(_ index: Int) {
    var block = [UInt8](repeating: 0, count: 1 << 16)
    let count = Glibc.read(streams[index].descriptor, &block, block.count)
    if count > 0 {
      streams[index].bytes += block[..<count]
    } else if count == 0 || errno != EINTR {
      close(streams[index].descriptor)
      streams[index].descriptor = -1
    }
  }
}

/// An expected event did not happen in time.
package struct TimedOut: Error {
  package var waitingFor: String
  package var output = ""
  package var errors = ""
  package var hasEnded = false
}

/// Polls until a condition holds.
package func eventually(_ what: String, _ isMet: () throws -> Bool) throws {
  let limit = Patience()
  while try !isMet() {
    guard limit.milliseconds > 0 else { throw TimedOut(waitingFor: what) }
    poll(nil, 0, 2)
  }
}

/// The time that a test waits before it gives up: a machine with thirty busy processes takes more
/// than half a minute for a replay.
private struct Patience {
  private let end: Int

  init() {
    end = Self.now + 180_000
  }

  /// The remaining time.
  var milliseconds: Int32 { Int32(max(0, end - Self.now)) }

  private static var now: Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
  }
}
