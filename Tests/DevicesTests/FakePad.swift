// SPDX-License-Identifier: Apache-2.0
import CFakeEvdev
import Devices
import Glibc
import Keys
import SamplePads

/// A pad for real libevdev, without a kernel.
final class FakePad {
  let pad: SamplePad
  let path: String
  let device: OpaquePointer
  /// The touches of the pad, and the time of the next event.
  var touches: Touches
  private var sent = 0

  /// Creates a pad that nothing touches.
  ///
  /// - Parameters:
  ///   - pad: the pad that it is like.
  ///   - path: its node.
  ///   - axes: its absolute axes, to lie about them.
  init(_ pad: SamplePad, path: String = "/dev/input/event7", axes: [UInt16: AbsoluteAxis]? = nil) {
    (self.pad, self.path) = (pad, path)
    touches = Touches(pad)
    let ranges = (axes ?? pad.axes).map {
      fake_axis(
        code: $0.key, minimum: $0.value.minimum, maximum: $0.value.maximum,
        resolution: $0.value.resolution)
    }
    let numbers = pad.numbers
    device = pad.name.withCString { name in
      pad.buttons.withUnsafeBufferPointer { buttons in
        ranges.withUnsafeBufferPointer { ranges in
          var spec = fake_device_spec()
          spec.name = name
          (spec.bus, spec.vendor, spec.product) = (numbers.bus, numbers.vendor, numbers.product)
          (spec.keys, spec.key_count) = (buttons.baseAddress, buttons.count)
          (spec.axes, spec.axis_count) = (ranges.baseAddress, ranges.count)
          spec.properties = pad.properties
          return fake_device_new(&spec)
        }
      }
    }
  }

  deinit {
    fake_device_release(device)
  }

  func open() -> Int32 { fake_device_open(device) }

  /// The node of the pad as udev reports it.
  func node(input: Int = 0) -> DeviceNode {
    var node = DeviceNode(
      path: path, syspath: "/sys/devices/fake/input\(input)\(path)",
      info: DeviceInfo(id: DeviceID(rawValue: 0), name: pad.name),
      capabilities: (try? EvdevKeyboard(owning: open(), path: path, id: DeviceID(rawValue: 0)))?
        .capabilities)
    (node.info.vendor, node.info.product) = (pad.numbers.vendor, pad.numbers.product)
    return node
  }

  /// Sends the events that a function adds.
  func send(_ body: (inout Touches) -> Void) {
    body(&touches)
    for event in touches.events[sent...] {
      fake_device_emit(
        device, event.time.microseconds, event.type, event.code, event.value)
    }
    sent = touches.events.count
  }

  /// Drops the unread events, and those that a function adds; then events were lost.
  func lose(_ body: (inout Touches) -> Void = { _ in }) {
    fake_device_overflow(device, touches.time)
    body(&touches)
    var slot: Int32 = 0
    for event in touches.events[sent...] {
      if event.type == 3, event.code == 0x2f { slot = event.value }
      if event.type == 3 { fake_device_set_axis(device, UInt32(slot), event.code, event.value) }
      if event.type == 1 { fake_device_set_key(device, event.code, event.value != 0) }
    }
    sent = touches.events.count
    send { $0.report() }
  }

  /// Makes a request fail from now on; 0 lets it succeed again.
  func fail(_ request: FakeKeyboard.Request, with errno: Int32) {
    fake_device_fail(device, request.rawValue, errno)
  }

  var isGrabbed: Bool { fake_device_is_grabbed(device) }
  /// The number of descriptors of the pad.
  var clients: UInt32 { fake_device_clients(device) }
  func unplug() { fake_device_unplug(device) }
}

extension SourceRig {
  /// Plugs in a pad, and reports it if the source already runs.
  func plug(_ fake: FakePad, input: Int = 0) {
    pads[fake.path] = fake
    let node = fake.node(input: input)
    finder.present.removeAll { $0.path == fake.path }
    finder.present.append(node)
    if source != nil { finder.report(.appeared(node)) }
  }

  /// Unplugs a pad, and reports it unless `reports` is false.
  func unplug(_ fake: FakePad, input: Int = 0, reports: Bool = true) {
    fake.unplug()
    pads[fake.path] = nil
    finder.present.removeAll { $0.path == fake.path }
    if reports {
      finder.report(
        .vanished(path: fake.path, syspath: "/sys/devices/fake/input\(input)\(fake.path)"))
    }
  }

  /// Starts a source whose pads may all be drawn on, with a keyboard, and asks for ink.
  func startDrawing(_ options: LiveSource.Options = .drawing) throws {
    start(options)
    source?.setGrabbed(true)
    source?.setDrawing(true)
    _ = try reported()
  }
}

extension LiveSource.Options {
  /// All pads may be drawn on.
  static var drawing: Self {
    LiveSource.Options(padRules: [PadRule(selector: .all, isAllowed: true)])
  }
}

extension DeviceSelector {
  static var all: Self {
    // swift-format-ignore: NeverUseForceTry
    try! DeviceSelector("all")
  }
}

/// `#1 stroke 100,200 300,400`, without times.
func line(_ ink: InkEvent) -> String {
  guard case .stroke(let stroke) = ink.action else {
    return "#\(ink.device.rawValue) \(ink.action)"
  }
  return "#\(ink.device.rawValue) stroke "
    + stroke.points.map { "\($0.x),\($0.y)" }.joined(separator: " ")
}
