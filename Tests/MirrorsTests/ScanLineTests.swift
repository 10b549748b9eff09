// SPDX-License-Identifier: Apache-2.0
import Keys
import Mirrors
import Testing
import TextInput

/// Codes of scanners in the mirrors that print text.
@Suite struct ScanLineTests {
  private func scan(_ text: String, _ flaw: Scan.Flaw? = nil) -> Scan {
    Scan(
      device: DeviceInfo.desk.id, text: text, time: .zero, duration: .zero, end: .key(.enter),
      flaw: flaw)
  }

  @Test("a live run prints complete codes as lines between those of its document")
  func running() throws {
    let pipe = try PipeReader()
    let mirror = RunningTextMirror(
      container: .main, output: ByteOutput(descriptor: pipe.writer))
    mirror.receive(.textDidChange(.main, range: TextRange(0, 0), text: "ab", origin: .user))
    mirror.receive(scan("400"))
    mirror.receive(scan("40", .disconnect))
    mirror.receive(scan("4\r\n0\u{1d}1\0"))
    try mirror.frameEnded()
    #expect(pipe.read() == "400\n4␍␊0\u{1d}1␀\n", "a code is one line")
    mirror.receive(.textDidChange(.main, range: TextRange(2, 2), text: "\n", origin: .user))
    try mirror.finish()
    #expect(pipe.read() == "ab\n")
  }

  @Test("a replay prints codes before its document")
  func replay() throws {
    let pipe = try PipeReader()
    let mirror = DocumentTextMirror(output: ByteOutput(descriptor: pipe.writer)) { body in
      Array("text".utf8).withUnsafeBufferPointer(body)
    }
    mirror.receive(scan("400"))
    mirror.receive(scan("40", .lost))
    try mirror.finish()
    #expect(pipe.read() == "400\ntext\n")
  }
}
