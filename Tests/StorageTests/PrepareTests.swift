// SPDX-License-Identifier: Apache-2.0
import Glibc
import Storage
import StorageChild
import TestSupport
import Testing
import TextInput

/// Work done in advance, before a key waits for it.
@Suite struct PrepareTests {
  @Test("Preparing creates nothing if there is no file")
  func nothing() throws {
    let storing = try Storing()
    storing.open().prepare()
    #expect(access(storing.directory, F_OK) != 0)
  }

  @Test("Preparing opens and checks the file, so that no query has to")
  func damaged() throws {
    let storing = try Storing()
    try storing.replace(with: Array(String(repeating: "Dear diary, ", count: 1000).utf8))
    let memory = storing.open()
    #expect(storing.warnings == [])
    memory.prepare()
    #expect(storing.warnings.count == 1)
    memory.setSetting("hold", to: "on")
    #expect(memory.isSaved)
    #expect(storing.warnings.count == 1)
  }

  @Test("Preparing waits briefly for a program that locks the file")
  func waits() throws {
    let storing = try Storing()
    storing.use { $0.setSetting("hold", to: "on") }
    // With a rollback journal no process reads while another one writes.
    try storing.make("PRAGMA journal_mode = DELETE;")
    let other = try storing.lock()
    try other.write(".shell sleep 0.05\nCOMMIT;\n.quit\n".utf8)
    let memory = storing.open()
    memory.prepare()
    #expect(memory.setting("hold") == "on")
    #expect(storing.warnings == [])
  }

  @Test("A closed memory reopens for the next query")
  func closed() throws {
    let storing = try Storing()
    let memory = storing.open()
    memory.setSetting("hold", to: "on")
    memory.close()
    #expect(entries(of: storing.directory).map(\.name) == ["memory.sqlite"])
    #expect(memory.setting("hold") == "on")
    memory.close()
    #expect(storing.warnings == [])
  }
}
