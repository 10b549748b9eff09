// SPDX-License-Identifier: Apache-2.0

/// A line that was drawn on a pad without lifting the finger or the pen.
///
/// The counterpart of `PKStroke`.
public struct Stroke: Hashable, Sendable {
  /// A point of a stroke.
  public struct Point: Hashable, Sendable {
    /// The distance from the left edge, in the units of the surface.
    public var x: Int32
    /// The distance from the top edge, in the units of the surface.
    public var y: Int32
    /// The time at which the point was drawn, on the source's clock.
    public var time: Timestamp

    /// Creates a point from its parts.
    ///
    /// - Parameters:
    ///   - x: the distance from the left edge, in the units of the surface.
    ///   - y: the distance from the top edge, in the units of the surface.
    ///   - time: the time at which it was drawn, on the source's clock.
    public init(x: Int32, y: Int32, time: Timestamp) {
      (self.x, self.y, self.time) = (x, y, time)
    }
  }

  /// The points in the order in which they were drawn; one for a dot.
  public var points: [Point]

  /// Creates a stroke.
  ///
  /// - Parameter points: the points in the order in which they were drawn.
  public init(_ points: [Point]) { self.points = points }
}
