// SPDX-License-Identifier: Apache-2.0
package import Keys
package import TextInput

/// The keystrokes mirror: prints one line for every press and every repeat, before the engine
/// processes it.
///
/// Presses of modifier keys count. Releases print no line, nor do keys found down or cancelled,
/// because they are not presses by the user.
package final class KeystrokesMirror: UpdateSink {
  private let output: ByteOutput
  private let encoder: WireEncoder
  /// An empty line with reserved capacity, for reuse.
  private var room: [UInt8] = []

  /// Creates a mirror that writes when its buffer is full and at the end of each frame.
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
    // Moved out during the change, so that no exclusivity check is needed.
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
