// SPDX-License-Identifier: Apache-2.0
package import TextInput

/// The json mirror: prints one line for every update.
package final class JSONMirror: UpdateSink {
  private let output: ByteOutput
  private let encoder: WireEncoder
  private let isLive: Bool
  private var line: [UInt8] = []

  /// Makes a mirror; a live one writes after every frame, the other when its buffer is full.
  package init(output: ByteOutput, encoder: WireEncoder, isLive: Bool) {
    self.output = output
    self.encoder = encoder
    self.isLive = isLive
  }

  package var interest: SinkInterest { [.updates, .frames] }

  package func receive(_ update: Update) {
    line.removeAll(keepingCapacity: true)
    encoder.append(update, to: &line)
    output.append(contentsOf: line)
  }

  package func frameEnded() throws(MirrorError) {
    if isLive { try output.flush() } else { try output.check() }
  }

  package func finish() throws(MirrorError) {
    try output.flush()
  }
}
