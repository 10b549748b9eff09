// SPDX-License-Identifier: Apache-2.0
import Glibc
import Mirrors
import TestSupport
import TestTraits
import Testing
import TextInput

/// ``ByteOutput`` with a loop: a reader that does not read delays nothing.
@Suite(.awayFromTestbed) struct LiveOutputTests {
  /// The kinds of standard output; both ends block, as a shell leaves them.
  enum Kind: CaseIterable {
    case pipe, socket, terminal

    func open() throws -> (reader: Int32, writer: Int32) {
      switch self {
      case .socket: return try connectedPair()
      case .pipe:
        // Not `pipe`, because programs that other tests start meanwhile would inherit it.
        let path = try TemporaryFolder().path + ".fifo"
        try #require(mkfifo(path, 0o600) == 0)
        defer { unlink(path) }
        let reader = Glibc.open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        _ = fcntl(reader, F_SETFL, 0)
        return (reader, Glibc.open(path, O_WRONLY | O_CLOEXEC))
      case .terminal:
        let terminal = try Pseudoterminal()
        let ends = (
          fcntl(terminal.master, F_DUPFD_CLOEXEC, 0), fcntl(terminal.slave, F_DUPFD_CLOEXEC, 0)
        )
        _ = fcntl(ends.0, F_SETFL, 0)
        return ends
      }
    }
  }

  /// Lines of different lengths, more than a descriptor buffers; a terminal changes none of their
  /// bytes.
  static let lines = (0..<30_000).map { "line \($0) " + String(repeating: "x", count: $0 % 37) }
  static let text = lines.joined(separator: "|")

  @Test(
    "bytes that are not accepted are queued, and the loop writes them in order",
    arguments: Kind.allCases)
  func draining(_ kind: Kind) throws {
    let (reader, writer) = try kind.open()
    defer { [reader, writer].forEach { close($0) } }
    let loop = RoomLoop()
    let output = ByteOutput(descriptor: writer, limit: 1000, loop: loop)
    for line in Self.lines { output.append(line == Self.lines[0] ? line : "|" + line) }
    try output.flush()
    #expect(output.hasBacklog && loop.descriptor != nil && loop.descriptor != writer)
    #expect(fcntl(writer, F_GETFL) & O_NONBLOCK == 0, "others share the flag")
    // A terminal forwards its bytes a little later.
    #expect(kind == .terminal || !loop.turn(), "the queue has no room yet")
    _ = fcntl(reader, F_SETFL, O_NONBLOCK)
    var received: [UInt8] = []
    try eventually("the rest") {
      received += drain(reader)
      loop.turn()
      return !output.hasBacklog && received.count >= Self.text.utf8.count
    }
    #expect(loop.descriptor == nil)
    #expect(String(decoding: received, as: UTF8.self) == Self.text)
    try output.finish()
  }

  @Test("at the end output waits for the reader while it reads", arguments: Kind.allCases)
  func lateReader(_ kind: Kind) throws {
    let (reader, writer) = try kind.open()
    defer { [reader, writer].forEach { close($0) } }
    let output = ByteOutput(descriptor: writer, loop: RoomLoop(), patience: 60_000)
    output.append(Self.text)
    nonisolated(unsafe) var received = 0
    let body: () -> Void = {
      var block = [UInt8](repeating: 0, count: 5000)
      while received < Self.text.utf8.count {
        let count = read(reader, &block, block.count)
        if count <= 0 { break }
        received += count
      }
    }
    #expect(output.hasBacklog)
    let thread = try TestThread(body)
    try output.finish()
    thread.join()
    #expect(received == Self.text.utf8.count)
  }

  @Test(
    "a reader that does not read is given up, and the error has the number of missed bytes",
    arguments: Kind.allCases)
  func givingUp(_ kind: Kind) throws {
    let (reader, writer) = try kind.open()
    defer { [reader, writer].forEach { close($0) } }
    let loop = RoomLoop()
    let output = ByteOutput(descriptor: writer, loop: loop, patience: 1)
    output.append(Self.text)
    var missed = 0
    do throws(MirrorError) {
      try output.finish()
      Issue.record("finish() succeeded although nothing was read")
    } catch {
      if case .readerStuck(let bytes) = error { missed = bytes }
    }
    #expect(loop.descriptor == nil && !output.hasBacklog)
    #expect(throws: MirrorError.readerStuck(bytes: missed)) { try output.finish() }
    _ = fcntl(reader, F_SETFL, O_NONBLOCK)
    var taken = 0
    try eventually("the accepted output") {
      taken += drain(reader).count
      return taken >= Self.text.utf8.count - missed
    }
    #expect(taken + missed == Self.text.utf8.count)
  }

