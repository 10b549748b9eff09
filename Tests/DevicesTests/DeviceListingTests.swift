// SPDX-License-Identifier: Apache-2.0
import Devices
import Glibc
import Keys
import Testing

@Suite struct DeviceListingTests {
  @Test("A probe that another process disturbs is tried again for 200 ms")
  func probing() {
    for (failures, result) in [(0, true), (3, true), (8, true), (9, false)] {
      var (probes, pauses) = (0, 0)
      let succeeds = DeviceListing.succeeds(pausing: { pauses += 1 }) {
        probes += 1
        return probes > failures
      }
      #expect(succeeds == result && pauses == min(failures, 8))
    }
  }

  private func listing(
    _ nodes: [DeviceNode], open opener: @escaping EvdevKeyboard.Opener
  ) -> [DeviceListing] {
    let finder = ScriptedFinder()
    finder.present = nodes
    return DeviceListing.all(finder: finder, opener: opener)
  }

  @Test("the listing has every device with keys and its properties")
  func all() throws {
    let fake = FakeKeyboard(keys: [.a, .b, KeyCode(0x110)])
    let mouse = FakeKeyboard(path: "/dev/input/event1", keys: [KeyCode(0x110)], relative: 3)
    var nodes = [fake, mouse].map { SourceRig.node($0) }
    nodes[0].links = ["/dev/input/by-id/usb-x"]
    nodes[0].driver = "usbhid"
    nodes[0].info.bus = 3
    nodes.append(
      DeviceNode(path: "/dev/input/event2", capabilities: Capabilities(types: 1 << 5)))
    let rows = listing(nodes) { path, _ in path == fake.path ? fake.open() : mouse.open() }
    #expect(rows.map(\.info.path) == ["/dev/input/event0", "/dev/input/event1"])
    #expect(rows.map(\.info.id.rawValue) == [0, 1])
    let first = try #require(rows.first)
    #expect(first.access == .full && first.access.isReadable)
    #expect(first.keyCount == 2 && first.lights == [.numLock, .capsLock, .scrollLock])
    #expect(first.bus == "usb" && first.driver == "usbhid")
    #expect(first.links == ["/dev/input/by-id/usb-x"])
    #expect(rows.last?.info.kind == .pointer)
    #expect(fake.clients == 0 && mouse.clients == 0)
  }

