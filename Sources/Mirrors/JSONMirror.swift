// SPDX-License-Identifier: Apache-2.0
package import Keys
package import TextInput

/// The json mirror: prints one line for every update and every scanner's code.
package final class JSONMirror: UpdateSink {
  private let output: ByteOutput
  private let encoder: WireEncoder
  private var line: [UInt8] = []

  /// Makes a mirror that writes when its buffer is full and at the ends of frames.
  package init(output: ByteOutput, encoder: WireEncoder) {
    self.output = output
    self.encoder = encoder
  }

  package var interest: SinkInterest { [.updates, .frames] }

  package func receive(_ update: Update) {
    line.removeAll(keepingCapacity: true)
    encoder.append(update, to: &line)
    output.append(contentsOf: line)
  }

  package func receive(_ scan: Scan) {
    line.removeAll(keepingCapacity: true)
    encoder.append(scan, to: &line)
    output.append(contentsOf: line)
  }

  package func frameEnded() throws(MirrorError) {
    try output.flush()
  }

  package func finish() throws(MirrorError) {
    try output.finish()
  }
}
