// SPDX-License-Identifier: Apache-2.0
@testable import Mirrors

extension FuzzTarget {
  /// The input of a terminal in `try`.
  ///
  /// However it is divided, the events are the same; only the time after ESC tells ⎋ and a key from
  /// a sequence, so nothing is divided there.
  static let terminalKeys = FuzzTarget(
    "terminal-keys",
    words: [
      "\u{1b}[", "\u{1b}O", "\u{1b}]", "\u{1b}\u{1b}", "\u{1b}\\", "\u{7}", "[A", "[[", "1;5",
      "27;5;9~",
      "97;5u", "97:65;2:3;65u", "?31u", "?62c", "200~", "201~", "\u{1b}[200~", "\u{1b}[201~", "I",
      "O",
      "11;rgb:ffff/0/80", ";", ":", "é", "一", "👍", "\u{7f}", "\u{0}", "\r", "\t",
    ],
    seeds: {
      [
        "ab\u{1b}[A\u{1b}OP\u{1b}[1;5C\u{1b}x\u{1b}[[A",
        "\u{1b}[?31u\u{1b}[97;5u\u{1b}[I\u{1b}]11;rgb:ffff/ffff/ffff\u{1b}\\\u{1b}[?62c",
        "\u{1b}[200~one\r\ntwo\u{1b}[201~é一",
      ].map(\.bytes)
    },
    check: { bytes in
      for isDetailed in [false, true] {
        let whole = events(of: [bytes], isDetailed)
        if whole != events(of: divided(bytes), isDetailed) {
          return "divided input gives other events"
        }
        if whole.count > 2 * bytes.count { return "more events than bytes" }
        for case .paste(let text?) in whole
        where text.utf8.count > TerminalReader.longestPaste || text.contains("\r") {
          return "a paste that is too long, or has carriage returns"
        }
      }
      return nil
    })

  private static func events(of parts: [[UInt8]], _ isDetailed: Bool) -> [TerminalEvent] {
    var reader = TerminalReader()
    reader.readsKeys = true
    reader.expectsColors = isDetailed
    reader.form.reportsReleases = isDetailed
    reader.form.reportsText = isDetailed
    return parts.flatMap { reader.read($0) } + reader.end()
  }

  /// Single bytes, but those after ESC are with it.
  private static func divided(_ bytes: [UInt8]) -> [[UInt8]] {
    var parts: [[UInt8]] = []
    for byte in bytes {
      if parts.last?.last == 0x1B {
        parts[parts.count - 1].append(byte)
      } else {
        parts.append([byte])
      }
    }
    return parts
  }
}
