// SPDX-License-Identifier: Apache-2.0
import Devices
import Glibc
import Keys
import SamplePads
import Testing

/// Pads are open and grabbed while ink is wanted, and free at all other times.
@Suite struct LivePadTests {
  let rig: SourceRig
  let keyboard = FakeKeyboard()
  let pad = FakePad(.laptop)

  init() throws {
    rig = try SourceRig()
    rig.plug(keyboard)
    rig.plug(pad)
  }

  private func draw(_ pad: FakePad) { pad.send { $0.draw([(0, 0), (1000, 1000)]) } }

  @Test("a pad is opened and grabbed while ink is wanted and something has focus, else it is free")
  func wanted() throws {
    rig.start(.drawing)
    #expect(try rig.reported() == ["connected Fake Keyboard #0"])
    for (isFocused, isWanted) in [(true, false), (false, true), (false, false)] {
      rig.source?.setGrabbed(isFocused)
      rig.source?.setDrawing(isWanted)
      #expect(pad.clients == 0 && !pad.isGrabbed)
    }
    rig.source?.setGrabbed(true)
    rig.source?.setDrawing(true)
    #expect(pad.isGrabbed && pad.clients == 1)
    draw(pad)
    #expect(try rig.reported().contains("#1 stroke 0,0 4410,3662"))
    rig.source?.setGrabbed(false)
    #expect(pad.clients == 0)
    rig.source?.setGrabbed(true)
    #expect(pad.isGrabbed)
    rig.source?.setDrawing(false)
    #expect(pad.clients == 0)
  }

  @Test("a pad that no setting allows is never opened, nor is one of another seat")
  func notAllowed() throws {
    var other = LiveSource.Options.drawing
    other.seat = "seat1"
    for options in [
      LiveSource.Options(), other,
      LiveSource.Options(padRules: [PadRule(selector: .all, isAllowed: false)]),
      LiveSource.Options(padRules: [
        PadRule(selector: try DeviceSelector("name=Syn*"), isAllowed: false),
        PadRule(selector: .all, isAllowed: true),
      ]),
    ] {
      try rig.startDrawing(options)
      #expect(pad.clients == 0)
    }
    try rig.startDrawing(
      LiveSource.Options(padRules: [
        PadRule(selector: try DeviceSelector("0002:0007"), isAllowed: true)
      ]))
    #expect(pad.isGrabbed)
  }

  @Test("a keyboard's selectors still match no pad")
  func keyboardSelectors() throws {
    let node = pad.node()
    #expect(!DeviceSelector.all.matches(node) && DeviceSelector.all.matches(node, asPad: true))
    #expect(!LiveSource.Options(selectors: [.all]).takes(node))
  }

  @Test("a pad that is touched is grabbed once nothing touches it, and the touch draws nothing")
  func touchedBefore() throws {
    rig.start(.drawing)
    pad.send {
      $0.touch(0, 100, 100)
      $0.report()
    }
    rig.source?.setGrabbed(true)
    rig.source?.setDrawing(true)
    _ = try rig.reported()
    #expect(!pad.isGrabbed && pad.clients == 1)
    pad.send {
      $0.move(0, 500, 500)
      $0.report()
    }
    #expect(try rig.reported() == [] && !pad.isGrabbed)
    pad.send {
      $0.lift()
      $0.report()
    }
    #expect(try rig.reported() == ["grabbed #1"] && pad.isGrabbed)
    draw(pad)
    #expect(try rig.reported() == ["#1 stroke 0,0 4410,3662"])
  }

  @Test("a button that is held down keeps a pad from being grabbed, which is reported")
  func heldButton() throws {
    pad.send { $0.add(1, 0x110, 1) }
    var options = LiveSource.Options.drawing
    options.grabLimit = 0
    rig.start(options)
    rig.source?.setGrabbed(true)
    rig.source?.setDrawing(true)
    let waits = "grab waits #1 \([KeyCode(0x110)])"
    #expect(try rig.reported(upTo: waits).last == waits && !pad.isGrabbed)
    pad.send {
      $0.add(1, 0x110, 0)
      $0.report()
    }
    #expect(try rig.reported().last == "grabbed #1")
  }

