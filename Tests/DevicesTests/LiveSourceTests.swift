// SPDX-License-Identifier: Apache-2.0
import CFakeEvdev
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

  // MARK: Connecting and disconnecting

  @Test("keyboards plugged in at the start are connected in order, and their frames follow")
  func start() throws {
    rig.plug(first)
    rig.plug(second)
    rig.start()
    first.send((.a, 1), (.b, 1))
    #expect(
      try rig.reported() == [
        "connected First #0", "connected Second #1", "#0 KEY_A press, #0 KEY_B press",
      ])
    #expect(rig.source?.devices.map(\.path) == ["/dev/input/event0", "/dev/input/event1"])
    #expect(try rig.reported() == [])
  }

  @Test("KEY-11b keys down at the start are found after the keyboard is reported")
  func found() throws {
    rig.plug(FakeKeyboard("Held", pressed: [.leftShift]))
    rig.start()
    #expect(try rig.reported() == ["connected Held #0", "#0 KEY_LEFTSHIFT found"])
  }

  @Test("a keyboard plugged in later is connected; a mouse and a power button are not")
  func hotPlug() throws {
    rig.start()
    rig.plug(FakeKeyboard("Mouse", path: "/dev/input/event2", keys: [KeyCode(0x110)], relative: 3))
    rig.plug(FakeKeyboard("Power", path: "/dev/input/event3", keys: [KeyCode(116)]))
    rig.plug(first)
    #expect(try rig.reported() == ["connected First #0"])
  }

  @Test("without sysfs a node is opened to find its kind, and closed again if it is not selected")
  func withoutSysfs() throws {
    let mouse = FakeKeyboard("Mouse", path: "/dev/input/event2", keys: [KeyCode(0x110)])
    for fake in [mouse, first] {
      rig.nodes[fake.path] = fake
      rig.finder.present.append(DeviceNode(path: fake.path))
    }
    rig.start()
    #expect(try rig.reported() == ["connected First #0"])
    #expect(mouse.clients == 0)
  }

  @Test("a keyboard that is reported twice is connected once")
  func reportedTwice() throws {
    rig.plug(first)
    rig.start()
    rig.plug(first)
    rig.finder.report(.appeared(DeviceNode(path: first.path)), .rescan)
    #expect(try rig.reported() == ["connected First #0"])
    #expect(first.clients == 1)
  }

  @Test("KEY-9c unplugging cancels held keys before it is reported", arguments: [true, false])
  func unplug(reports: Bool) throws {
    rig.plug(first)
    rig.start()
    first.send((.leftShift, 1), (.a, 1))
    _ = try rig.reported()
    rig.unplug(first, reports: reports)
    #expect(
      try rig.reported() == ["#0 KEY_A cancel, #0 KEY_LEFTSHIFT cancel", "disconnected #0"])
    #expect(rig.unbalanced == [])
    #expect(first.clients == 0 && rig.source?.devices == [])
  }

  @Test("a hang-up disconnects the keyboard even if reading finds nothing")
  func silentUnplug() throws {
    rig.plug(first)
    rig.start()
    _ = try rig.reported()
    first.unplug(silently: true)
    #expect(try rig.reported() == ["disconnected #0"])
    #expect(try rig.reported() == [])
  }

  @Test("a keyboard replugged under the same number is a new one")
  func replug() throws {
    rig.plug(first)
    rig.start()
    first.send((.a, 1))
    _ = try rig.reported()
    rig.unplug(first)
    rig.plug(FakeKeyboard("Again", path: first.path), input: 1)
    #expect(
      try rig.reported() == ["#0 KEY_A cancel", "disconnected #0", "connected Again #1"])
  }

  @Test(
    "a new keyboard may be reported before the old one's end; a late report of that is ignored")
  func replugOutOfOrder() throws {
    rig.plug(first)
    rig.start()
    _ = try rig.reported()
    first.unplug()
    rig.plug(FakeKeyboard("Again", path: first.path), input: 1)
    rig.finder.report(
      .vanished(path: first.path, syspath: "/sys/devices/fake/input0\(first.path)"),
      .vanished(path: first.path, syspath: nil))
    #expect(try rig.reported() == ["disconnected #0", "connected Again #1"])
    #expect(rig.source?.devices.map(\.name) == ["Again"])
  }

  @Test("a new device at the path of a keyboard whose hang-up was not read yet replaces it")
  func replugBeforeHangUpIsRead() throws {
    rig.plug(first)
    rig.start()
    _ = try rig.reported()
    first.unplug()
    rig.plug(FakeKeyboard("Again", path: first.path))
    #expect(try rig.reported() == ["disconnected #0", "connected Again #1"])
  }

  @Test("a mouse may get the number of an unplugged keyboard")
  func numberReused() throws {
    rig.plug(first)
    rig.start()
    _ = try rig.reported()
    rig.unplug(first)
    rig.plug(
      FakeKeyboard("Mouse", path: first.path, keys: [KeyCode(0x110)], relative: 3), input: 1)
    #expect(try rig.reported() == ["disconnected #0"])
  }

  @Test("if one of two keyboards with the same name is unplugged, only that one is disconnected")
  func siblings() throws {
    let twin = FakeKeyboard("First", path: "/dev/input/event1")
    rig.plug(first)
    rig.plug(twin)
    rig.start()
    _ = try rig.reported()
    rig.unplug(twin)
    first.send((.a, 1))
    #expect(Set(try rig.reported()) == ["disconnected #1", "#0 KEY_A press"])
  }

  @Test("removing a node by hand does not disconnect the keyboard")
  func nodeRemoved() throws {
    rig.plug(first)
    rig.start()
    rig.finder.report(.vanished(path: first.path, syspath: nil))
    first.send((.a, 1))
    #expect(try rig.reported() == ["connected First #0", "#0 KEY_A press"])
  }

  @Test("after missed changes all nodes are enumerated again")
  func rescan() throws {
    rig.plug(first)
    rig.start()
    _ = try rig.reported()
    rig.finder.present = []
    first.unplug()
    rig.nodes[second.path] = second
    rig.finder.present = [SourceRig.node(second)]
    rig.finder.report(.rescan)
    #expect(Set(try rig.reported()) == ["disconnected #0", "connected Second #1"])
  }

  @Test("a failure of the hot-plug monitor is reported first")
  func monitorFailed() throws {
    rig.finder.failures = [ENOSPC]
    rig.plug(first)
    rig.start()
    #expect(try rig.reported() == ["monitor failed 28", "connected First #0"])
  }

  // MARK: Permission

  @Test(
    "a keyboard refused at the start is reported once, immediately",
    arguments: [
      (EACCES, "not permitted /dev/input/event0 sysfs name"),
      (EPERM, "not permitted /dev/input/event0 sysfs name"),
      (ENOENT, "open failed /dev/input/event0 \(ENOENT)"),
    ])
  func refusedAtStart(_ error: Int32, _ line: String) throws {
    rig.refusals[first.path] = error
    rig.plug(first)
    rig.start()
    #expect(try rig.reported() == [line])
    rig.finder.report(.appeared(SourceRig.node(first)), .rescan)
    #expect(try rig.reported() == [])
    rig.refusals = [:]
    rig.finder.report(.appeared(SourceRig.node(first)))
    #expect(try rig.reported() == ["connected First #0"])
  }

  @Test(
    "a keyboard is not reported as refused if its udev rule is applied soon after it appears")
  func permissionRace() throws {
    rig.start()
    rig.refusals[first.path] = EACCES
    rig.plug(first)
    #expect(try rig.reported() == [])
    rig.refusals = [:]
    rig.finder.report(.appeared(SourceRig.node(first)))
    #expect(try rig.reported() == ["connected First #0"])
  }

  @Test("a keyboard still refused after the grace period is reported once")
  func permissionGrace() throws {
    rig.start(LiveSource.Options(permissionGrace: 20_000))
    rig.refusals[first.path] = EACCES
    rig.plug(first)
    let line = "not permitted /dev/input/event0 sysfs name"
    #expect(try rig.reported(upTo: line) == [line])
    #expect(try rig.reported() == [])
  }

  @Test("a keyboard unplugged within the grace period is not reported")
  func goneBeforeGrace() throws {
    rig.start(LiveSource.Options(permissionGrace: 0))
    rig.refusals[first.path] = EACCES
    rig.plug(first)
    rig.unplug(first)
    #expect(try rig.reported() == [])
  }

  @Test("a refused device that is not a keyboard is not reported")
  func refusedMouse() throws {
    let mouse = FakeKeyboard("Mouse", keys: [KeyCode(0x110)], relative: 3)
    rig.refusals[mouse.path] = EACCES
    rig.plug(mouse)
    rig.start()
    #expect(try rig.reported() == [])
  }

  @Test("another failure is reported once; a device unplugged meanwhile is not reported")
  func openFailed() throws {
    rig.refusals = [first.path: EMFILE, second.path: ENODEV]
    rig.plug(first)
    rig.plug(second)
    rig.start()
    #expect(try rig.reported() == ["open failed /dev/input/event0 24"])
    rig.finder.report(.rescan)
    #expect(try rig.reported() == [])
  }

  @Test(
    "a keyboard whose driver does not answer is reported with the kernel's reason, not as refused",
    arguments: [ENOENT, EIO, EPERM, EACCES])
  func ioctlFailed(_ error: Int32) throws {
    rig.plug(first)
    first.fail(.identify, with: error)
    rig.start()
    #expect(try rig.reported() == ["open failed /dev/input/event0 \(error)"])
    rig.finder.report(.rescan)
    #expect(try rig.reported() == [])
    first.fail(.identify, with: 0)
    rig.finder.report(.appeared(SourceRig.node(first)))
    #expect(try rig.reported() == ["connected First #0"])
  }

  @Test(
    "a keyboard whose events the kernel does not report is closed, and opened again later",
    arguments: [1, 2])
  func unwatched(_ call: UInt32) throws {
    rig.start()
    _ = try rig.reported()
    rig.plug(first)
    // The loop has two sets of descriptors.
    fake_epoll_fail(call)
    #expect(try rig.reported() == ["open failed /dev/input/event0 \(ENOMEM)"])
    #expect(first.clients == 0)
    rig.finder.report(.appeared(SourceRig.node(first)))
    #expect(try rig.reported() == ["connected First #1"])
    first.send((.a, 1))
    #expect(try rig.reported() == ["#1 KEY_A press"])
  }

  // MARK: Selection

  @Test("selectors choose devices, and new selectors close and open devices")
  func reconfigure() throws {
    rig.plug(first)
    rig.plug(second)
    rig.start(LiveSource.Options(selectors: [try DeviceSelector("name=First")]))
    first.send((.a, 1))
    _ = try rig.reported()
    // Until a node is open its name comes from sysfs, so only a path can select it here.
    rig.source?.reconfigure(
      LiveSource.Options(selectors: [try DeviceSelector("path=\(second.path)")]))
    #expect(try rig.reported().contains("connected Second #0") || rig.source?.devices.count == 1)
    #expect(rig.source?.devices.map(\.name) == ["Second"])
    #expect(rig.unbalanced == [])
  }

  // MARK: Lost events

  @Test("KEY-11a lost events are reported once per loss, after the frame that corrects the state")
  func lost() throws {
    rig.plug(first)
    rig.start()
    first.send((.a, 1))
    _ = try rig.reported()
    first.lose(up: [.a])
    #expect(try rig.reported() == ["#0 KEY_A release", "events lost #0"])
    #expect(rig.unbalanced == [])
  }

  // MARK: Time

  @Test("a deadline before an event's time is reported before the event, which is not lost")
  func deadlineFirst() throws {
    rig.plug(first)
    rig.start()
    _ = try rig.reported()
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

  @Test("a deadline is waited for and never reported early")
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

  @Test("the source returns at once after a handler of another stage has run")
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
      Issue.record("the source did not return for the handler")
      return
    }
    #expect(ran == 1 && time <= rig.loop.now)
    rig.loop.unwatch(ends[0])
  }

  @Test("a flood from one keyboard starves neither another keyboard nor the sockets")
  func flood() throws {
    rig.plug(first)
    rig.plug(second)
    rig.start()
    _ = try rig.reported()
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

  @Test("64 keyboards are read at once")
  func many() throws {
    let fakes = (0..<64).map { FakeKeyboard("K\($0)", path: "/dev/input/event\($0)") }
    for fake in fakes { rig.plug(fake) }
    rig.start()
    #expect(try rig.reported() == (0..<64).map { "connected K\($0) #\($0)" })
    for fake in fakes { fake.send((.a, 1)) }
    #expect(Set(try rig.reported()) == Set((0..<64).map { "#\($0) KEY_A press" }))
  }

  // MARK: LEDs

  @Test("LEDs are set per keyboard and restored when the source ends")
  func lights() throws {
    let lit = FakeKeyboard("Lit", lit: 1)
    rig.plug(lit)
    rig.plug(second)
    rig.start()
    _ = try rig.reported()
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
