// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing
import TextLayout

@testable import TerminalScreen

/// The parser's result does not depend on how the output is divided into reads.
@Suite struct SplittingTests {
  /// One sequence of each kind that the screen takes, and some that it must swallow.
  static let sequences = [
    "abc", "é一e\u{301}👩‍👧", "\u{7}\u{8}\t\n\u{B}\u{C}\r\u{E}x\u{F}",
    "\u{1b}7\u{1b}8", "\u{1b}D\u{1b}E\u{1b}H\u{1b}M", "\u{1b}Nx\u{1b}Ox\u{1b}n\u{1b}o",
    "\u{1b}(0qx\u{1b}(B", "\u{1b})A\u{E}#\u{F}", "\u{1b}*0\u{1b}+0\u{1b}Nq", "\u{1b}#8", "\u{1b}c",
    "\u{1b}=\u{1b}>", "\u{1b}[2A\u{1b}[2B\u{1b}[2C\u{1b}[2D\u{1b}[2E\u{1b}[2F",
    "\u{1b}[3G\u{1b}[3`\u{1b}[2;3H\u{1b}[2;3f\u{1b}[2d\u{1b}[2e\u{1b}[2a\u{1b}[j\u{1b}[k",
    "\u{1b}[2I\u{1b}[2Z\u{1b}[g\u{1b}[3g", "\u{1b}[J\u{1b}[1J\u{1b}[2J\u{1b}[3J\u{1b}[?J",
    "\u{1b}[K\u{1b}[1K\u{1b}[2K\u{1b}[?1K", "\u{1b}[2X\u{1b}[2@\u{1b}[2P\u{1b}[2L\u{1b}[2M",
    "\u{1b}[2S\u{1b}[2T", "\u{1b}[2;4r", "x\u{1b}[3b", "\u{1b}[s\u{1b}[u", "\u{1b}[4hx\u{1b}[4l",
    "\u{1b}[20h\n\u{1b}[20l", "\u{1b}[1;2;3;4;5;7;8;9m", "\u{1b}[21;22;23;24;25;27;28;29m",
    "\u{1b}[31;42;93;104m", "\u{1b}[38;5;200;48;2;1;2;3mx", "\u{1b}[38:5:200;48:2::1:2:3mx",
    "\u{1b}[4:3;58:5:1mx\u{1b}[4:0m", "\u{1b}[1\"qx\u{1b}[0\"q", "\u{1b}Vx\u{1b}W\u{1b}[K",
    "\u{1b}[!p",
    "\u{1b}[?1;5;6;7;25;66;67;1004;2004;2026h", "\u{1b}[?1;5;6;7;25;66;67;1004;2004;2026l",
    "\u{1b}[?1049hx\u{1b}[?1049l", "\u{1b}[?1047hx\u{1b}[?1047l", "\u{1b}[?47h\u{1b}[?47l",
    "\u{1b}[?1048h\u{1b}[?1048l", "\u{1b}[?41;45hx\t\u{1b}[9D\u{8}", "\u{1b}[?45l",
    "\u{1b}[?7;69;1049s", "\u{1b}[?7;69;1049r",
    "\u{1b}[c\u{1b}[>c\u{1b}[=c\u{1b}[5n\u{1b}[6n\u{1b}[?6n",
    "\u{1b}[4$p\u{1b}[?2026$p\u{1b}[?9999$p", "\u{1b}[>q\u{1b}[18t",
    "\u{1b}[>4;2m\u{1b}[?4m\u{1b}[>4n", "\u{1b}[>5u\u{1b}[=3;2u\u{1b}[?u\u{1b}[<u",
    "\u{1b}]0;title\u{7}", "\u{1b}]2;tïtle\u{1b}\\",
    "\u{1b}]8;id=1;https://example.org\u{1b}\\x\u{1b}]8;;\u{7}",
    "\u{1b}]52;c;a2V5\u{7}", "\u{1b}]52;c;?\u{7}", "\u{1b}]133;A\u{7}$ ", "\u{1b}]10;?\u{7}",
    "\u{1b}P$qm\u{1b}\\\u{1b}P$qr\u{1b}\\\u{1b}P$qz\u{1b}\\", "\u{1b}P+q544e\u{1b}\\",
    "\u{1b}Xignored\u{1b}\\x", "\u{1b}^ignored\u{1b}\\x", "\u{1b}_ignored\u{1b}\\x",
    "\u{1b}[1;2\u{8};3Hx", "\u{1b}[3\u{18}x", "\u{1b}]0;half\u{1a}x", "\u{1b}[\u{1b}[2Cx",
    "\u{1b}[1<2Hx", "\u{1b}[?1$$px", "\u{1b}[1 2qx", "\u{1b}[99999999999Cx", "\u{1b}[éx",
    "\u{1b}[?69h\u{1b}[2;4sabcdef\n\u{1b}[L\u{1b}[M\u{1b}[@\u{1b}[P", "\u{1b}[?69h\u{1b}[3;9s",
    "\u{1b}[?69l",
    "\u{1b}[1;1;2;3;1;2;2;1$v", "\u{1b}[37;2;2;4;9$x\u{1b}[2;2;3;3$z\u{1b}[2;2;9;9${",
    "\u{1b}[1;2;3;4;1$r\u{1b}[2*x\u{1b}[1;2;3;4;7$t",
    "\u{1b}[2'}\u{1b}['~\u{1b}[2 @\u{1b}[ A\u{1b}6\u{1b}9", "\u{1b} Fx", "\u{1b}%Gx",
    "\u{1b}P1;2<3qdata\u{1b}\\x", "\u{1b}[;;;;H\u{7f}x",
  ]
  /// Bytes that are not UTF-8.
  static let bytes: [[UInt8]] = [
    [0xC3, 0x28], [0xE4, 0xB8, 0x41], [0xF0, 0x9F, 0x98], [0xED, 0xA0, 0x80, 0x41], [0xC0, 0xAF],
    [0xFF, 0x41], [0xC2, 0x85, 0x41], [0xE4, 0xB8, 0x1B, 0x5B, 0x43, 0x41],
  ]

