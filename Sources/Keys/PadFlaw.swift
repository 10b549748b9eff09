// SPDX-License-Identifier: Apache-2.0

/// The reason why a device cannot be drawn on.
@nonexhaustive
public enum PadFlaw: Error, Hashable, Sendable {
  /// The device does not report positions on a surface.
  case noPositions
  /// The device reports positions, but not when a finger or a pen touches the surface.
  case noTouches
  /// The device is a keyboard, too, and is read as one.
  case alsoTypes
  /// The device reports touches without slots, in the kernel's multitouch protocol A.
  case withoutSlots
  /// The range of an axis, with an `ABS_…` code, is no surface: it is empty, tiny or too large.
  case impossibleRange(axis: UInt16, minimum: Int32, maximum: Int32)
  /// The range of an axis, with an `ABS_…` code, is unknown.
  case unknownRange(axis: UInt16)

  /// Whether the device is a pad, but one that cannot be used.
  package var isOfPad: Bool {
    switch self {
    case .noPositions, .noTouches, .alsoTypes: false
    case .withoutSlots, .impossibleRange, .unknownRange: true
    }
  }
}
