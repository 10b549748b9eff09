// SPDX-License-Identifier: Apache-2.0
import Glibc
import Storage
import StorageChild
import TestSupport
import Testing
import TextInput

/// What is done before there is somebody to keep waiting.
@Suite struct PrepareTests {
  @Test("Preparing makes nothing where there is nothing")
  func nothing() throws {
    let storing = try Storing()
    storing.open().prepare()
    #expect(access(storing.directory, F_OK) != 0)
  }

  @Test("Preparing opens and checks the file: no question does")
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

  @Test("Preparing waits a moment for who has the file")
  func waits() throws {
    let storing = try Storing()
    storing.use { $0.setSetting("hold", to: "on") }
    // With a rollback journal nobody reads while somebody writes.
    try storing.make("PRAGMA journal_mode = DELETE;")
    let other = try storing.lock()
    try other.write(".shell sleep 0.05\nCOMMIT;\n.quit\n".utf8)
    let memory = storing.open()
    memory.prepare()
    #expect(memory.setting("hold") == "on")
    #expect(storing.warnings == [])
  }

  @Test("A closed memory opens anew for the next question")
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
