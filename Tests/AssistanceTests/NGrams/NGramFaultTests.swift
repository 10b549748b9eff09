// SPDX-License-Identifier: Apache-2.0
import TestSupport
import TestTraits
import TextInput
import Testing

@testable import Assistance

@Suite("N-gram faults", .needs("python3"))
struct NGramFaultTests {
  private static func reason(_ path: String, language: String = "en") -> LexiconError.Reason? {
    do throws(LexiconError) {
      _ = try NGrams(path: path, language: language)
      return nil
    } catch {
      #expect(error.path == path)
      return error.reason
    }
  }

  private static func sound() throws -> (built: BuiltLexicon, bytes: [UInt8]) {
    let built = try BuiltLexicon()
    return (built, try LexiconFaultTests.bytes(of: built.writeNGrams("en", NGramTests.lines)))
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
    #expect(try broken { $0[8] = 2 } == .version(found: 2, known: 1))
    #expect(try broken { $0.removeLast() } == .length(found: bytes.count - 1, stated: bytes.count))
    #expect(try broken { $0.append(0) } == .length(found: bytes.count + 1, stated: bytes.count))
    #expect(try broken { $0.removeLast(bytes.count - 100) } == .length(found: 100, stated: 128))
    #expect(try broken { $0[24] ^= 1 } == .damaged)
    #expect(
      Self.reason(built.folder.path + "/ngrams.en", language: "sv")
        == .language(found: "en", expected: "sv"))
    // A lexicon under the name of n-grams, and the reverse.
    try built.write("en", [("word", 5)])
    #expect(Self.reason(built.path("en")) == .unknownFormat)
    #expect(LexiconFaultTests.reason(built.folder.path + "/ngrams.en") == .unknownFormat)
  }

  @Test("a header whose counts do not add up to the length is damaged, despite its checksum")
  func counts() throws {
    let (built, bytes) = try Self.sound()
    for field in [24, 28, 32, 36, 40] {
      for value in [UInt32(0), 1, 0xFFFF, 0x1_0000, .max] {
        var changed = bytes
        let old = changed[field..<field + 4]
        changed.replaceSubrange(field..<field + 4, with: Self.littleEndian(value))
        guard changed[field..<field + 4] != old else { continue }
        var checksum = Adler32()
        changed[16..<128].withUnsafeBytes { checksum.add($0) }
        changed.replaceSubrange(12..<16, with: Self.littleEndian(checksum.value))
        let path = try built.folder.write(changed, to: "broken")
        // The padding may hide a small change; then no step may leave the file.
        guard let ngrams = try? NGrams(path: path, language: "en") else { continue }
        Self.use(ngrams)
      }
    }
  }

  @Test("every flipped bit is found, and no step leaves the file")
  func flips() throws {
    let (built, bytes) = try Self.sound()
    for bit in 0..<8 * bytes.count {
      var changed = bytes
      changed[bit / 8] ^= 1 << UInt8(bit % 8)
      let path = try built.folder.write(changed, to: "broken")
      do throws(LexiconError) {
        let ngrams = try NGrams(path: path, language: "en")
        Self.use(ngrams)
        var check = LexiconCheck(ngrams)
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
    var random = SeededGenerator(seed: 5)
    for _ in 0..<300 {
      var changed = bytes
      for index in 128..<bytes.count where Bool.random(using: &random) {
        changed[index] = UInt8.random(in: 0...255, using: &random)
      }
      let path = try built.folder.write(changed, to: "broken")
      Self.use(try NGrams(path: path, language: "en"))
    }
  }

  private static func littleEndian(_ number: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }

  /// Does everything that typing does with n-grams.
  private static func use(_ ngrams: NGrams) {
    for number in 0..<min(ngrams.layout.wordCount, 8) { _ = ngrams.number(of: ngrams.word(number)) }
    for previous in [[], ["the"], ["the", "end"], ["x"], ["of", "the"]] {
      let context = ngrams.context(after: previous)
      for start in ["", "t", "z"] {
        for word in context.likeliest(in: ngrams.numbers(beginningWith: start), count: 3) {
          _ = ngrams.word(word)
        }
      }
      for word in ["end", "of", "q"] {
        _ = context.probability(of: ngrams.number(of: word), alone: -100)
      }
    }
  }
}
