// SPDX-License-Identifier: Apache-2.0
package import Keys
package import TextInput

/// The json mirror: prints one line for every update and for every scanner's code.
package final class JSONMirror: UpdateSink {
  private let output: ByteOutput
  private let encoder: WireEncoder
  /// An empty line with reserved capacity, for reuse.
  private var room: [UInt8] = []

  /// Creates a mirror that writes when its buffer is full and at the end of each frame.
  package init(output: ByteOutput, encoder: WireEncoder) {
    self.output = output
    self.encoder = encoder
  }

  package var interest: SinkInterest { [.updates, .frames] }

  /// Returns the row.
  ///
  /// A continuation is left out: keys accept it, and a person does not see it in these lines before
  /// the next key.
  package func predictionsShown(for container: ContainerID) -> ShownPredictions { .row }

  package func receive(_ update: Update) {
    write { encoder.append(update, to: &$0) }
  }

  package func receive(_ scan: Scan) {
    write { encoder.append(scan, to: &$0) }
  }

  private func write(_ body: (inout [UInt8]) -> Void) {
    // Moved out during the change, so that no exclusivity check is needed.
    var line = room
    room = []
    body(&line)
    output.append(contentsOf: line)
    line.removeAll(keepingCapacity: true)
    room = line
  }

  package func frameEnded() throws(MirrorError) {
    try output.flush()
  }

  package func finish() throws(MirrorError) {
    try output.finish()
  }
}
