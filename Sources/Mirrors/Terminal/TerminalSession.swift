// SPDX-License-Identifier: Apache-2.0
import Glibc

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
      descriptor: descriptor, attributes: attributes, bytes: EscapeSequence.leave(kind))
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
    output.append(EscapeSequence.enter(kind))
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

  /// Throws away what was typed at the terminal itself.
  ///
  /// To be called when the terminal is readable, since a full queue would also stop Control-C.
  package func discardInput() {
    tcflush(descriptor, TCIFLUSH)
  }

  /// Gives the terminal back as it was; a second call does nothing.
  ///
  /// What was typed meanwhile is thrown away: a keyboard that was not grabbed typed here too, and the
  /// shell would take it for commands.
  package func end() {
    guard isActive else { return }
    isActive = false
    leave()
    tcflush(descriptor, TCIFLUSH)
    tcsetattr(descriptor, TCSANOW, &original)
    CrashRescue.disarm(descriptor: descriptor)
  }

  private func leave() {
    let sequence = EscapeSequence.leave(kind)
    output.append(sequence)
    do throws(MirrorError) {
      try output.finish()
    } catch {
      // A terminal that takes nothing gets this alone, for when it does; one that has gone needs
      // no giving back.
      tcflush(descriptor, TCOFLUSH)
      _ = write(descriptor, sequence, sequence.utf8.count)
    }
  }
}
