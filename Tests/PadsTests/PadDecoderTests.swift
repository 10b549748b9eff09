// SPDX-License-Identifier: Apache-2.0
import Keys
import Pads
import SamplePads
import Testing

/// The frames of contacts that raw events become.
@Suite struct PadDecoderTests {
  /// Decodes events, and returns the frames as lines such as `1@10,20 2@30,40P`.
  private func frames(
    _ touches: Touches, _ change: (inout EvdevDescription) -> Void = { _ in }
  ) throws -> [String] {
    var description = touches.pad.description
    change(&description)
    var decoder = PadDecoder(try PadSurface(description))
    return touches.events.compactMap { event in
      switch decoder.decode(event) {
      case .more: nil
      case .lost: "lost"
      case .frame(let frame): Self.line(frame)
      }
    }
  }

  private static func line(_ frame: PadFrame) -> String {
    let contacts = frame.contacts.map { "\($0.id)@\($0.x),\($0.y)\($0.isPalm ? "P" : "")" }
    let count = frame.fingers > 0 ? ["(\(frame.fingers))"] : []
    return (contacts + count).joined(separator: " ")
  }

  @Test("Two fingers keep their places and their numbers, and count from the edges")
  func slots() throws {
    var touches = Touches(.trackpad)
    touches.touch(0, 0, 0)
    touches.report()
    touches.touch(3, 1000, 1000)
    touches.report()
    touches.move(0, 500, 500)
    touches.report()
    touches.lift(0)
    touches.report()
    touches.touch(0, 500, 500)
    touches.report()
    #expect(
      try frames(touches) == [
        "40@0,0", "40@0,0 41@7612,5065 (2)", "40@3806,2532 41@7612,5065 (2)", "41@7612,5065",
        "42@3806,2532 41@7612,5065 (2)",
      ])
  }

  @Test("Coordinates out of range lie on the edge, also the largest possible ones")
  func outOfRange() throws {
    var touches = Touches(.trackpad)
    touches.touch(0, 500, 500)
    touches.report()
    for (x, y) in [(Int32.min, Int32.max), (.max, .min), (-3679, 2588)] {
      touches.add(3, 0x35, x)
      touches.add(3, 0x36, y)
      touches.report()
    }
    #expect(try frames(touches) == ["40@3806,2532", "40@0,5065", "40@7612,0", "40@0,5065"])
  }

  @Test("Slots out of range are ignored, and the events for them change no other slot")
  func slotsOutOfRange() throws {
    var touches = Touches(.laptop)
    touches.touch(0, 0, 0)
    for slot in [Int32(2), -1, .max, .min] {
      touches.add(3, 0x2f, slot)
      touches.add(3, 0x39, 99)
      touches.add(3, 0x35, 5000)
    }
    touches.report()
    touches.add(3, 0x2f, 0)
    touches.add(3, 0x35, 1276)
    touches.report()
    #expect(try frames(touches) == ["40@0,0", "40@10,0"])
  }

  @Test("The device or the size of a touch says that it is a palm")
  func palms() throws {
    var touches = Touches(.trackpad)
    touches.touch(0, 0, 0)
    // 20 mm have 940 units.
    touches.add(3, 0x30, 940)
    touches.report()
    touches.add(3, 0x30, 941)
    touches.report()
    touches.add(3, 0x30, 0)
    touches.add(3, 0x37, 2)
    touches.report()
    touches.add(3, 0x37, 1)
    touches.report()
    #expect(try frames(touches) == ["40@0,0", "40@0,0P", "40@0,0P", "40@0,0"])
    var big = Touches(.trackpad)
    big.touch(0, 0, 0)
    big.add(3, 0x30, 5065 / 4)
    big.report()
    big.add(3, 0x30, 5065 / 4 + 1)
    big.report()
    let sizes = try frames(big) { $0.axes[0x35]?.resolution = 0 }
    #expect(sizes == ["40@0,0", "40@0,0P"])
  }

  @Test("A finger above the surface does not touch it")
  func hovering() throws {
    var touches = Touches(.trackpad)
    touches.touch(0, 0, 0)
    touches.add(3, 0x3b, 1)
    touches.report()
    touches.add(3, 0x3b, 0)
    touches.report()
    #expect(try frames(touches) == ["", "40@0,0"])
  }

  @Test("A pen touches with its button, and each touch has a number of its own")
  func pen() throws {
    var touches = Touches(.tablet)
    touches.add(1, 0x140, 1)
    touches.report()
    touches.touch(0, 100, 100)
    touches.report()
    touches.lift()
    touches.report()
    touches.touch(0, 200, 100)
    touches.report()
    #expect(try frames(touches) == ["", "1@1472,920", "", "2@2944,920"])
  }

  @Test("A pen without a touch button touches with its pressure")
  func pressure() throws {
    var touches = Touches(.tablet)
    touches.add(1, 0x140, 1)
    for pressure in [Int32(0), 1, 1023, 0, 1, -1] {
      touches.add(3, 0x18, pressure)
      touches.report()
    }
    let lines = try frames(touches) { $0.codes[1] = SamplePad.bits([0x140]) }
    #expect(lines == ["", "1@0,0", "1@0,0", "", "2@0,0", ""])
  }

  @Test("A touch that is lifted and put down in one frame is another one")
  func quick() throws {
    var touches = Touches(.tablet)
    touches.touch(0, 0, 0)
    touches.report()
    touches.add(1, 0x14a, 0)
    touches.add(1, 0x14a, 1)
    touches.report()
    #expect(try frames(touches) == ["1@0,0", "2@0,0"])
  }

  @Test("A rubber, a mouse and a lens on a tablet do not draw", arguments: [0x141, 0x146, 0x147])
  func otherTools(_ tool: UInt16) throws {
    var touches = Touches(.tablet)
    touches.add(1, tool, 1)
    touches.add(1, 0x14a, 1)
    touches.report()
    touches.add(1, tool, 0)
    touches.report()
    #expect(try frames(touches) == ["", "1@0,0"])
  }

  @Test(
    "A touchpad with one position counts its fingers",
    arguments: [(0x14d, 2), (0x14e, 3), (0x14f, 4), (0x148, 5)])
  func counted(_ tool: UInt16, _ count: Int) throws {
    var touches = Touches(.tablet)
    touches.add(1, 0x14a, 1)
    touches.add(1, tool, 1)
    touches.report()
    #expect(
      try frames(touches) { $0.codes[1] = SamplePad.bits([0x14a, tool]) } == [
        "1@0,0 (\(count))"
      ])
  }

  @Test("After lost events, touches are forgotten until the state is loaded or they begin again")
  func lost() throws {
    var touches = Touches(.laptop)
    touches.touch(0, 0, 0)
    touches.report()
    touches.add(0, 3, 0)
    touches.add(3, 0x2f, 1)
    touches.add(3, 0x39, 7)
    touches.add(3, 0x2f, 0)
    touches.report()
    touches.move(0, 500, 0)
    touches.report()
    touches.touch(1, 1000, 0)
    touches.report()
    #expect(
      try frames(touches).map { $0.replacing(" (2)", with: "") } == [
        "40@0,0", "lost", "", "41@4410,0",
      ])
    var decoder = PadDecoder(try PadSurface(SamplePad.laptop.description))
    decoder.load(touches.events.filter { $0.type == 3 })
    #expect(decoder.frame(at: .zero).contacts.map(\.id) == [40, 41])
  }
}
