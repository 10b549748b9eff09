// SPDX-License-Identifier: Apache-2.0
import CTestbed
import Devices
import Glibc
import Keys
import SamplePads
import Testing
import TestTraits

/// Real libudev and real libevdev on devices that are described by text.
///
/// The testbed belongs to the process, so one test at a time uses it.
@Suite(.onTestbed, .notInFastRuns) struct TestbedTests {
  /// A machine with its devices, and a source that reads them.
  final class Machine {
    let bed: OpaquePointer
    let loop: EventLoop
    private(set) var source: LiveSource?
    private(set) var events: [KeyEvent] = []

    init() throws {
      precondition(TestbedTurn.mayMakeTestbed, "the test lacks the trait .onTestbed")
      bed = testbed_new()
      loop = try EventLoop(signals: [])
    }

    deinit {
      source = nil
      testbed_free(bed)
    }

    enum Kind {
      case keyboard, mouse, button, stick, infrared
    }

    func plug(
      _ number: Int32, _ name: String, _ kind: Kind = .keyboard, links: String? = nil,
      hasNode: Bool = true
    ) {
      let keys: [UInt16] =
        switch kind {
        case .keyboard: Array(1...127)
        case .mouse: [0x110, 0x111, 0x112]
        case .button: [116]
        case .stick, .infrared: [28, 103, 105, 106, 108, 113]
        }
      keys.withUnsafeBufferPointer { keys in
        name.withCString { name in
          (links ?? "").withCString { text in
            var device = testbed_device()
            device.name = name
            device.bus = 3
            device.vendor = 0x046d
            device.product = 0xc31c
            device.keys = keys.baseAddress
            device.key_count = keys.count
            device.leds = kind == .keyboard ? 7 : 0
            device.relative = [.mouse, .stick, .infrared].contains(kind) ? 3 : 0
            device.remote = kind == .infrared
            device.repeat = kind == .keyboard
            device.links = links == nil ? nil : text
            if hasNode {
              testbed_plug(bed, number, &device)
            } else {
              testbed_plug_without_node(bed, number, &device)
            }
          }
        }
      }
    }

    /// Plugs in a pad.
    func plug(_ number: Int32, _ pad: SamplePad) {
      let axes = pad.axes.map {
        testbed_axis(
          code: $0.key, minimum: $0.value.minimum, maximum: $0.value.maximum,
          resolution: $0.value.resolution)
      }
      pad.buttons.withUnsafeBufferPointer { buttons in
        axes.withUnsafeBufferPointer { axes in
          pad.name.withCString { name in
            var device = testbed_device()
            device.name = name
            (device.bus, device.vendor, device.product) = pad.numbers
            (device.keys, device.key_count) = (buttons.baseAddress, buttons.count)
            (device.axes, device.axis_count) = (axes.baseAddress, axes.count)
            device.properties = pad.properties
            testbed_plug(bed, number, &device)
          }
        }
      }
    }

    /// Sends the events of a pad.
    func send(_ number: Int32, _ events: some Sequence<InputEvent>) {
      for event in events {
        testbed_emit(
          bed, number, event.time.microseconds, event.type, event.code, event.value)
      }
    }

    func unplug(_ number: Int32) { testbed_unplug(bed, number) }

    func send(_ number: Int32, _ code: KeyCode, _ value: Int32, at time: Int64 = 1) {
      testbed_emit(bed, number, time, 1, code.rawValue, value)
      testbed_emit(bed, number, time, 0, 0, 0)
    }

    func start(_ options: LiveSource.Options = LiveSource.Options()) {
      source = LiveSource(options: options, loop: loop)
    }