  private func contents(_ parts: [ArraySlice<UInt8>]) -> ProgramScreen.Contents {
    let screen = ProgramScreen(10, 5, "ab一cd\r\nefgh\r\nij\u{1b}[2;3H")
    for part in parts { screen.feed(part) }
    #expect(screen.fault == nil)
    return screen.contents
  }

  @Test("Each sequence has the same effect if it is split at any byte")
  func everySplit() {
    let outputs = Self.sequences.map { Array($0.utf8) } + Self.bytes
    for output in outputs {
      let whole = contents([output[...]])
      for index in output.indices {
        let split = contents([output[..<index], output[index...]])
        #expect(split == whole, "\(String(decoding: output, as: UTF8.self).debugDescription)")
      }
      #expect(contents(output.indices.map { output[$0...$0] }) == whole)
    }
  }

  @Test("A sequence that nothing takes prints nothing, and the text after it is printed")
  func swallowed() {
    for sequence in [
      "\u{1b}[?9999h", "\u{1b}[1;2;3z", "\u{1b}[1<2H", "\u{1b}[1<2@", "\u{1b}[1$$p",
      "\u{1b}]777;x\u{7}",
      "\u{1b}]x\u{1b}\\", "\u{1b}Xy\u{1b}\\", "\u{1b}^y\u{1b}\\", "\u{1b}_y\u{1b}\\",
      "\u{1b}P1;2<3qz\u{1b}\\", "\u{1b} F", "\u{1b}%G", "\u{1b}(%5", "\u{1b}[1 2q", "\u{7f}",
      "\u{5}",
      "\u{85}",
    ] {
      let screen = ProgramScreen(10, 1, sequence + "x")
      #expect(screen.lines == ["x"], "\(sequence.debugDescription)")
      #expect(screen.takeReplies().isEmpty)
    }
  }

  @Test("A string of 64 KiB is taken, and a longer one is dropped to its end")
  func longStrings() {
    let limit = ControlParser.stringLimit
    for (length, isTaken) in [(limit - 5, true), (limit - 4, false), (3 * limit, false)] {
      // The command's number and its semicolons are a part of the string.
      let text = String(repeating: "YWJj", count: (length + 3) / 4).prefix(length)
      let screen = ProgramScreen(10, 1, "\u{1b}]52;c;\(text)\u{1b}\\x")
      #expect(screen.takeEvents().isEmpty == !isTaken, "\(length)")
      #expect(screen.lines == ["x"])
    }
  }

  @Test("CAN and SUB end a sequence without an effect, and ESC begins another one")
  func cancelled() {
    #expect(ProgramScreen(10, 1, "\u{1b}[3\u{18}Cx").lines == ["Cx"])
    #expect(ProgramScreen(10, 1, "\u{1b}[3\u{1a}Cx").lines == ["Cx"])
    #expect(ProgramScreen(10, 1, "\u{1b}]0;a\u{18}x").takeEvents() == [])
    #expect(ProgramScreen(10, 1, "\u{1b}[3\u{1b}[2Cx").lines == ["  x"])
  }

  @Test(
    "A character beyond ASCII ends a sequence without an effect, and is printed",
    arguments: ["", "(", "[", "[3", "[3 ", "[1<2", "P", "P3", "P3$"])
  func endedByText(start: String) {
    #expect(ProgramScreen(10, 1, "\u{1b}" + start + "éCx").lines == ["éCx"])
  }

  @Test(
    "A sequence has at most 32 parameters, and those after them are ignored",
    arguments: [31, 32, 33, 34])
  func manyParameters(count: Int) {
    let italic = String(repeating: "3;", count: count - 1)
    let screen = ProgramScreen(10, 1, "\u{1b}[\(italic)1mx")
    #expect(screen.glyphs(ofRow: 0)[0].style == TextStyle(count > 32 ? .italic : [.italic, .bold]))
  }

  @Test("Invalid UTF-8 gives one replacement character for each maximal part")
  func invalidText() {
    let expected = [
      "\u{FFFD}(", "\u{FFFD}A", "", "\u{FFFD}\u{FFFD}\u{FFFD}A", "\u{FFFD}\u{FFFD}", "\u{FFFD}A",
      "A", "\u{FFFD}\u{20}A",
    ]
    for (bytes, text) in zip(Self.bytes, expected) {
      let screen = ProgramScreen(10, 1)
      screen.feed(bytes)
      #expect(screen.lines == [text])
    }
  }
}
