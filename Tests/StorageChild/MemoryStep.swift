// SPDX-License-Identifier: Apache-2.0
package import TextInput
import TestSupport

/// One change of a memory, determined by its number.
///
/// Two processes that use the same numbers make the same changes.
package struct MemoryStep {
  private let number: Int

  package init(_ number: Int) {
    self.number = number
  }

  // Few values of each kind, so that steps collide; both spellings of é, which are two texts.
  private static let texts = [
    "", "Ann", "Bob", "caf\u{e9}", "cafe\u{301}", "日本", "a\0b", "%_'\"\\", "👩‍👩‍👧",
  ]
  private static let kinds = ["candidate", "word"].map(LearnedKind.init(rawValue:))

  package func apply(to memory: some InputMemory) {
    var generator = SeededGenerator(seed: UInt64(number))
    func text() -> String { Self.texts.randomElement(using: &generator) ?? "" }
    func kind() -> LearnedKind { Self.kinds[Int.random(in: 0...1, using: &generator)] }
    // Forgetting is rare, so that the log grows in between.
    switch Int.random(in: 0..<1000, using: &generator) {
    case 0..<200: memory.setModeIdentifier("mode-\(number)", inContext: text())
    case 200..<600: memory.noteChoice(text(), for: text(), kind: kind())
    case 600..<750: memory.setSetting(text(), to: "value-\(number)")
    case 750..<900: memory.lastModeIdentifier = text()
    case 900..<960: memory.setSetting(text(), to: nil)
    case 960..<980: memory.lastModeIdentifier = nil
    case 980..<984: memory.forgetChoice(text(), for: text(), kind: kind())
    case 984..<989: memory.clearContext(text())
    case 989: memory.forgetChoices()
    default: memory.noteChoice("often", for: "", kind: kind())
    }
  }

  /// All values that steps can set in a memory, as ASCII lines that are equal only for equal code
  /// units.
  package static func contents(of memory: some InputMemory) -> [String] {
    var lines: [(String, String)] = []
    lines.append(("last", memory.lastModeIdentifier ?? "-"))
    for text in texts {
      lines.append(("mode \(text)", memory.modeIdentifier(inContext: text) ?? "-"))
      lines.append(("setting \(text)", memory.setting(text) ?? "-"))
      for kind in kinds {
        let choices = memory.choices(for: text, kind: kind).map { "\($0.text)=\($0.count)" }
        lines.append(("\(kind.rawValue) \(text)", choices.joined(separator: ";")))
      }
    }
    return lines.map { name, value in
      "\(name): \(value)".unicodeScalars.map { $0.escaped(asASCII: true) }.joined()
    }
  }
}
