// SPDX-License-Identifier: Apache-2.0
import Keys

/// The points of a stroke while it is drawn, at most ``limit``.
///
/// A longer stroke is thinned: every second point is dropped, and from then on every second new
/// one. A stroke of a million points so keeps between 257 and 512 of them, equally far apart in
/// time, with its first and its last. A finger that rests adds no points.
struct StrokePoints {
  static let limit = 512

  private var points: [Stroke.Point]
  /// The newest point, which may not be among those that are kept.
  private(set) var last: Stroke.Point
  /// The number of points for one that is kept.
  private var step = 1
  /// The number of points since the last one that was kept.
  private var skipped = 0

  init(_ first: Stroke.Point) {
    points = [first]
    last = first
  }

  /// The first point.
  var first: Stroke.Point { points.first ?? last }

  mutating func append(_ point: Stroke.Point) {
    guard (point.x, point.y) != (last.x, last.y) else { return }
    last = point
    skipped += 1
    guard skipped == step else { return }
    skipped = 0
    points.append(point)
    guard points.count == Self.limit else { return }
    points = points.indices.filter { $0 % 2 == 0 }.map { points[$0] }
    // The point that was just dropped was this far from the last one that is kept.
    skipped = step
    step *= 2
  }

  /// The stroke so far.
  var stroke: Stroke { Stroke(skipped == 0 ? points : points + [last]) }
}
