// SPDX-License-Identifier: Apache-2.0
package import Keys
package import Layouts
package import TextInput

/// A host of the pipeline: receives what is no update, and acts between frames.
///
/// Nothing that a host leaves out is needed. What is called for every key or frame is called only on observers that
/// ask for it, so a plain replay pays for none of it.
package protocol PipelineObserver: AnyObject {
  /// Whether ``keystrokeEnded(_:_:_:)`` is called; constant.
  var wantsKeystrokes: Bool { get }
  /// Whether ``settle()`` is called; constant.
  var wantsTurns: Bool { get }

  /// Receives a notice of the source or of the engine.
  func receive(_ notice: SourceNotice)
  /// Called when the layout of a keyboard cannot be used; the keyboard types nothing.
  func layoutFailed(_ error: LayoutError, on device: DeviceInfo)
  /// Called when the layout of a mode cannot be used; keyboards keep what they have.
  func layoutFailed(_ error: LayoutError, in mode: TextInputMode)
  /// Called when other locks are on, for each keyboard whose LEDs change.
  func locksChanged(to locks: LockLEDs)
  /// Called once, when a text is a secret for the first time (FLD-2).
  func secretAppeared()

  /// Receives a keystroke with its result and its updates, unless it is typed into a secret.
  func keystrokeEnded(_ keystroke: Keystroke, _ disposition: Disposition, _ updates: [Update])

  /// Called after each occurrence and by ``Pipeline/deliver()``, before updates are delivered and keyboards
  /// follow the focus.
  func settle()
}

extension PipelineObserver {
  package var wantsKeystrokes: Bool { false }
  package var wantsTurns: Bool { false }
  package func receive(_ notice: SourceNotice) {}
  package func layoutFailed(_ error: LayoutError, on device: DeviceInfo) {}
  package func layoutFailed(_ error: LayoutError, in mode: TextInputMode) {}
  package func locksChanged(to locks: LockLEDs) {}
  package func secretAppeared() {}
  package func keystrokeEnded(
    _ keystroke: Keystroke, _ disposition: Disposition, _ updates: [Update]
  ) {}
  package func settle() {}
}
