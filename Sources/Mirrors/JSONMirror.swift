// SPDX-License-Identifier: Apache-2.0
package import Keys
package import TextInput

/// The json mirror: prints one line for every update and every scanner's code.
package final class JSONMirror: UpdateSink {
  private let output: ByteOutput
  private let encoder: WireEncoder
  /// An empty line with room, for the next.
  private var room: [UInt8] = []

  /// Makes a mirror that writes when its buffer is full and at the ends of frames.
  package init(output: ByteOutput, encoder: WireEncoder) {
    self.output = output
    self.encoder = encoder
  }

  package var interest: SinkInterest { [.updates, .frames] }

  package func receive(_ update: Update) {
    write { encoder.append(update, to: &$0) }
  }

  package func receive(_ scan: Scan) {
    write { encoder.append(scan, to: &$0) }
  }

  private func write(_ body: (inout [UInt8]) -> Void) {
    // Taken out meanwhile, so that it needs no check at run time.
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
