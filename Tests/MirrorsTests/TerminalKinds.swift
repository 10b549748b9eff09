// SPDX-License-Identifier: Apache-2.0
import Glibc

@testable import Mirrors

extension TerminalKind {
  /// A terminal window with everything that the mirror can use: xterm's entry, and additions of
  /// other terminals.
  static let window = known("xterm-256color") { entry in
    entry[.Sync] = Array("\u{1b}[?2026%?%p1%{1}%-%tl%eh%;".utf8)
    entry[.fe] = Array("\u{1b}[?1004h".utf8)
    entry[.fd] = Array("\u{1b}[?1004l".utf8)
    entry[.setrgbf] = Array("\u{1b}[38;2;%p1%d;%p2%d;%p3%dm".utf8)
    entry[.setrgbb] = Array("\u{1b}[48;2;%p1%d;%p2%d;%p3%dm".utf8)
  }

  /// The kernel's console.
  static let console = known("linux")

  /// A terminal without colours.
  static let vt220 = known("vt220")

  /// The terminal window without a capability; nil if it could not be used.
  static func window(without name: TerminfoEntry.Sequence) -> TerminalKind? {
    guard var entry = try? Terminfo.entry(of: "xterm-256color") else { return nil }
    entry[name] = []
    return TerminalKind(entry)
  }

  /// A terminal of ncurses' database, which every Debian system has.
  private static func known(
    _ name: String, _ change: (inout TerminfoEntry) -> Void = { _ in }
  ) -> TerminalKind {
    guard var entry = try? Terminfo.entry(of: name) else {
      preconditionFailure("ncurses-base and libtinfo6 are not installed")
    }
    change(&entry)
    guard let kind = TerminalKind(entry) else { preconditionFailure("\(name) has no cursor") }
    return kind
  }
}