  @Test("gestures and strokes of each kind of pad are delivered", arguments: SamplePad.allCases)
  func kinds(_ kind: SamplePad) throws {
    let fake = FakePad(kind, path: "/dev/input/event9")
    rig.unplug(pad)
    rig.plug(fake)
    try rig.startDrawing()
    #expect(fake.isGrabbed)
    fake.send { touches in
      for stroke in threeStrokes { touches.draw(stroke) }
      if kind.hasSlots { touches.tapWithTwo() }
    }
    let lines = try rig.reported()
    #expect(lines.count { $0.contains("stroke") } == 3)
    #expect(lines.contains { $0.contains("takeFirst") } == kind.hasSlots)
    #expect(rig.ink.map(\.time) == rig.ink.map(\.time).sorted())
  }

  @Test("ink and keys are delivered in the order of time")
  func order() throws {
    try rig.startDrawing()
    func isInOrder(_ keyTime: Int64) throws -> [String] {
      pad.touches.time = 1_000_000
      draw(pad)
      keyboard.send((.a, 1), at: keyTime)
      return try rig.reported()
    }
    // The stroke ends with the third report.
    #expect(try isInOrder(1_015_999) == ["#0 KEY_A press", "#1 stroke 0,0 4410,3662"])
    keyboard.send((.a, 0), at: 1_016_000)
    _ = try rig.reported()
    let second = FakePad(.tablet, path: "/dev/input/event8")
    rig.plug(second)
    _ = try rig.reported()
    second.touches.time = 3_000_000
    second.send { $0.draw([(0, 0)]) }
    pad.touches.time = 2_000_000
    draw(pad)
    keyboard.send((.b, 1), at: 2_500_000)
    let lines = try rig.reported()
    #expect(lines == ["#1 stroke 0,0 4410,3662", "#0 KEY_B press", "#2 stroke 0,0"])
  }

  @Test("two pads have strokes of their own at the same time")
  func twoPads() throws {
    let other = FakePad(.trackpad, path: "/dev/input/event8")
    rig.plug(other)
    try rig.startDrawing()
    for fake in [pad, other] {
      fake.send {
        $0.touch(0, 0, 0)
        $0.report()
      }
    }
    for fake in [other, pad] {
      fake.send {
        $0.lift()
        $0.report()
      }
    }
    #expect(try rig.reported().sorted() == ["#1 stroke 0,0", "#2 stroke 0,0"])
  }

  @Test("lost events end the stroke where it was, and libevdev's slots say what is down")
  func lost() throws {
    try rig.startDrawing()
    pad.send {
      $0.touch(0, 0, 0)
      $0.report()
      $0.move(0, 500, 500)
      $0.report()
    }
    _ = try rig.reported()
    pad.lose { $0.move(0, 1000, 1000) }
    #expect(try rig.reported() == ["events lost #1", "#1 stroke 0,0 2205,1831"])
    pad.send {
      $0.move(0, 0, 0)
      $0.report()
      $0.lift()
      $0.report()
    }
    #expect(try rig.reported() == [])
    draw(pad)
    #expect(try rig.reported() == ["#1 stroke 0,0 4410,3662"])
    // The end of a touch is lost, too.
    pad.send {
      $0.touch(0, 0, 0)
      $0.report()
    }
    _ = try rig.reported()
    pad.lose { $0.lift() }
    #expect(try rig.reported() == ["events lost #1", "#1 stroke 0,0"])
    draw(pad)
    #expect(try rig.reported() == ["#1 stroke 0,0 4410,3662"])
  }

