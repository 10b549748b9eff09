// SPDX-License-Identifier: Apache-2.0
internal import CLinux
import Glibc
package import Keys

/// Everything that one device says, as the kernel writes it, for recordings; it takes nothing away
/// from others.
package final class EventTap {
  /// The device, with all that it can do.
  package let description: EvdevDescription
  private let handle: EvdevHandle
  private var buffer = [input_event](repeating: input_event(), count: 64)
  /// The bytes of an event that came without its end.
  private var rest = 0

  /// Opens a node for reading only.
  ///
  /// - Throws: `open` where that is refused, `notEvdev` where the node is something else.
  package convenience init(
    path: String, id: DeviceID, open opener: EvdevKeyboard.Opener = EvdevKeyboard.open
  ) throws(DeviceError) {
    let descriptor = opener(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0 else { throw .open(path: path, errno: errno) }
    try self.init(owning: descriptor, path: path, id: id)
  }

  /// Takes over a descriptor, which is closed also where this fails.
  package init(owning descriptor: Int32, path: String, id: DeviceID) throws(DeviceError) {
    handle = try EvdevHandle(owning: descriptor, path: path)
    description = handle.description(of: handle.info(id: id, path: path))
  }

  /// The descriptor to wait for.
  package var descriptor: Int32 { handle.descriptor }

  /// Adds what there is to read, with `EV_MSC`, `EV_SYN` and `SYN_DROPPED`.
  ///
  /// Times are `CLOCK_MONOTONIC` where the device accepts that, else the device's own.
  ///
  /// - Returns: false once the device has gone.
  package func read(into events: inout [InputEvent]) -> Bool {
    let size = MemoryLayout<input_event>.stride
    while true {
      let count = buffer.withUnsafeMutableBytes { bytes in
        Glibc.read(descriptor, bytes.baseAddress?.advanced(by: rest), bytes.count - rest)
      }
      if count < 0, errno == EINTR { continue }
      if count < 0, errno == EAGAIN { return true }
      guard count > 0 else { return false }
      let whole = (rest + count) / size
      for event in buffer[..<whole] {
        events.append(
          InputEvent(
            time: Timestamp(event.time), type: event.type, code: event.code, value: event.value))
      }
      rest = (rest + count) % size
      // The kernel writes whole events; a pipe or terminal in its place may not.
      if rest > 0 { buffer[0] = buffer[whole] }
    }
  }
}
