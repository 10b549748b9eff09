// SPDX-License-Identifier: Apache-2.0

/// What a ``KeySource`` came back with.
///
/// What is rare is boxed, so that a frame, which is not, is passed on as a word or two.
@nonexhaustive
public enum Occurrence: Hashable, Sendable {
  /// Keys of one device changed together, between two `SYN_REPORT`s: the frame was filled.
  case frame
  /// A keyboard is there and its events follow.
  indirect case connected(DeviceInfo)
  /// A keyboard has gone; every key it held was cancelled in a frame before this.
  indirect case disconnected(DeviceInfo)
  /// Something worth telling the person at the machine.
  indirect case notice(SourceNotice)
  /// The deadline that was asked for has come.
  case deadline(Timestamp)
  /// No more events will come.
  case end(EndReason)
}

/// Why a source ended.
@nonexhaustive
public enum EndReason: Hashable, Sendable {
  /// The capture was played to its last record.
  case finished
  /// A signal asked for it: its number.
  case signal(Int32)
  /// The panic chord was pressed; every keyboard has been let go.
  case panic
}

/// Where key events, and with them time, come from.
///
/// The source is the clock: stages are told the time and state their next deadline, so a replay runs
/// as fast as it can and still gives what a live run gave.
public protocol KeySource: AnyObject {
  /// What can go wrong for good; `Never` for a source that cannot fail.
  associatedtype Failure: Error

  /// Waits for the next occurrence or for `deadline`, whichever comes first.
  ///
  /// - Parameters:
  ///   - deadline: when the stages want to be woken; nil for never.
  ///   - frame: emptied, and filled with the events of one frame when `.frame` is returned.
  /// - Returns: what happened; after `.end` the source is not asked again.
  /// - Throws: what ended the source for good.
  func next(before deadline: Timestamp?, into frame: inout [KeyEvent]) throws(Failure) -> Occurrence

  /// Called before the source waits for something new: what mirrors have collected is written then.
  var willWait: (() -> Void)? { get set }

  /// Shows the lock state on a keyboard's lights; nothing happens where there are none.
  func light(_ leds: LockLEDs, on device: DeviceID)

  /// Takes every selected keyboard for this program alone, because something has the focus, or gives
  /// it back to others, whose keys are then no business of this program.
  func setGrabbed(_ isWanted: Bool)
}

extension KeySource {
  /// Does nothing: a capture has no lights.
  public func light(_ leds: LockLEDs, on device: DeviceID) {}
  /// Does nothing: a capture cannot be grabbed.
  public func setGrabbed(_ isWanted: Bool) {}
}
