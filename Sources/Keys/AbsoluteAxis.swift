// SPDX-License-Identifier: Apache-2.0

/// The range of an absolute axis, as its device declares it.
///
/// The C counterpart is `struct input_absinfo`, without its current value.
public struct AbsoluteAxis: Hashable, Sendable {
  /// The smallest value.
  public var minimum: Int32
  /// The largest value.
  public var maximum: Int32
  /// The changes that the kernel filters out as noise.
  public var fuzz: Int32
  /// The values around the centre of a joystick that count as the centre.
  public var flat: Int32
  /// The units per millimetre for positions; 0 if unknown.
  public var resolution: Int32

  /// Creates an axis from its parts.
  ///
  /// - Parameters:
  ///   - minimum: the smallest value.
  ///   - maximum: the largest value.
  ///   - fuzz: the changes that the kernel filters out as noise.
  ///   - flat: the values around the centre of a joystick that count as the centre.
  ///   - resolution: the units per millimetre for positions; 0 if unknown.
  public init(
    minimum: Int32, maximum: Int32, fuzz: Int32 = 0, flat: Int32 = 0, resolution: Int32 = 0
  ) {
    (self.minimum, self.maximum) = (minimum, maximum)
    (self.fuzz, self.flat, self.resolution) = (fuzz, flat, resolution)
  }
}
