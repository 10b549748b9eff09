// SPDX-License-Identifier: Apache-2.0
package import CTestbed
package import Glibc
import Keys
package import SamplePads
import TestTraits
package import TestSupport

/// A testbed on which the real binary runs with real libudev and real libevdev.
///
/// Only one may exist at a time, so a test that creates one needs the trait `.onTestbed`.
package final class Machine {
  private let bed: OpaquePointer
  private var time: Int64 = 1_000_000
  /// The touches of the pads, and the number of their events that were emitted.
  private var pads: [Int32: (touches: Touches, count: Int)] = [:]
  /// Whether events have the clock's time, for effects some time after a key; otherwise every run
  /// has the same times.
  package var keepsTime = false
  /// Variables of the programs that are started later, in addition to those of every test.
  package var variables: [String: String] = [:]

  package init() {
    precondition(TestbedTurn.mayMakeTestbed, "the test lacks the trait .onTestbed")
    bed = testbed_new()
    // Programs of other users than root run here too.
    Self.open(root, 0o777)
  }

  deinit {
    testbed_free(bed)
  }

  private static func open(_ path: String, _ mode: mode_t) { chmod(path, mode) }

  private var root: String { String(cString: testbed_root(bed)) }

  // MARK: Keyboards

  package enum Kind {
    case keyboard, mouse
    /// A keyboard with a touchpad in the same node.
    case pointingKeyboard
    /// A touchpad with two slots.
    case touchpad
    /// A touchpad without slots, in multitouch protocol A.
    case oldTouchpad
  }

  /// The absolute axes of a device.
  private static func axes(_ kind: Kind) -> [testbed_axis] {
    guard kind == .touchpad || kind == .oldTouchpad else { return [] }
    let axes: [(UInt16, Int32, Int32, Int32)] = [
      (0x35, 1266, 5676, 49), (0x36, 1096, 4758, 68), (0x39, 0, 65535, 0), (0x2f, 0, 1, 0),
    ]
    return axes.dropLast(kind == .touchpad ? 0 : 1).map {
      testbed_axis(code: $0.0, minimum: $0.1, maximum: $0.2, resolution: $0.3)
    }
  }

  package func plug(
    _ number: Int32, _ name: String, _ kind: Kind = .keyboard, vendor: UInt16 = 0x046d,
    product: UInt16 = 0xc31c, links: String? = nil
  ) {
    let buttons: [UInt16] = [0x110, 0x111, 0x112]
    let keys: [UInt16] =
      switch kind {
      case .keyboard: Array(1...127)
      case .mouse: buttons
      case .pointingKeyboard: Array(1...127) + buttons
      case .touchpad, .oldTouchpad: [0x110, 0x145, 0x14a, 0x14d]
      }
    let (axes, hasKeys) = (Self.axes(kind), kind == .keyboard || kind == .pointingKeyboard)
    keys.withUnsafeBufferPointer { keys in
      name.withCString { name in
        "usb-fake-\(number)/input0".withCString { phys in
          (links ?? "").withCString { text in
            var device = testbed_device()
            device.name = name
            device.phys = phys
            device.bus = 3
            device.vendor = vendor
            device.product = product
            device.version = 0x0110
            device.keys = keys.baseAddress
            device.key_count = keys.count
            device.leds = hasKeys ? 7 : 0
            device.relative = kind == .mouse || kind == .pointingKeyboard ? 3 : 0
            device.repeat = hasKeys
            device.links = links == nil ? nil : text
            axes.withUnsafeBufferPointer { axes in
              (device.axes, device.axis_count) = (axes.baseAddress, axes.count)
              testbed_plug(bed, number, &device)
            }
          }
        }
      }
    }
  }

  package func unplug(_ number: Int32) { testbed_unplug(bed, number) }

  // MARK: Pads

  /// Plugs in a pad that nothing touches.
  ///
  /// - Parameters:
  ///   - number: its number.
  ///   - pad: the pad that it is like.
  ///   - change: changes its axes, to lie about them.
  package func plug(
    _ number: Int32, _ pad: SamplePad, change: (inout [testbed_axis]) -> Void = { _ in }
  ) {
    pads[number] = (Touches(pad), 0)
    var axes = pad.axes.map {
      testbed_axis(
        code: $0.key, minimum: $0.value.minimum, maximum: $0.value.maximum,
        resolution: $0.value.resolution)
    }
    change(&axes)
    pad.buttons.withUnsafeBufferPointer { buttons in
      pad.name.withCString { name in
        axes.withUnsafeBufferPointer { axes in
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

  /// Emits the events of touches on a pad, which end about now if ``keepsTime`` is true.
  ///
  /// A pad takes 170 events. The pty that stands in for it divides the next one, which libevdev
  /// takes for the end of the device; evdev itself never divides an event.
  ///
  /// - Parameters:
  ///   - number: the number of the pad.
  ///   - body: adds the touches.
  package func touch(_ number: Int32, _ body: (inout Touches) -> Void) {
    guard var pad = pads[number] else { return }
    // A touch of the tests takes less.
    if keepsTime { pad.touches.time = max(pad.touches.time, Self.now - 200_000) }
    body(&pad.touches)
    for event in pad.touches.events[pad.count...] {
      testbed_emit(bed, number, event.time.microseconds, event.type, event.code, event.value)
    }
    pad.count = pad.touches.events.count
    pads[number] = pad
  }

  private static var now: Int64 {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    return Int64(now.tv_sec) * 1_000_000 + Int64(now.tv_nsec) / 1000
  }

  /// Makes a keyboard's node readable for its owner, or only for root.
  package func allow(_ number: Int32, _ isAllowed: Bool) {
    chmod(root + "/dev/input/event\(number)", isAllowed ? 0o666 : 0)
    if isAllowed { testbed_change(bed, number) }
  }

  /// Sets the owner, the group and the mode of a keyboard's node.
  package func setPermissions(
    _ number: Int32, mode: mode_t, user: uid_t = 0, group: gid_t = 0
  ) {
    let path = root + "/dev/input/event\(number)"
    chown(path, user, group)
    chmod(path, mode)
  }

  /// Makes udev announce the keyboard again.
  package func announce(_ number: Int32) { testbed_change(bed, number) }

  /// The clock that a program selected; -1 before one has opened the keyboard.
  package func clock(_ number: Int32) -> Int32 { testbed_clock(bed, number) }
  package func isGrabbed(_ number: Int32) -> Bool { testbed_is_grabbed(bed, number) }
  /// The bits of the LEDs: Num, Caps, Scroll Lock.
  package func lit(_ number: Int32) -> UInt32 { testbed_lit(bed, number) }
  package func setLit(_ number: Int32, _ lights: UInt32) { testbed_set_lit(bed, number, lights) }

  // MARK: Typing

  package func key(_ number: Int32, _ code: UInt16, _ value: Int32) {
    time += 10_000
    if keepsTime { time = Self.now }
    testbed_emit(bed, number, time, 1, code, value)
    testbed_emit(bed, number, time, 0, 0, 0)
  }

  package func type(_ number: Int32, _ text: String, holding modifier: UInt16? = nil) {
    var typing = Typing()
    typing.type(text, holding: modifier)
    for event in typing.events where event.type == 1 { key(number, event.code, event.value) }
  }

  /// Emits the events of a capture of `evemu-record`, without waiting between them.
  ///
  /// - Parameters:
  ///   - number: the number of the keyboard.
  ///   - capture: the path of the capture.
  ///   - pause: called where the capture has no event for half a second, with the number of such
  ///     places before.
  /// - Returns: the number of events; 0 if a line is not an event.
  package func play(
    _ number: Int32, _ capture: String, pause: (Int) throws -> Void
  ) rethrows -> Int {
    let (start, lines) = (time, contents(of: capture).split(separator: "\n"))
    var (count, pauses) = (0, 0)
    for line in lines where line.hasPrefix("E: ") {
      let fields = line.split(separator: " ")
      guard fields.count >= 5, let seconds = Double(fields[1]),
        let type = UInt16(fields[2], radix: 16), let code = UInt16(fields[3], radix: 16),
        let value = Int32(fields[4])
      else { return 0 }
      let next = start + Int64(seconds * 1_000_000)
      if next - time >= 500_000 {
        try pause(pauses)
        pauses += 1
      }
      time = next
      testbed_emit(bed, number, time, type, code, value)
      count += 1
    }
    return count
  }

  // MARK: Programs

  private var environment: [String: String] {
    let options = getenv("ASAN_OPTIONS").map { String(cString: $0) + ":" } ?? ""
    return Program.environment.merging(
      [
        "LD_PRELOAD": "libumockdev-preload.so.0", "UMOCKDEV_DIR": root,
        "ASAN_OPTIONS": options + "verify_asan_link_order=0",
      ].merging(variables) { $1 }
    ) { $1 }
  }

  /// Runs the program and waits for its end.
  package func run(_ arguments: String..., prefix: [String] = []) throws -> Child {
    let allow = try reachable(prefix)
    return try Child.run(allow + [Program.path] + arguments, environment: environment)
  }

  /// Starts a program, by default keybridge, without waiting for its end.
  package func start(
    _ arguments: [String], of program: String = Program.path, prefix: [String] = []
  ) throws -> LiveChild {
    let allow = try reachable(prefix)
    return try LiveChild(allow + [program] + arguments, environment: environment)
  }

  /// The words before a shell's command line that run it on this testbed.
  package var shellPrefix: String {
    "env " + environment.filter { $0.key != "TERM" }.map { "\($0)='\($1)'" }.joined(separator: " ")
  }

  /// Lets programs of other users reach the sockets that stand in for the kernel.
  private func reachable(_ prefix: [String]) throws -> [String] {
    guard !prefix.isEmpty else { return [] }
    _ = try Child.run(["chmod", "-R", "a+rwX", root + "/ioctl", root + "/sys", root + "/dev"])
    return prefix
  }
}
