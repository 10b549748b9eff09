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

  /// The step to the second version, written out here because such files exist.
  private static let secondVersion = """
    CREATE TABLE dictionary (language TEXT NOT NULL, word TEXT NOT NULL,
      PRIMARY KEY (language, word)) STRICT, WITHOUT ROWID;
    CREATE TABLE word (language TEXT NOT NULL, previous TEXT NOT NULL, word TEXT NOT NULL,
      count INTEGER NOT NULL, last_use INTEGER NOT NULL, PRIMARY KEY (language, previous, word))
      STRICT, WITHOUT ROWID;
    INSERT INTO dictionary VALUES ('', 'Keybridge'), ('sv', 'fika');
    INSERT INTO word VALUES ('sv', '', 'fika', 3, 1), ('sv', 'en', 'fika', 2, 2);
    PRAGMA user_version = 2;
    """

  /// A possible later version.
  private static let laterStep = """
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
    memory.noteWords([LearnedWord("tea", after: "green", count: 3, lastUse: 7)], in: "en")
    memory.setDictionaryWord(DictionaryWord("Keybridge"), isKnown: true)
    #expect(try storing.asked("PRAGMA user_version") == "2")
    #expect(try storing.asked("PRAGMA journal_mode") == "wal")
    #expect(try storing.asked("PRAGMA integrity_check") == "ok")
    #expect(
      try storing.asked(
        "SELECT name, strict FROM pragma_table_list WHERE schema = 'main' ORDER BY name")
        == "choice|1\ncontext_mode|1\ndictionary|1\nlast_mode|1\nsetting|1\nsqlite_schema|0\nword|1"
    )
    #expect(try storing.asked("SELECT * FROM word") == "en|green|tea|3|7")
    #expect(try storing.asked("SELECT * FROM dictionary") == "|Keybridge")
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

  @Test("A file of the first version learns words after its migration")
  func firstVersionLearnsWords() throws {
    let storing = try Storing()
    try storing.make(Self.firstVersion)
    storing.use { $0.noteWords([LearnedWord("tea", count: 1, lastUse: 1)], in: "en") }
    #expect(try storing.asked("PRAGMA user_version") == "2")
    #expect(
      storing.use { $0.learnedWords(in: "en") } == [LearnedWord("tea", count: 1, lastUse: 1)])
    expectFirst(storing.open())
    #expect(storing.warnings.isEmpty)
  }

  @Test("A file of the second version is read, and writable")
  func secondVersion() throws {
    let storing = try Storing()
    try storing.make(Self.firstVersion + Self.secondVersion)
    let memory = storing.open()
    expectFirst(memory)
    #expect(
      memory.dictionaryWords
        == [DictionaryWord("Keybridge"), DictionaryWord("fika", language: "sv")])
    memory.noteWords([LearnedWord("fika", count: 1, lastUse: 9)], in: "sv")
    #expect(
      memory.learnedWords(in: "sv")
        == [
          LearnedWord("fika", after: "en", count: 2, lastUse: 2),
          LearnedWord("fika", count: 4, lastUse: 9),
        ])
    #expect(memory.learnedLanguages == ["sv"])
    #expect(storing.warnings.isEmpty)
  }

  @Test("Extreme numbers that were written by hand do not prevent further words")
  func highestWordNumbers() throws {
    let storing = try Storing()
    try storing.make(
      Self.firstVersion + Self.secondVersion
        + "UPDATE word SET count = \(Int.max), last_use = \(Int.max);")
    let memory = storing.open()
    for _ in 0..<2 {
      memory.noteWords([LearnedWord("fika", count: 1, lastUse: 9)], in: "sv")
      memory.trimWords(in: "sv", to: LearnedWordLimits(words: 1, pairs: 1))
    }
    #expect(memory.isSaved)
    #expect(storing.warnings.isEmpty)
    #expect(storing.use { $0.learnedWords(in: "sv") }.map(\.text) == ["fika", "fika"])
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
      let memory = storing.open(steps: Schema.steps + [Self.laterStep])
      expectFirst(memory)
      #expect(memory.setting("hold") == "500 ms or so")
    }
    #expect(try storing.asked("PRAGMA user_version") == "3")
    #expect(try storing.asked("SELECT count(since), count(*) FROM setting") == "0|1")
    #expect(storing.warnings.isEmpty)
  }

  @Test("A new file runs every migration")
  func newFile() throws {
    let storing = try Storing()
    storing.open(steps: Schema.steps + [Self.laterStep]).lastModeIdentifier = "sv-SE"
    #expect(try storing.asked("PRAGMA user_version") == "3")
    #expect(try storing.asked("SELECT count(since) FROM setting") == "0")
    #expect(storing.warnings.isEmpty)
  }

  @Test(
    "A migration that fails leaves the file unchanged, with one warning, and its contents readable")
  func failedStep() throws {
    let storing = try Storing()
    try storing.make(Self.firstVersion)
    let half = "DELETE FROM setting; INSERT INTO nowhere VALUES (1);"
    let memory = storing.open(steps: Schema.steps + [Self.laterStep, half])
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

  @Test("A file of a newer program is refused and left unchanged", arguments: [3, 7, -1])
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
        == [.notKept(.newerVersion(path: storing.path, found: version, known: 2))])
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
