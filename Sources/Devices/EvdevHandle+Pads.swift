// SPDX-License-Identifier: Apache-2.0
internal import CLibevdev
internal import CLinux
import Glibc
import Keys

/// The events of pads, which libevdev itself reads, because it knows the slots of touches.
extension EvdevHandle {
  /// Reads the next event of a pad.
  ///
  /// After `lost`, ``touchEvents(at:)`` has the state that libevdev has read again, and the event
  /// is `SYN_DROPPED`.
  func nextOfPad(_ event: inout InputEvent) -> Reading {
    var raw = input_event()
    while true {
      let result = libevdev_next_event(device, LIBEVDEV_READ_FLAG_NORMAL.rawValue, &raw)
      switch result {
      case -EINTR: continue
      case -EAGAIN: return .none
      case 0...: break
      default: return .unplugged
      }
      event = InputEvent(
        time: isMonotonic ? Timestamp(raw.time) : .monotonicNow, type: raw.type, code: raw.code,
        value: raw.value)
      guard result == Int32(LIBEVDEV_READ_STATUS_SYNC.rawValue) else { return .event }
      return finishSync() ? .lost : .unplugged
    }
  }

  /// Reads the differences after lost events; false if the device is gone.
  private func finishSync() -> Bool {
    var raw = input_event()
    while true {
      switch libevdev_next_event(device, LIBEVDEV_READ_FLAG_SYNC.rawValue, &raw) {
      case -EAGAIN: return true
      case -EINTR, 0...: continue
      default: return false
      }
    }
  }

  /// The events that would lead to the state that libevdev knows, without a report.
  func touchEvents(at time: Timestamp) -> [InputEvent] {
    var events: [InputEvent] = []
    func add(_ type: Int32, _ code: UInt32, _ value: Int32) {
      events.append(
        InputEvent(time: time, type: UInt16(type), code: UInt16(code), value: value))
    }
    for code in UInt32(BTN_DIGI)..<UInt32(BTN_WHEEL) where value(EV_KEY, code) != 0 {
      add(EV_KEY, code, 1)
    }
    for code in UInt32(0)..<UInt32(ABS_MT_SLOT)
    where libevdev_has_event_code(device, UInt32(EV_ABS), code) != 0 {
      add(EV_ABS, code, value(EV_ABS, code))
    }
    let slots = libevdev_get_num_slots(device)
    guard slots > 0 else { return events }
    for slot in 0..<UInt32(slots) {
      add(EV_ABS, UInt32(ABS_MT_SLOT), Int32(slot))
      for code in UInt32(ABS_MT_TOUCH_MAJOR)...UInt32(ABS_MT_TOOL_Y)
      where libevdev_has_event_code(device, UInt32(EV_ABS), code) != 0 {
        add(EV_ABS, code, libevdev_get_slot_value(device, slot, code))
      }
    }
    add(EV_ABS, UInt32(ABS_MT_SLOT), libevdev_get_current_slot(device))
    return events
  }

  private func value(_ type: Int32, _ code: UInt32) -> Int32 {
    libevdev_get_event_value(device, UInt32(type), code)
  }

  /// The buttons that are down, with the touch of a pen or a finger, but without the tools that are
  /// near the surface.
  var heldButtons: [KeyCode] {
    (UInt32(BTN_MISC)..<UInt32(BTN_WHEEL))
      .filter { value(EV_KEY, $0) != 0 && !Self.isTool($0) }
      .map { KeyCode(UInt16($0)) }
  }

  private static func isTool(_ button: UInt32) -> Bool {
    (UInt32(BTN_TOOL_PEN)...UInt32(BTN_TOOL_QUINTTAP)).contains(button)
      || (UInt32(BTN_TOOL_DOUBLETAP)...UInt32(BTN_TOOL_QUADTAP)).contains(button)
  }

  /// The ranges of the absolute axes.
  var axes: [UInt16: AbsoluteAxis] {
    var axes: [UInt16: AbsoluteAxis] = [:]
    for code in UInt32(0)..<UInt32(ABS_CNT) {
      guard let axis = libevdev_get_abs_info(device, code)?.pointee else { continue }
      axes[UInt16(code)] = AbsoluteAxis(
        minimum: axis.minimum, maximum: axis.maximum, fuzz: axis.fuzz, flat: axis.flat,
        resolution: axis.resolution)
    }
    return axes
  }
}
