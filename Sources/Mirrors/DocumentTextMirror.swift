// SPDX-License-Identifier: Apache-2.0
package import Keys

/// A function that passes a text to its body in order, as pieces of UTF-8.
///
/// A piece is valid only during the call; a character may be split between pieces.
package typealias TextPieces = (_ body: (UnsafeBufferPointer<UInt8>) -> Void) -> Void

/// The text mirror of a replay: prints the final document, exactly, after one line for each
/// complete code of a scanner.
///
/// It receives nothing that is typed, so a replay costs no more than the engine.
package final class DocumentTextMirror: UpdateSink {
  private let output: ByteOutput
  private let document: TextPieces

  /// Creates a mirror of a document that is read when the replay is over.
  package init(output: ByteOutput, document: @escaping TextPieces) {
    self.output = output
    self.document = document
  }

  package var interest: SinkInterest { .scans }

  package func receive(_ scan: Scan) {
    if let line = scan.line { output.append(line) }
  }

  package func finish() throws(MirrorError) {
    document { output.append(contentsOf: $0) }
    try output.flush()
  }
}