  @Test("a pad unplugged in mid-stroke drops the stroke; plugged in again, it has another number")
  func unplugged() throws {
    try rig.startDrawing()
    pad.send {
      $0.touch(0, 0, 0)
      $0.report()
    }
    _ = try rig.reported()
    rig.unplug(pad)
    #expect(try rig.reported() == [] && pad.clients == 0)
    let again = FakePad(.laptop)
    rig.plug(again, input: 1)
    _ = try rig.reported()
    draw(again)
    #expect(try rig.reported() == ["#2 stroke 0,0 4410,3662"])
  }

  @Test("a stroke that is being drawn is reported, and so is its end with the pad")
  func begun() throws {
    var options = LiveSource.Options.drawing
    options.padRest = 30_000
    try rig.startDrawing(options)
    func touch(_ pad: FakePad) throws -> [String] {
      pad.send {
        $0.touch(0, 0, 0)
        $0.report()
        $0.move(0, 500, 500)
        $0.report()
      }
      _ = try rig.reported()
      return rig.begun.map(line)
    }
    #expect(try touch(pad) == ["#1 begin"])
    _ = try rig.reported(upTo: "rests #1")
    _ = try rig.reported()
    #expect(rig.begun.map(line) == ["#1 begin", "#1 drop"])
    #expect(rig.begun.map(\.time) == rig.begun.map(\.time).sorted())
    keyboard.send((.a, 1))
    _ = try rig.reported()
    pad.send {
      $0.lift()
      $0.report()
    }
    _ = try rig.reported()
    #expect(try touch(pad).last == "#1 begin" && pad.isGrabbed)
    rig.unplug(pad)
    _ = try rig.reported()
    #expect(rig.begun.suffix(2).map(line) == ["#1 begin", "#1 drop"] && rig.ink == [])
    // Where ink is no longer wanted, nothing waits for an end.
    let other = FakePad(.trackpad)
    rig.plug(other, input: 1)
    _ = try rig.reported()
    #expect(try touch(other).last == "#2 begin")
    rig.source?.setDrawing(false)
    _ = try rig.reported()
    #expect(rig.begun.last.map(line) == "#2 begin" && other.clients == 0)
  }

  @Test("a pen that hovers is near the tablet all the time, and does not delay the grab")
  func hovering() throws {
    let tablet = FakePad(.tablet, path: "/dev/input/event8")
    rig.plug(tablet)
    rig.start(.drawing)
    tablet.send {
      $0.add(1, 0x140, 1)
      $0.add(3, 0x19, 12)
      $0.report()
    }
    rig.source?.setGrabbed(true)
    rig.source?.setDrawing(true)
    _ = try rig.reported()
    #expect(tablet.isGrabbed)
    tablet.send { $0.draw([(0, 0), (1000, 1000)]) }
    #expect(try rig.reported() == ["#2 stroke 0,0 14720,9200"])
    // One that touches the surface does.
    rig.source?.setDrawing(false)
    tablet.send {
      $0.touch(0, 100, 100)
      $0.report()
    }
    rig.source?.setDrawing(true)
    _ = try rig.reported()
    #expect(!tablet.isGrabbed && tablet.clients == 1)
    tablet.send {
      $0.lift()
      $0.report()
    }
    #expect(try rig.reported() == ["grabbed #2"])
  }

  @Test("a hang-up without a report frees the pad, and its number can be reused by another one")
  func hungUp() throws {
    try rig.startDrawing()
    rig.unplug(pad, reports: false)
    #expect(try rig.reported() == [] && pad.clients == 0)
    let other = FakePad(.tablet)
    rig.plug(other, input: 1)
    #expect(try rig.reported() == ["grabbed #2"] && other.isGrabbed)
    rig.finder.report(.vanished(path: pad.path, syspath: "/sys/devices/fake/input0\(pad.path)"))
    #expect(try rig.reported() == [] && other.isGrabbed)
  }

