// SPDX-License-Identifier: Apache-2.0
import Glibc
import StorageChild
import TestSupport
import Testing
import TextInput

@testable import Storage

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

/// Files with far more rows than Keybridge writes.
@Suite struct RowLimitTests {
  private static let numbers =
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300000)"

  /// A file with the tables of Keybridge and the rows of a script.
  private func filled(_ script: String) throws -> Storing {
    let storing = try Storing()
    storing.use { $0.setSetting("hold", to: "on") }
    try storing.make(script)
    return storing
  }

  @Test("Of a dictionary with 300,000 words the first 10,000 are used, and the others are kept")
  func dictionary() throws {
    let storing = try filled(
      "INSERT INTO dictionary \(Self.numbers) SELECT 'en', printf('w%06d', i) FROM n;")
    let memory = storing.open()
    let words = memory.dictionaryWords
    #expect(words.count == 10_000)
    #expect(words.first?.text == "w000001" && words.last?.text == "w010000")
    memory.setDictionaryWord(DictionaryWord("a", language: "en"), isKnown: true)
    #expect(memory.dictionaryWords.first?.text == "a")
    #expect(try storing.asked("SELECT count(*) FROM dictionary") == "300001")
  }

  @Test("Of 300,000 learned words and pairs those of the highest ranks are kept at the start")
  func words() throws {
    let storing = try filled(
      """
      INSERT INTO word \(Self.numbers)
      SELECT 'en', CASE i % 2 WHEN 0 THEN '' ELSE 'before' END, 'w' || i, 1, i FROM n;
      INSERT INTO word VALUES ('sv', '', 'fika', 2, 1);
      """)
    let memory = storing.open()
    memory.prepare()
    let words = memory.learnedWords(in: "en")
    #expect(words.count(where: \.previous.isEmpty) == RowLimits.words.words)
    #expect(words.count == RowLimits.words.words + RowLimits.words.pairs)
    #expect(words.last?.text == "w300000")
    #expect(memory.learnedWords(in: "sv").map(\.text) == ["fika"])
    #expect(memory.learnedLanguages == ["en", "sv"])
  }

  @Test("Learned words are read in parts, which together are all words", arguments: [1, 7, 500])
  func parts(_ limit: Int) throws {
    let storing = try filled(
      """
      INSERT INTO word \(Self.numbers.replacing("300000", with: "1200"))
      SELECT 'en', CASE i % 3 WHEN 0 THEN '' ELSE 'b' || (i % 5) END, 'w' || i, 1, i FROM n;
      INSERT INTO word VALUES ('en', 'é', 'Ö', 1, 1), ('en', '', '', 1, 1), ('sv', '', 'a', 1, 1);
      """)
    let memory = storing.open()
    func all() -> [LearnedWord] {
      var words: [LearnedWord] = []
      while true {
        let part = memory.learnedWords(in: "en", after: words.last, limit: limit)
        #expect(part.isLast || part.words.count == limit)
        words += part.words
        if part.isLast { return words }
      }
    }
    let words = all()
    #expect(words.count == 1201 && words.first?.previous == "" && words.last?.text == "Ö")
    #expect(Set(words) == Set(memory.learnedWords(in: "en").filter { !$0.text.isEmpty }))
    // A change that another program's lock postpones is seen too.
    let other = try storing.lock()
    memory.noteWords([LearnedWord("w1", after: "b1", count: 4, lastUse: 9)], in: "en")
    memory.noteWords([LearnedWord("zz", count: 1, lastUse: 9)], in: "en")
    let rest = memory.learnedWords(in: "en", after: words[500], limit: limit)
    #expect(rest.isLast && rest.words.count == 700)
    #expect(Set(rest.words.map(\.text)).isSubset(of: words[501...].map(\.text)))
    #expect(rest.words.first { $0.text == "w1" }?.count == 5)
    try other.write("COMMIT;\n.quit\n".utf8)
  }

  @Test("The languages of learned words are found without reading the words")
  func languages() throws {
    let storing = try filled(
      """
      INSERT INTO word \(Self.numbers.replacing("300000", with: "20000"))
      SELECT CASE i % 3 WHEN 0 THEN 'en' WHEN 1 THEN 'sv' ELSE 'é@7' END, '', 'w' || i, 1, i FROM n;
      """)
    let memory = storing.open()
    #expect(memory.learnedLanguages == ["en", "sv", "é@7"])
    var plan = ""
    let database = try SQLiteDatabase(path: storing.path, access: .readOnly)
    try database.run("EXPLAIN QUERY PLAN \(MemoryTables.languagesQuery)") {
      plan += $0.text(3) + "\n"
    }
    let reads = plan.split(separator: "\n").filter { $0.contains(" word") }
    #expect(reads.count == 2 && reads.allSatisfy { $0.hasPrefix("SEARCH word") }, "\(plan)")
    // A change that another program's lock postpones is seen too.
    let other = try storing.lock()
    memory.noteWords([LearnedWord("te", count: 1, lastUse: 9)], in: "da")
    #expect(memory.learnedLanguages == ["da", "en", "sv", "é@7"])
    try other.write("COMMIT;\n.quit\n".utf8)
  }

  @Test("Of 300,000 choices for an input those that were made last are kept at the start")
  func choices() throws {
    let storing = try filled(
      """
      INSERT INTO choice \(Self.numbers) SELECT 'pinyin', 'a', 'c' || i, 1, i FROM n;
      INSERT INTO choice VALUES ('pinyin', 'b', 'c', 1, 1);
      """)
    let memory = storing.open()
    memory.prepare()
    let kind = LearnedKind(rawValue: "pinyin")
    let choices = memory.choices(for: "a", kind: kind)
    #expect(choices.count == RowLimits.choices && choices.first?.text == "c300000")
    #expect(memory.choices(for: "b", kind: kind).map(\.text) == ["c"])
    #expect(storing.warnings == [])
  }

  @Test("Queries are bounded even if another program adds rows while the file is open")
  func underway() throws {
    let storing = try Storing()
    let memory = storing.open()
    memory.setSetting("hold", to: "on")
    try storing.make(
      """
      INSERT INTO dictionary \(Self.numbers) SELECT 'en', 'w' || i FROM n;
      INSERT INTO word \(Self.numbers) SELECT 'en', '', 'w' || i, 1, i FROM n;
      INSERT INTO choice \(Self.numbers) SELECT 'pinyin', 'a', 'c' || i, 1, i FROM n;
      """)
    #expect(memory.dictionaryWords.count == 10_000)
    #expect(memory.learnedWords(in: "en").count == 50_000)
    #expect(memory.choices(for: "a", kind: LearnedKind(rawValue: "pinyin")).count == 2000)
  }
}
