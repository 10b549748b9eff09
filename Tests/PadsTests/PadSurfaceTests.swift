// SPDX-License-Identifier: Apache-2.0
import Keys
import Pads
import SamplePads
import Testing

/// The surfaces of real and of lying devices.
@Suite struct PadSurfaceTests {
  private func flaw(_ description: EvdevDescription) -> PadFlaw? {
    do {
      _ = try PadSurface(description)
      return nil
    } catch {
      return error
    }
  }

  @Test(
    "A pad's surface has the size, the units and the slots of its axes",
    arguments: [
      (SamplePad.laptop, PadKind.touchpad, 4410, 3662, 68.0 / 45, 2),
      (.trackpad, .touchpad, 7612, 5065, 44.0 / 47, 16), (.tablet, .pen, 14720, 9200, 1, 0),
    ])
  func sizes(
    _ pad: SamplePad, _ kind: PadKind, _ width: Int32, _ height: Int32, _ aspect: Double,
    _ slots: Int
  ) throws {
    let surface = try PadSurface(pad.description)
    #expect(surface.kind == kind && surface.slotCount == slots)
    #expect(
      surface.size == InkEvent.Surface(width: width, height: height, unitAspect: aspect))
  }

  @Test("A touchpad whose screen shows what is drawn is a touch screen")
  func screen() throws {
    var description = SamplePad.trackpad.description
    description.properties = SamplePad.bits([1])
    #expect(try PadSurface(description).kind == .screen)
  }

  @Test(
    "Resolutions that are missing or absurd leave the units square",
    arguments: [(0, 44), (47, 0), (-1, 44), (1, 1000), (1000, 1)])
  func resolutions(_ across: Int32, _ down: Int32) throws {
    var description = SamplePad.trackpad.description
    description.axes[0x35]?.resolution = across
    description.axes[0x36]?.resolution = down
    #expect(try PadSurface(description).size.unitAspect == 1)
  }

  @Test("A device without positions, and one whose two axes are not a plane, is no pad")
  func noPositions() {
    #expect(flaw(EvdevDescription(info: Self.info, properties: [], codes: [:])) == .noPositions)
    let codes: [UInt16: [UInt8]] = [1: SamplePad.bits([0x14a]), 3: SamplePad.bits([0])]
    #expect(flaw(EvdevDescription(info: Self.info, properties: [], codes: codes)) == .noPositions)
    #expect(!PadFlaw.noPositions.isOfPad)
  }

  @Test("A device that has every axis, with the one before the slots, reports no touches in slots")
  func everyAxis() {
    var description = SamplePad.laptop.description
    description.codes[3] = [UInt8](repeating: 0xff, count: 8)
    // Its single position counts, then.
    #expect(flaw(description) == nil)
    #expect((try? PadSurface(description).slotCount) == 0)
  }

  @Test("A joystick and the absolute mouse of a virtual machine do not report touches")
  func noTouches() {
    var description = SamplePad.tablet.description
    description.codes[1] = SamplePad.bits([0x110, 0x120, 0x130])
    #expect(flaw(description) == .noTouches)
    // A pen without a touch button reports its pressure, if it has any.
    description.codes[1] = SamplePad.bits([0x140])
    #expect(flaw(description) == nil)
    description.codes[3] = SamplePad.bits([0, 1])
    #expect(flaw(description) == .noTouches)
  }

  @Test("A keyboard with a touchpad in the same device is read as a keyboard")
  func alsoTypes() {
    var description = SamplePad.laptop.description
    description.codes[1] = SamplePad.bits([16, 30, 44, 0x14a])
    #expect(flaw(description) == .alsoTypes)
    description.codes[1] = SamplePad.bits([16, 30, 0x14a])
    #expect(flaw(description) == nil)
  }

  @Test("Protocol A, which has touches without slots, is refused", arguments: [0x2f, 0x39])
  func protocolA(_ missing: UInt16) {
    var description = SamplePad.trackpad.description
    description.codes[3] = SamplePad.bits(
      SamplePad.trackpad.axes.keys.filter { $0 != missing })
    #expect(flaw(description) == .withoutSlots)
  }

  private static let impossibleRanges: [(Int32, Int32)] = [
    (0, 0), (5, 4), (0, 31), (.min, .max), (-2, .max), (100, -100),
  ]

  @Test(
    "Ranges that are empty, tiny, turned round or too large are no surface",
    arguments: impossibleRanges)
  func ranges(_ minimum: Int32, _ maximum: Int32) {
    for code: UInt16 in [0x35, 0x36] {
      var description = SamplePad.trackpad.description
      description.axes[code] = AbsoluteAxis(minimum: minimum, maximum: maximum)
      let expected = PadFlaw.impossibleRange(axis: code, minimum: minimum, maximum: maximum)
      #expect(flaw(description) == expected && expected.isOfPad)
    }
    var description = SamplePad.tablet.description
    description.axes[1] = AbsoluteAxis(minimum: 0, maximum: 32)
    #expect(flaw(description) == nil)
  }

  @Test("A capture that does not tell the ranges of a pad's axes cannot be drawn on")
  func unknownRange() {
    var description = SamplePad.tablet.description
    description.axes[1] = nil
    #expect(flaw(description) == .unknownRange(axis: 1))
  }

  @Test("The number of slots is limited, whatever the device declares")
  func slots() throws {
    for (declared, count): (Int32, Int) in [(-5, 1), (0, 1), (63, 64), (64, 64), (.max, 64)] {
      var description = SamplePad.trackpad.description
      description.axes[0x2f]?.maximum = declared
      #expect(try PadSurface(description).slotCount == count)
    }
  }

  private static let info = DeviceInfo(id: DeviceID(rawValue: 0), name: "")
}
