// SPDX-License-Identifier: Apache-2.0
import Glibc
@testable import Storage
import StorageChild
import TestSupport
import Testing
import TextInput

/// A file that another program keeps locked.
///
/// The lock ends only when the test ends it, so waiting for it would take forever.
@Suite struct BusyFileTests {
  private let word = LearnedKind(rawValue: "word")

  @Test(
    "While another program locks the file, nothing waits; afterwards the file has all changes",
    // Far above the usual duration; 600 changes that wait a second each would take twice as long.
    .timeLimit(.minutes(5)))
  func writing() throws {
    let storing = try Storing()
    let memory = storing.open()
    for step in 0..<300 { MemoryStep(step).apply(to: memory) }
    let other = try storing.lock()
    for step in 300..<900 {
      MemoryStep(step).apply(to: memory)
      if step.isMultiple(of: 50) {
        #expect(MemoryStep.contents(of: memory) == remembered(0..<(step + 1)))
      }
    }
    #expect(!memory.isSaved)
    #expect(storing.contents() == remembered(0..<300))
    try Storing.unlock(other)
    #expect(MemoryStep.contents(of: memory) == remembered(0..<900))
    #expect(memory.isSaved)
    #expect(storing.contents() == remembered(0..<900))
    #expect(storing.warnings == [])
  }

  @Test("The next change writes the postponed ones")
  func nextChange() throws {
    let storing = try Storing()
    let memory = storing.open()
    memory.setSetting("hold", to: "on")
    let other = try storing.lock()
    memory.setSetting("hold", to: "off")
    memory.lastModeIdentifier = "sv-SE"
    try Storing.unlock(other)
    memory.setSetting("layout", to: "se")
    #expect(memory.isSaved)
    #expect(try storing.asked("SELECT * FROM setting") == "hold|off\nlayout|se")
    #expect(try storing.asked("SELECT mode FROM last_mode") == "sv-SE")
  }

  @Test("Closing writes the postponed changes")
  func end() throws {
    let storing = try Storing()
    try storing.use { memory in
      MemoryStep(0).apply(to: memory)
      let other = try storing.lock()
      for step in 1..<100 { MemoryStep(step).apply(to: memory) }
      try Storing.unlock(other)
      #expect(!memory.isSaved)
    }
    #expect(storing.contents() == remembered(0..<100))
    #expect(storing.warnings == [])
  }

  @Test("Closing waits briefly for a program that locks the file")
  func endWaits() throws {
    let storing = try Storing()
    try storing.use { memory in
      memory.setSetting("hold", to: "on")
      let other = try storing.lock()
      memory.setSetting("hold", to: "off")
      #expect(!memory.isSaved)
      try other.write(".shell sleep 0.05\nCOMMIT;\n.quit\n".utf8)
      memory.close()
      #expect(memory.isSaved)
    }
    #expect(try storing.asked("SELECT value FROM setting") == "off")
    #expect(storing.warnings == [])
  }

  @Test("Changes still postponed when the memory closes are lost, with a warning")
  func lost() throws {
    let storing = try Storing()
    let other = try storing.use { memory in
      memory.setSetting("hold", to: "on")
      let other = try storing.lock()
      memory.setSetting("hold", to: "off")
      return other
    }
    guard case .notKept(.refused(_, _, "database is locked")) = storing.warnings.first else {
      Issue.record("\(storing.warnings)")
      return
    }
    #expect(storing.warnings.count == 1)
    try Storing.unlock(other)
    #expect(try storing.asked("SELECT value FROM setting") == "on")
  }

  enum Early: CaseIterable {
    case empty, rollbackJournal, prepared, olderVersion
  }