  @Test("the queue is bounded, and the output fails beyond the limit")
  func bound() throws {
    let (reader, writer) = try Kind.pipe.open()
    defer { [reader, writer].forEach { close($0) } }
    let loop = RoomLoop()
    let output = ByteOutput(descriptor: writer, limit: 1000, loop: loop, bound: 100_000)
    var appended = 0
    while case () = try output.flush(), appended < 100_000 {
      output.append(String(repeating: "x", count: 1000))
      appended += 1000
    }
    try output.check()
    output.append(String(repeating: "x", count: 65_536))
    do throws(MirrorError) {
      try output.flush()
      Issue.record("flush() succeeded above the limit")
    } catch {
      guard case .readerStuck(100_001...) = error else { throw error }
    }
    #expect(loop.descriptor == nil && !output.hasBacklog)
  }

  @Test("a reader that closes while bytes are queued is a broken pipe")
  func brokenPipe() throws {
    let (reader, writer) = try Kind.pipe.open()
    defer { close(writer) }
    let loop = RoomLoop()
    let output = ByteOutput(descriptor: writer, loop: loop)
    output.append(Self.text)
    close(reader)
    // A process that another test is starting holds a copy of the reader until it runs.
    #expect((0..<1000).contains { _ in loop.turn() || poll(nil, 0, 10) < 0 })
    #expect(throws: MirrorError.outputFailed(errno: EPIPE)) { try output.flush() }
    #expect(loop.descriptor == nil)
  }

  @Test("a file is written at its current position, and a closed descriptor is an error")
  func file() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("before ".utf8, to: "file")
    let file = open(path, O_WRONLY)
    defer { close(file) }
    lseek(file, 0, SEEK_END)
    do {
      let output = ByteOutput(descriptor: file, loop: RoomLoop())
      output.append(Self.text)
      try output.flush()
    }
    _ = write(file, " behind", 7)
    #expect(contents(of: path) == "before \(Self.text) behind")
    let closed = ByteOutput(descriptor: -1, loop: RoomLoop())
    closed.append("x")
    #expect(throws: MirrorError.outputFailed(errno: EBADF)) { try closed.flush() }
  }

  @Test("a terminal that does not read costs no frames, and is shown the latest state afterwards")
  func skippedFrames() throws {
    let (reader, writer) = try Kind.terminal.open()
    defer { [reader, writer].forEach { close($0) } }
    _ = fcntl(reader, F_SETFL, O_NONBLOCK)
    let loop = RoomLoop()
    let output = ByteOutput(descriptor: writer, loop: loop, bound: 100_000)
    let engine = TextEngine()
    let view = TextView()
    engine.fill(with: view)
    let mirror = TerminalMirror(
      engine: engine, output: output, session: nil, kind: .window, size: (80, 24),
      words: .english(for: .window))
    var frames = 0
    for number in 0..<2000 {
      view.replace(TextRange(caret: view.storage.count), withText: "\(number)\n")
      view.select(Selection(caret: view.storage.count))
      engine.follow(view)
      try mirror.frameEnded()
      if !output.hasBacklog { frames += 1 }
    }
    #expect(frames < 1000)
    var terminal = VirtualTerminal(columns: 80, rows: 24)
    var bytes: [UInt8] = []
    try eventually("the latest state") {
      bytes += drain(reader)
      loop.turn()
      try mirror.frameEnded()
      let isWhole = bytes.suffix(8).elementsEqual("\u{1b}[?2026l".utf8)
      guard isWhole, !output.hasBacklog else { return false }
      terminal = VirtualTerminal(columns: 80, rows: 24)
      terminal.feed(String(decoding: bytes, as: UTF8.self))
      return terminal.lines[21] == "1999"
    }
    #expect(terminal.strangers == [])
  }
}
