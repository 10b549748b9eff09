// SPDX-License-Identifier: Apache-2.0
import Glibc
import TestSupport
import TestTraits
import TextInput
import Testing

@testable import Assistance

@Suite("Installed vocabularies", .needs("python3"))
struct InstalledVocabulariesTests {
  private static func tag(_ text: String) throws -> LanguageTag { try #require(LanguageTag(text)) }

  @Test(
    "MOD-12 a region has the words of its language",
    arguments: [
      ("de-AT", "de"), ("pt-BR", "pt"), ("nb-NO", "nb"), ("no", "nb"), ("en-x-mine", "en"),
      ("sv", "sv"),
    ])
  func regions(_ tag: String, _ name: String) throws {
    let built = try BuiltLexicon()
    try built.write(name, [("wort", 5)])
    let source = InstalledVocabularies(folders: [built.folder.path]) { Issue.record("\($0)") }
    #expect(try source.vocabulary(of: Self.tag(tag))?.contains("wort") == true)
  }

  @Test(
    "AST-20 languages without lexicons have no words, and no notice",
    arguments: ["ja", "zh-Hans", "ko", "is", "th", "vi", "x-mine"])
  func others(_ tag: String) throws {
    let source = InstalledVocabularies(folders: ["/nonexistent"]) { Issue.record("\($0)") }
    #expect(try source.vocabulary(of: Self.tag(tag)) == nil)
  }

  @Test("no file is opened before its language is requested, and each one once")
  func laziness() throws {
    let built = try BuiltLexicon()
    let source = InstalledVocabularies(folders: [built.folder.path]) { Issue.record("\($0)") }
    try built.write("en", [("word", 5)])
    let first = try source.vocabulary(of: Self.tag("en"))
    try built.write("en", [("other", 5)])
    let second = try source.vocabulary(of: Self.tag("en-GB"))
    #expect(first != nil && first === second)
    source.reload()
    #expect(try source.vocabulary(of: Self.tag("en"))?.contains("other") == true)
  }

  @Test("MOD-12 a missing file gives no words and one notice that names the last folder")
  func missing() throws {
    var notices: [LexiconError] = []
    let source = InstalledVocabularies(folders: ["/none", "/nowhere"]) { notices.append($0) }
    for _ in 0..<3 { #expect(try source.vocabulary(of: Self.tag("fr")) == nil) }
    #expect(notices == [LexiconError(path: "/nowhere/lexicon.fr", reason: .missing)])
  }

  @Test("an earlier folder wins, and if its file is broken, the next folder is used after a notice")
  func order() throws {
    let first = try BuiltLexicon()
    let second = try BuiltLexicon()
    try first.write("en", [("first", 5)])
    try second.write("en", [("second", 5)])
    let folders = [first.folder.path, second.folder.path]
    var notices: [LexiconError] = []
    let source = InstalledVocabularies(folders: folders) { notices.append($0) }
    #expect(try source.vocabulary(of: Self.tag("en"))?.contains("first") == true)
    #expect(notices.isEmpty)

    _ = try first.folder.write("".utf8, to: "lexicon.en")
    source.reload()
    for _ in 0..<3 {
      #expect(try source.vocabulary(of: Self.tag("en"))?.contains("second") == true)
    }
    #expect(notices == [LexiconError(path: first.path("en"), reason: .empty)])
  }

  @Test("a damaged file is noticed while it is used, is reported once, and is then not used")
  func damaged() throws {
    let built = try BuiltLexicon()
    let words = LexiconTests.words(5000, seed: 5).map { ($0.key, $0.value) }
    var bytes = try LexiconFaultTests.bytes(of: built.write("en", words))
    bytes[bytes.count - 1] ^= 1
    _ = try built.folder.write(bytes, to: "lexicon.en")
    var notices: [LexiconError] = []
    let source = InstalledVocabularies(folders: [built.folder.path]) { notices.append($0) }
    #expect(try source.vocabulary(of: Self.tag("en")) != nil)
    for _ in 0..<100 { _ = try source.vocabulary(of: Self.tag("en")) }
    #expect(try source.vocabulary(of: Self.tag("en")) == nil)
    #expect(notices.first == LexiconError(path: built.path("en"), reason: .damaged))
    #expect(notices.count == 1)
    let (lexicon, problems) = source.examine("en")
    #expect(lexicon == nil)
    #expect(problems == [LexiconError(path: built.path("en"), reason: .damaged)])
  }

  @Test("the state of a language comes from the header and from what typing has found")
  func state() throws {
    let built = try BuiltLexicon()
    let words = LexiconTests.words(5000, seed: 5).map { ($0.key, $0.value) }
    var bytes = try LexiconFaultTests.bytes(of: built.write("en", words))
    bytes[bytes.count - 1] ^= 1
    _ = try built.folder.write(bytes, to: "lexicon.en")
    let source = InstalledVocabularies(folders: [built.folder.path])
    for _ in 0..<1000 { _ = source.state(of: "en") }
    #expect(source.state(of: "en").file?.path == built.path("en"))
    #expect(source.state(of: "en").file?.words == 5000)
    #expect(source.state(of: "en").problems.isEmpty, "a request reads no more than the header")
    for _ in 0..<100 { _ = try source.vocabulary(of: Self.tag("en")) }
    #expect(source.state(of: "en").file == nil)
    #expect(
      source.state(of: "en").problems == [LexiconError(path: built.path("en"), reason: .damaged)])
    // A file that was added later counts after a reload, as it does for typing.
    try built.write("sv", [("fika", 5)])
    #expect(source.state(of: "sv").file?.words == 1 && source.state(of: "da").file == nil)
    try built.write("da", [("ord", 5)])
    #expect(try source.vocabulary(of: Self.tag("da")) == nil && source.state(of: "da").file == nil)
    source.reload()
    #expect(source.state(of: "da").file?.words == 1)
  }

  @Test("a file that is cut off in place while it is used is reported, and typing goes on")
  func cut() throws {
    let first = try BuiltLexicon()
    let second = try BuiltLexicon()
    let words = LexiconTests.words(50_000, seed: 7).map { ($0.key, $0.value) } + [("first", 5)]
    let path = try first.write("en", words)
    try second.write("en", [("second", 5)])
    var notices: [LexiconError] = []
    let source = InstalledVocabularies(folders: [first.folder.path, second.folder.path]) {
      notices.append($0)
    }
    let opened = try source.vocabulary(of: Self.tag("en"))
    #expect(opened?.contains("first") == true)
    let length = try LexiconFaultTests.bytes(of: path).count
    #expect(truncate(path, 100) == 0)
    let other = try #require(try source.vocabulary(of: Self.tag("en")))
    #expect(other.contains("second") && !other.contains("first"))
    #expect(
      notices == [LexiconError(path: path, reason: .length(found: 100, stated: length))])
    for _ in 0..<50 { _ = try source.vocabulary(of: Self.tag("en")) }
    #expect(notices.count == 1)
  }

