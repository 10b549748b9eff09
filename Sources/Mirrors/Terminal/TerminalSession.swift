// SPDX-License-Identifier: Apache-2.0
import Glibc
package import Keys
package import TextInput

/// The terminal while the mirror uses it: no echo, no line editing, the mirror's own screen.
///
/// The terminal is restored by ``end()``, by `deinit` at the latest, and by a signal handler if a
/// signal ends the program. With a loop, the loop handles the terminating signals (`SIGINT`,
/// `SIGTERM`, `SIGHUP`) and then ends the session normally. Control-C still sends its signal,
/// unless keys that are typed at the terminal must have no effect, or are the program's.
/// Control-Z is disabled, because a stopped program would keep its keyboards grabbed.
package final class TerminalSession {
  private let descriptor: Int32
  private let output: ByteOutput
  private let kind: TerminalKind
  private var original: termios
  private var isActive = true
  /// The descriptor for input from the terminal, once it is needed; -1 before.
  private var input: Int32 = -1
  private var reader = TerminalReader()
  private var colors = TerminalColors()
  /// The queries whose end the terminal has not reported, the oldest first.
  private var queries: [Query] = []
  /// The flags of the keyboard protocol that the terminal has reported.
  private var keyboardFlags = 0
  /// Whether the keys of the terminal are read.
  private let readsKeys: Bool
  /// Called with each event, in order, if the keys are read.
  private var took: ((TerminalEvent) -> Void)?
  private var focusHandler: (Bool) -> Void = { _ in }
  /// Whether the terminal's colours are wanted.
  private var asksForColors = false
  /// Called with what is pasted at the terminal; nil if pastes are discarded.
  private var pasted: ((String?) -> Void)?
  private var console: ForegroundConsole?
  private var loop: (any DescriptorLoop)?
  private var terminalGuard: TerminalGuard?

  /// A query that ends with one of the kind of terminal, which every terminal answers.
  private enum Query {
    case colors, keyboard
  }

  private var leaving: ControlSequence { kind.leave(readsKeys: readsKeys) }

  /// Takes over a terminal.
  ///
  /// - Parameters:
  ///   - descriptor: the terminal; the caller closes it.
  ///   - kind: the terminal's capabilities.
  ///   - output: the mirror's writer to the terminal, so that all output is in order.
  ///   - sendsSignals: whether Control-C and Control-\ at the terminal send their signals.
  ///   - readsKeys: whether the keys of the terminal are read with ``takeEvents(_:)``; then they
  ///     send no signals.
  /// - Throws: `notATerminal` if the descriptor is not a terminal or cannot be configured.
  package init(
    descriptor: Int32, kind: TerminalKind, output: ByteOutput, sendsSignals: Bool = true,
    readsKeys: Bool = false
  ) throws(MirrorError) {
    var attributes = termios()
    guard uninterrupted({ tcgetattr(descriptor, &attributes) }) == 0 else {
      throw .notATerminal(errno: errno)
    }
    let descriptor = ownDescriptor(of: descriptor)
    self.descriptor = descriptor
    self.output = output
    self.kind = kind
    self.readsKeys = readsKeys
    original = attributes
    reader.readsKeys = readsKeys
    // `^H`, as the kernel would erase with it.
    reader.form.erasesWithControlH = withUnsafeBytes(of: &attributes.c_cc) { $0[Int(VERASE)] == 8 }
    TerminalCrashHandler.arm(
      descriptor: descriptor, attributes: attributes,
      bytes: kind.cursorShape(0) + kind.leave(readsKeys: readsKeys))
    attributes.c_lflag &= ~tcflag_t(ECHO | ECHONL | ICANON | IEXTEN)
    if !sendsSignals || readsKeys { attributes.c_lflag &= ~tcflag_t(ISIG) }
    // Return and Control-J are different keys.
    if readsKeys { attributes.c_iflag &= ~tcflag_t(ICRNL | INLCR | IGNCR | ISTRIP) }
    // Flow control is off, because an accidental Control-S must not stop the drawing.
    attributes.c_iflag &= ~tcflag_t(IXON | IXOFF)
    withUnsafeMutableBytes(of: &attributes.c_cc) { characters in
      characters[Int(VSUSP)] = 0  // _POSIX_VDISABLE on Linux.
      characters[Int(VMIN)] = 1
      characters[Int(VTIME)] = 0
    }
    guard uninterrupted({ tcsetattr(descriptor, TCSANOW, &attributes) }) == 0 else {
      let reason = errno
      TerminalCrashHandler.disarm(descriptor: descriptor)
      isActive = false
      throw .notATerminal(errno: reason)
    }
    output.append(contentsOf: kind.enter)
    if readsKeys, !kind.reportKeys.isEmpty {
      output.append(contentsOf: kind.reportKeys)
      queries.append(.keyboard)
    }
    // A failure is kept, and reported when the mirror draws.
    try? output.flush()
  }

  deinit {
    end()
    close(descriptor)
  }

  /// Starts a process that restores the terminal, and the user's shape of the cursor, if this one
  /// is killed by SIGKILL.
  ///
  /// Without one, such a terminal keeps the mirror's screen and echoes nothing. Must be called
  /// before the process has secrets, because the other one has a copy of its memory.
  package func guardAgainstKill() {
    guard isActive, terminalGuard == nil else { return }
    terminalGuard = TerminalGuard(
      terminal: descriptor, original: original, bytes: kind.cursorShape(0) + leaving)
    TerminalCrashHandler.setGuard(terminalGuard?.descriptor ?? -1, of: descriptor)
  }

  /// The terminal's size in columns and rows; 80 × 24 if it is unknown.
  package var size: (columns: Int, rows: Int) {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
      return (80, 24)
    }
    return (Int(size.ws_col), Int(size.ws_row))
  }

  // MARK: Input and focus

  /// Watches the terminal until the session ends: reports its focus, and discards what is typed at
  /// it.
  ///
  /// Focus reports of the terminal are enabled; a terminal without them always has focus. A virtual
  /// console has focus while it is in the foreground.
  ///
  /// - Parameters:
  ///   - loop: the program's loop.
  ///   - onFocus: called with whether the terminal has focus when that changes, and at once if it
  ///     does not; may be called with the same value twice.
  ///   - onHangUp: called when the terminal is gone. Only the processes of which it is the
  ///     controlling terminal get SIGHUP.
  package func watch(
    on loop: any DescriptorLoop, onFocus: @escaping (Bool) -> Void,
    onHangUp: @escaping () -> Void = {}
  ) {
    guard isActive, self.loop == nil else { return }
    self.loop = loop
    focusHandler = onFocus
    openInput()
    // A full input queue would also block Control-C.
    loop.watch(input, for: .read) { [unowned self] readiness in
      if let isFocused = takeInput() { focusChanged(isFocused) }
      guard readiness.contains(.hangUp) else { return }
      loop.unwatch(input)
      onHangUp()
    }
    if let number = ForegroundConsole.number(of: descriptor),
      let console = ForegroundConsole(number: number)
    {
      self.console = console
      console.watch(on: loop) { [unowned self] in focusChanged(console.isInFront) }
      if !console.isInFront { onFocus(false) }
    } else if !kind.reportFocus.isEmpty {
      output.append(contentsOf: kind.reportFocus)
      try? output.flush()
    }
  }

  /// Takes what is pasted at the terminal, once ``watch(on:onFocus:onHangUp:)`` was called.
  ///
  /// A terminal without bracketed paste pastes as if it were typed, which is discarded.
  ///
  /// - Parameter pasted: called with the text; with nil if it is too long, and not taken.
  package func takePastes(_ pasted: @escaping (String?) -> Void) {
    guard isActive, !kind.enclosePastes.isEmpty else { return }
    self.pasted = pasted
    output.append(contentsOf: kind.enclosePastes)
    try? output.flush()
  }

  private func openInput() {
    if input < 0 { input = ownDescriptor(of: descriptor, access: O_RDONLY) }
  }

  /// Notes whether the terminal has focus, as an event says that ``takeEvents(_:)`` gave.
  package func focusChanged(_ isFocused: Bool) {
    // The user may have chosen other colours meanwhile.
    if isFocused, asksForColors { askForColors() }
    focusHandler(isFocused)
  }

  /// Takes everything that the terminal sends, in order, in place of the focus handler of
  /// ``watch(on:onFocus:onHangUp:)`` and of ``takePastes(_:)``.
  ///
  /// The first event says which keyboard protocol the terminal has, as soon as that is known.
  ///
  /// - Parameter took: called with each event.
  package func takeEvents(_ took: @escaping (TerminalEvent) -> Void) {
    guard isActive, readsKeys else { return }
    self.took = took
    if !queries.contains(.keyboard) { took(.keyboard(flags: keyboardFlags)) }
    guard !kind.enclosePastes.isEmpty else { return }
    output.append(contentsOf: kind.enclosePastes)
    try? output.flush()
  }

  /// Whether the last input may be a key or the beginning of a sequence.
  ///
  /// With the keyboard protocol no key is such a beginning.
  package var mayEndKey: Bool { !disambiguates && reader.mayBeWhole }

  /// Takes the last input for a key, because nothing has followed it for some time.
  package func endKey() {
    // The rest of the sequence may have waited meanwhile.
    _ = takeInput()
    guard mayEndKey else { return }
    for event in reader.end() { took?(event) }
  }

  private var disambiguates: Bool { keyboardFlags & 9 != 0 }

  /// Notes that the terminal has answered a whole query.
  private func queryEnded() {
    guard !queries.isEmpty else { return }
    switch queries.removeFirst() {
    case .colors: colors.take(.attributes)
    case .keyboard: took?(.keyboard(flags: keyboardFlags))
    }
    followQueries()
  }

  /// `ESC ]` is a key, unless a report of a colour may follow.
  private func followQueries() {
    reader.expectsColors = disambiguates || queries.contains(.colors)
  }

  /// Reads the available input, and returns the focus if a report is in it.
  private func takeInput() -> Bool? {
    var waiting: Int32 = 0
    // Checked first, because a duplicated descriptor may block.
    guard ioctl(input, UInt(FIONREAD), &waiting) == 0, waiting > 0 else { return nil }
    var bytes = [UInt8](repeating: 0, count: min(Int(waiting), 4096))
    let count = read(input, &bytes, bytes.count)
    guard count > 0 else {
      // Input that cannot be read must still be discarded.
      tcflush(descriptor, TCIFLUSH)
      return nil
    }
    var lastFocus: Bool?
    for event in reader.read(bytes[..<count]) {
      switch event {
      case .attributes: queryEnded()
      case .color: colors.take(event)
      case .keyboard(let flags): keyboardFlags = flags
      case .focus, .paste, .key:
        if let took {
          took(event)
        } else if case .focus(let isFocused) = event {
          lastFocus = isFocused
        } else if case .paste(let text) = event {
          pasted?(text)
        }
      }
    }
    return lastFocus
  }

  // MARK: Colours

  /// The time that the terminal has for its answers where something waits for them.
  var patience = Duration.milliseconds(200)

  /// Asks for the terminal's colours now and whenever it gains focus, so that
  /// ``color(_:)`` knows them.
  ///
  /// Waits for the answer, for 200 ms at most, because programs ask when they start.
  package func learnColors() {
    guard isActive else { return }
    asksForColors = true
    askForColors()
    awaitAnswers { colors.pendingQueries == 0 }
  }

  /// Returns a colour of the terminal as ``TextStyle/Color/rgb(_:_:_:)``; nil if it is unknown.
  package func color(_ name: TerminalColor) -> TextStyle.Color? { colors[name] }

  private func askForColors() {
    if ForegroundConsole.number(of: descriptor) != nil {
      colors.read(console: descriptor)
    } else if !kind.reportFocus.isEmpty {
      // The others might show the query.
      output.append(contentsOf: TerminalColors.query)
      try? output.flush()
      colors.wereQueried()
      queries.append(.colors)
      followQueries()
    }
  }

  /// Takes the answers that the terminal still owes, until there are enough.
  private func awaitAnswers(until areEnough: () -> Bool) {
    guard !areEnough() else { return }
    openInput()
    let end = BootTime.now + patience
    while !areEnough() {
      let rest = (end - .now) / .milliseconds(1)
      var entry = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
      guard rest > 0, poll(&entry, 1, Int32(rest.rounded(.up))) > 0,
        entry.revents == Int16(POLLIN)
      else { return }
      _ = takeInput()
    }
  }

  private func unwatch() {
    (pasted, took) = (nil, nil)
    guard let loop else { return }
    loop.unwatch(input)
    console?.unwatch(on: loop)
    console = nil
    self.loop = nil
  }

  /// Restores the terminal; a second call has no effect.
  ///
  /// Input that was typed at the terminal is discarded: keyboards that were not grabbed typed there
  /// too, and the shell would run it as commands.
  package func end() {
    guard isActive else { return }
    isActive = false
    unwatch()
    leave()
    // No shell may read them.
    awaitAnswers { queries.isEmpty }
    if input >= 0 { close(input) }
    input = -1
    tcflush(descriptor, TCIFLUSH)
    let isRestored = uninterrupted { tcsetattr(descriptor, TCSANOW, &original) } == 0
    TerminalCrashHandler.disarm(descriptor: descriptor)
    if isRestored { terminalGuard?.dismiss() } else { terminalGuard?.restore() }
    terminalGuard = nil
  }

  private func leave() {
    let bytes = leaving
    output.append(contentsOf: bytes)
    do throws(MirrorError) {
      try output.finish()
    } catch {
      // A terminal that accepts no output gets only this sequence, which it will process later. A
      // disconnected terminal need not be restored.
      tcflush(descriptor, TCOFLUSH)
      _ = write(descriptor, bytes, bytes.count)
    }
  }
}
