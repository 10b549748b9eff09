// SPDX-License-Identifier: Apache-2.0
internal import CLibevdev
internal import CLinux
import Glibc
import Keys

/// The owner of an open evdev node and its libevdev state; the only caller of libevdev.
struct EvdevHandle: ~Copyable {
  let descriptor: Int32
  /// Whether events have `CLOCK_MONOTONIC` timestamps, which a kernel or a simulated device may
  /// refuse.
  let isMonotonic: Bool
  let device: OpaquePointer
  private let buffer = EventBuffer()

  /// Takes ownership of a descriptor, which is closed even on failure.
  ///
  /// - Throws: `notEvdev` if the descriptor does not respond like an evdev node.
  init(owning descriptor: Int32, path: String) throws(DeviceError) {
    // Errors are reported by number; libevdev would also print them.
    libevdev_disable_messages()
    var device: OpaquePointer?
    let result = Self.uninterrupted { libevdev_new_from_fd(descriptor, &device) }
    guard result == 0, let device else {
      close(descriptor)
      throw .notEvdev(path: path, errno: -result)
    }
    self.descriptor = descriptor
    self.device = device
    isMonotonic = Self.uninterrupted { libevdev_set_clock_id(device, CLOCK_MONOTONIC) } == 0
  }

  deinit {
    libevdev_free(device)
    close(descriptor)
  }

  /// Repeats a function of libevdev as long as a signal interrupts it, because evdev waits for a
  /// lock in each request; functions of libevdev return the negative `errno`.
  private static func uninterrupted(_ call: () -> Int32) -> Int32 {
    while true {
      let result = call()
      guard result == -EINTR else { return result }
    }
  }

  // MARK: Description

  /// Returns the names and numbers of the device.
  func info(id: DeviceID, path: String) -> DeviceInfo {
    let capabilities = capabilities
    return DeviceInfo(
      id: id, name: Self.string(libevdev_get_name(device)), path: path,
      phys: Self.string(libevdev_get_phys(device)), uniq: Self.string(libevdev_get_uniq(device)),
      bus: UInt16(truncatingIfNeeded: libevdev_get_id_bustype(device)),
      vendor: UInt16(truncatingIfNeeded: libevdev_get_id_vendor(device)),
      product: UInt16(truncatingIfNeeded: libevdev_get_id_product(device)),
      version: UInt16(truncatingIfNeeded: libevdev_get_id_version(device)),
      repeatsInKernel: capabilities.repeatsInKernel, kind: KeyboardKind(capabilities),
      litLEDs: litLEDs)
  }

  private static func string(_ pointer: UnsafePointer<CChar>?) -> String {
    pointer.map { String(cString: $0) } ?? ""
  }

  /// The capabilities of the device.
  var capabilities: Capabilities {
    Capabilities(
      types: bits(0..<64) { libevdev_has_event_type(device, $0) },
      keys: keys { libevdev_has_event_code(device, UInt32(EV_KEY), $0) != 0 },
      relativeAxes: bits(0..<16) { libevdev_has_event_code(device, UInt32(EV_REL), $0) },
      absoluteAxes: bits(0..<64) { libevdev_has_event_code(device, UInt32(EV_ABS), $0) },
      lights: bits(0..<16) { libevdev_has_event_code(device, UInt32(EV_LED), $0) },
      properties: bits(0..<32) { libevdev_has_property(device, $0) })
  }

  /// Returns everything that a recording must contain to recreate the device.
  func description(of info: DeviceInfo) -> EvdevDescription {
    var codes: [UInt16: [UInt8]] = [:]
    for type in UInt32(0)..<UInt32(EV_CNT) where libevdev_has_event_type(device, type) != 0 {
      let count = type == 0 ? EV_CNT : libevdev_event_type_get_max(type) + 1
      guard count > 0 else { continue }
      codes[UInt16(type)] = Self.bytes(Int(count)) { code in
        type == 0
          ? libevdev_has_event_type(device, code) != 0
          : libevdev_has_event_code(device, type, code) != 0
      }
    }
    return EvdevDescription(
      info: info,
      properties: Self.bytes(Int(INPUT_PROP_CNT)) { libevdev_has_property(device, $0) != 0 },
      codes: codes, axes: axes)
  }