  @Test("a pad that another program holds is named, and taken when that program closes it")
  func busy() throws {
    let holder = try EvdevKeyboard(owning: pad.open(), path: pad.path, id: DeviceID(rawValue: 9))
    #expect(holder.grab() == 0)
    rig.start(.drawing)
    rig.source?.findHolder = { _ in ProcessIdentity(pid: 7, name: "tracer") }
    rig.source?.setGrabbed(true)
    rig.source?.setDrawing(true)
    #expect(try rig.reported().filter { $0.contains("#1") } == ["grab refused #1 tracer"])
    #expect(pad.clients == 1 && rig.finder.closings == [pad.path])
    // Asked again with each focus, and reported once.
    rig.source?.setDrawing(false)
    #expect(rig.finder.closings == [])
    rig.source?.setDrawing(true)
    #expect(try rig.reported() == [])
    holder.ungrab()
    rig.finder.report(.closed(path: pad.path))
    #expect(try rig.reported(upTo: "grabbed #1").last == "grabbed #1")
    #expect(rig.finder.closings == [])
  }

  @Test("a pad that may not be read is reported after udev had its time, and opened when it may")
  func notPermitted() throws {
    rig.refusals[pad.path] = EACCES
    var options = LiveSource.Options.drawing
    options.permissionGrace = 20_000
    try rig.startDrawing(options)
    let notice = "not permitted /dev/input/event7 SynPS/2 Synaptics TouchPad"
    #expect(try rig.reported(upTo: notice).last == notice)
    rig.source?.setDrawing(false)
    rig.source?.setDrawing(true)
    #expect(try rig.reported() == [])
    rig.refusals = [:]
    rig.finder.report(.appeared(pad.node()))
    #expect(try rig.reported() == ["grabbed #1"])
  }

