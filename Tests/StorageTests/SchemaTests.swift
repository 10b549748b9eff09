// SPDX-License-Identifier: Apache-2.0
@testable import Storage
import StorageChild
import TestSupport
import Testing
import TextInput

/// The tables, as read and created by SQLite's command line tool.
@Suite struct SchemaTests {
  /// The schema of the first version, written out here because such files exist.
  private static let firstVersion = """
    PRAGMA journal_mode = WAL;
    CREATE TABLE context_mode (context TEXT NOT NULL PRIMARY KEY, mode TEXT NOT NULL)
      STRICT, WITHOUT ROWID;
    CREATE TABLE last_mode (only INTEGER NOT NULL PRIMARY KEY CHECK (only = 1), mode TEXT NOT NULL)
      STRICT;
    CREATE TABLE choice (kind TEXT NOT NULL, input TEXT NOT NULL, choice TEXT NOT NULL,
      count INTEGER NOT NULL, last_use INTEGER NOT NULL, PRIMARY KEY (kind, input, choice))
      STRICT, WITHOUT ROWID;
    CREATE TABLE setting (key TEXT NOT NULL PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
    INSERT INTO context_mode VALUES ('Ann', 'sv-SE'), ('Bob', 'en-GB');
    INSERT INTO last_mode VALUES (1, 'en-GB');
    INSERT INTO choice VALUES
      ('candidate', 'kisha', '汽車', 2, 1), ('candidate', 'kisha', '記者', 1, 3),
      ('candidate', 'kisha', '貴社', 1, 2);
    INSERT INTO setting VALUES ('hold', '500 ms');
    PRAGMA user_version = 1;
    """

  /// A possible second version.
  private static let secondStep = """
    ALTER TABLE setting ADD COLUMN since TEXT;
    UPDATE setting SET value = value || ' or so';
    """