    /// Returns the source's lines as soon as there are this many, or after a time limit.
    func reported(_ count: Int) throws -> [String] {
      var lines: [String] = []
      var frame: [KeyEvent] = []
      let limit = loop.now.advanced(byMicroseconds: 10_000_000)
      while lines.count < count, let source {
        switch try source.next(before: limit, into: &frame) {
        case .frame:
          events += frame
          lines.append(frame.map(line).joined(separator: ", "))
        case .ink(let event): lines.append(line(event))
        case .connected(let info): lines.append("connected \(info.name) \(info.path)")
        case .disconnected(let info): lines.append("disconnected #\(info.id.rawValue)")
        case .notice(.grabbed(let info)): lines.append("grabbed #\(info.id.rawValue)")
        case .notice(.grabRefused(_, let holder)):
          lines.append("grab refused \(holder?.name ?? "nobody")")
        case .notice(let notice): lines.append("\(notice)")
        case .deadline where loop.now >= limit: return lines
        case .deadline: break
        case .end: return lines
        }
      }
      return lines
    }

    /// Waits for as many lines as are expected, and compares them.
    func expect(
      _ lines: [String], sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
      let reported = try reported(lines.count)
      #expect(reported == lines, sourceLocation: sourceLocation)
    }

    /// Returns the source's lines that are available without waiting.
    func reported() throws -> [String] {
      guard let source else { return [] }
      var frame: [KeyEvent] = []
      var lines: [String] = []
      while true {
        switch try source.next(before: loop.now, into: &frame) {
        case .deadline: return lines
        case let occurrence: lines.append("\(occurrence)")
        }
      }
    }
  }

  let machine: Machine

  init() throws {
    machine = try Machine()
    try #require(testbed_active())
  }

  @Test("udev's devices are found with their names, numbers, links and capabilities")
  func enumerate() throws {
    machine.plug(10, "Board", links: "input/by-id/usb-board input/by-path/pci-0")
    machine.plug(2, "Mouse", .mouse)
    machine.plug(3, "Power Button", .button)
    let nodes = KeyboardFinder().enumerate()
    #expect(nodes.map(\.path) == [2, 3, 10].map { "/dev/input/event\($0)" })
    #expect(nodes.map(\.kind) == [.pointer, .buttons, .keyboard])
    #expect(nodes.map(\.info.name) == ["Mouse", "Power Button", "Board"])
    let board = try #require(nodes.last)
    #expect(board.info.vendor == 0x046d && board.info.product == 0xc31c && board.info.bus == 3)
    #expect(board.syspath?.hasSuffix("/event10") == true)
    #expect(board.capabilities?.lockLEDs == [.numLock, .capsLock, .scrollLock])
    // The keyboard's capabilities in sysfs are those of the opened node.
    let opened = try EvdevKeyboard(path: board.path, id: DeviceID(rawValue: 0))
    #expect(opened.capabilities == board.capabilities)
  }

  @Test("a device that points is a remote only if it belongs to the kernel's remote controls")
  func remotes() throws {
    machine.plug(1, "Pointing stick", .stick)
    machine.plug(2, "Infrared receiver", .infrared)
    #expect(KeyboardFinder().enumerate().map(\.kind) == [.pointer, .remote])
    machine.start()
    try machine.expect(["connected Infrared receiver /dev/input/event2"])
    machine.source?.setGrabbed(true)
    try machine.expect(["grabbed #0"])
    #expect(!testbed_is_grabbed(machine.bed, 1))
    #expect(DeviceListing.all().map(\.info.kind) == [.pointer, .remote])
  }

  @Test("a keyboard types, is grabbed and has its LEDs set through real libevdev")
  func types() throws {
    machine.plug(1, "Board")
    machine.start()
    try machine.expect(["connected Board /dev/input/event1"])
    #expect(testbed_clock(machine.bed, 1) == CLOCK_MONOTONIC)
    machine.source?.setGrabbed(true)
    try machine.expect(["grabbed #0"])
    #expect(testbed_is_grabbed(machine.bed, 1))
    machine.send(1, .a, 1, at: 5_000_007)
    machine.send(1, .a, 0, at: 5_000_900)
    try machine.expect(["#0 KEY_A press", "#0 KEY_A release"])
    #expect(machine.events.map(\.time.microseconds) == [5_000_007, 5_000_900])
    machine.source?.light([.capsLock], on: DeviceID(rawValue: 0))
    #expect(testbed_lit(machine.bed, 1) == 2)
    machine.source?.setGrabbed(false)
    #expect(!testbed_is_grabbed(machine.bed, 1) && testbed_lit(machine.bed, 1) == 0)
    #expect(testbed_unknown_ioctls(machine.bed, 1) == 0)
  }

