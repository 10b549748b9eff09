// SPDX-License-Identifier: Apache-2.0
import Devices
import Glibc
import Keys
import TestSupport
import Testing

@testable import Bridge
@testable import Hosting

/// The pty of a program that `exec` runs.
@Suite(.serialized) struct PseudoTerminalTests {
  /// A program in a pty, with the loop that serves it.
  private final class Run {
    let loop: EventLoop
    let terminal: PseudoTerminal
    private(set) var output: [UInt8] = []
    private(set) var refusals = 0
    private(set) var failures: [Int32] = []

    /// Starts a line of shell script, and waits until it has printed `ready`.
    init(_ script: String) throws {
      loop = try EventLoop(signals: [])
      terminal = try PseudoTerminal(loop: loop)
      terminal.received = { [unowned self] in output += $0 }
      terminal.refused = { [unowned self] in refusals += 1 }
      terminal.failed = { [unowned self] in failures.append($0) }
      try terminal.start(["sh", "-c", script], variables: [:]) {
        words, variables, path throws(HostingError) in
        try ProcessLauncher.start(words, variables: variables, terminal: path)
          .mapError { HostingError.program("sh", errno: $0.errno) }.get()
      }
      try wait { $0.contains("ready") }
    }

    deinit { terminal.hangUp() }

    var text: String { String(decoding: output, as: UTF8.self) }

    /// Waits until the output meets a condition.
    func wait(for isRight: (String) -> Bool) throws { try turn { isRight(text) } }

    /// Runs turns of the loop until a condition holds, for ten seconds at most.
    func turn(until isTrue: () -> Bool) throws {
      let end = loop.now.advanced(byMicroseconds: 10_000_000)
      while !isTrue() {
        try #require(loop.now < end, "\(text.suffix(200).debugDescription)")
        _ = try loop.turn(until: loop.now.advanced(byMicroseconds: 50_000))
      }
    }

    func type(_ text: String) { terminal.write(text.utf8) }
  }

  // MARK: Erasing

  @Test("Backspace erases all bytes of a character in a line that the kernel collects")
  func backspace() throws {
    let run = try Run("echo ready; read -r line; echo \"got $line.\"")
    run.type("aé\u{7f}b\n")
    try run.wait { $0.contains("got ab.") }
  }

  @Test("the kernel's editing of lines is known, also if the program changes it")
  func editing() throws {
    let run = try Run(
      "echo ready; read -r x; stty erase undef; echo two; read -r x; stty -iutf8; echo three;"
        + "read -r x; stty raw; echo four; read -r x")
    #expect(run.terminal.lineEditing == LineEditing(eraseByte: 0x7F, erasesUTF8: true))
    run.type("\n")
    try run.wait { $0.contains("two") }
    #expect(run.terminal.lineEditing == LineEditing(eraseByte: nil, erasesUTF8: true))
    run.type("\n")
    try run.wait { $0.contains("three") }
    #expect(run.terminal.lineEditing == LineEditing(eraseByte: nil, erasesUTF8: false))
    run.type("\n")
    try run.wait { $0.contains("four") }
    #expect(run.terminal.lineEditing == nil)
  }

  // MARK: Input

  @Test("a text is sent in one write, so that a program reads it as a whole")
  func oneWrite() throws {
    let run = try Run(
      "stty raw -echo; printf ready; dd bs=4096 count=1 status=none | wc -c; sleep 9")
    run.type(String(repeating: "한", count: 20))
    try run.wait { $0.contains("60") }
  }

  @Test("a paste of any length reaches a program that reads, and keys after it follow")
  func longPaste() throws {
    let run = try Run(
      "stty raw -echo; echo ready; head -c 500003 | sed 's/^a*bcd$/whole/'; sleep 9")
    #expect(run.terminal.write([UInt8](repeating: 0x61, count: 500_000), as: .paste))
    #expect(run.terminal.write("bcd".utf8))
    try run.wait { $0.contains("whole") }
    #expect(run.refusals == 0)
  }

  @Test("keys are refused once 64 KiB wait, each time, and accepted again after the program read")
  func refusal() throws {
    let run = try Run(
      "stty raw -echo; trap 'exec cat >/dev/null' USR1; echo $$ ready;"
        + " while :; do sleep 0.05; done")
    let process = try #require(run.text.split(separator: " ").first.flatMap { pid_t($0) })
    // The kernel also takes a number of bytes that is not known.
    let key = [UInt8](repeating: 0x61, count: 1024)
    var taken = 0
    while run.terminal.write(key) {
      taken += key.count
      try #require(taken < 1 << 20)
    }
    #expect(taken > PseudoTerminal.writeLimit && run.refusals == 1)
    #expect(!run.terminal.write(key) && run.refusals == 2)
    // No input of the user is lost.
    #expect(!run.terminal.write(key, as: .reply) && run.refusals == 2)
    // The end of a key that was sent is owed to the program.
    #expect(run.terminal.write("\u{1b}[97;1:3u".utf8, as: .release) && run.refusals == 2)
    kill(process, SIGUSR1)
    try run.turn { run.terminal.write(key) }
  }

  @Test("input that the kernel does not take is reported")
  func failure() throws {
    let run = try Run("echo $(tty) ready; read -r x")
    let path = try #require(run.text.split(separator: " ").first)
    // The descriptor of the terminal becomes one of a device to which nothing can be written.
    let full = open("/dev/full", O_WRONLY | O_CLOEXEC)
    defer { close(full) }
    var replaced = 0
    for master in ["/dev/ptmx", "/dev/pts/ptmx"].flatMap(openDescriptors) {
      var number: Int32 = -1
      // `TIOCGPTN`.
      guard ioctl(master, 0x8004_5430, &number) == 0, path == "/dev/pts/\(number)" else { continue }
      replaced += dup2(full, master) == master ? 1 : 0
    }
    try #require(replaced == 1)
    #expect(!run.terminal.write("a".utf8))
    #expect(run.failures == [ENOSPC] && run.refusals == 0)
  }

  @Test("a second paste is refused while the program does not read the first one")
  func twoPastes() throws {
    let run = try Run("stty raw -echo; echo ready; sleep 9")
    let paste = [UInt8](repeating: 0x61, count: 300_000)
    #expect(run.terminal.write(paste, as: .paste) && run.refusals == 0)
    // Keys that are typed after it wait as well.
    #expect(run.terminal.write("b".utf8) && run.refusals == 0)
    #expect(!run.terminal.write("c".utf8, as: .paste) && run.refusals == 1)
  }

  // MARK: Output

  @Test("a program that closed its terminal may open it again")
  func reopening() throws {
    let run = try Run(
      "echo ready; exec </dev/null >/dev/null 2>&1; sleep 0.3; exec >/dev/tty; echo hi; sleep 0.1")
    try run.wait { $0.contains("hi") }
    var status: Int32?
    try run.turn {
      status = run.terminal.reap()
      return status != nil
    }
    #expect(status == 0)
  }
}
