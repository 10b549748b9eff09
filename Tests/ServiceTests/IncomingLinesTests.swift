// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import Service

/// How bytes from a client become lines, for pieces of any size.
struct IncomingLinesTests {
  /// The lines of a text that arrives in pieces, with `✗` for a line that is too long.
  private func lines(_ text: String, limit: Int, piece: Int) -> [String] {
    var lines = IncomingLines(limit: limit)
    let bytes = Array(text.utf8)
    return stride(from: 0, to: bytes.count, by: piece).flatMap { start in
      bytes[start..<min(start + piece, bytes.count)].withUnsafeBytes { lines.take($0) }
    }.map { $0.isTooLong ? "✗" : String(decoding: $0.bytes, as: UTF8.self) }
  }

  @Test("The limit is the greatest length of a line in bytes", arguments: 1...12)
  func limit(piece: Int) {
    #expect(lines("1234\n12345\n1234\n", limit: 4, piece: piece) == ["1234", "✗", "1234"])
    #expect(lines("é€x\né€\n", limit: 5, piece: piece) == ["✗", "é€"], "bytes, not characters")
  }

  @Test("A line that is too long is reported once, before its end, and then skipped")
  func tooLong() {
    #expect(lines("12345", limit: 4, piece: 1) == ["✗"])
    #expect(lines("123451234123\n\n1", limit: 4, piece: 3) == ["✗"])
  }

  @Test("The first 4096 bytes of a line that is too long are kept", arguments: [1000, 4096, 9000])
  func kept(piece: Int) {
    let text = (0..<2000).map { "\($0)," }.joined()
    var lines = IncomingLines(limit: 5000)
    let bytes = Array(text.utf8)
    let found = stride(from: 0, to: bytes.count, by: piece).flatMap { start in
      bytes[start..<min(start + piece, bytes.count)].withUnsafeBytes { lines.take($0) }
    }
    #expect(found == [IncomingLine(bytes: Array(bytes[..<4096]), isTooLong: true)])
  }

  @Test("A line is complete at its newline, and empty lines are skipped", arguments: 1...6)
  func ends(piece: Int) {
    #expect(lines("\na\n\nbc\nd", limit: 4, piece: piece) == ["a", "bc"])
  }
}