  @Test("plugged-in keyboards are connected; mice and buttons are not")
  func hotPlug() throws {
    machine.start()
    machine.plug(4, "Mouse", .mouse)
    machine.plug(5, "Power Button", .button)
    machine.plug(6, "Late")
    try machine.expect(["connected Late /dev/input/event6"])
    machine.send(6, .a, 1)
    try machine.expect(["#0 KEY_A press"])
  }

  @Test("KEY-9c a keyboard unplugged during a press is replugged under the same number")
  func replug() throws {
    machine.plug(1, "Board")
    machine.plug(2, "Other")
    machine.start()
    _ = try machine.reported(2)
    machine.send(1, .leftMeta, 1)
    _ = try machine.reported(1)
    machine.unplug(1)
    try machine.expect(["#0 KEY_LEFTMETA cancel", "disconnected #0"])
    machine.plug(1, "Board")
    try machine.expect(["connected Board /dev/input/event1"])
    machine.send(1, .a, 1)
    machine.send(2, .b, 1)
    let lines = try machine.reported(2)
    #expect(lines.sorted() == ["#1 KEY_B press", "#2 KEY_A press"])
  }

  @Test("a mouse gets the number of an unplugged keyboard")
  func numberReused() throws {
    machine.plug(1, "Board")
    machine.start()
    _ = try machine.reported(1)
    machine.unplug(1)
    machine.plug(1, "Mouse", .mouse)
    machine.plug(2, "Second")
    try machine.expect(["disconnected #0", "connected Second /dev/input/event2"])
  }

  @Test("a device announced before its node exists is connected when the node appears")
  func lateNode() throws {
    machine.start()
    machine.plug(3, "Late", hasNode: false)
    #expect(try machine.reported() == [])
    testbed_make_node(machine.bed, 3)
    testbed_change(machine.bed, 3)
    try machine.expect(["connected Late /dev/input/event3"])
  }

  @Test("a node that is missing at the start is reported as missing")
  func missingNode() throws {
    machine.plug(3, "Late", hasNode: false)
    machine.start()
    let notice = SourceNotice.openFailed(
      path: "/dev/input/event3", name: "Late", errno: ENOENT)
    try machine.expect(["\(notice)"])
  }

  @Test("a link from udev selects only its device")
  func selectByLink() throws {
    // udev's database is not part of the testbed: links come with a device's announcement only.
    let selector = try DeviceSelector("path=/dev/input/by-id/usb-scan*")
    machine.start(LiveSource.Options(selectors: [selector]))
    machine.plug(1, "Board", links: "input/by-id/usb-board")
    machine.plug(2, "Scanner", links: "input/by-id/usb-scanner")
    try machine.expect(["connected Scanner /dev/input/event2"])
    #expect(machine.source?.devices.count == 1)
  }

  @Test("a refused grab names the program that holds the keyboard, and succeeds after its release")
  func busy() throws {
    machine.plug(1, "Board")
    // The program that has the node open; this process holds the grab itself. The program starts
    // first, otherwise it would inherit the descriptors that umockdev opens for the grab.
    let pid = try spawnSleeper(opening: machine.bed, "/dev/input/event1")
    defer {
      kill(pid, SIGKILL)
      waitpid(pid, nil, 0)
    }
    var holder: EvdevKeyboard? = try EvdevKeyboard(
      path: "/dev/input/event1", id: DeviceID(rawValue: 9))
    #expect(holder?.grab() == 0)
    machine.start()
    _ = try machine.reported(1)
    machine.source?.setGrabbed(true)
    try machine.expect(["grab refused sleep"])
    holder = nil
    testbed_change(machine.bed, 1)
    try machine.expect(["grabbed #0"])
    #expect(holder == nil)
  }

