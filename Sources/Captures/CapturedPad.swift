// SPDX-License-Identifier: Apache-2.0
import Keys
import Pads

/// The description of a device that may be a pad, collected from the lines of a capture.
struct CapturedPad {
  private var description = EvdevDescription(
    info: DeviceInfo(id: DeviceID(rawValue: 0), name: ""), properties: [], codes: [:])
  /// The number of bytes of each event type's bits so far.
  private var bytes: [UInt16: Int] = [:]

  /// Adds a code of an event type.
  mutating func add(type: UInt16, code: UInt16) {
    Self.set(code, in: &description.codes[type, default: []])
  }

  /// Adds a property, `INPUT_PROP_…`.
  mutating func add(property: UInt16) {
    Self.set(property, in: &description.properties)
  }

  /// Adds the next eight bytes of an event type's codes, the lowest byte in the lowest bits.
  mutating func append(bits: UInt64, ofType type: UInt16) {
    let first = bytes[type, default: 0] * 8
    bytes[type] = first / 8 + 8
    for bit in 0..<64 where bits & (1 << UInt64(bit)) != 0 {
      if let code = UInt16(exactly: first + bit) { add(type: type, code: code) }
    }
  }

  /// Sets the range of an axis, which the device has, then.
  mutating func set(_ axis: AbsoluteAxis, of code: UInt16) {
    description.axes[code] = axis
    add(type: InputEvent.absolute, code: code)
  }

  /// Changes the range of an axis.
  mutating func change(_ code: UInt16, _ body: (inout AbsoluteAxis) -> Void) {
    var axis = description.axes[code] ?? AbsoluteAxis(minimum: 0, maximum: 0)
    body(&axis)
    set(axis, of: code)
  }

  private static func set(_ index: UInt16, in bits: inout [UInt8]) {
    // No event type has more codes than `KEY_MAX`.
    guard index < KeyCode.count else { return }
    while bits.count <= Int(index) / 8 { bits.append(0) }
    bits[Int(index) / 8] |= 1 << (index % 8)
  }

  /// The surface, or why a pad cannot be drawn on; nil for another device.
  var result: Result<PadSurface, PadFlaw>? {
    let result = Result { () throws(PadFlaw) in try PadSurface(description) }
    if case .failure(let flaw) = result, !flaw.isOfPad { return nil }
    return result
  }
}
