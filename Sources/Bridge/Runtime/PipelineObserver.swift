// SPDX-License-Identifier: Apache-2.0
package import Keys
package import Layouts
package import TextInput

/// An observer of the pipeline: receives everything that is not an update, and may act between
/// frames.
///
/// All functions are optional. Those called for every key or frame are called only on observers
/// that request it, so that a plain replay does not pay for them.
package protocol PipelineObserver: AnyObject {
  /// Whether ``keystrokeEnded(_:_:_:)`` and ``inkEnded(_:isTaken:_:)`` are called; constant.
  var wantsKeystrokes: Bool { get }
  /// Whether a client would receive a keystroke that ends now; true by default.
  var isMonitored: Bool { get }
  /// Whether ``updatesWillBeDelivered()`` is called; must be constant.
  var wantsTurns: Bool { get }

  /// Called for a notice of the source or of the engine.
  func receive(_ notice: SourceNotice)
  /// Called if a keyboard's layout cannot be used; the keyboard then types nothing.
  func layoutFailed(_ error: LayoutError, on device: DeviceInfo)
  /// Called if a mode's layout cannot be used; keyboards then keep their layouts.
  func layoutFailed(_ error: LayoutError, in mode: TextInputMode)
  /// Called when the locks change, once for each keyboard whose LEDs change.
  func locksChanged(to locks: LockLEDs)
  /// Called once, when the first secret exists: a secure text, a password that a program provides,
  /// or a scanner whose codes are secret (FLD-2).
  func secretAppeared()

  /// Called with a keystroke, its result and its updates, unless it is typed into a secret text.
  func keystrokeEnded(_ keystroke: Keystroke, _ disposition: Disposition, _ updates: [Update])

  /// Called with a stroke or a gesture, whether something took it, and its updates.
  func inkEnded(_ ink: InkEvent, isTaken: Bool, _ updates: [Update])

  /// Called after each occurrence and by ``Pipeline/deliver()``, before updates are delivered and
  /// the keyboards are grabbed or ungrabbed.
  func updatesWillBeDelivered()
}

extension PipelineObserver {
  package var wantsKeystrokes: Bool { false }
  package var isMonitored: Bool { true }
  package var wantsTurns: Bool { false }
  package func receive(_ notice: SourceNotice) {}
  package func layoutFailed(_ error: LayoutError, on device: DeviceInfo) {}
  package func layoutFailed(_ error: LayoutError, in mode: TextInputMode) {}
  package func locksChanged(to locks: LockLEDs) {}
  package func secretAppeared() {}
  package func keystrokeEnded(
    _ keystroke: Keystroke, _ disposition: Disposition, _ updates: [Update]
  ) {}
  package func inkEnded(_ ink: InkEvent, isTaken: Bool, _ updates: [Update]) {}
  package func updatesWillBeDelivered() {}
}
