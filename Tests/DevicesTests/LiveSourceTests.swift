// SPDX-License-Identifier: Apache-2.0
import Devices
import Glibc
import Keys
import Testing

@Suite struct LiveSourceTests {
  let rig: SourceRig
  let first = FakeKeyboard("First", path: "/dev/input/event0")
  let second = FakeKeyboard("Second", path: "/dev/input/event1")

  init() throws {
    rig = try SourceRig()
  }

  // MARK: Coming and going

  @Test("what is there at the start is connected in order, and its frames follow")
  func start() throws {
    rig.plug(first)
    rig.plug(second)
    rig.start()
    first.send((.a, 1), (.b, 1))
    #expect(
      try rig.told() == [
        "connected First #0", "connected Second #1", "#0 KEY_A press, #0 KEY_B press",
      ])
    #expect(rig.source?.devices.map(\.path) == ["/dev/input/event0", "/dev/input/event1"])
    #expect(try rig.told() == [])
  }

  @Test("KEY-11b keys down at the start are found after the keyboard is told")
  func found() throws {
    rig.plug(FakeKeyboard("Held", pressed: [.leftShift]))
    rig.start()
    #expect(try rig.told() == ["connected Held #0", "#0 KEY_LEFTSHIFT found"])
  }

  @Test("a keyboard plugged in later is taken; a mouse and a power button are not")
  func hotPlug() throws {
    rig.start()
    rig.plug(FakeKeyboard("Mouse", path: "/dev/input/event2", keys: [KeyCode(0x110)], relative: 3))
    rig.plug(FakeKeyboard("Power", path: "/dev/input/event3", keys: [KeyCode(116)]))
    rig.plug(first)
    #expect(try rig.told() == ["connected First #0"])
  }

  @Test("without sysfs a node is opened to see what it is, and closed again if it is not wanted")
  func withoutSysfs() throws {
    let mouse = FakeKeyboard("Mouse", path: "/dev/input/event2", keys: [KeyCode(0x110)])
    for fake in [mouse, first] {
      rig.nodes[fake.path] = fake
      rig.finder.present.append(DeviceNode(path: fake.path))
    }
    rig.start()
    #expect(try rig.told() == ["connected First #0"])
    #expect(mouse.clients == 0)
  }

  @Test("being told twice of a keyboard does nothing")
  func toldTwice() throws {
    rig.plug(first)
    rig.start()
    rig.plug(first)
    rig.finder.tell(.appeared(DeviceNode(path: first.path)), .rescan)
    #expect(try rig.told() == ["connected First #0"])
    #expect(first.clients == 1)
  }

  @Test("KEY-9c unplugging cancels what was down, then tells", arguments: [true, false])
  func unplug(tell: Bool) throws {
    rig.plug(first)
    rig.start()
    first.send((.leftShift, 1), (.a, 1))
    _ = try rig.told()
    rig.unplug(first, tell: tell)
    #expect(
      try rig.told() == ["#0 KEY_A cancel, #0 KEY_LEFTSHIFT cancel", "disconnected #0"])
    #expect(rig.unbalanced == [])
    #expect(first.clients == 0 && rig.source?.devices == [])
  }

  @Test("a hang-up is the end although reading says that there is just nothing")
  func silentUnplug() throws {
    rig.plug(first)
    rig.start()
    _ = try rig.told()
    first.unplug(silently: true)
    #expect(try rig.told() == ["disconnected #0"])
    #expect(try rig.told() == [])
  }

  @Test("a keyboard replugged under the same number is a new one")
  func replug() throws {
    rig.plug(first)
    rig.start()
    first.send((.a, 1))
    _ = try rig.told()
    rig.unplug(first)
    rig.plug(FakeKeyboard("Again", path: first.path), input: 1)
    #expect(
      try rig.told() == ["#0 KEY_A cancel", "disconnected #0", "connected Again #1"])
  }

  @Test("the new keyboard may be told before the old one's end, and late word of that does no harm")
  func replugOutOfOrder() throws {
    rig.plug(first)
    rig.start()
    _ = try rig.told()
    first.unplug()
    rig.plug(FakeKeyboard("Again", path: first.path), input: 1)
    rig.finder.tell(
      .vanished(path: first.path, syspath: "/sys/devices/fake/input0\(first.path)"),
      .vanished(path: first.path, syspath: nil))
    #expect(try rig.told() == ["disconnected #0", "connected Again #1"])
    #expect(rig.source?.devices.map(\.name) == ["Again"])
  }

  @Test("word of a device whose hang-up has not been read yet opens the node anew")
  func replugBeforeHangUpIsRead() throws {
    rig.plug(first)
    rig.start()
    _ = try rig.told()
    first.unplug()
    rig.plug(FakeKeyboard("Again", path: first.path))
    #expect(try rig.told() == ["disconnected #0", "connected Again #1"])
  }

  @Test("a mouse may get the number of a keyboard")
  func numberReused() throws {
    rig.plug(first)
    rig.start()
    _ = try rig.told()
    rig.unplug(first)
    rig.plug(
      FakeKeyboard("Mouse", path: first.path, keys: [KeyCode(0x110)], relative: 3), input: 1)
    #expect(try rig.told() == ["disconnected #0"])
  }

  @Test("of two keyboards of one name only the one that went is gone")
  func siblings() throws {
    let twin = FakeKeyboard("First", path: "/dev/input/event1")
    rig.plug(first)
    rig.plug(twin)
    rig.start()
    _ = try rig.told()
    rig.unplug(twin)
    first.send((.a, 1))
    #expect(Set(try rig.told()) == ["disconnected #1", "#0 KEY_A press"])
  }

  @Test("a node removed by hand from a living keyboard changes nothing")
  func nodeRemoved() throws {
    rig.plug(first)
    rig.start()
    rig.finder.tell(.vanished(path: first.path, syspath: nil))
    first.send((.a, 1))
    #expect(try rig.told() == ["connected First #0", "#0 KEY_A press"])
  }

  @Test("after missed changes everything is looked at anew")
  func rescan() throws {
    rig.plug(first)
    rig.start()
    _ = try rig.told()
    rig.finder.present = []
    first.unplug()
    rig.nodes[second.path] = second
    rig.finder.present = [SourceRig.node(second)]
    rig.finder.tell(.rescan)
    #expect(Set(try rig.told()) == ["disconnected #0", "connected Second #1"])
  }

  @Test("that plugging in cannot be noticed is told first")
  func monitorFailed() throws {
    rig.finder.failures = [ENOSPC]
    rig.plug(first)
    rig.start()
    #expect(try rig.told() == ["monitor failed 28", "connected First #0"])
  }

  // MARK: Permission

  @Test(
    "a refused keyboard is told at once at the start, once", arguments: [EACCES, EPERM, ENOENT])
  func refusedAtStart(_ error: Int32) throws {
    rig.refusals[first.path] = error
    rig.plug(first)
    rig.start()
    #expect(try rig.told() == ["not permitted /dev/input/event0 sysfs name"])
    rig.finder.tell(.appeared(SourceRig.node(first)), .rescan)
    #expect(try rig.told() == [])
    rig.refusals = [:]
    rig.finder.tell(.appeared(SourceRig.node(first)))
    #expect(try rig.told() == ["connected First #0"])
  }

  @Test("a keyboard whose rule comes a moment after the node is never told as refused")
  func permissionRace() throws {
    rig.start()
    rig.refusals[first.path] = EACCES
    rig.plug(first)
    #expect(try rig.told() == [])
    rig.refusals = [:]
    rig.finder.tell(.appeared(SourceRig.node(first)))
    #expect(try rig.told() == ["connected First #0"])
  }

  @Test("a keyboard still refused after the time of grace is told once")
  func permissionGrace() throws {
    rig.start(LiveSource.Options(permissionGrace: 20_000))
    rig.refusals[first.path] = EACCES
    rig.plug(first)
    let line = "not permitted /dev/input/event0 sysfs name"
    #expect(try rig.told(upTo: line) == [line])
    #expect(try rig.told() == [])
  }

  @Test("a keyboard that goes before the time of grace is up is never told")
  func goneBeforeGrace() throws {
    rig.start(LiveSource.Options(permissionGrace: 0))
    rig.refusals[first.path] = EACCES
    rig.plug(first)
    rig.unplug(first)
    #expect(try rig.told() == [])
  }

  @Test("a refused device that is no keyboard is nobody's business")
  func refusedMouse() throws {
    let mouse = FakeKeyboard("Mouse", keys: [KeyCode(0x110)], relative: 3)
    rig.refusals[mouse.path] = EACCES
    rig.plug(mouse)
    rig.start()
    #expect(try rig.told() == [])
  }

  @Test("another failure is told once; a device that went away meanwhile is not")
  func openFailed() throws {
    rig.refusals = [first.path: EMFILE, second.path: ENODEV]
    rig.plug(first)
    rig.plug(second)
    rig.start()
    #expect(try rig.told() == ["open failed /dev/input/event0 24"])
    rig.finder.tell(.rescan)
    #expect(try rig.told() == [])
  }

  // MARK: Selection

  @Test("selectors choose, and a new choice closes and opens")
  func reconfigure() throws {
    rig.plug(first)
    rig.plug(second)
    rig.start(LiveSource.Options(selectors: [try DeviceSelector("name=First")]))
    first.send((.a, 1))
    _ = try rig.told()
    // The names are those of sysfs until a node is open, so only paths choose here.
    rig.source?.reconfigure(
      LiveSource.Options(selectors: [try DeviceSelector("path=\(second.path)")]))
    #expect(try rig.told().contains("connected Second #0") || rig.source?.devices.count == 1)
    #expect(rig.source?.devices.map(\.name) == ["Second"])
    #expect(rig.unbalanced == [])
  }

  // MARK: Losing events

  @Test("KEY-11a lost events are told once per loss, after the frame that mends them")
  func lost() throws {
    rig.plug(first)
    rig.start()
    first.send((.a, 1))
    _ = try rig.told()
    first.lose(up: [.a])
    #expect(try rig.told() == ["#0 KEY_A release", "events lost #0"])
    #expect(rig.unbalanced == [])
  }

  // MARK: Time

  @Test("a deadline that passed before an event is told before it, and the event is not lost")
  func deadlineFirst() throws {
    rig.plug(first)
    rig.start()
    _ = try rig.told()
    let source = try #require(rig.source)
    let now = rig.loop.now
    let (early, late) = (now.microseconds - 2000, now.microseconds - 1000)
    first.send((.a, 1), at: early - 1)
    first.send((.b, 1), at: late)
    var frame: [KeyEvent] = []
    let deadline = Timestamp(microseconds: early)
    #expect(try source.next(before: deadline, into: &frame) == .frame)
    #expect(frame.map(\.code) == [.a])
    #expect(try source.next(before: deadline, into: &frame) == .deadline(deadline))
    #expect(frame == [])
    #expect(try source.next(before: nil, into: &frame) == .frame)
    #expect(frame.map(\.code) == [.b])
  }

  @Test("a deadline is waited for and never told early")
  func deadline() throws {
    rig.start()
    let source = try #require(rig.source)
    var frame: [KeyEvent] = []
    let deadline = rig.loop.now.advanced(byMicroseconds: 5000)
    guard case .deadline(let time) = try source.next(before: deadline, into: &frame) else {
      Issue.record("no deadline")
      return
    }
    #expect(time >= deadline)
  }

  @Test("when a handler of another stage ran, the source comes back at once")
  func foreignHandler() throws {
    rig.start()
    let ends = socketPair()
    defer { ends.forEach { close($0) } }
    var ran = 0
    rig.loop.watch(ends[0], for: .read) { _ in
      ran += 1
      var byte: UInt8 = 0
      _ = Glibc.read(ends[0], &byte, 1)
    }
    _ = write(ends[1], "x", 1)
    var frame: [KeyEvent] = []
    let source = try #require(rig.source)
    guard case .deadline(let time) = try source.next(before: nil, into: &frame) else {
      Issue.record("not told")
      return
    }
    #expect(ran == 1 && time <= rig.loop.now)
    rig.loop.unwatch(ends[0])
  }

  @Test("a flood from one keyboard starves neither another nor the sockets")
  func flood() throws {
    rig.plug(first)
    rig.plug(second)
    rig.start()
    _ = try rig.told()
    for index in 0..<200 { first.send((.a, index % 2 == 0 ? 1 : 0)) }
    second.send((.b, 1))
    var served = 0
    let ends = socketPair()
    defer { ends.forEach { close($0) } }
    rig.loop.watch(ends[0], for: .read) { _ in served += 1 }
    let source = try #require(rig.source)
    var frame: [KeyEvent] = []
    var frames = 0
    var place: Int?
    while frames < 150 {
      guard case .frame = try source.next(before: nil, into: &frame) else { continue }
      frames += 1
      if frames == 1 { _ = write(ends[1], "x", 1) }
      if frame.first?.code == .b { place = frames }
    }
    #expect(place.map { $0 < 5 } == true)
    #expect(served > 0)
    rig.loop.unwatch(ends[0])
  }

  @Test("64 keyboards at once")
  func many() throws {
    let fakes = (0..<64).map { FakeKeyboard("K\($0)", path: "/dev/input/event\($0)") }
    for fake in fakes { rig.plug(fake) }
    rig.start()
    #expect(try rig.told() == (0..<64).map { "connected K\($0) #\($0)" })
    for fake in fakes { fake.send((.a, 1)) }
    #expect(Set(try rig.told()) == Set((0..<64).map { "#\($0) KEY_A press" }))
  }

  // MARK: Lights

  @Test("lights are set per keyboard and are as found when the source goes")
  func lights() throws {
    let lit = FakeKeyboard("Lit", lit: 1)
    rig.plug(lit)
    rig.plug(second)
    rig.start()
    _ = try rig.told()
    rig.source?.light([.capsLock], on: DeviceID(rawValue: 0))
    rig.source?.light([.capsLock], on: DeviceID(rawValue: 99))
    #expect(lit.lit == [.capsLock] && second.lit == [])
    let other = try SourceRig()
    other.plug(lit)
    do {
      other.start()
      other.source?.light([.scrollLock], on: DeviceID(rawValue: 0))
      #expect(lit.lit == [.scrollLock])
    }
  }
}
