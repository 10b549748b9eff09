// SPDX-License-Identifier: Apache-2.0
import Glibc
import TestSupport
import Testing

@testable import Bridge

/// Which programs of commands exist.
@Suite struct ProgramSearchTests {
  @Test("A program is found by its name in PATH or by its path, if it is an executable file")
  func search() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("#!/bin/sh\n".utf8, to: "tool")
    let search = ProgramSearch()
    #expect(search.finds("sh") && search.finds("/bin/sh"))
    #expect(!search.finds("no-such-program") && !search.finds("/bin") && !search.finds(""))
    #expect(!search.finds(file))
    chmod(file, 0o755)
    #expect(search.finds(file))
  }
}
