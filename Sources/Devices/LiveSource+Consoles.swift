// SPDX-License-Identifier: Apache-2.0
import Keys

/// The keyboards' keys while the person switches to another console, or a compositor takes it.
extension LiveSource {
  /// Leaves out of the cancelled keys those whose events are hidden: a key whose press was not
  /// reported must not be cancelled either.
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

  /// Switches to another console.
  ///
  /// On ungrabbed keyboards the kernel does that itself.
  ///
  /// - Returns: false if that is not possible; the keys then have their usual meaning.
  func leaveConsole(
    for number: Int, _ attached: AttachedKeyboard, frame: [KeyEvent], chordAt index: Int
  ) -> Bool {
    guard attached.keyboard.isGrabbed, let consoles, consoles.leave(for: number) else {
      return false
    }
    // The watch may already know whether the console is ours; the result applies from the next
    // occurrence on.
    owesDeadline = true
    queue.append(Array(frame[..<index]))
    // The releases of these keys are for the other console.
    for other in inOrderOfAge() where other.keyboard.isGrabbed {
      endKeys(of: other, hiding: other === attached ? frame[index...] : [])
    }
    return true
  }

  /// Ends the keys of a keyboard if a frame has a press that was typed for a compositor.
  ///
  /// - Returns: whether the frame must be dropped; false for a keyboard that stays grabbed.
  func leaveToCompositor(
    _ frame: [KeyEvent], of attached: AttachedKeyboard, _ consoles: ConsoleWatch
  ) -> Bool {
    guard let press = frame.first(where: \.isDown) else { return false }
    // The keyboards are released at the next occurrence.
    if consoles.keyWasPressed(at: press.time) { owesDeadline = true }
    guard consoles.hasCompositor, policy(for: attached) != .always else { return false }
    endKeys(of: attached, hiding: frame[...])
    return true
  }

  /// Cancels the keys of a keyboard that are down, without reporting the given events.
  private func endKeys(of attached: AttachedKeyboard, hiding events: ArraySlice<KeyEvent>) {
    var cancelled: [KeyEvent] = []
    attached.keyboard.cancelAll(at: loop.now, into: &cancelled)
    hide(events, in: &cancelled)
    queue.append(cancelled)
    forgetChords(of: attached.keyboard.info.id)
  }

  /// Forgets the keys of chords that are down on a device.
  func forgetChords(of device: DeviceID) {
    panic.forget(device)
    consoleChord.forget(device)
  }
}
