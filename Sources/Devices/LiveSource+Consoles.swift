// SPDX-License-Identifier: Apache-2.0
import Keys

extension LiveSource {
  /// Leaves events out of the ends of keys: what nobody sees to happen must not be undone either.
  func hide(_ events: ArraySlice<KeyEvent>, in cancelled: inout [KeyEvent]) {
    for event in events.reversed() {
      switch event.phase {
      case .press, .found:
        cancelled.removeAll { $0.code == event.code }
      case .release, .cancel:
        cancelled.append(
          KeyEvent(time: loop.now, device: event.device, code: event.code, phase: .cancel))
      case .repeat: break
      }
    }
  }

  /// Brings another console to the front: the kernel does so itself for keyboards that nobody has
  /// grabbed.
  ///
  /// - Returns: false where that cannot be done; then the keys mean what they would mean otherwise.
  func leaveConsole(
    for number: Int, _ attached: AttachedKeyboard, frame: [KeyEvent], chordAt index: Int
  ) -> Bool {
    guard attached.keyboard.isGrabbed, let consoles, consoles.leave(for: number) else {
      return false
    }
    // Whether the console is ours may be known already, and counts from the next occurrence on.
    owesDeadline = true
    queue.append(Array(frame[..<index]))
    // Their releases are for the other console.
    for other in inOrderOfAge() where other.keyboard.isGrabbed {
      var cancelled: [KeyEvent] = []
      other.keyboard.cancelAll(at: loop.now, into: &cancelled)
      if other === attached { hide(frame[index...], in: &cancelled) }
      queue.append(cancelled)
      forgetChords(of: other.keyboard.info.id)
    }
    return true
  }

  /// Forgets the keys of chords that are down on a device.
  func forgetChords(of device: DeviceID) {
    panic.forget(device)
    consoleChord.forget(device)
  }
}