  @Test("The file has the version, log and tables that its page describes")
  func schema() throws {
    let storing = try Storing()
    let memory = storing.open()
    memory.setSetting("hold", to: "500 ms")
    memory.setModeIdentifier("sv-SE", inContext: "Ann")
    memory.lastModeIdentifier = "en-GB"
    memory.noteChoice("汽車", for: "kisha", kind: LearnedKind(rawValue: "candidate"))
    memory.noteChoice("汽車", for: "kisha", kind: LearnedKind(rawValue: "candidate"))
    #expect(try storing.asked("PRAGMA user_version") == "1")
    #expect(try storing.asked("PRAGMA journal_mode") == "wal")
    #expect(try storing.asked("PRAGMA integrity_check") == "ok")
    #expect(
      try storing.asked(
        "SELECT name, strict FROM pragma_table_list WHERE schema = 'main' ORDER BY name")
        == "choice|1\ncontext_mode|1\nlast_mode|1\nsetting|1\nsqlite_schema|0")
    #expect(try storing.asked("SELECT key, value FROM setting") == "hold|500 ms")
    #expect(try storing.asked("SELECT context, mode FROM context_mode") == "Ann|sv-SE")
    #expect(try storing.asked("SELECT mode FROM last_mode") == "en-GB")
    #expect(
      try storing.asked("SELECT kind, input, choice, count FROM choice")
        == "candidate|kisha|汽車|2")
  }

  @Test("A file of the first version is read, and writable")
  func firstVersion() throws {
    let storing = try Storing()
    try storing.make(Self.firstVersion)
    let memory = storing.open()
    expectFirst(memory)
    #expect(memory.setting("hold") == "500 ms")
    memory.noteChoice("記者", for: "kisha", kind: LearnedKind(rawValue: "candidate"))
    #expect(
      memory.choices(for: "kisha", kind: LearnedKind(rawValue: "candidate")).map(\.text)
        == ["記者", "汽車", "貴社"])
    #expect(storing.warnings.isEmpty)
  }

  @Test("Extreme numbers that were written by hand do not prevent further choices")
  func highestNumbers() throws {
    let storing = try Storing()
    try storing.make(
      Self.firstVersion + "UPDATE choice SET count = \(Int.max), last_use = \(Int.max);")
    let memory = storing.open()
    let candidate = LearnedKind(rawValue: "candidate")
    for choice in ["汽車", "喜捨"] { memory.noteChoice(choice, for: "kisha", kind: candidate) }
    #expect(memory.isSaved)
    #expect(storing.warnings.isEmpty)
    #expect(
      storing.use { $0.choices(for: "kisha", kind: candidate) }.map(\.text).sorted()
        == ["汽車", "記者", "貴社", "喜捨"].sorted())
  }

  @Test("A file of the previous version is migrated with its contents")
  func upgrade() throws {
    let storing = try Storing()
    try storing.make(Self.firstVersion)
    for _ in 0..<2 {
      let memory = storing.open(steps: Schema.steps + [Self.secondStep])
      expectFirst(memory)
      #expect(memory.setting("hold") == "500 ms or so")
    }
    #expect(try storing.asked("PRAGMA user_version") == "2")
    #expect(try storing.asked("SELECT count(since), count(*) FROM setting") == "0|1")
    #expect(storing.warnings.isEmpty)
  }

  @Test("A new file runs every migration")
  func newFile() throws {
    let storing = try Storing()
    storing.open(steps: Schema.steps + [Self.secondStep]).lastModeIdentifier = "sv-SE"
    #expect(try storing.asked("PRAGMA user_version") == "2")
    #expect(try storing.asked("SELECT count(since) FROM setting") == "0")
    #expect(storing.warnings.isEmpty)
  }

  @Test(
    "A migration that fails leaves the file unchanged, with one warning, and its contents readable")
  func failedStep() throws {
    let storing = try Storing()
    try storing.make(Self.firstVersion)
    let half = "DELETE FROM setting; INSERT INTO nowhere VALUES (1);"
    let memory = storing.open(steps: Schema.steps + [Self.secondStep, half])
    expectFirst(memory)
    #expect(memory.setting("hold") == "500 ms")
    memory.setSetting("hold", to: "off")
    #expect(memory.setting("hold") == "off")
    #expect(storing.warnings.count == 1)
    guard case .notKept(.refused(_, _, let message)) = storing.warnings.first else {
      Issue.record("\(storing.warnings)")
      return
    }
    #expect(message == "no such table: nowhere")
    #expect(try storing.asked("PRAGMA user_version") == "1")
    #expect(try storing.asked("SELECT * FROM setting") == "hold|500 ms")
  }

  @Test("A file of a newer program is refused and left unchanged", arguments: [2, 7, -1])
  func newer(_ version: Int) throws {
    let storing = try Storing()
    try storing.make(Self.firstVersion + "PRAGMA user_version = \(version);")
    let before = try storing.bytes()
    storing.use { memory in
      #expect(memory.setting("hold") == nil)
      memory.setSetting("hold", to: "off")
      #expect(memory.setting("hold") == "off")
      memory.forgetChoices()
    }
    #expect(
      storing.warnings
        == [.notKept(.newerVersion(path: storing.path, found: version, known: 1))])
    #expect(try storing.bytes() == before)
    #expect(try storing.asked("SELECT value FROM setting") == "500 ms")
  }

  private func expectFirst(_ memory: SQLiteMemory) {
    #expect(memory.modeIdentifier(inContext: "Ann") == "sv-SE")
    #expect(memory.modeIdentifier(inContext: "Bob") == "en-GB")
    #expect(memory.lastModeIdentifier == "en-GB")
    #expect(
      memory.choices(for: "kisha", kind: LearnedKind(rawValue: "candidate"))
        == [
          LearnedChoice(text: "汽車", count: 2), LearnedChoice(text: "記者", count: 1),
          LearnedChoice(text: "貴社", count: 1),
        ])
  }
}
