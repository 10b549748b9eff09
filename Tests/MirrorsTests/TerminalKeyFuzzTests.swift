// SPDX-License-Identifier: Apache-2.0
import TestSupport
import TestTraits
import Testing

@testable import Mirrors

/// Random input from a terminal.
@Suite struct TerminalKeyFuzzTests {
  /// Bytes of which sequences are made, and any others.
  private static let letters: [UInt8] = Array(
    "\u{1b}\u{1b}\u{1b}[[O]?<>;:0123456789~uABIMPZc$^m\u{7}\r\u{3}aé".utf8)

  @Test("random input gives the same events in whatever pieces it arrives, if no ESC is doubled")
  func pieces() {
    var random = SeededGenerator(seed: 31)
    for round in 0..<Thoroughness.repetitions(3000, long: 300_000) {
      var bytes: [UInt8] = []
      for _ in 0..<Int.random(in: 1...24, using: &random) {
        let byte =
          Int.random(in: 0..<4, using: &random) == 0
          ? UInt8.random(in: 0...255, using: &random)
          : Self.letters.randomElement(using: &random) ?? 0
        // Two of them are two keys if they arrive apart.
        if byte != 0x1b || bytes.last != 0x1b { bytes.append(byte) }
      }
      var readers = [TerminalReader(), TerminalReader()]
      let (colors, releases) = (Bool.random(using: &random), Bool.random(using: &random))
      for index in readers.indices {
        readers[index].readsKeys = true
        readers[index].expectsColors = colors
        readers[index].form.reportsReleases = releases
      }
      let whole = readers[0].read(bytes)
      var (pieces, rest): ([TerminalEvent], ArraySlice<UInt8>) = ([], bytes[...])
      while !rest.isEmpty {
        let count = Int.random(in: 1...rest.count, using: &random)
        pieces += readers[1].read(rest.prefix(count))
        rest = rest.dropFirst(count)
      }
      #expect(whole == pieces, "round \(round): \(bytes)")
      #expect(readers[0].end() == readers[1].end() && !readers[0].mayBeWhole, "round \(round)")
    }
  }
}
