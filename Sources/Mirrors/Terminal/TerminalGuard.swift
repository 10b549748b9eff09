// SPDX-License-Identifier: Apache-2.0
import CTerminalGuard
import Glibc
import Keys

/// A process that restores the terminal if this one is killed by SIGKILL, for which there is no
/// handler.
final class TerminalGuard {
  /// The descriptor that ends the process without effect; closed by ``dismiss()`` and
  /// ``restore()``.
  let descriptor: Int32
  private var process: pid_t = 0

  /// Starts the process; nil if the kernel refuses.
  ///
  /// - Parameters:
  ///   - terminal: the terminal, with the modes that this process has set.
  ///   - original: the modes to restore.
  ///   - bytes: the bytes that leave the mirror's screen.
  init?(terminal: Int32, original: termios, bytes: ControlSequence) {
    var (original, changed) = (original, termios())
    guard uninterrupted({ tcgetattr(terminal, &changed) }) == 0 else { return nil }
    descriptor = keybridge_guard_terminal(
      terminal, &original, &changed, bytes, bytes.count, &process)
    guard descriptor >= 0 else { return nil }
  }

  /// Ends the process, because the terminal is restored.
  func dismiss() {
    keybridge_dismiss_guard(descriptor)
    awaitEnd()
  }

  /// Lets the process restore the terminal as if this one had been killed, because the kernel does
  /// not let this one do it.
  func restore() {
    close(descriptor)
    awaitEnd()
  }

  private func awaitEnd() {
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
  }
}
