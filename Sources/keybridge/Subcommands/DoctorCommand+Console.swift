// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The finding of `doctor` about the console of the shell.
extension Finding {
  /// How to type in the shell through Keybridge, if this shell has a console of its own.
  static func consoleOfThisShell() -> [Finding] {
    console(ttyname(STDIN_FILENO).map { String(cString: $0) } ?? "")
  }

  /// How to type in the shell through Keybridge, if the terminal is a console of the kernel.
  ///
  /// - Parameter terminal: the path of the terminal; empty for none.
  /// - Returns: a remark, or nothing.
  static func console(_ terminal: String) -> [Finding] {
    let number = terminal.dropFirst("/dev/tty".count)
    guard terminal.hasPrefix("/dev/tty"), !number.isEmpty,
      number.utf8.allSatisfy({ (48...57).contains($0) })
    else { return [] }
    return [
      .remark(
        "the shell on \(terminal) is typed at without Keybridge",
        """
        keybridge exec
        after each login on a console, with this line at the end of ~/.profile:
        case $(tty) in /dev/tty[0-9]*) exec keybridge exec --or-plain ;; esac
        """)
    ]
  }
}
