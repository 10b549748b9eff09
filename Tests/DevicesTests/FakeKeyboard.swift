// SPDX-License-Identifier: Apache-2.0
import CFakeEvdev
import Devices
import Glibc
import Keys

/// A keyboard for real libevdev, without a kernel.
final class FakeKeyboard {
  let device: OpaquePointer
  /// The path of the keyboard's node, for tests with a source.
  let path: String

  /// The key codes of an ordinary keyboard.
  static let keys: [KeyCode] = (1...127).map { KeyCode($0) }

  init(
    _ name: String = "Fake Keyboard", path: String = "/dev/input/event0",
    keys: [KeyCode] = FakeKeyboard.keys, pressed: [KeyCode] = [], leds: UInt32 = 7,
    lit: UInt32 = 0, relative: UInt32 = 0, repeats: Bool = true
  ) {
    self.path = path
    let (codes, down) = (keys.map(\.rawValue), pressed.map(\.rawValue))
    device = name.withCString { name in
      "usb-fake/input0".withCString { phys in
        codes.withUnsafeBufferPointer { codes in
          down.withUnsafeBufferPointer { down in
            var spec = fake_device_spec()
            spec.name = name
            spec.phys = phys
            spec.bus = 3
            spec.vendor = 0x046d
            spec.product = 0xc31c
            spec.version = 0x110
            spec.keys = codes.baseAddress
            spec.key_count = codes.count
            spec.pressed = down.baseAddress
            spec.pressed_count = down.count
            spec.leds = leds
            spec.lit = lit
            spec.relative = relative
            spec.repeat = repeats
            return fake_device_new(&spec)
          }
        }
      }
    }
  }

  deinit {
    fake_device_release(device)
  }

  func open() -> Int32 { fake_device_open(device) }

  /// Opens the keyboard on a new descriptor.
  func opened(id: UInt32 = 0) throws -> EvdevKeyboard {
    try EvdevKeyboard(owning: open(), path: path, id: DeviceID(rawValue: id))
  }

  /// Sends key events and the report that ends their frame.
  func send(_ events: (KeyCode, Int32)..., at time: Int64 = 1) {
    for (code, value) in events { fake_device_emit(device, time, 1, code.rawValue, value) }
    report(at: time)
  }

  func report(at time: Int64 = 1) { fake_device_emit(device, time, 0, 0, 0) }

  /// Sends an event without a report.
  func emit(type: UInt16, code: UInt16, value: Int32, at time: Int64 = 1) {
    fake_device_emit(device, time, type, code, value)
  }

  /// Drops the unread events; `down` and `up` are the keys that changed meanwhile.
  func lose(down: [KeyCode] = [], up: [KeyCode] = [], at time: Int64 = 1) {
    fake_device_overflow(device, time)
    for code in down { fake_device_set_key(device, code.rawValue, true) }
    for code in up { fake_device_set_key(device, code.rawValue, false) }
    report(at: time)
  }

  func unplug(silently: Bool = false) {
    if silently { fake_device_unplug_silently(device) } else { fake_device_unplug(device) }
  }

  /// Makes a request fail from now on; 0 lets it succeed again.
  func fail(_ request: Request, with errno: Int32) {
    fake_device_fail(device, request.rawValue, errno)
  }

  /// Lets a signal interrupt the next requests and writes.
  func interrupt(_ count: UInt32) { fake_device_interrupt(device, count) }

  /// The requests that can be made to fail.
  enum Request: UInt {
    case write = 0
    case grab = 0x4004_4590
    case setClock = 0x4004_45a0
    case identify = 0x8008_4502
  }

  var isGrabbed: Bool { fake_device_is_grabbed(device) }
  var lit: LockLEDs { LockLEDs(rawValue: UInt8(truncatingIfNeeded: fake_device_lit(device))) }
  var clients: UInt32 { fake_device_clients(device) }
}

extension KeyCode {
  static let b = KeyCode(48)
  static let c = KeyCode(46)
  static let s = KeyCode(31)
  static let x = KeyCode(45)
}

/// Reads all available frames and prints their events; lost events are printed as `lost`.
func read(_ keyboard: EvdevKeyboard) -> [String] {
  var lines: [String] = []
  var frame: [KeyEvent] = []
  while true {
    frame.removeAll()
    switch keyboard.nextFrame(into: &frame) {
    case .frame: lines += frame.map(line)
    case .lost: lines += ["lost"] + frame.map(line)
    case .more: continue
    case .none: return lines
    case .unplugged: return lines + ["gone"]
    }
  }
}

/// `#0 KEY_A press`, without the time.
func line(_ event: KeyEvent) -> String {
  "#\(event.device.rawValue) \(event.code) \(event.phase)"
}