  @Test(
    "A file that cannot be opened at first is opened later, with all its contents",
    arguments: Early.allCases)
  func opening(_ early: Early) throws {
    let storing = try Storing()
    if early == .empty {
      try storing.replace(with: [])
    } else {
      storing.use { memory in
        for step in 0..<300 { MemoryStep(step).apply(to: memory) }
      }
      if early != .olderVersion { try storing.make("PRAGMA journal_mode = DELETE;") }
    }
    let held = early == .empty ? 0..<0 : 0..<300
    let more = early == .olderVersion ? ["CREATE TABLE more (name TEXT NOT NULL) STRICT;"] : []
    let other = try storing.lock()
    let memory = storing.open(steps: Schema.steps + more)
    if early == .prepared { memory.prepare() }
    // Reading while another program writes is possible only with the write-ahead log.
    let readable = early == .olderVersion ? held : 0..<0
    #expect(MemoryStep.contents(of: memory) == remembered(readable))
    for step in 5000..<5300 { MemoryStep(step).apply(to: memory) }
    #expect(MemoryStep.contents(of: memory) == remembered(readable, 5000..<5300))
    try Storing.unlock(other)
    // The longest pause between two attempts.
    for _ in 0...64 { _ = memory.setting("hold") }
    #expect(memory.isSaved)
    #expect(MemoryStep.contents(of: memory) == remembered(held, 5000..<5300))
    #expect(storing.warnings == [])
    memory.close()
    #expect(
      MemoryStep.contents(of: storing.open(steps: Schema.steps + more))
        == remembered(held, 5000..<5300))
  }

  @Test("Counts of two programs add up; of two values set, the one written last counts")
  func bothChange() throws {
    let storing = try Storing()
    let memory = storing.open()
    memory.setSetting("hold", to: "on")
    memory.setSetting("layout", to: "se")
    for choice in ["one", "two"] { memory.noteChoice(choice, for: "count", kind: word) }
    let other = try storing.lock()
    for choice in ["one", "one", "three", "one"] {
      memory.noteChoice(choice, for: "count", kind: word)
    }
    memory.setSetting("hold", to: "mine")
    try Storing.unlock(
      other,
      after: """
        UPDATE choice SET count = count + 5; UPDATE setting SET value = 'theirs';
        INSERT INTO choice VALUES ('word', 'count', 'four', 1, 9);

        """)
    let choices = ["one9", "two6", "three1", "four1"]
    #expect(memory.choices(for: "count", kind: word).map { "\($0.text)\($0.count)" } == choices)
    #expect(
      try storing.asked("SELECT choice || count FROM choice ORDER BY count DESC, last_use DESC")
        == choices.joined(separator: "\n"))
    #expect(["hold", "layout"].map(memory.setting) == ["mine", "theirs"])
  }

  @Test("Changes by other programs are visible while own changes are postponed")
  func seen() throws {
    let storing = try Storing()
    let memory = storing.open()
    memory.setSetting("hold", to: "on")
    try Storing.unlock(
      try storing.lock(), after: "INSERT INTO setting VALUES ('layout', 'se');")
    let other = try storing.lock()
    memory.setSetting("hold", to: "off")
    #expect(["hold", "layout"].map(memory.setting) == ["off", "se"])
    try Storing.unlock(other)
  }

  @Test("A long postponement is reported once, its end once, and later ones not at all")
  func warnings() throws {
    let storing = try Storing()
    let memory = storing.open(patience: .zero)
    memory.setSetting("hold", to: "on")
    for number in 0..<3 {
      let other = try storing.lock()
      for step in 0..<50 { memory.setSetting("hold", to: "\(number) \(step)") }
      #expect(storing.warnings.count == (number == 0 ? 1 : 2))
      try Storing.unlock(other)
      #expect(memory.setting("hold") == "\(number) 49")
      #expect(memory.isSaved)
    }
    guard case .postponed(.refused(_, _, "database is locked")) = storing.warnings.first else {
      Issue.record("\(storing.warnings)")
      return
    }
    #expect(storing.warnings.dropFirst() == [.keptAgain(path: storing.path, lostCount: 0)])
  }

  @Test(
    "Choices that are forgotten while the file is locked are erased from the disk with the rest")
  func forgotten() throws {
    let storing = try Storing()
    let memory = storing.open()
    memory.noteChoice("Xylophonist", for: "x", kind: word)
    let other = try storing.lock()
    memory.forgetChoices()
    #expect(memory.choices(for: "x", kind: word).isEmpty)
    try Storing.unlock(other)
    #expect(memory.choices(for: "x", kind: word).isEmpty)
    let text = String(decoding: try storing.bytes() + storing.bytes("-wal"), as: UTF8.self)
    #expect(!text.contains("Xylophonist"))
  }

  @Test("At most 4096 learned choices are postponed; lost ones are reported")
  func tooMany() throws {
    let storing = try Storing()
    let memory = storing.open()
    memory.noteChoice("old", for: "forgotten", kind: word)
    let other = try storing.lock()
    memory.setSetting("hold", to: "on")
    memory.forgetChoice("old", for: "forgotten", kind: word)
    for number in 0...4096 { memory.noteChoice("choice", for: "input \(number)", kind: word) }
    let lostCount = 4097 - 3072
    func expectOldestLost() {
      for number in 0...4096 {
        let choices = memory.choices(for: "input \(number)", kind: word)
        #expect(choices.isEmpty == (number < lostCount))
      }
      #expect(memory.setting("hold") == "on")
      #expect(memory.choices(for: "forgotten", kind: word).isEmpty)
    }
    expectOldestLost()
    #expect(storing.warnings == [])
    try Storing.unlock(other)
    expectOldestLost()
    #expect(memory.isSaved)
    #expect(storing.warnings == [.keptAgain(path: storing.path, lostCount: lostCount)])
    #expect(try storing.asked("SELECT count(*) FROM choice") == "3072")
  }

  @Test("A lock that the kernel does not release once is released by closing the file, in time")
  func stuck() throws {
    let storing = try Storing()
    storing.use { memory in
      for step in 0..<300 { MemoryStep(step).apply(to: memory) }
    }
    let child = try Child.run([Storing.child, "stuck", storing.directory, "300", "900"])
    #expect(child.status == 0, "\(child.errors)")
    let said = Sayings(child.output)
    // SQLite itself would sleep for ten seconds at each use.
    #expect(try #require(said.slept) <= 20_000)
    #expect(said.warnings == [] && said.kept.last == 899)
    #expect(said.contents == remembered(0..<900))
    #expect(storing.contents() == remembered(0..<900))
  }

  @Test("A process killed with postponed changes loses only these")
  func killed() throws {
    let storing = try Storing()
    storing.use { memory in
      for step in 0..<300 { MemoryStep(step).apply(to: memory) }
    }
    let other = try storing.lock()
    let child = try LiveChild([Storing.child, "obey", storing.directory, "300", "1000"])
    try child.write("\n".utf8)
    try child.expectOutput("made 400\n")
    child.signal(SIGKILL)
    try child.end()
    #expect(Sayings(child.output).kept == [])
    try Storing.unlock(other)
    #expect(storing.contents() == remembered(0..<300))
    #expect(storing.warnings == [])
  }
}
