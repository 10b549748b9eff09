// SPDX-License-Identifier: Apache-2.0
package import Keys

/// The kind of a device that can be drawn on.
package enum PadKind: String, Hashable, Sendable, CaseIterable {
  /// The touchpad of a laptop or a keyboard.
  case touchpad
  /// A touch screen.
  case screen
  /// A pen tablet, with or without a screen.
  case pen
}

/// The surface of a pad: its kind, its size and its units.
///
/// The points of strokes count from the left and the top edge, whatever the device's axes begin
/// with, and lie on the surface even if the device reports others.
package struct PadSurface: Hashable, Sendable {
  /// The kind of pad.
  package let kind: PadKind
  /// The size, for ink.
  package let size: InkEvent.Surface
  /// The number of slots; 0 for a device that reports one position.
  package let slotCount: Int
  /// Whether `BTN_TOUCH` says that the only position is touched; if not, its pressure does.
  let hasTouchButton: Bool
  /// The pressure from which a pen touches, for one without `BTN_TOUCH`.
  let leastPressure: Int32
  private let left: Int32
  private let top: Int32
  /// The length of a larger touch, which is a palm, in units of the width.
  let palmSize: Int32

  /// Finds the surface of a device.
  ///
  /// - Parameter device: the device, with the ranges of its axes.
  /// - Throws: why the device cannot be drawn on.
  package init(_ device: EvdevDescription) throws(PadFlaw) {
    func has(_ axes: UInt16...) -> Bool {
      axes.allSatisfy { device.has(type: InputEvent.absolute, code: $0) }
    }
    func hasKey(_ code: UInt16) -> Bool { device.has(type: InputEvent.key, code: code) }
    // A device of unknown usages has all axes, with those of touches.
    let reportsTouches = has(PadCode.touchX, PadCode.touchY) && !has(PadCode.unused, PadCode.slot)
    guard reportsTouches || has(PadCode.x, PadCode.y) else { throw .noPositions }
    if Self.letters.allSatisfy(hasKey) { throw .alsoTypes }
    hasTouchButton = hasKey(PadCode.touch)
    let isPen = !reportsTouches && hasKey(PadCode.pen)
    var (codes, slots) = ((x: PadCode.x, y: PadCode.y), 0)
    if reportsTouches {
      guard has(PadCode.slot, PadCode.trackingID) else { throw .withoutSlots }
      codes = (PadCode.touchX, PadCode.touchY)
      let last = device.axes[PadCode.slot]?.maximum ?? Int32(Self.slotLimit - 1)
      slots = min(max(Int(last), 0) + 1, Self.slotLimit)
    } else if !hasTouchButton, !isPen || !has(PadCode.pressure) {
      throw .noTouches
    }
    let (x, y) = (try Self.axis(codes.x, of: device), try Self.axis(codes.y, of: device))
    let size = InkEvent.Surface(
      width: x.maximum - x.minimum, height: y.maximum - y.minimum, unitAspect: Self.aspect(x, y))
    let pressure = device.axes[PadCode.pressure] ?? AbsoluteAxis(minimum: 0, maximum: 0)
    leastPressure = pressure.minimum.addingReportingOverflow(1).partialValue
    kind = isPen ? .pen : device.has(property: PadCode.isScreen) ? .screen : .touchpad
    slotCount = slots
    (left, top) = (x.minimum, y.minimum)
    // 20 mm, or a quarter of a surface of unknown size. libinput's quirks have a number for each
    // device: 900 units of Magic Trackpads, which is 19 mm, and 1600 of built-in ones, 17 mm.
    palmSize =
      x.resolution > 0
      ? Int32(clamping: 20 * Int64(x.resolution)) : min(size.width, size.height) / 4
    self.size = size
  }

  /// More slots than fingers of several people; libevdev has a similar limit.
  private static let slotLimit = 64

  /// `KEY_Q`, `KEY_A` and `KEY_Z`.
  private static let letters: [UInt16] = [16, 30, 44]

  private static func axis(
    _ code: UInt16, of device: EvdevDescription
  ) throws(PadFlaw) -> AbsoluteAxis {
    guard let axis = device.axes[code] else { throw .unknownRange(axis: code) }
    let (length, overflows) = axis.maximum.subtractingReportingOverflow(axis.minimum)
    guard !overflows, length >= shortest else {
      throw .impossibleRange(axis: code, minimum: axis.minimum, maximum: axis.maximum)
    }
    return axis
  }

  /// A character drawn on fewer units has no shape.
  private static let shortest: Int32 = 32

  /// Returns the width of a unit divided by its height; 1 if a resolution is missing or absurd.
  private static func aspect(_ x: AbsoluteAxis, _ y: AbsoluteAxis) -> Double {
    guard x.resolution > 0, y.resolution > 0 else { return 1 }
    let aspect = Double(y.resolution) / Double(x.resolution)
    return (1 / 16...16).contains(aspect) ? aspect : 1
  }

  /// Returns the place on the surface of a position that the device reports.
  func place(x: Int32, y: Int32) -> (x: Int32, y: Int32) {
    (Self.offset(x, from: left, upTo: size.width), Self.offset(y, from: top, upTo: size.height))
  }

  private static func offset(_ value: Int32, from edge: Int32, upTo length: Int32) -> Int32 {
    Int32(min(max(Int64(value) - Int64(edge), 0), Int64(length)))
  }

  /// The length of the shorter side, in units of the width.
  var shorterSide: Double {
    min(Double(size.width), Double(size.height) / size.unitAspect)
  }

  /// Returns the distance between two places, in units of the width.
  func distance(_ x: Int32, _ y: Int32) -> Double {
    let (across, down) = (Double(x), Double(y) / size.unitAspect)
    return (across * across + down * down).squareRoot()
  }
}

extension EvdevDescription {
  /// Whether the device reports positions, so that its events may be a drawing or a signature.
  package var reportsPositions: Bool {
    PadCode.positions.contains { has(type: InputEvent.absolute, code: $0) }
  }
}

extension InputEvent {
  /// Whether the event tells what is drawn on a device that reports positions: an axis, a finger or
  /// a pen.
  package var tellsDrawing: Bool {
    // All buttons from `BTN_TOOL_PEN` to `BTN_TOOL_QUADTAP`.
    type == Self.absolute
      || type == Self.key && (PadCode.pen...PadCode.fourFingers).contains(code)
  }
}
