// SPDX-License-Identifier: Apache-2.0

/// The result of waiting for a ``KeySource``.
///
/// Rare cases are boxed, which keeps the frequent `frame` one or two words long.
@nonexhaustive
public enum Occurrence: Hashable, Sendable {
  /// Keys of one device changed between two `SYN_REPORT`s; the frame holds the changes.
  case frame
  /// A keyboard was connected; its events follow.
  indirect case connected(DeviceInfo)
  /// A keyboard was disconnected; a frame before this one cancelled every key that was down.
  indirect case disconnected(DeviceInfo)
  /// A stroke was drawn on a pad, or a gesture made there.
  indirect case ink(InkEvent)
  /// A notice for the person at the machine.
  indirect case notice(SourceNotice)
  /// The requested deadline has passed.
  case deadline(Timestamp)
  /// The source has ended; no more events follow.
  case end(EndReason)
}

/// The reason why a source ended.
@nonexhaustive
public enum EndReason: Hashable, Sendable {
  /// The capture was played to its last record.
  case finished
  /// A signal with this number requested the end.
  case signal(Int32)
  /// The panic chord was pressed; every keyboard has been released.
  case panic
}

/// A source of key events and of time.
///
/// The source is the clock: it tells the stages the time, and they state their next deadline. A
/// replay therefore runs as fast as possible and still gives the results of a live run.
public protocol KeySource: AnyObject {
  /// The error that ends the source; `Never` for a source that cannot fail.
  associatedtype Failure: Error

  /// Waits for the next occurrence or for `deadline`, whichever comes first.
  ///
  /// - Parameters:
  ///   - deadline: the time at which to return at the latest; nil to wait without a limit.
  ///   - frame: emptied first; filled with the events of one frame when the result is `.frame`.
  /// - Returns: what happened; the source must not be called again after `.end`.
  /// - Throws: the error that ended the source.
  func next(before deadline: Timestamp?, into frame: inout [KeyEvent]) throws(Failure) -> Occurrence

  /// The function to call before the source waits; mirrors write their collected output in it.
  var willWait: (() -> Void)? { get set }

  /// Shows the lock state on a keyboard's LEDs; no effect on a keyboard without LEDs.
  ///
  /// - Parameters:
  ///   - leds: the LEDs to light; all others are switched off.
  ///   - device: the keyboard.
  func light(_ leds: LockLEDs, on device: DeviceID)

  /// Grabs every selected keyboard, or releases all of them.
  ///
  /// Keyboards are grabbed while something has focus. Keys typed on released keyboards are for
  /// other programs and are ignored here.
  ///
  /// - Parameter isWanted: whether the keyboards should be grabbed.
  func setGrabbed(_ isWanted: Bool)

  /// Turns the pads into paper, or gives them back.
  ///
  /// Pads are read only while ink is wanted and something has focus (``setGrabbed(_:)``), because
  /// no pointer moves meanwhile.
  ///
  /// - Parameter isWanted: whether strokes should be reported.
  func setDrawing(_ isWanted: Bool)
}

extension KeySource {
  /// Does nothing, because a capture has no LEDs.
  public func light(_ leds: LockLEDs, on device: DeviceID) {}
  /// Does nothing, because a capture cannot be grabbed.
  public func setGrabbed(_ isWanted: Bool) {}
  /// Does nothing, because most sources have no pads.
  public func setDrawing(_ isWanted: Bool) {}
}
