// SPDX-License-Identifier: Apache-2.0
package import Keys
package import TextInput

/// The notifications that a sink requests; for others no work is done.
package struct SinkInterest: OptionSet, Hashable, Sendable {
  package var rawValue: UInt8

  package init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// Every keystroke, before the engine processes it.
  package static let keystrokes = SinkInterest(rawValue: 1)
  /// Updates about keyboards being connected and disconnected.
  package static let devices = SinkInterest(rawValue: 2)
  /// Every update, including those about keyboards.
  package static let updates = SinkInterest(rawValue: 4)
  /// The ends of frames.
  package static let frames = SinkInterest(rawValue: 8)
  /// Updates in the order of effects, with the contents of secrets, for a sink that sends them to
  /// the secrets' owners only (FLD-2).
  package static let secrets = SinkInterest(rawValue: 16)
  /// The codes of scanners; included in `updates`.
  package static let scans = SinkInterest(rawValue: 32)
  /// Updates in the order of effects instead of that of reference 4.3.
  package static let effectOrder = SinkInterest(rawValue: 64)
  /// The ends of frames in which the windows may have changed, for a sink that draws their state.
  package static let state = SinkInterest(rawValue: 128)
}

/// The end of the pipeline: an observer of updates.
///
/// A sink stores or writes what it receives immediately. It reports a failure of its output at the
/// end of the next frame, so that the stages in between need not handle it.
package protocol UpdateSink: AnyObject {
  /// The notifications that the sink requests; constant for its lifetime.
  var interest: SinkInterest { get }

  /// Whether the sink would now pass on an update that is not about a keyboard; true by default.
  var isAttentive: Bool { get }

  /// Returns the predictions that the sink shows for a container; none by default.
  ///
  /// Predictions that no sink shows are not computed.
  func predictionsShown(for container: ContainerID) -> ShownPredictions

  /// Receives a keystroke before the engine does.
  func receive(keystroke: Keystroke)

  /// Receives the next update, in order.
  func receive(_ update: Update)

  /// Receives a scanner's code, which changes no text.
  func receive(_ scan: Scan)

  /// Called after a frame was processed and the document is consistent; a live sink shows it now.
  /// Requested with `frames` or `state`.
  ///
  /// - Throws: the failure of the output, now or since the last call.
  func frameEnded() throws(MirrorError)

  /// Called at the end, when nothing more follows; writes what is left.
  ///
  /// - Throws: the failure of the output, now or since the last frame.
  func finish() throws(MirrorError)
}

extension UpdateSink {
  package var isAttentive: Bool { true }
  package func predictionsShown(for container: ContainerID) -> ShownPredictions { [] }
  package func receive(keystroke: Keystroke) {}
  package func receive(_ update: Update) {}
  package func receive(_ scan: Scan) {}
  package func frameEnded() throws(MirrorError) {}
}
