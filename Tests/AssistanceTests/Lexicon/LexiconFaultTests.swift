// SPDX-License-Identifier: Apache-2.0
import Glibc
import TestSupport
import TestTraits
import Testing

@testable import Assistance

@Suite("Lexicon faults", .needs("python3"))
struct LexiconFaultTests {
  static func bytes(of path: String) throws -> [UInt8] {
    let file = try MappedFile(path: path, maximum: .max)
    return Array(file.bytes)
  }

  static func reason(_ path: String, language: String = "en") -> LexiconError.Reason? {
    do throws(LexiconError) {
      _ = try Lexicon(path: path, language: language)
      return nil
    } catch {
      #expect(error.path == path)
      return error.reason
    }
  }

  /// Returns a file with the words that a fault is made in.
  static func sound() throws -> (built: BuiltLexicon, bytes: [UInt8]) {
    let built = try BuiltLexicon()
    let words = LexiconTests.words(24, seed: 3).map { ($0.key, $0.value) } + [("McDonald", 4)]
    return (built, try bytes(of: built.write("en", words)))
  }

  @Test("each fault of a file has its reason")
  func faults() throws {
    let (built, bytes) = try Self.sound()
    func broken(_ change: (inout [UInt8]) -> Void) throws -> LexiconError.Reason? {
      var changed = bytes
      change(&changed)
      return Self.reason(try built.folder.write(changed, to: "broken"))
    }
    #expect(try broken { _ in } == nil)
    #expect(Self.reason(built.folder.path + "/none") == .missing)
    #expect(try broken { $0 = [] } == .empty)
    #expect(try broken { $0[0] = 0x88 } == .unknownFormat)
    #expect(try broken { $0 = Array("lexicon".utf8) } == .unknownFormat)
    #expect(try broken { $0[8] = 2 } == .version(found: 2, known: 1))
    #expect(try broken { $0.removeLast() } == .length(found: bytes.count - 1, stated: bytes.count))
    #expect(try broken { $0.append(0) } == .length(found: bytes.count + 1, stated: bytes.count))
    #expect(try broken { $0.removeLast(bytes.count - 100) } == .length(found: 100, stated: 128))
    #expect(try broken { $0[24] ^= 1 } == .damaged)
    #expect(
      Self.reason(built.path("en"), language: "sv") == .language(found: "en", expected: "sv"))
    #expect(Self.reason(built.folder.path) == .unreadable(errno: EISDIR))
    #expect(mkfifo(built.folder.path + "/pipe", 0o600) == 0)
    #expect(Self.reason(built.folder.path + "/pipe") == .unreadable(errno: EINVAL))
  }

  @Test("a file that its user may not read is unreadable", .needsRoot)
  func unreadable() throws {
    let (built, _) = try Self.sound()
    #expect(chmod(built.folder.path, 0o755) == 0 && chmod(built.path("en"), 0) == 0)
    let reason = try asUser(65534) { Self.reason(built.path("en")) }
    #expect(reason == .unreadable(errno: EACCES))
  }

  @Test("every flipped bit is found, and no walk leaves the file or runs in a circle")
  func flips() throws {
    let (built, bytes) = try Self.sound()
    // Every bit in a long run, and one of each byte otherwise.
    var random = SeededGenerator(seed: 2)
    let bits =
      Thoroughness.current == .long
      ? Array(0..<8 * bytes.count)
      : bytes.indices.map { 8 * $0 + Int.random(in: 0..<8, using: &random) }
    for bit in bits {
      var changed = bytes
      changed[bit / 8] ^= 1 << UInt8(bit % 8)
      let path = try built.folder.write(changed, to: "broken")
      do throws(LexiconError) {
        let lexicon = try Lexicon(path: path, language: "en")
        Self.use(lexicon)
        var check = LexiconCheck(lexicon)
        try check.finish()
        Issue.record("bit \(bit) is not noticed")
      } catch {}
    }
  }

  @Test("a file cut at any length is not opened")
  func cuts() throws {
    let (built, bytes) = try Self.sound()
    for length in 0..<bytes.count {
      let path = try built.folder.write(bytes[..<length], to: "broken")
      #expect(Self.reason(path) != nil, "\(length)")
    }
  }

  @Test("random bytes after an intact header never crash")
  func noise() throws {
    let (built, bytes) = try Self.sound()
    var random = SeededGenerator(seed: 11)
    for _ in 0..<300 {
      var changed = bytes
      for index in 160..<bytes.count where Bool.random(using: &random) {
        changed[index] = UInt8.random(in: 0...255, using: &random)
      }
      let path = try built.folder.write(changed, to: "broken")
      guard let lexicon = try? Lexicon(path: path, language: "en") else { continue }
      Self.use(lexicon)
    }
  }

  @Test("a lexicon keeps its words when another file replaces it")
  func replaced() throws {
    let built = try BuiltLexicon()
    try built.write("en", [("old", 5)])
    let lexicon = try Lexicon(path: built.path("en"), language: "en")
    try built.write("en", [("new", 5)])
    #expect(lexicon.number(of: "old") == 0)
    #expect(lexicon.number(of: "new") == nil)
    let replacing = try Lexicon(path: built.path("en"), language: "en")
    #expect(replacing.number(of: "new") == 0)
  }

  /// Does everything that typing does with a lexicon.
  private static func use(_ lexicon: Lexicon) {
    for word in 0..<min(lexicon.wordCount, 80) {
      guard let labels = lexicon.labels(of: word) else { continue }
      _ = lexicon.number(of: lexicon.spelling(of: word, labels))
    }
    for start in ["", "a", "b", "cc"] { _ = lexicon.likeliest(below: start, count: 3) }
    let vocabulary = LexiconVocabulary(lexicon)
    for text in ["abcc", "aé", "b’a"] {
      _ = vocabulary.contains(text)
      _ = vocabulary.correction(of: text, after: nil, on: KeyNeighbors())
      _ = vocabulary.guesses(for: text, after: nil, on: KeyNeighbors(), count: 3)
    }
  }
}
