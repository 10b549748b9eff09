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
  private let kind: TerminalKind
  private var original: termios
  private var isActive = true

  /// Takes a terminal over; the descriptor stays the caller's and must outlive the session.
  ///
  /// - Throws: `notATerminal` where the descriptor is none, or does not let itself be set.
  package init(descriptor: Int32, kind: TerminalKind) throws(MirrorError) {
    var attributes = termios()
    guard tcgetattr(descriptor, &attributes) == 0 else { throw .notATerminal(errno: errno) }
    self.descriptor = descriptor
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
    send(EscapeSequence.enter(kind))
  }

  deinit {
    end()
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
    send(EscapeSequence.leave(kind))
    tcflush(descriptor, TCIFLUSH)
    tcsetattr(descriptor, TCSANOW, &original)
    CrashRescue.disarm(descriptor: descriptor)
  }

  private func send(_ sequence: String) {
    let output = ByteOutput(descriptor: descriptor)
    output.append(sequence)
    // A terminal that has gone needs no giving back.
    try? output.flush()
  }
}