  private func spawnSleeper(opening bed: OpaquePointer, _ node: String) throws -> pid_t {
    let path = String(cString: testbed_root(bed)) + node
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 9, path, O_RDONLY | O_NOCTTY, 0)
    var argv: [UnsafeMutablePointer<CChar>?] = [strdup("sleep"), strdup("60"), nil]
    defer { argv.forEach { free($0) } }
    var pid: pid_t = 0
    try #require(posix_spawnp(&pid, "sleep", &actions, nil, &argv, environ) == 0)
    return pid
  }

  @Test("sixty devices are plugged in and unplugged")
  func many() throws {
    machine.start()
    // umockdev follows fifty descriptors of the whole process, and queues no more than ten uevents.
    func isKeyboard(_ number: Int32) -> Bool { number % 3 == 2 }
    for number in Int32(0)..<60 {
      machine.plug(number, "K\(number)", isKeyboard(number) ? .keyboard : .mouse)
      if isKeyboard(number) {
        try machine.expect(["connected K\(number) /dev/input/event\(number)"])
      }
      #expect(try machine.reported() == [])
    }
    let ids = machine.source?.devices.map(\.id.rawValue)
    #expect(ids == Array(0..<20))
    for number in Int32(0)..<60 where isKeyboard(number) { machine.send(number, .a, 1) }
    let pressed = try machine.reported(20)
    #expect(Set(pressed) == Set((0..<20).map { "#\($0) KEY_A press" }))
    for number in Int32(0)..<60 {
      machine.unplug(number)
      let id = number / 3
      if isKeyboard(number) { try machine.expect(["#\(id) KEY_A cancel", "disconnected #\(id)"]) }
      #expect(try machine.reported() == [])
    }
    #expect(machine.source?.devices == [])
  }

  @Test("the listing shows the data of udev and of the nodes")
  func listing() throws {
    machine.plug(1, "Board", links: "input/by-id/usb-board")
    machine.plug(2, "Scanner", hasNode: false)
    machine.plug(3, "Mouse", .mouse)
    let rows = DeviceListing.all()
    #expect(rows.map(\.info.name) == ["Board", "Scanner", "Mouse"])
    #expect(rows.map(\.access) == [.full, .noNode, .full])
    #expect(rows.map(\.info.kind) == [.keyboard, .keyboard, .pointer])
    #expect(rows.first?.keyCount == 127 && rows.first?.bus == "usb")
  }

  @Test(
    "a pad is found by udev, grabbed while ink is wanted, and drawn on",
    arguments: SamplePad.allCases)
  func pads(_ pad: SamplePad) throws {
    machine.plug(1, "Board")
    machine.plug(2, pad)
    machine.start(.drawing)
    try machine.expect(["connected Board /dev/input/event1"])
    machine.source?.setGrabbed(true)
    try machine.expect(["grabbed #0"])
    #expect(!testbed_is_grabbed(machine.bed, 2))
    machine.source?.setDrawing(true)
    try machine.expect(["grabbed #1"])
    #expect(testbed_is_grabbed(machine.bed, 2))
    #expect(testbed_clock(machine.bed, 2) == CLOCK_MONOTONIC)
    var touches = Touches(pad)
    touches.draw([(0, 0), (1000, 500), (1000, 1000)])
    machine.send(2, touches.events)
    let (axes, x, y) = (pad.axes, UInt16(0), UInt16(1))
    let width = axes[x].map { $0.maximum - $0.minimum } ?? 0
    let height = axes[y].map { $0.maximum - $0.minimum } ?? 0
    let middle = pad.position(0, 500).y - (axes[y]?.minimum ?? 0)
    try machine.expect(["#1 begin", "#1 stroke 0,0 \(width),\(middle) \(width),\(height)"])
    machine.source?.setDrawing(false)
    #expect(!testbed_is_grabbed(machine.bed, 2))
    #expect(testbed_unknown_ioctls(machine.bed, 2) == 0)
  }

  @Test("the listing says which devices can be drawn on, and why not")
  func padListing() throws {
    machine.plug(1, "Board")
    machine.plug(2, "Mouse", .mouse)
    for (number, pad) in zip(Int32(3)..., SamplePad.allCases) { machine.plug(number, pad) }
    #expect(
      DeviceListing.all().map(\.pad) == [
        .failure(.noPositions), .failure(.noPositions), .success(.touchpad), .success(.touchpad),
        .success(.pen),
      ])
  }
}
