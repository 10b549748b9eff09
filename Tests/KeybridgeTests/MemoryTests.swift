// SPDX-License-Identifier: Apache-2.0
import CTestbed
import Glibc
import TestPrograms
import TestSupport
import Testing
import TestTraits

/// The storage of `keybridge run` while another program locks its file.
@Suite(.onTestbed, .notInFastRuns) struct MemoryTests {
  private let machine = Machine()
  private let folder: TemporaryFolder
  private let control: UInt16 = 29

  private var path: String { folder.path + "/keybridge/memory.sqlite" }

  init() throws {
    folder = try TemporaryFolder()
    try #require(testbed_active())
    machine.plug(1, "Board")
  }

  private func start() throws -> LiveChild {
    let settings = try folder.write("modes: [en-US, sv-SE]\n".utf8, to: "settings.yaml")
    let child = try machine.start(
      ["run", "--mirror", "text", "--config", settings],
      prefix: ["env", "XDG_STATE_HOME=" + folder.path])
    try eventually("the grab") { machine.isGrabbed(1) }
    return child
  }

  /// Switches to the previous mode, and waits until text typed in it arrives.
  private func `switch`(_ child: LiveChild) throws {
    machine.type(1, " ", holding: control)
    machine.type(1, "ab\n")
    #expect(try child.line() == "Ab")
  }

  private func lastMode() throws -> String {
    let tool = try Child.run(
      ["sqlite3", "-batch", "-readonly", path, "SELECT mode FROM last_mode"])
    #expect(tool.status == 0, "\(tool.errors)")
    return tool.lines.joined()
  }

  @Test("MOD-4b a locked file delays no key, and the chosen mode is written at exit")
  func locked() throws {
    let child = try start()
    try `switch`(child)
    let before = try lastMode()
    let tool = try LiveChild(["sqlite3", "-batch", path])
    try tool.write("BEGIN EXCLUSIVE; SELECT 'begun';\n".utf8)
    try tool.expectOutput("begun\n")
    try `switch`(child)
    #expect(try lastMode() == before)
    try tool.write("COMMIT;\n".utf8)
    tool.closeInput()
    #expect(try tool.end() == 0)
    #expect(try lastMode() == before)
    child.signal(SIGTERM)
    #expect(try child.end() == 0)
    #expect(child.errors == "")
    #expect(access(path + "-wal", F_OK) != 0, "the database was not closed")
    #expect(try lastMode() != before)
  }

  @Test("A problem with the file is reported before the first key, and typing continues")
  func damaged() throws {
    mkdir(folder.path + "/keybridge", 0o700)
    _ = try folder.write(
      "Dear diary, this is no database at all".utf8, to: "keybridge/memory.sqlite")
    let child = try start()
    try child.expectError("memory.sqlite.damaged-1")
    machine.type(1, "ab\n")
    #expect(try child.line() == "Ab")
    child.signal(SIGTERM)
    #expect(try child.end() == 0)
  }
}
