// SPDX-License-Identifier: Apache-2.0
package import Keys

/// Pads with the axes that the kernel's drivers of real ones declare.
package enum SamplePad: String, CaseIterable, Sendable {
  /// The touchpad of a ThinkPad X1 Carbon (2015): two slots, 98 × 54 mm, more units across than
  /// down. The axes are those in libinput's `test/litest-device-synaptics-x1-carbon-3rd.c`.
  case laptop
  /// An Apple Magic Trackpad 2: sixteen slots, 160 × 115 mm, with the size of touches. The axes are
  /// those in the kernel's `drivers/hid/hid-magicmouse.c`.
  case trackpad
  /// A Wacom Bamboo: one position, 147 × 92 mm, with pressure. The axes are those in libinput's
  /// `test/litest-device-wacom-bamboo-16fg-pen.c`.
  case tablet

  /// The name that the device reports.
  package var name: String {
    switch self {
    case .laptop: "SynPS/2 Synaptics TouchPad"
    case .trackpad: "Apple Inc. Magic Trackpad 2"
    case .tablet: "Wacom Bamboo 16FG 4x5 Pen"
    }
  }

  /// The bus, the vendor and the product.
  package var numbers: (bus: UInt16, vendor: UInt16, product: UInt16) {
    switch self {
    case .laptop: (0x11, 0x2, 0x7)
    case .trackpad: (0x3, 0x5ac, 0x265)
    case .tablet: (0x3, 0x56a, 0xde)
    }
  }

  /// The absolute axes.
  package var axes: [UInt16: AbsoluteAxis] {
    switch self {
    case .laptop:
      let (x, y) = (
        AbsoluteAxis(minimum: 1266, maximum: 5676, resolution: 45),
        AbsoluteAxis(minimum: 1096, maximum: 4758, resolution: 68)
      )
      return [
        0: x, 1: y, 0x18: AbsoluteAxis(minimum: 0, maximum: 255),
        0x1c: AbsoluteAxis(minimum: 0, maximum: 15), 0x2f: AbsoluteAxis(minimum: 0, maximum: 1),
        0x35: x, 0x36: y, 0x39: AbsoluteAxis(minimum: 0, maximum: 65535),
        0x3a: AbsoluteAxis(minimum: 0, maximum: 255),
      ]
    case .trackpad:
      let (x, y) = (
        AbsoluteAxis(minimum: -3678, maximum: 3934, resolution: 47),
        AbsoluteAxis(minimum: -2478, maximum: 2587, resolution: 44)
      )
      return [
        0: x, 1: y, 0x18: AbsoluteAxis(minimum: 0, maximum: 253),
        0x2f: AbsoluteAxis(minimum: 0, maximum: 15),
        0x30: AbsoluteAxis(minimum: 0, maximum: 1020, fuzz: 4),
        0x31: AbsoluteAxis(minimum: 0, maximum: 1020, fuzz: 4),
        0x34: AbsoluteAxis(minimum: -3, maximum: 4), 0x35: x, 0x36: y,
        0x39: AbsoluteAxis(minimum: 0, maximum: 65535),
        0x3a: AbsoluteAxis(minimum: 0, maximum: 253),
      ]
    case .tablet:
      return [
        0: AbsoluteAxis(minimum: 0, maximum: 14720, fuzz: 4, resolution: 100),
        1: AbsoluteAxis(minimum: 0, maximum: 9200, fuzz: 4, resolution: 100),
        0x18: AbsoluteAxis(minimum: 0, maximum: 1023),
        0x19: AbsoluteAxis(minimum: 0, maximum: 31),
      ]
    }
  }

  /// The buttons, with those of fingers and pens.
  package var buttons: [UInt16] {
    switch self {
    case .laptop, .trackpad: [0x110, 0x145, 0x148, 0x14a, 0x14d, 0x14e, 0x14f]
    case .tablet: [0x140, 0x141, 0x14a, 0x14b, 0x14c]
    }
  }

  /// The properties: a pointer, with the button below its surface.
  package var properties: UInt32 { self == .tablet ? 1 : 5 }

  /// The device as its driver describes it.
  package var description: EvdevDescription {
    let numbers = numbers
    return EvdevDescription(
      info: DeviceInfo(
        id: DeviceID(rawValue: 0), name: name, path: "/dev/input/event7", bus: numbers.bus,
        vendor: numbers.vendor, product: numbers.product, repeatsInKernel: false),
      properties: Self.bits((0..<32).filter { properties & (1 << UInt32($0)) != 0 }),
      codes: [1: Self.bits(buttons), 3: Self.bits(Array(axes.keys))], axes: axes)
  }

  /// Makes the bits of some codes.
  package static func bits(_ codes: [UInt16]) -> [UInt8] {
    var bits = [UInt8](repeating: 0, count: Int(codes.max() ?? 0) / 8 + 1)
    for code in codes { bits[Int(code) / 8] |= 1 << (code % 8) }
    return bits
  }

  /// Whether the device has slots.
  package var hasSlots: Bool { axes[0x2f] != nil }

  /// Returns the position that the device reports for a place in thousandths of its surface.
  package func position(_ x: Int32, _ y: Int32) -> (x: Int32, y: Int32) {
    func value(_ code: UInt16, _ part: Int32) -> Int32 {
      let axis = axes[code] ?? AbsoluteAxis(minimum: 0, maximum: 0)
      return axis.minimum + (axis.maximum - axis.minimum) * part / 1000
    }
    return (value(0, x), value(1, y))
  }
}