  @Test("a device is listed with its numbers, or its uniq if another one has the same numbers")
  func selectors() throws {
    let fake = FakeKeyboard()
    var nodes: [DeviceNode] = []
    for (number, uniq, vendor, product, name): (Int, String, UInt16, UInt16, String) in [
      (0, "aa:01", 0x46d, 0xb342, "K380"), (1, "aa:02", 0x46d, 0xb342, "K380"),
      (2, "bb:01", 0x46d, 0xb35b, "MX"), (3, "bb:01", 0x46d, 0xb35b, "MX Consumer"),
      (4, "", 0x5e0, 0x1200, "Scanner"), (5, "", 0x5e0, 0x1200, "Scanner"),
      (6, "cc:01", 0, 0, "Board"), (7, "cc:02", 0, 0, "Board"), (8, "", 0, 0, "Power"),
    ] {
      var node = SourceRig.node(fake)
      node.path = "/dev/input/event\(number)"
      node.info = DeviceInfo(
        id: DeviceID(rawValue: 0), name: name, path: node.path, uniq: uniq, vendor: vendor,
        product: product)
      nodes.append(node)
    }
    // A mouse has the numbers of its receiver's keyboard.
    let mouse = FakeKeyboard(path: "/dev/input/event9", keys: [KeyCode(0x110)], relative: 3)
    var mouseNode = SourceRig.node(mouse)
    (mouseNode.info.vendor, mouseNode.info.product) = (0x46d, 0xb342)
    nodes.append(mouseNode)
    mouseNode.path = "/dev/input/event10"
    mouseNode.links = ["/dev/input/by-path/x", "/dev/input/by-id/usb-x"]
    nodes.append(mouseNode)
    let rows = listing(nodes) { path, _ in
      path == fake.path || !path.hasSuffix("9") && !path.hasSuffix("10")
        ? fake.open() : mouse.open()
    }
    #expect(
      rows.map { $0.selector(among: rows) } == [
        "uniq=aa:01", "uniq=aa:02", "046d:b35b", "046d:b35b", "05e0:1200", "05e0:1200",
        "uniq=cc:01", "uniq=cc:02", "name=Power", "path=/dev/input/event9",
        "path=/dev/input/by-id/usb-x",
      ])
  }

  @Test(
    "the reason why a node cannot be opened is listed",
    arguments: [
      (EACCES, DeviceListing.Access.notPermitted), (EPERM, .notPermitted), (ENOENT, .noNode),
      (ENXIO, .failed(errno: ENXIO)),
    ])
  func refused(_ error: Int32, _ access: DeviceListing.Access) {
    let rows = listing([SourceRig.node(FakeKeyboard())]) { _, _ in
      errno = error
      return -1
    }
    #expect(rows.map(\.access) == [access])
    #expect(rows.first?.info.kind == .keyboard)
  }

  @Test("a node that can only be read is listed as such")
  func readOnly() {
    let fake = FakeKeyboard()
    let rows = listing([SourceRig.node(fake)]) { _, flags in
      if flags & O_ACCMODE == O_RDONLY { return fake.open() }
      errno = EACCES
      return -1
    }
    #expect(rows.map(\.access) == [.readOnly])
  }

  @Test("without sysfs the opened node is described; a node that cannot be opened is listed too")
  func withoutSysfs() {
    let fake = FakeKeyboard()
    let nodes = [DeviceNode(path: fake.path), DeviceNode(path: "/dev/input/event9")]
    let rows = listing(nodes) { path, _ in
      if path == fake.path { return fake.open() }
      errno = EACCES
      return -1
    }
    #expect(rows.map(\.info.name) == ["Fake Keyboard", ""])
    #expect(rows.map(\.info.kind) == [.keyboard, nil])
  }

  @Test("buses have the names of the kernel's constants")
  func buses() {
    var nodes: [DeviceNode] = []
    for bus: UInt16 in [3, 5, 0x11, 0x19, 0x1e, 0xff] {
      var node = SourceRig.node(FakeKeyboard(path: "/dev/input/event\(bus)"))
      node.info.bus = bus
      nodes.append(node)
    }
    let rows = listing(nodes) { _, _ in
      errno = EACCES
      return -1
    }
    #expect(rows.map(\.bus) == ["usb", "bluetooth", "i8042", "host", "cec", "255"])
  }

  @Test("the diagnosis contains the folder, the monitors, the group and the devices")
  func diagnosis() throws {
    let finder = ScriptedFinder()
    finder.failures = [ENOSPC]
    finder.present = [SourceRig.node(FakeKeyboard())]
    let facts = DeviceDiagnosis(
      groupName: "no such group", folder: "/nowhere", finder: finder
    ) { _, _ in
      errno = EACCES
      return -1
    }
    #expect(!facts.hasFolder && facts.monitorFailures == [ENOSPC])
    #expect(facts.group.number == nil && !facts.group.hasUser && !facts.group.hasProcess)
    #expect(facts.devices.map(\.access) == [.notPermitted])
    #expect(facts.isRoot == (geteuid() == 0))
    let name = try #require(getgrgid(getegid())).pointee.gr_name
    let own = DeviceDiagnosis.Group(named: String(cString: try #require(name)))
    #expect(own.number == getegid() && own.hasProcess)
  }
}

@Suite struct EventTapTests {
  @Test("a tap returns all events as the kernel writes them, and other readers still get them")
  func raw() throws {
    let fake = FakeKeyboard()
    let tap = try EventTap(owning: fake.open(), path: fake.path, id: DeviceID(rawValue: 0))
    let other = try fake.opened()
    fake.emit(type: 4, code: 4, value: 458_756, at: 1_000_002)
    fake.send((.a, 1), at: 1_000_002)
    fake.emit(type: 0, code: 3, value: 0, at: 2_000_000)
    var events: [InputEvent] = []
    #expect(tap.read(into: &events))
    let time = Timestamp(microseconds: 1_000_002)
    #expect(
      events == [
        InputEvent(time: time, type: 4, code: 4, value: 458_756),
        InputEvent(time: time, type: 1, code: 30, value: 1),
        InputEvent(time: time, type: 0, code: 0, value: 0),
        InputEvent(time: Timestamp(microseconds: 2_000_000), type: 0, code: 3, value: 0),
      ])
    #expect(read(other).first == "#0 KEY_A press")
    fake.unplug()
    #expect(!tap.read(into: &events))
    #expect(events.count == 4)
  }

  @Test("many events at once are read completely and in order")
  func many() throws {
    let fake = FakeKeyboard()
    let tap = try EventTap(owning: fake.open(), path: fake.path, id: DeviceID(rawValue: 0))
    for value in 0..<400 { fake.emit(type: 4, code: 4, value: Int32(value)) }
    var events: [InputEvent] = []
    #expect(tap.read(into: &events))
    #expect(events.map(\.value) == (0..<400).map { Int32($0) })
  }

  @Test("the description contains what is needed to recreate the device")
  func description() throws {
    let fake = FakeKeyboard(keys: [.escape, .a, KeyCode(0x2ff)], leds: 5)
    let tap = try EventTap(owning: fake.open(), path: fake.path, id: DeviceID(rawValue: 3))
    let description = tap.description
    #expect(description.info.name == "Fake Keyboard" && description.info.id.rawValue == 3)
    #expect(description.properties == [0, 0, 0, 0])
    #expect(Set(description.codes.keys) == [0, 1, 4, 0x11, 0x14])
    #expect(description.codes[0] == [0x13, 0, 0x12, 0])
    #expect(description.codes[1]?.count == 96 && description.codes[0x11] == [5, 0])
    #expect(description.has(type: 1, code: 30) && !description.has(type: 1, code: 31))
    #expect(description.has(type: 1, code: 0x2ff) && description.has(type: 0, code: 0x14))
  }

  @Test("a node that cannot be opened is an error")
  func refused() {
    #expect(throws: DeviceError.open(path: "x", errno: EACCES)) {
      _ = try EventTap(path: "x", id: DeviceID(rawValue: 0)) { _, _ in
        errno = EACCES
        return -1
      }
    }
  }
}