  @Test("a pad that cannot be opened for another reason is reported once")
  func openFailed() throws {
    rig.refusals[pad.path] = EIO
    rig.start(.drawing)
    rig.source?.setGrabbed(true)
    for _ in 0..<3 {
      rig.source?.setDrawing(true)
      rig.source?.setDrawing(false)
    }
    #expect(
      try rig.reported().filter { $0.contains("open failed") } == [
        "open failed /dev/input/event7 \(EIO)"
      ])
    rig.refusals = [:]
    rig.source?.setDrawing(true)
    #expect(pad.isGrabbed)
  }

  @Test("a pad whose grab fails is closed and reported")
  func grabFailed() throws {
    pad.fail(.grab, with: EPERM)
    rig.start(.drawing)
    rig.source?.setGrabbed(true)
    rig.source?.setDrawing(true)
    #expect(try rig.reported().contains("grab failed #1 \(EPERM)"))
    #expect(pad.clients == 0)
  }

  @Test("a device that lies about its axes, or has touches without slots, is refused with a reason")
  func unusable() throws {
    var lying = SamplePad.laptop.axes
    lying[0x35]?.maximum = 1266
    var old = SamplePad.trackpad.axes
    old[0x2f] = nil
    rig.plug(FakePad(.laptop, path: "/dev/input/event8", axes: lying))
    rig.plug(FakePad(.trackpad, path: "/dev/input/event9", axes: old))
    // A mouse is meant by no rule for pads.
    rig.plug(FakeKeyboard(path: "/dev/input/event10", keys: [KeyCode(0x110)], relative: 3))
    rig.start(.drawing)
    rig.source?.setGrabbed(true)
    for _ in 0..<2 {
      rig.source?.setDrawing(true)
      rig.source?.setDrawing(false)
    }
    #expect(
      try rig.reported().filter { $0.contains("unusable") } == [
        "unusable #2 \(PadFlaw.impossibleRange(axis: 0x35, minimum: 1266, maximum: 1266))",
        "unusable #3 \(PadFlaw.withoutSlots)",
      ])
  }

  @Test("a pad without an event for the given time is given back; the next key press takes it")
  func rests() throws {
    var options = LiveSource.Options.drawing
    options.padRest = 30_000
    try rig.startDrawing(options)
    #expect(pad.isGrabbed)
    #expect(try rig.reported(upTo: "rests #1").last == "rests #1")
    #expect(pad.clients == 0)
    // A pad at rest sets no timer: nothing happens until the limit.
    let end = rig.loop.now.advanced(byMicroseconds: 60_000)
    var calls = 0
    while rig.loop.now < end { calls += try rig.loop.turn(until: end) }
    #expect(calls == 0)
    #expect(try rig.reported() == [])
    keyboard.send((.a, 1))
    #expect(try rig.reported().contains("#0 KEY_A press") && pad.isGrabbed)
    #expect(try rig.reported(upTo: "rests #1").last == "rests #1")
    keyboard.send((.a, 0))
    _ = try rig.reported()
    #expect(pad.clients == 0)
    // A change of the focus takes it, too.
    rig.source?.setGrabbed(false)
    rig.source?.setGrabbed(true)
    #expect(pad.isGrabbed)
  }

  @Test("a finger that rests for ever is given back with its pad")
  func restingFinger() throws {
    var options = LiveSource.Options.drawing
    options.padRest = 30_000
    try rig.startDrawing(options)
    pad.send {
      $0.touch(0, 0, 0)
      $0.report()
    }
    #expect(try rig.reported(upTo: "rests #1").last == "rests #1")
    #expect(rig.ink == [])
  }

  @Test("ink that was not delivered when ink is no longer wanted is dropped")
  func droppedInk() throws {
    try rig.startDrawing()
    draw(pad)
    _ = try rig.loop.turn(until: .zero)
    rig.source?.setDrawing(false)
    rig.source?.setDrawing(true)
    #expect(try rig.reported().filter { $0.contains("stroke") } == [])
    draw(pad)
    #expect(try rig.reported() == ["#1 stroke 0,0 4410,3662"])
  }

  @Test("settings that no longer allow a pad free it, and settings that do take it")
  func reconfigured() throws {
    try rig.startDrawing()
    rig.source?.reconfigure(LiveSource.Options())
    #expect(pad.clients == 0)
    rig.source?.reconfigure(.drawing)
    #expect(pad.isGrabbed)
  }

  @Test("the panic chord and the end free the pads for good")
  func panic() throws {
    try rig.startDrawing()
    keyboard.send((.backspace, 1), (.escape, 1), (.enter, 1))
    _ = try rig.reported()
    #expect(rig.end == .panic && pad.clients == 0)
    rig.source?.setDrawing(false)
    rig.source?.setDrawing(true)
    #expect(pad.clients == 0)
  }

  @Test("a pad is closed with its source")
  func closed() throws {
    try SourceRig.drawing(pad) { #expect(pad.isGrabbed) }
    #expect(pad.clients == 0)
  }

  @Test("without sysfs a device is opened to find out whether it is a pad")
  func withoutSysfs() throws {
    let mouse = FakeKeyboard(path: "/dev/input/event10", keys: [KeyCode(0x110)], relative: 3)
    rig.nodes[mouse.path] = mouse
    rig.finder.present = [DeviceNode(path: mouse.path), DeviceNode(path: pad.path)]
    try rig.startDrawing()
    #expect(pad.isGrabbed && mouse.clients == 0)
  }

  @Test("many strokes in a row are all delivered")
  func many() throws {
    try rig.startDrawing()
    for _ in 0..<30 {
      pad.send { touches in
        touches.touch(0, 0, 0)
        for index in Int32(1)...40 {
          touches.move(0, index, index)
          touches.report()
        }
        touches.lift()
        touches.report()
      }
      _ = try rig.reported()
    }
    #expect(rig.ink.count == 30)
  }
}

extension SourceRig {
  /// Calls a function while a source of its own draws on a pad.
  static func drawing(_ pad: FakePad, _ body: () -> Void) throws {
    let rig = try SourceRig()
    rig.plug(pad)
    try rig.startDrawing()
    body()
  }
}
