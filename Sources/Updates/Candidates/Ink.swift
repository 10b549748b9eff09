// SPDX-License-Identifier: Apache-2.0
public import Keys

/// The strokes that a person has drawn for one character, as mirrors and recognisers receive them.
///
/// The counterpart of `PKDrawing`.
public struct Ink: Hashable, Sendable {
  /// A place on the paper, from 0 to 1000 from its left and its top edge.
  public struct Point: Hashable, Sendable {
    /// The distance from the left edge, in thousandths of the width.
    public var x: Int
    /// The distance from the top edge, in thousandths of the height.
    public var y: Int

    /// Creates a point.
    ///
    /// - Parameters:
    ///   - x: the distance from the left edge, in thousandths of the width.
    ///   - y: the distance from the top edge, in thousandths of the height.
    public init(x: Int, y: Int) { (self.x, self.y) = (x, y) }
  }

  /// The maximum number of strokes.
  public static let strokeLimit = 64
  /// The maximum number of points of a stroke; a longer one is reduced.
  public static let pointLimit = 512
  /// The maximum number of points of all strokes in a line to a program or to a recogniser.
  static let totalLimit = 4096
  /// The greatest width of the paper, divided by its height; that of a narrower one is 1 divided
  /// by this.
  private static let aspectLimit = 10.0

  /// The strokes in the order in which they were drawn, each with at least one point.
  public private(set) var strokes: [[Point]] = []
  /// The width of the paper divided by its height, from 0.1 to 10.
  public let aspect: Double

  /// Creates an empty drawing.
  ///
  /// - Parameter aspect: the width of the paper divided by its height; limited to 0.1 to 10, and 1
  ///   if it is not a number.
  public init(aspect: Double = 1) {
    self.aspect =
      aspect.isNaN ? 1 : min(max(aspect, 1 / Self.aspectLimit), Self.aspectLimit)
  }

  /// Whether the paper takes no further stroke.
  public var isFull: Bool { strokes.count >= Self.strokeLimit }

  /// Adds a stroke, unless the paper is full.
  ///
  /// - Parameter points: the points; nothing happens without one.
  public mutating func add(_ points: [Point]) {
    if !isFull, !points.isEmpty { strokes.append(points) }
  }

  /// Takes the last stroke back.
  public mutating func removeLast() { _ = strokes.popLast() }

  /// The strokes, with fewer points if all have too many for a line.
  public var shortened: [[Point]] {
    guard strokes.reduce(0, { $0 + $1.count }) > Self.totalLimit else { return strokes }
    return strokes.map { Self.reduced($0, to: Self.totalLimit / strokes.count) }
  }

  // MARK: Strokes of a surface

  /// Places a stroke of a surface on the paper, which is the whole surface.
  ///
  /// Points outside lie on the edge, and points in the same place are one.
  ///
  /// - Parameters:
  ///   - stroke: the stroke; its times do not matter.
  ///   - surface: the surface.
  /// - Returns: at most ``pointLimit`` points; none if the stroke has none, or if the surface has
  ///   no size.
  public static func points(of stroke: Stroke, on surface: InkEvent.Surface) -> [Point] {
    guard surface.width > 0, surface.height > 0 else { return [] }
    var points: [Point] = []
    for point in stroke.points {
      let placed = Point(
        x: place(point.x, of: surface.width), y: place(point.y, of: surface.height))
      if placed != points.last { points.append(placed) }
    }
    return reduced(points, to: pointLimit)
  }

  private static func place(_ distance: Int32, of size: Int32) -> Int {
    min(max((Int(distance) * 1000 + Int(size) / 2) / Int(size), 0), 1000)
  }

  /// Returns some of the points, evenly chosen, with the first and the last one.
  private static func reduced(_ points: [Point], to limit: Int) -> [Point] {
    guard points.count > limit, limit > 1 else { return points }
    return (0..<limit).map { points[$0 * (points.count - 1) / (limit - 1)] }
  }
}

extension InkEvent.Surface {
  /// The width of the surface divided by its height; 1 for a surface without a size.
  package var aspect: Double {
    guard width > 0, height > 0 else { return 1 }
    return Double(width) * unitAspect / Double(height)
  }
}
