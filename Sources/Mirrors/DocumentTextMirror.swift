// SPDX-License-Identifier: Apache-2.0
package import Keys

/// The text mirror of a replay: prints the final document, and nothing else but the complete codes
/// of scanners, a line each before it.
///
/// It receives no keystrokes and updates, so it adds no cost to a replay.
package final class DocumentTextMirror: UpdateSink {
  private let output: ByteOutput
  private let document: TextPieces
  private let isExact: Bool

  /// Creates a mirror that requests the document when the replay has ended.
  ///
  /// - Parameters:
  ///   - output: a writer to standard output.
  ///   - isExact: whether the text is printed unchanged. Otherwise a newline is added to a text
  ///     that ends without one, so that a shell's prompt begins a new line.
  ///   - document: returns the document when the replay has ended.
  package init(output: ByteOutput, isExact: Bool = false, document: @escaping TextPieces) {
    self.output = output
    self.isExact = isExact
    self.document = document
  }

  package var interest: SinkInterest { .scans }

  package func receive(_ scan: Scan) {
    if let line = scan.line { output.append(line) }
  }

  package func finish() throws(MirrorError) {
    var last: UInt8?
    document {
      output.append(contentsOf: $0)
      last = $0.last ?? last
    }
    if !isExact, let last, last != UInt8(ascii: "\n") { output.append("\n") }
    try output.flush()
  }
}
