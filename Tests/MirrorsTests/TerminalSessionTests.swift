// SPDX-License-Identifier: Apache-2.0
import Glibc
import Mirrors
import TestSupport
import Testing
import TestTraits
import TextInput

extension TerminalSession {
  fileprivate convenience init(
    descriptor: Int32, kind: TerminalKind = .window
  ) throws(MirrorError) {
    try self.init(
      descriptor: descriptor, kind: kind, output: ByteOutput(descriptor: descriptor))
  }
}

/// Takes over a terminal by its path, as the program does.
private func session(at path: String) throws -> TerminalSession {
  let descriptor = open(path, O_RDWR | O_NOCTTY)
  guard descriptor >= 0 else { throw SystemFailure(call: "open", errno: errno) }
  var none = sigset_t()
  sigemptyset(&none)
  // The threads of tests block signals.
  pthread_sigmask(SIG_SETMASK, &none, nil)
  return try TerminalSession(descriptor: descriptor)
}

/// Serialized, because the crash handler knows one terminal at a time.
@Suite(.serialized, .awayFromTestbed) struct TerminalSessionTests {
  static let entered = "\u{1b}[?1049h\u{1b}[22;0;0t\u{1b}[?25l\u{1b}[?7l\u{1b}[8l\u{1b}[H\u{1b}[2J"
  static let left =
    "\u{1b}[?2026l\u{1b}[?1004l\u{1b}[?2004l\u{1b}[8h\u{1b}(B\u{1b}[m\u{1b}[39;49m\u{1b}[?7h\u{1b}[?12l\u{1b}[?25h"
    + "\u{1b}[?1049l\u{1b}[23;0;0t"
  /// A crash may leave the shape of the cursor that a hosted program has set.
  private static let resetCursor = "\u{1b}[0 q"

  @Test("a session takes over the terminal and restores its exact state")
  func takingAndGiving() throws {
    let terminal = try Pseudoterminal()
    let before = terminal.state
    let session = try TerminalSession(descriptor: terminal.slave)
    #expect(terminal.read() == Self.entered)
    #expect(session.size == (20, 5))
    var attributes = termios()
    tcgetattr(terminal.slave, &attributes)
    #expect(attributes.c_lflag & tcflag_t(ECHO | ICANON) == 0)
    #expect(attributes.c_lflag & tcflag_t(ISIG) != 0, "Control-C still works")
    let suspend = withUnsafeBytes(of: attributes.c_cc) { $0[Int(VSUSP)] }
    #expect(suspend == 0, "a stopped program would keep its keyboards grabbed")
    session.end()
    #expect(terminal.read() == Self.left)
    #expect(terminal.state == before)
    session.end()
    #expect(terminal.read() == "", "a second end() does nothing")
  }

