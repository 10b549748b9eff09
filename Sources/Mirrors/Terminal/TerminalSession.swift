// SPDX-License-Identifier: Apache-2.0
import Glibc
package import Keys

/// The terminal while the mirror has it: no echo, no line editing, the mirror's own screen.
///
/// Everything is given back by ``end()``, at the latest when nobody holds the session any more, and by
/// a signal handler when a signal ends the program. Where there is a loop, those that ask it to end
/// (`SIGINT`, `SIGTERM`, `SIGHUP`) are the loop's business, which then ends the session as always:
/// Control-C still sends its signal, while Control-Z is switched off, because a stopped program
/// would go on holding its keyboards.
package final class TerminalSession {
  private let descriptor: Int32
  private let output: ByteOutput
  private let kind: TerminalKind
  private var original: termios
  private var isActive = true
  /// What the terminal sends is read here, once a loop watches; -1 before.
  private var input: Int32 = -1
  private var reports = FocusReports()
  private var console: ForegroundConsole?
  private var loop: (any DescriptorLoop)?

  /// Takes a terminal over.
  ///
  /// - Parameters:
  ///   - descriptor: the terminal; it stays the caller's.
  ///   - kind: what the terminal can do.
  ///   - output: what the mirror writes to the terminal with, so that all comes in order.
  /// - Throws: `notATerminal` where the descriptor is none, or does not let itself be set.
  package init(
    descriptor: Int32, kind: TerminalKind, output: ByteOutput
  ) throws(MirrorError) {
    var attributes = termios()
    guard tcgetattr(descriptor, &attributes) == 0 else { throw .notATerminal(errno: errno) }
    let descriptor = ownDescriptor(of: descriptor)
    self.descriptor = descriptor
    self.output = output
    self.kind = kind
    original = attributes
    CrashRescue.arm(
      descriptor: descriptor, attributes: attributes, bytes: kind.leave)
    attributes.c_lflag &= ~tcflag_t(ECHO | ECHONL | ICANON | IEXTEN)
    // Flow control off: a stray Control-S must not stop the drawing.
    attributes.c_iflag &= ~tcflag_t(IXON | IXOFF)
    withUnsafeMutableBytes(of: &attributes.c_cc) { characters in
      characters[Int(VSUSP)] = 0  // Linux's _POSIX_VDISABLE.
      characters[Int(VMIN)] = 1
      characters[Int(VTIME)] = 0
    }
    guard tcsetattr(descriptor, TCSANOW, &attributes) == 0 else {
      let reason = errno
      CrashRescue.disarm(descriptor: descriptor)
      isActive = false
      throw .notATerminal(errno: reason)
    }
    output.append(contentsOf: kind.enter)
    // A failure is kept, and reported when the mirror draws.
    try? output.flush()
  }

  deinit {
    end()
    close(descriptor)
  }

  /// The terminal's size in columns and rows; 80 × 24 where it does not say.
  package var size: (columns: Int, rows: Int) {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
      return (80, 24)
    }
    return (Int(size.ws_col), Int(size.ws_row))
  }

  // MARK: Input and focus

  /// Watches the terminal until the session ends: its focus is told, what is typed at it is thrown
  /// away.
  ///
  /// A terminal that reports its focus does so from now on; one that does not has it for ever. A
  /// virtual console has the focus while it is the one in front.
  ///
  /// - Parameters:
  ///   - loop: the program's loop.
  ///   - onFocus: is told whether the terminal has the focus when that changes, and at once where it
  ///     has not. That the same is told twice is possible.
  package func watch(on loop: any DescriptorLoop, onFocus: @escaping (Bool) -> Void) {
    guard isActive, self.loop == nil else { return }
    self.loop = loop
    input = ownDescriptor(of: descriptor, access: O_RDONLY)
    // A full queue would also stop Control-C.
    loop.watch(input, for: .read) { [unowned self] readiness in
      if let isFocused = takeInput() { onFocus(isFocused) }
      if readiness.contains(.hangUp) { loop.unwatch(input) }
    }
    if let number = ForegroundConsole.number(of: descriptor),
      let console = ForegroundConsole(number: number)
    {
      self.console = console
      console.watch(on: loop) { onFocus(console.isInFront) }
      if !console.isInFront { onFocus(false) }
    } else if !kind.reportFocus.isEmpty {
      output.append(contentsOf: kind.reportFocus)
      try? output.flush()
    }
  }

  /// Reads what there is; only reports of focus count.
  private func takeInput() -> Bool? {
    var waiting: Int32 = 0
    // Asked first, because a descriptor that could only be duplicated may block.
    guard ioctl(input, UInt(FIONREAD), &waiting) == 0, waiting > 0 else { return nil }
    var bytes = [UInt8](repeating: 0, count: min(Int(waiting), 4096))
    let count = read(input, &bytes, bytes.count)
    guard count > 0 else {
      // What may not be read is in the way all the same.
      tcflush(descriptor, TCIFLUSH)
      return nil
    }
    return reports.read(bytes[..<count])
  }

  private func unwatch() {
    guard let loop else { return }
    loop.unwatch(input)
    console?.unwatch(on: loop)
    if input >= 0 { close(input) }
    input = -1
    console = nil
    self.loop = nil
  }

  /// Gives the terminal back as it was; a second call does nothing.
  ///
  /// What was typed meanwhile is thrown away: a keyboard that was not grabbed typed here too, and the
  /// shell would take it for commands.
  package func end() {
    guard isActive else { return }
    isActive = false
    unwatch()
    leave()
    tcflush(descriptor, TCIFLUSH)
    tcsetattr(descriptor, TCSANOW, &original)
    CrashRescue.disarm(descriptor: descriptor)
  }

  private func leave() {
    output.append(contentsOf: kind.leave)
    do throws(MirrorError) {
      try output.finish()
    } catch {
      // A terminal that takes nothing gets this alone, for when it does; one that has gone needs
      // no giving back.
      tcflush(descriptor, TCOFLUSH)
      _ = write(descriptor, kind.leave, kind.leave.count)
    }
  }
}
