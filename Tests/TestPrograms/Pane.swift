// SPDX-License-Identifier: Apache-2.0
package import TestSupport

/// A separate tmux server with one shell.
package final class Pane {
  package let folder: TemporaryFolder

  package init(columns: Int = 40, rows: Int = 8) throws {
    folder = try TemporaryFolder()
    try tmux(
      "-f", "/dev/null", "new-session", "-d", "-x", "\(columns)", "-y", "\(rows)",
      "env PS1='$ ' HOME=/nonexistent sh -i")
    type("echo before-$((6*7))")
    try expect { $0.contains("before-42") }
  }

  deinit {
    _ = try? tmux("kill-server")
  }

  @discardableResult package func tmux(_ arguments: String...) throws -> Child {
    try Child.run(
      ["tmux", "-S", folder.path + "/tmux"] + arguments,
      environment: Program.environment.merging(["TERM": "xterm-256color", "LANG": "C.UTF-8"]) {
        $1
      })
  }

  package func type(_ line: String) { _ = try? tmux("send-keys", line, "Enter") }

  package var screen: String { (try? tmux("capture-pane", "-p", "-t", ":.0").output) ?? "" }

  /// Waits until the screen meets a condition.
  package func expect(_ isRight: (String) -> Bool) throws {
    var last = ""
    do {
      try eventually("the screen") {
        last = screen
        return isRight(last)
      }
    } catch {
      throw WrongScreen(last)
    }
  }

  /// Whether the program in the pane uses the alternate screen, which the shell does not.
  package var isAlternate: Bool {
    (try? tmux("display-message", "-p", "#{alternate_on}").output) == "1\n"
  }

  /// Checks that the shell echoes typed text again.
  package func expectEcho() throws {
    // Before the prompt the terminal itself would echo the command.
    try expect { $0.split(separator: "\n").last?.hasSuffix("$") == true }
    type("echo after-$((6*7))")
    try expect { $0.contains("$ echo after-$((6*7))") && $0.contains("after-42") }
  }
}

package struct WrongScreen: Error {
  package var screen: String

  init(_ screen: String) {
    self.screen = screen
  }
}
