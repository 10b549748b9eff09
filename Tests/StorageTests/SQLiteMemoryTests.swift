// SPDX-License-Identifier: Apache-2.0
import Glibc
import Storage
import StorageChild
import TestSupport
import Testing
import TextInput

/// The content of the disk over time.
@Suite struct SQLiteMemoryTests {
  private let word = LearnedKind(rawValue: "word")

  @Test("No file is created before the first change; queries and forgetting work without it")
  func lazy() throws {
    let storing = try Storing()
    let memory = storing.open()
    _ = MemoryStep.contents(of: memory)
    memory.clearContext("Ann")
    memory.forgetChoices()
    memory.forgetChoice("a", for: "b", kind: word)
    #expect(access(storing.directory, F_OK) != 0)
    memory.setSetting("hold", to: "on")
    #expect(access(storing.path, F_OK) == 0)
    #expect(storing.warnings.isEmpty)
  }

  @Test("Folders and files are accessible to their owner only")
  func modes() throws {
    let storing = try Storing()
    let memory = storing.open()
    memory.setSetting("hold", to: "on")
    func mode(_ path: String) -> mode_t {
      var status = stat()
      return stat(path, &status) == 0 ? status.st_mode & 0o7777 : 0
    }
    #expect(mode(storing.directory) == 0o700)
    #expect(mode(storing.path) == 0o600)
    #expect(mode(storing.path + "-wal") == 0o600)
    #expect(mode(storing.path + "-shm") == 0o600)
  }

  @Test("A folder's name may contain characters that are special in a URI")
  func names() throws {
    let folder = try TemporaryFolder()
    let directory = folder.path + "/a?mode=ro#b%25c/d e"
    func open() -> SQLiteMemory { SQLiteMemory(directory: directory) { Issue.record("\($0)") } }
    open().setSetting("hold", to: "on")
    #expect(open().setting("hold") == "on")
    #expect(access(directory + "/memory.sqlite", F_OK) == 0)
  }

  @Test("Closing leaves a single file")
  func oneFile() throws {
    let storing = try Storing()
    storing.use { MemoryStep(1).apply(to: $0) }
    #expect(entries(of: storing.directory).map(\.name) == ["memory.sqlite"])
  }

  @Test("Forgotten texts are erased from the disk while the memory is open")
  func forgotten() throws {
    let storing = try Storing()
    let memory = storing.open()
    let secrets = ["Xylophonist", "Quizmaster", "Zeppelin", "Jabberwock"]
    func found() throws -> [String] {
      let text = String(decoding: try storing.bytes() + storing.bytes("-wal"), as: UTF8.self)
      return secrets.filter { text.contains($0) }
    }
    memory.noteChoice(secrets[0], for: secrets[1], kind: word)
    memory.setModeIdentifier("sv-SE", inContext: secrets[2])
    memory.setModeIdentifier("sv-SE", inContext: secrets[3])
    #expect(try found() == secrets)
    memory.forgetChoice(secrets[0], for: secrets[1], kind: word)
    #expect(try found() == [secrets[2], secrets[3]])
    memory.clearContext(secrets[2])
    #expect(try found() == [secrets[3]])
    memory.clearContext(secrets[3])
    #expect(try found() == [])
    memory.noteChoice(secrets[0], for: secrets[1], kind: word)
    memory.forgetChoices()
    #expect(try found() == [])
  }

  @Test("A deleted file is abandoned, and the next change creates a new one")
  func deleted() throws {
    let storing = try Storing()
    let memory = storing.open()
    memory.setSetting("hold", to: "on")
    for entry in entries(of: storing.directory) { unlink(storing.directory + "/" + entry.name) }
    #expect(memory.setting("hold") == nil)
    memory.setSetting("layout", to: "se")
    #expect(storing.use { [$0.setting("hold"), $0.setting("layout")] } == [nil, "se"])
    #expect(storing.warnings.isEmpty)
  }

  @Test("Processes that count at the same time lose none of each other's changes")
  func twoProcesses() throws {
    let storing = try Storing()
    let names = ["a", "b", "c"]
    let children = try names.map {
      try LiveChild([Storing.child, "count", storing.directory, $0, "200"])
    }
    let memory = storing.open()
    for _ in 0..<200 { memory.noteChoice("shared", for: "counted", kind: word) }
    for child in children {
      #expect(try child.end() == 0)
      #expect(Sayings(child.output).warnings == [])
    }
    // The file may not be open yet; 64 is the longest pause between two attempts.
    for _ in 0...64 where !memory.isSaved { _ = memory.setting("hold") }
    #expect(memory.isSaved)
    #expect(
      memory.choices(for: "counted", kind: word) == [LearnedChoice(text: "shared", count: 800)])
    for name in names {
      for number in 0..<200 { #expect(memory.setting("\(name) \(number)") == "\(number)") }
    }
    #expect(storing.warnings.isEmpty)
  }
}