  private func bits(_ range: Range<UInt32>, _ test: (UInt32) -> Int32) -> UInt64 {
    range.reduce(0) { test($1) != 0 ? $0 | 1 << UInt64($1) : $0 }
  }

  private func keys(_ test: (UInt32) -> Bool) -> KeySet {
    var keys = KeySet()
    for code in 0..<UInt16(KeyCode.count) where test(UInt32(code)) { keys.insert(KeyCode(code)) }
    return keys
  }

  private static func bytes(_ count: Int, _ test: (UInt32) -> Bool) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: (count + 7) / 8)
    for index in 0..<count where test(UInt32(index)) { bytes[index / 8] |= 1 << (index % 8) }
    return bytes
  }

  // MARK: Reading

  /// The result of ``next(_:)``.
  enum Reading {
    /// An event.
    case event
    /// `SYN_DROPPED`: events were lost, and libevdev has read the device's state again.
    case lost
    /// No event is available.
    case none
    /// The device was unplugged.
    case unplugged
  }

  /// Reads the next event.
  func next(_ event: inout InputEvent) -> Reading {
    switch buffer.next(from: descriptor) {
    case .event(let raw):
      event = InputEvent(
        time: isMonotonic ? Timestamp(raw.time) : .monotonicNow, type: raw.type, code: raw.code,
        value: raw.value)
      if raw.type == InputEvent.key { return .event }
      if raw.type == InputEvent.led {
        // libevdev does not see the events, but compares LEDs with their state.
        libevdev_set_event_value(device, UInt32(EV_LED), UInt32(raw.code), raw.value)
      }
      let isDropped = raw.type == InputEvent.synchronization && raw.code == InputEvent.dropped
      return isDropped ? resynchronize() : .event
    case .none: return .none
    case .ended: return .unplugged
    }
  }

  /// Whether all available events were read, as far as is known without asking the kernel.
  var hasReadAll: Bool { buffer.isExhausted }

  /// Whether an event was not read yet; asks the kernel.
  var hasUnread: Bool { buffer.hasUnread(in: descriptor) }

  /// Records that events may have arrived, so that ``next(_:)`` asks the kernel again.
  func mayHaveMore() {
    buffer.mayHaveMore()
  }

  /// Lets libevdev read the state of the device again; the differences are taken from ``downKeys``.
  private func resynchronize() -> Reading {
    buffer.removeAll()
    var raw = input_event()
    var flag = LIBEVDEV_READ_FLAG_FORCE_SYNC
    while true {
      let result = libevdev_next_event(device, flag.rawValue, &raw)
      if result >= 0 { flag = LIBEVDEV_READ_FLAG_SYNC }
      if result == -EINTR || result >= 0 { continue }
      return result == -EAGAIN ? .lost : .unplugged
    }
  }

  /// The keys that are down, without buttons, according to the events read so far.
  var downKeys: KeySet {
    keys { code in
      !KeyCode(UInt16(code)).isButton
        && libevdev_get_event_value(device, UInt32(EV_KEY), code) != 0
    }
  }

  // MARK: Control

  /// Grabs the device for this program, or ungrabs it.
  ///
  /// - Returns: 0, or the `errno`.
  func setGrabbed(_ isWanted: Bool) -> Int32 {
    -Self.uninterrupted { libevdev_grab(device, isWanted ? LIBEVDEV_GRAB : LIBEVDEV_UNGRAB) }
  }

  /// The lit lock LEDs, according to the events read so far.
  var litLEDs: LockLEDs {
    LockLEDs(
      rawValue: UInt8(
        truncatingIfNeeded: bits(0..<5) {
          libevdev_get_event_value(device, UInt32(EV_LED), $0)
        }))
  }

  /// Switches one LED; a refusal by the device is ignored.
  func setLED(_ code: UInt8, lit: Bool) {
    let value = lit ? LIBEVDEV_LED_ON : LIBEVDEV_LED_OFF
    _ = Self.uninterrupted { libevdev_kernel_set_led_value(device, UInt32(code), value) }
  }
}