  @Test("a file that is cut off during a request is read as zeros, and reported by the next one")
  func cutDuringRequest() throws {
    let built = try BuiltLexicon()
    let words = LexiconTests.words(50_000, seed: 7).map { ($0.key, $0.value) } + [("first", 5)]
    let path = try built.write("en", words)
    let ngrams = try built.writeNGrams("en", "good morning -0.3\nmorning good -1\n")
    var notices: [LexiconError] = []
    let source = InstalledVocabularies(folders: [built.folder.path]) { notices.append($0) }
    let vocabulary = try #require(try source.vocabulary(of: Self.tag("en")))
    let length = try LexiconFaultTests.bytes(of: path).count
    for file in [path, ngrams] {
      #expect(truncate(file, 0) == 0)
      for word in ["first", "xyzzy", ""] {
        _ = vocabulary.contains(word)
        _ = vocabulary.completions(of: word, after: ["good"], count: 3)
      }
    }
    #expect(notices.isEmpty)
    #expect(try source.vocabulary(of: Self.tag("en")) == nil)
    #expect(
      notices.first == LexiconError(path: path, reason: .length(found: 0, stated: length)))
  }

  @Test(
    "a file that is overwritten in place while it is used is reported, and used after a reload",
    arguments: [0, 100])
  func overwritten(_ growth: Int) throws {
    let built = try BuiltLexicon()
    let path = try built.write("en", LexiconTests.words(5000, seed: 7).map { ($0.key, $0.value) })
    var notices: [LexiconError] = []
    let source = InstalledVocabularies(folders: [built.folder.path]) { notices.append($0) }
    #expect(try source.vocabulary(of: Self.tag("en")) != nil && notices.isEmpty)
    let bytes = try LexiconFaultTests.bytes(of: path)
    let file = try #require(fopen(path, "r+"))
    #expect(fwrite(bytes + [UInt8](repeating: 0, count: growth), 1, bytes.count + growth, file) > 0)
    // The clock of a file system may stand still for some milliseconds.
    let times = [timespec(tv_sec: 1, tv_nsec: 1), timespec(tv_sec: 1, tv_nsec: 1)]
    #expect(fclose(file) == 0 && utimensat(AT_FDCWD, path, times, 0) == 0)
    #expect(try source.vocabulary(of: Self.tag("en")) == nil)
    #expect(notices == [LexiconError(path: path, reason: .changed)])
    source.reload()
    #expect(try (source.vocabulary(of: Self.tag("en")) != nil) == (growth == 0))
  }

  @Test("n-grams that are cut off in place are no longer used, and the words are")
  func cutNGrams() throws {
    let built = try BuiltLexicon()
    try built.write("en", [("good", 5), ("morning", 5)])
    let path = try built.writeNGrams("en", "good morning -0.3\nmorning good -1\n")
    var notices: [LexiconError] = []
    let source = InstalledVocabularies(folders: [built.folder.path]) { notices.append($0) }
    #expect(try source.vocabulary(of: Self.tag("en")) != nil)
    #expect(truncate(path, 50) == 0)
    let vocabulary = try #require(try source.vocabulary(of: Self.tag("en")))
    #expect(vocabulary.contains("good"))
    #expect(vocabulary.completions(of: "mor", after: ["good"], count: 1) == ["morning"])
    #expect(notices.map(\.path) == [path])
  }

  @Test("a file that is replaced by rename is used until the next reload")
  func renamed() throws {
    let built = try BuiltLexicon()
    try built.write("en", [("first", 5), ("other", 5)])
    let source = InstalledVocabularies(folders: [built.folder.path]) { Issue.record("\($0)") }
    #expect(try source.vocabulary(of: Self.tag("en"))?.contains("first") == true)
    _ = try built.folder.write("x".utf8, to: "new")
    #expect(rename(built.folder.path + "/new", built.path("en")) == 0)
    #expect(try source.vocabulary(of: Self.tag("en"))?.contains("first") == true)
  }

  @Test(
    "the folders: a variable for tests alone, or the user's, the machine's, and the program's",
    arguments: [
      (["KEYBRIDGE_LEXICONS": "/a:/b", "HOME": "/home/x"], "/usr/bin/keybridge", ["/a", "/b"]),
      (["KEYBRIDGE_LEXICONS": ""], "/usr/bin/keybridge", []),
      (
        ["HOME": "/home/x"], "/usr/bin/keybridge",
        [
          "/home/x/.local/share/keybridge/lexicons", LexiconFolders.cache,
          "/usr/bin/../share/keybridge/lexicons",
        ]
      ),
      (
        ["HOME": "/home/x", "XDG_DATA_HOME": "/data"], nil,
        ["/data/keybridge/lexicons", LexiconFolders.cache]
      ),
      (["HOME": "x"], nil, [LexiconFolders.cache]),
      ([:], "keybridge", [LexiconFolders.cache]),
    ] as [([String: String], String?, [String])])
  func folders(_ variables: [String: String], _ program: String?, _ expected: [String]) {
    #expect(LexiconFolders.list(program: program) { variables[$0] } == expected)
  }

  @Test("a program that embeds the engine finds the lexicons of an installed Keybridge last")
  func foldersOfEmbedder() {
    func folders(_ variables: [String: String]) -> [String] {
      LexiconFolders.list(installed: LexiconFolders.installed) { variables[$0] }
    }
    #expect(
      folders(["XDG_DATA_HOME": "/data"]) == [
        "/data/keybridge/lexicons", LexiconFolders.cache,
        "/usr/local/share/keybridge/lexicons", "/usr/share/keybridge/lexicons",
      ])
    #expect(folders(["KEYBRIDGE_LEXICONS": "/a:/b"]) == ["/a", "/b"])
  }
}