  @Test("on the console the screen is cleared instead of switched")
  func console() throws {
    let terminal = try Pseudoterminal()
    do { _ = try TerminalSession(descriptor: terminal.slave, kind: .console) }
    let clear = "\u{1b}[H\u{1b}[J"
    let (hidden, shown) = ("\u{1b}[?25l\u{1b}[?1c", "\u{1b}[?25h\u{1b}[?0c")
    #expect(
      terminal.read() == hidden + "\u{1b}[?7l" + clear + "\u{1b}[m\u{f}\u{1b}[39;49m\u{1b}[?7h"
        + shown + clear)
  }

  @Test("a session restores the terminal when it is deallocated")
  func releasing() throws {
    let terminal = try Pseudoterminal()
    let before = terminal.state
    do {
      let session = try TerminalSession(descriptor: terminal.slave)
      #expect(terminal.state != before)
      withExtendedLifetime(session) {}
    }
    #expect(terminal.state == before)
    #expect(terminal.read().hasSuffix(Self.left))
  }

  @Test("a terminal that the kernel does not let the program restore is restored by its guard")
  func restoringByGuard() throws {
    let terminal = try Pseudoterminal()
    let before = terminal.state
    let session = try TerminalSession(descriptor: terminal.slave)
    session.guardAgainstKill()
    #expect(terminal.state != before)
    // No descriptor of the session is a terminal any more, so each of its requests fails.
    let nothing = open("/dev/null", O_RDWR | O_CLOEXEC)
    defer { close(nothing) }
    for name in openDescriptors(of: terminal.path) where name != terminal.slave {
      #expect(dup2(nothing, name) == name)
    }
    session.end()
    #expect(terminal.state == before)
    #expect(terminal.read().hasSuffix(Self.left))
  }

  @Test("input typed at the terminal never reaches the shell")
  func typedMeanwhile() throws {
    let terminal = try Pseudoterminal()
    let session = try TerminalSession(descriptor: terminal.slave)
    _ = terminal.read()
    terminal.type("rm -rf x")
    #expect(terminal.waiting == 8)
    #expect(terminal.read() == "", "nothing is echoed")
    let loop = ReadingLoop()
    session.watch(on: loop) { _ in Issue.record("typed text was taken for a focus report") }
    loop.turn()
    #expect(terminal.waiting == 0)
    terminal.type("rm -rf y\r")
    session.end()
    #expect(terminal.waiting == 0)
  }

  @Test("a descriptor that is no terminal is refused, and not changed")
  func noTerminal() throws {
    let pipe = try PipeReader()
    #expect(throws: MirrorError.notATerminal(errno: ENOTTY)) {
      _ = try TerminalSession(descriptor: pipe.writer)
    }
    #expect(throws: MirrorError.notATerminal(errno: EBADF)) {
      _ = try TerminalSession(descriptor: -1)
    }
    #expect(pipe.read() == "")
  }

  @Test("the final document is printed after the session, on the restored terminal")
  func finalDocument() throws {
    let terminal = try Pseudoterminal()
    let before = terminal.state
    let session = try TerminalSession(descriptor: terminal.slave)
    let mirror = TerminalMirror(
      engine: engine(showing: "kept\nsafe"), output: ByteOutput(descriptor: terminal.slave),
      session: session, kind: .window,
      size: session.size, words: .english(for: .window))
    try mirror.frameEnded()
    _ = terminal.read()
    try mirror.finish()
    #expect(terminal.read() == Self.left + "kept\r\nsafe\r\n")
    #expect(terminal.state == before)
  }

  @Test("a terminal that hangs up during a session is an error, not a crash")
  func hangUp() throws {
    let terminal = try Pseudoterminal()
    let session = try TerminalSession(descriptor: terminal.slave)
    let mirror = TerminalMirror(
      engine: engine(showing: "x"), output: ByteOutput(descriptor: terminal.slave),
      session: session, kind: .window, size: session.size, words: .english(for: .window))
    terminal.hangUp()
    #expect(throws: MirrorError.outputFailed(errno: EIO)) { try mirror.frameEnded() }
    #expect(throws: MirrorError.outputFailed(errno: EIO)) { try mirror.finish() }
  }

  // MARK: Crashes

  /// The ways to crash, each in a separate process with a session.
  @Test("a signal that ends the program restores the terminal, and still ends the program")
  func signals() async throws {
    let signals = [
      SIGQUIT, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGSYS, SIGXCPU, SIGXFSZ,
      SIGINT, SIGTERM, SIGHUP, SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGIO, SIGPWR,
      SIGSTKFLT,
    ]
    for signal in signals {
      let terminal = try Pseudoterminal()
      let before = terminal.state
      let path = terminal.path
      await #expect(processExitsWith: .signal(signal)) {
        [path = path as String, signal = signal as Int32] in
        let session = try session(at: path)
        raise(signal)
        withExtendedLifetime(session) {}
      }
      #expect(terminal.read() == Self.entered + Self.resetCursor + Self.left)
      #expect(terminal.state == before)
    }
  }

  @Test("an ignored signal stays ignored, as with nohup")
  func ignoredSignal() async throws {
    let terminal = try Pseudoterminal()
    let path = terminal.path
    await #expect(processExitsWith: .exitCode(7)) { [path = path as String] in
      signal(SIGHUP, SIG_IGN)
      let session = try session(at: path)
      raise(SIGHUP)
      withExtendedLifetime(session) { exit(7) }
    }
    #expect(terminal.read() == Self.entered)
  }

  @Test("a stop signal is ignored only while the session has the terminal")
  func stopping() async throws {
    let terminal = try Pseudoterminal()
    let path = terminal.path
    await #expect(processExitsWith: .exitCode(7)) { [path = path as String] in
      signal(SIGTSTP) { _ in _exit(7) }
      let session = try session(at: path)
      raise(SIGTSTP)
      session.end()
      raise(SIGTSTP)
    }
    #expect(terminal.read() == Self.entered + Self.left)
  }

  @Test("a crash with a full terminal does not hang, and restores the terminal")
  func crashWhileStuck() async throws {
    let terminal = try Pseudoterminal()
    let before = terminal.state
    let path = terminal.path
    await #expect(processExitsWith: .signal(SIGQUIT)) { [path = path as String] in
      let session = try session(at: path)
      let filler = open(path, O_WRONLY | O_NOCTTY | O_NONBLOCK)
      while write(filler, "filler", 6) > 0 {}
      raise(SIGQUIT)
      withExtendedLifetime(session) {}
    }
    #expect(terminal.read().hasSuffix(Self.left))
    #expect(terminal.state == before)
  }

  @Test("a bad pointer, a trap and a stack overflow restore the terminal too")
  func realCrashes() async throws {
    for kind in ["pointer", "trap", "stack"] {
      let terminal = try Pseudoterminal()
      let before = terminal.state
      let path = terminal.path
      await #expect(processExitsWith: .failure) { [path = path as String, kind = kind as String] in
        let session = try session(at: path)
        switch kind {
        case "pointer": UnsafeMutablePointer<Int>(bitPattern: 8)?.pointee = 1
        case "trap": preconditionFailure("on purpose")
        default: _ = endless(1)
        }
        withExtendedLifetime(session) {}
      }
      #expect(terminal.read() == Self.entered + Self.resetCursor + Self.left, "\(kind)")
      #expect(terminal.state == before, "\(kind)")
    }
  }

  @Test("after a session the crash handler is inactive")
  func disarmed() async throws {
    let terminal = try Pseudoterminal()
    let path = terminal.path
    await #expect(processExitsWith: .signal(SIGABRT)) { [path = path as String] in
      try session(at: path).end()
      raise(SIGABRT)
    }
    #expect(terminal.read() == Self.entered + Self.left)
  }

  // MARK: A real terminal emulator

  @Test("tmux displays the mirror's state", .needs("tmux"))
  func tmux() throws {
    let text = "one two\tthree\n日本語の文字を折り返す\ne\u{301}t\u{1b}[31me\u{7}\nlast"
    let folder = try TemporaryFolder()
    let pipe = try PipeReader()
    let engine = TextEngine()
    engine.screen = CellSize(width: 17, height: 9)
    let view = TextView()
    engine.fill(with: view)
    let mirror = TerminalMirror(
      engine: engine, output: ByteOutput(descriptor: pipe.writer), session: nil,
      kind: .window, size: (17, 9), words: .english(for: .window))
    for character in text {
      view.text += String(character)
      try mirror.frameEnded()
    }
    let bytes = try folder.write((Self.entered + pipe.read()).utf8, to: "bytes")
    let configuration = try folder.write("set -g status off\n".utf8, to: "tmux.conf")
    let tmux = ["tmux", "-u", "-S", folder.path + "/socket", "-f", configuration]
    let environment = ["LC_ALL": "C.UTF-8", "TMUX": "", "TERM": "xterm-256color"]
    func run(_ arguments: [String]) throws -> Child {
      try Child.run(tmux + arguments, environment: environment)
    }
    let started = try run([
      "new-session", "-d", "-x", "17", "-y", "9",
      "cat '\(bytes)'; tmux -S '\(folder.path)/socket' wait-for -S shown; read x",
    ])
    #expect(started.status == 0, "\(started.errors)")
    _ = try run(["wait-for", "shown"])
    let shown = try run(["capture-pane", "-p"]).output
    _ = try run(["kill-server"])
    #expect(
      shown.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) == [
        "one two three", "日本語の文字を折", "り返す", "e\u{301}t␛[31me␇", "last", "", "", "",
        "No  ⌫+⎋+⏎ to exit", "",
      ])
  }
}

/// An engine with one text view.
private func engine(showing text: String) -> TextEngine {
  let engine = TextEngine()
  let view = TextView()
  view.text = text
  engine.fill(with: view)
  return engine
}

/// Calls itself until the stack is full.
private func endless(_ depth: Int) -> Int {
  withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 16) { room in
    room[depth % 4096] = 1
    return endless(depth + 1) + Int(room[0])
  }
}
