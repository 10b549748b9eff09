// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import keybridge

/// The findings of the doctor about the shell's console.
@Suite struct ConsoleDoctorTests {
  @Test("On a console of the kernel the doctor says how to type in its shell")
  func console() {
    for terminal in ["/dev/tty1", "/dev/tty12"] {
      let found = Finding.console(terminal)
      #expect(found.map(\.state) == [.remark])
      #expect(found.first?.what.contains(terminal) == true)
      #expect(
        found.first?.hint?.contains(
          "case $(tty) in /dev/tty[0-9]*) exec keybridge exec --or-plain ;; esac") == true)
    }
  }

  @Test(
    "On other terminals there is nothing to say",
    arguments: ["", "/dev/pts/1", "/dev/tty", "/dev/ttyS0", "/dev/console"])
  func elsewhere(terminal: String) {
    #expect(Finding.console(terminal).isEmpty)
  }
}
