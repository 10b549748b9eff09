// SPDX-License-Identifier: Apache-2.0
package import Keys
package import TextInput

/// The text mirror of a running bridge: prints every line as soon as it is complete, and the rest
/// at exit, with a newline.
///
/// Complete codes of scanners are lines of their own.
///
/// The mirror keeps the *tail*, which is the text not printed yet, and the number of code units of
/// the document before it (`|` is that boundary, `⏎` a newline). A replacement is processed as a
/// deletion and then an insertion:
///
/// ```
/// 1  a b|c       + "d"   at the end       the tail grows
/// 2  a b|c d     + "⏎"   in the tail      all its complete lines are printed: a b c d ⏎|
/// 3  a ⏎|b       + "x⏎y" before b         prints "x⏎", the tail is "yb"
/// 4  a b⏎|c      + "x"   before the b     the boundary moves; printed text is not changed
/// 5  a b⏎|c      − "b"                    the boundary moves back
/// 6  a b⏎|c d    − "⏎c"                   the boundary moves back, and the tail loses the c
/// 7  a b⏎|       − "⏎", + "x⏎"            the boundary moves back to after b: prints "x⏎"
/// 8  exit                                 prints the tail and a newline, if the tail has text
/// ```
package final class RunningTextMirror: UpdateSink {
  private let container: ContainerID
  private let output: ByteOutput
  /// The number of code units of the document before the tail.
  private var printedLength = 0
  /// The text after the boundary; it contains no newline, because complete lines are printed.
  private var tail: [UInt16] = []

  /// Creates a mirror of one container, whose document must be empty.
  package init(container: ContainerID, output: ByteOutput) {
    self.container = container
    self.output = output
  }

  package var interest: SinkInterest { [.updates, .frames] }

  package func receive(_ update: Update) {
    guard case .textDidChange(container, let range, let text, _) = update else { return }
    let start = max(range.start, 0)
    delete(from: start, to: max(range.end, start))
    insert(text, at: start)
  }

  package func receive(_ scan: Scan) {
    if let line = scan.line { output.append(line) }
  }

  package func frameEnded() throws(MirrorError) {
    try output.flush()
  }

  package func finish() throws(MirrorError) {
    if !tail.isEmpty { output.append(String(decoding: tail, as: UTF16.self) + "\n") }
    tail = []
    try output.finish()
  }

  private func delete(from start: Int, to end: Int) {
    tail.removeSubrange(tailIndex(of: start)..<tailIndex(of: end))
    printedLength -= max(0, min(end, printedLength) - start)
  }

  private func insert(_ text: String, at offset: Int) {
    guard offset >= printedLength else {
      printedLength += text.utf16.count
      return
    }
    let index = tailIndex(of: offset)
    tail.replaceSubrange(index..<index, with: text.utf16)
    // Only the inserted text can contain a newline.
    guard text.utf8.contains(UInt8(ascii: "\n")),
      let newline = tail.lastIndex(of: UInt16(UInt8(ascii: "\n")))
    else { return }
    output.append(String(decoding: tail[...newline], as: UTF16.self))
    printedLength += newline + 1
    tail.removeSubrange(...newline)
  }

  private func tailIndex(of offset: Int) -> Int {
    min(max(offset - printedLength, 0), tail.count)
  }
}
