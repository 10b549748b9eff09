// SPDX-License-Identifier: Apache-2.0
internal import CLinux
import Glibc
package import Keys

/// A reader of all events of one device as the kernel writes them, for recordings; other programs
/// still receive them.
package final class EventTap {
  /// The description of the device, with all of its capabilities.
  package let description: EvdevDescription
  private let handle: EvdevHandle
  private let buffer = EventBuffer()

  /// Opens a node for reading only.
  ///
  /// - Throws: `open` if opening is refused, `notEvdev` if the node is not an evdev device.
  package convenience init(
    path: String, id: DeviceID, open opener: EvdevKeyboard.Opener = EvdevKeyboard.open
  ) throws(DeviceError) {
    let descriptor = opener(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0 else { throw .open(path: path, errno: errno) }
    try self.init(owning: descriptor, path: path, id: id)
  }

  /// Takes ownership of a descriptor, which is closed even on failure.
  package init(owning descriptor: Int32, path: String, id: DeviceID) throws(DeviceError) {
    handle = try EvdevHandle(owning: descriptor, path: path)
    description = handle.description(of: handle.info(id: id, path: path))
  }

  /// The descriptor to poll.
  package var descriptor: Int32 { handle.descriptor }

  /// Appends all available events, including `EV_MSC`, `EV_SYN` and `SYN_DROPPED`.
  ///
  /// Times are on `CLOCK_MONOTONIC` if the device accepts that, or else on the device's own clock.
  ///
  /// - Returns: false once the device is unplugged.
  package func read(into events: inout [InputEvent]) -> Bool {
    buffer.mayHaveMore()
    while true {
      switch buffer.next(from: descriptor) {
      case .event(let event):
        events.append(
          InputEvent(
            time: Timestamp(event.time), type: event.type, code: event.code, value: event.value))
      case .none: return true
      case .ended: return false
      }
    }
  }
}
