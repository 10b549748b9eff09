// SPDX-License-Identifier: Apache-2.0

/// A stroke that a person has drawn on a pad, or a gesture there.
public struct InkEvent: Hashable, Sendable {
  /// A surface that can be drawn on.
  public struct Surface: Hashable, Sendable {
    /// The width, in the surface's own units.
    public var width: Int32
    /// The height, in the surface's own units.
    public var height: Int32
    /// The width of a unit divided by its height; 1 for square units, and if it is not known.
    public var unitAspect: Double

    /// Creates a surface from its parts.
    ///
    /// - Parameters:
    ///   - width: the width, in its own units.
    ///   - height: the height, in its own units.
    ///   - unitAspect: the width of a unit divided by its height.
    public init(width: Int32, height: Int32, unitAspect: Double = 1) {
      (self.width, self.height, self.unitAspect) = (width, height, unitAspect)
    }
  }

  /// The kind of event.
  public enum Action: Hashable, Sendable {
    /// A stroke is being drawn: until ``stroke(_:)`` or ``drop`` follows, time is no pause.
    ///
    /// A stroke that ends at once, such as a dot, is reported without it.
    case begin
    /// The stroke that was being drawn is none: a second finger or a palm touches the pad, or the
    /// pad is gone.
    case drop
    /// A stroke has ended.
    case stroke(Stroke)
    /// The last stroke is taken back.
    case undo
    /// All strokes are taken back.
    case clear
    /// The first candidate is chosen.
    case takeFirst
  }

  /// The time of the event's end, on the source's clock.
  public var time: Timestamp
  /// The pad; each pad has ink of its own.
  public var device: DeviceID
  /// The surface that the points of a stroke lie on.
  public var surface: Surface
  /// The kind of event.
  public var action: Action

  /// Creates an event from its parts.
  ///
  /// - Parameters:
  ///   - time: the time of the event's end, on the source's clock.
  ///   - device: the pad.
  ///   - surface: the surface that the points of a stroke lie on.
  ///   - action: the kind of event.
  public init(time: Timestamp, device: DeviceID, surface: Surface, action: Action) {
    (self.time, self.device, self.surface, self.action) = (time, device, surface, action)
  }
}
