// SPDX-License-Identifier: Apache-2.0
import TestSupport
import TestTraits
import Testing

@testable import TerminalScreen

/// No output breaks the screen.
@Suite struct FuzzTests {
  private static let sizes = [(1, 1), (1, 5), (2, 1), (2, 2), (3, 7), (20, 6), (80, 24)]

  /// Returns a random piece of output: a known sequence, a random control sequence, or bytes.
  private func piece(_ random: inout SeededGenerator) -> [UInt8] {
    switch Int.random(in: 0..<4, using: &random) {
    case 0: return Array((SplittingTests.sequences.randomElement(using: &random) ?? "").utf8)
    case 1:
      let values = (0..<Int.random(in: 0..<4, using: &random)).map { _ in
        String([0, 1, 2, 3, 7, 24, 80, 65_535].randomElement(using: &random) ?? 0)
      }
      let prefix = ["", "", "", "?", ">", "<", "="].randomElement(using: &random) ?? ""
      let final = UInt8.random(in: 0x40...0x7E, using: &random)
      return Array("\u{1b}[\(prefix)\(values.joined(separator: ";"))".utf8) + [final]
    case 2:
      return Array(
        ["一", "e\u{301}", "\u{301}", "ab", "👩‍👧"].randomElement(using: &random)?.utf8 ?? "".utf8)
    default:
      return (0..<8).map { _ in UInt8.random(in: 0...255, using: &random) }
    }
  }

  @Test(
    "Random output and sizes leave the cursor, the margins and the rows consistent", .notInFastRuns)
  func randomOutput() {
    for (number, size) in Self.sizes.enumerated() {
      var random = SeededGenerator(seed: UInt64(number))
      let screen = ProgramScreen(size.0, size.1, scrollback: 20)
      for step in 0..<Thoroughness.repetitions(2_000, long: 400_000) {
        screen.feed(piece(&random))
        if step % 16 == 0 {
          let size = Self.sizes.randomElement(using: &random) ?? (1, 1)
          screen.resize(columns: size.0, rows: size.1)
        }
        _ = (screen.takeReplies(), screen.takeEvents())
        if let fault = screen.fault {
          Issue.record("seed \(number), step \(step): \(fault)")
          return
        }
      }
    }
  }

  @Test("Without anybody who takes them, replies and events stay bounded")
  func bounded() {
    let screen = ProgramScreen(10, 2)
    let query = Array(String(repeating: "\u{1b}[c\u{1b}]0;x\u{7}", count: 20_000).utf8)
    screen.feed(query)
    #expect(screen.takeReplies().count <= 1 << 16 + 16)
    #expect(screen.takeEvents().count == 256)
  }
}
