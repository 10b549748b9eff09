// SPDX-License-Identifier: Apache-2.0
import Keys
import TestSupport
import Testing

@Suite struct StringSearchTests {
  @Test("Texts without combining characters are searched as the standard library does")
  func sameAsTheStandardLibrary() {
    var generator = SeededGenerator(seed: 38)
    for _ in 0..<2000 {
      let text = random(of: ["a", "b", "é", "日", "\n"], upTo: 12, &generator)
      let other = random(of: ["a", "b", "é", "日", "\n"], upTo: 3, &generator)
      let replacement = random(of: ["a", "x"], upTo: 2, &generator)
      #expect(text.containsBytes(of: other) == text.contains(other), "\(text.debugDescription)")
      if !other.isEmpty {
        #expect(
          text.replacingBytes(of: other, with: replacement)
            == text.replacing(other, with: replacement), "\(text.debugDescription)")
      }
    }
  }

  @Test("Characters are found as the standard library does, however they are composed")
  func sameCharacters() {
    var generator = SeededGenerator(seed: 39)
    let letters = ["a", "e", "é", "e\u{301}", "\u{301}", "\r", "\n", "🇩", "🇪", "\u{200D}"]
    for _ in 0..<4000 {
      let text = random(of: letters, upTo: 10, &generator)
      let other = random(of: letters, upTo: 3, &generator)
      let isFound = text.contains(other)
      #expect(
        text.containsCharacters(of: other) == isFound,
        "\(text.debugDescription), \(other.debugDescription)")
      #expect(text.dropFirst(0).containsCharacters(of: other[...]) == isFound)
    }
  }

  @Test("Bytes are found before a combining character, where the standard library finds none")
  func bytes() {
    #expect("/dev/input/../\u{301}".containsBytes(of: "/../"))
    #expect(!"/dev/input/../\u{301}".contains("/../"))
    #expect("|\u{301}".replacingBytes(of: "|", with: "/") == "/\u{301}")
    #expect(!"e\u{301}".containsBytes(of: "é"))
    #expect("a\r\nb".containsBytes(of: "\n"))
  }

  @Test("An empty text occurs everywhere, and is not replaced")
  func empty() {
    for text in ["", "a"] {
      #expect(text.containsBytes(of: ""))
      #expect(text.containsCharacters(of: ""))
      #expect(text.replacingBytes(of: "", with: "x") == text)
    }
  }

  private func random(
    of letters: [String], upTo count: Int, _ generator: inout SeededGenerator
  ) -> String {
    (0..<Int.random(in: 0...count, using: &generator)).map { _ in
      letters.randomElement(using: &generator) ?? ""
    }.joined()
  }
}
