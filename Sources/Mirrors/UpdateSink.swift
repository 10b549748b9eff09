// SPDX-License-Identifier: Apache-2.0
package import Keys
package import TextInput

/// What a sink wants to be told, so that no work is done for one that does not listen.
package struct SinkInterest: OptionSet, Hashable, Sendable {
  package var rawValue: UInt8

  package init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// Every keystroke, before the engine has it.
  package static let keystrokes = SinkInterest(rawValue: 1)
  /// The updates about keyboards that come and go.
  package static let devices = SinkInterest(rawValue: 2)
  /// Every update, those about keyboards included.
  package static let updates = SinkInterest(rawValue: 4)
  /// The ends of frames.
  package static let frames = SinkInterest(rawValue: 8)
  /// Updates as they are, secrets included, for who gives each owner its own (FLD-2), in the order of effects.
  package static let secrets = SinkInterest(rawValue: 16)
  /// The codes of scanners; who wants every update gets them too.
  package static let scans = SinkInterest(rawValue: 32)
  /// Updates in the order of effects instead of that of reference 4.3.
  package static let effectOrder = SinkInterest(rawValue: 64)
}

/// The end of the pipe: an observer of what happens.
///
/// What arrives is kept or written at once, as the sink likes; output that fails is reported at the
/// next frame's end, so that the parts in between need not care.
package protocol UpdateSink: AnyObject {
  /// What it wants to be told; the same for the whole of its life.
  var interest: SinkInterest { get }

  /// Whether anybody would learn now of an update that is not about a keyboard; true unless the sink says otherwise.
  var isAttentive: Bool { get }

  /// Takes a keystroke that the engine is about to get.
  func receive(keystroke: Keystroke)

  /// Takes the next fact; they come in order.
  func receive(_ update: Update)

  /// Takes a scanner's code, which no text has anything to do with.
  func receive(_ scan: Scan)

  /// A frame has been dealt with and the document is at rest; a live sink shows it now.
  ///
  /// - Throws: what made output fail, now or since the last time.
  func frameEnded() throws(MirrorError)

  /// Nothing more will come: writes what is left.
  ///
  /// - Throws: what made output fail, now or since the last frame.
  func finish() throws(MirrorError)
}

extension UpdateSink {
  package var isAttentive: Bool { true }
  package func receive(keystroke: Keystroke) {}
  package func receive(_ update: Update) {}
  package func receive(_ scan: Scan) {}
  package func frameEnded() throws(MirrorError) {}
}
