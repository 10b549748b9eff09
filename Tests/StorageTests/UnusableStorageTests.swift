// SPDX-License-Identifier: Apache-2.0
import Glibc
import Storage
import StorageChild
import TestSupport
import Testing
import TextInput

/// Storage that cannot be written: one warning, and typing continues.
@Suite struct UnusableStorageTests {
  @Test("If the folder cannot be created, there is one warning, and memory is used")
  func absent() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write([], to: "file")
    var warnings: [StorageWarning] = []
    let memory = SQLiteMemory(directory: file + "/state/deep") { warnings.append($0) }
    #expect(memory.setting("hold") == nil)
    #expect(warnings.isEmpty)
    for step in 0..<300 { MemoryStep(step).apply(to: memory) }
    #expect(MemoryStep.contents(of: memory) == remembered(0..<300))
    #expect(
      warnings == [.notKept(.cannotMake(path: file + "/state", errno: ENOTDIR))])
  }

  @Test("If a folder is in the file's place, there is one warning, and memory is used")
  func folderInstead() throws {
    let storing = try Storing()
    try storing.folder.makeFolder("state")
    try storing.folder.makeFolder("state/memory.sqlite")
    storing.use { memory in
      for step in 0..<300 { MemoryStep(step).apply(to: memory) }
      #expect(MemoryStep.contents(of: memory) == remembered(0..<300))
    }
    #expect(storing.warnings == [.notKept(.cannotOpen(path: storing.path, errno: EISDIR))])
  }

  @Test("A file that may not be opened is not reported as missing")
  func forbidden() throws {
    let storing = try Storing()
    storing.use { $0.setSetting("hold", to: "on") }
    chmod(storing.folder.path, 0o755)
    chmod(storing.directory, 0o777)
    chmod(storing.path, 0)
    let child = try Child.run(
      Storing.unprivileged + [Storing.child, "steps", storing.directory, "0", "100"])
    #expect(child.status == 0)
    let said = Sayings(child.output)
    #expect(said.warnings.count == 1)
    #expect(said.warnings.first?.contains("cannotOpen") == true)
    #expect(said.contents == remembered(0..<100))
  }

  enum Unwritable: CaseIterable {
    case file, folder, both, fileWithLog
  }

  @Test(
    "With read-only storage there is one warning, and new values last until the program ends",
    arguments: Unwritable.allCases)
  func readOnly(_ unwritable: Unwritable) throws {
    let storing = try Storing()
    storing.use { memory in
      for step in 0..<300 { MemoryStep(step).apply(to: memory) }
    }
    var reported = 300
    if unwritable == .fileWithLog {
      // The process is killed before the log is written into the file.
      let child = try LiveChild([Storing.child, "steps", storing.directory, "300", "1000000"])
      try child.expectOutput("kept 399\n")
      child.signal(SIGKILL)
      try child.end()
      reported += Sayings(child.output).kept.count
    }
    let count = try storing.copied().stepsHeld(atLeast: reported)
    let bytes = try storing.bytes()
    chmod(storing.folder.path, 0o755)
    for name in entries(of: storing.directory).map(\.name) {
      chmod(storing.directory + "/" + name, unwritable == .folder ? 0o666 : 0o444)
    }
    chmod(storing.directory, unwritable == .file ? 0o777 : 0o555)

    func run(_ end: Int) throws -> Sayings {
      let child = try Child.run(
        Storing.unprivileged + [Storing.child, "steps", storing.directory, "5000", "\(end)"])
      #expect(child.status == 0, "\(child.errors)")
      return Sayings(child.output)
    }
    let asked = try run(5000)
    #expect(asked.contents == remembered(0..<count))
    #expect(asked.warnings.count == 1, "\(asked.warnings)")
    let said = try run(5100)
    #expect(said.warnings.count == 1, "\(said.warnings)")
    #expect(said.warnings.first?.contains("notKept") == true)
    #expect(said.kept == [])
    #expect(said.contents == remembered(0..<count, 5000..<5100))
    #expect(try storing.bytes() == bytes)
  }
}
