// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import Service

/// How what a client sends becomes lines, in pieces of any size.
struct IncomingLinesTests {
  /// The lines of a text that comes in pieces, with `✗` for one that is too long.
  private func lines(_ text: String, limit: Int, piece: Int) -> [String] {
    var lines = IncomingLines(limit: limit)
    let bytes = Array(text.utf8)
    return stride(from: 0, to: bytes.count, by: piece).flatMap { start in
      bytes[start..<min(start + piece, bytes.count)].withUnsafeBytes { lines.take($0) }
    }.map { $0.isTooLong ? "✗" : String(decoding: $0.bytes, as: UTF8.self) }
  }

  @Test("A line has at most as many bytes as the limit says", arguments: 1...12)
  func limit(piece: Int) {
    #expect(lines("1234\n12345\n1234\n", limit: 4, piece: piece) == ["1234", "✗", "1234"])
    #expect(lines("é€x\né€\n", limit: 5, piece: piece) == ["✗", "é€"], "bytes, not characters")
  }

  @Test("A line that is too long is reported once, before its end, and all of it is skipped")
  func tooLong() {
    #expect(lines("12345", limit: 4, piece: 1) == ["✗"])
    #expect(lines("123451234123\n\n1", limit: 4, piece: 3) == ["✗"])
  }

  @Test("Of a line that is too long the first 4096 bytes are kept", arguments: [1000, 4096, 9000])
  func kept(piece: Int) {
    let text = (0..<2000).map { "\($0)," }.joined()
    var lines = IncomingLines(limit: 5000)
    let bytes = Array(text.utf8)
    let found = stride(from: 0, to: bytes.count, by: piece).flatMap { start in
      bytes[start..<min(start + piece, bytes.count)].withUnsafeBytes { lines.take($0) }
    }
    #expect(found == [IncomingLine(bytes: Array(bytes[..<4096]), isTooLong: true)])
  }

  @Test("A line waits for its end; an empty line is none", arguments: 1...6)
  func ends(piece: Int) {
    #expect(lines("\na\n\nbc\nd", limit: 4, piece: piece) == ["a", "bc"])
  }
}
