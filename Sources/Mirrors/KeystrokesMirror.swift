// SPDX-License-Identifier: Apache-2.0
package import Keys
package import TextInput

/// The keystrokes mirror: prints one line for every press and every repeat, before the engine has it.
///
/// Presses of modifier keys count. Releases give no line, nor do keys that are found down or let go
/// with their keyboard: nobody pressed those.
package final class KeystrokesMirror: UpdateSink {
  private let output: ByteOutput
  private let encoder: WireEncoder
  /// An empty line with room, for the next.
  private var room: [UInt8] = []

  /// Makes a mirror that writes when its buffer is full and at the ends of frames.
  package init(output: ByteOutput, encoder: WireEncoder) {
    self.output = output
    self.encoder = encoder
  }

  package var interest: SinkInterest { [.keystrokes, .devices, .frames] }

  package func receive(keystroke: Keystroke) {
    switch keystroke.event.phase {
    case .press, .repeat: break
    case .release, .found, .cancel: return
    }
    // Taken out meanwhile, so that it needs no check at run time.
    var line = room
    room = []
    encoder.append(keystroke, to: &line)
    output.append(contentsOf: line)
    line.removeAll(keepingCapacity: true)
    room = line
  }

  package func receive(_ update: Update) {
    encoder.note(update)
  }

  package func frameEnded() throws(MirrorError) {
    try output.flush()
  }

  package func finish() throws(MirrorError) {
    try output.finish()
  }
}
