// SPDX-License-Identifier: Apache-2.0
@testable import Storage
import StorageChild
import TestSupport
import Testing
import TextInput

/// The list of what waits: as short as it can be, and worth the same.
@Suite struct PostponedChangesTests {
  private static let texts = ["a", "b", "\u{e9}", "e\u{301}"]
  private static let kinds = ["candidate", "word"].map(LearnedKind.init(rawValue:))

  @Test("Joined changes do what all of them do, and stay few", arguments: 0..<20)
  func random(_ seed: Int) {
    var generator = SeededGenerator(seed: UInt64(seed))
    let oracle = VolatileMemory()
    var postponed = PostponedChanges()
    for number in 0..<2000 {
      let change = Self.change(number, &generator)
      change.apply(to: oracle)
      postponed.append(change)
      guard number.isMultiple(of: 10) else { continue }
      let memory = VolatileMemory()
      postponed.apply(to: memory)
      #expect(Self.contents(of: memory) == Self.contents(of: oracle))
      // Contexts, the last mode, settings; choices, each perhaps forgotten before; forgetting all.
      #expect(postponed.changes.count <= 4 + 1 + 4 + 2 * 2 * 4 * 4 + 2)
    }
  }

  private static func change(_ number: Int, _ generator: inout SeededGenerator) -> MemoryChange {
    let text = texts[Int.random(in: 0..<4, using: &generator)]
    let input = texts[Int.random(in: 0..<4, using: &generator)]
    let kind = kinds[Int.random(in: 0..<2, using: &generator)]
    return switch Int.random(in: 0..<100, using: &generator) {
    case 0: .clearContexts
    case 1: .forgetChoices
    case 2..<10: .clearContext(text)
    case 10..<20: .mode("\(number)", context: text)
    case 20..<25: .lastMode(number.isMultiple(of: 3) ? nil : "\(number)")
    case 25..<40: .setting(text, value: number.isMultiple(of: 3) ? nil : "\(number)")
    case 40..<50: .forgetChoice(text, input: input, kind: kind)
    default:
      .choice(text, input: input, kind: kind, times: Int.random(in: 1...3, using: &generator))
    }
  }

  private static func contents(of memory: VolatileMemory) -> [String] {
    var lines = [memory.lastModeIdentifier ?? "-"]
    for text in texts {
      lines.append(memory.modeIdentifier(inContext: text) ?? "-")
      lines.append(memory.setting(text) ?? "-")
      for kind in kinds {
        let choices = memory.choices(for: text, kind: kind)
        lines.append(choices.map { "\(Array($0.text.utf8))\($0.count)" }.joined(separator: " "))
      }
    }
    return lines
  }
}
