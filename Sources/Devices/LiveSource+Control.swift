// SPDX-License-Identifier: Apache-2.0
package import Keys

/// The calls by which the stages control the source.
extension LiveSource {
  /// Shows the lock state on a keyboard's LEDs; no effect on a keyboard without LEDs.
  package func light(_ leds: LockLEDs, on device: DeviceID) {
    keyboards[device]?.keyboard.light(leds)
  }

  /// Grabs every keyboard with the policy `focus`, or releases them.
  ///
  /// A keyboard is grabbed once none of its keys is down, because other readers would never receive
  /// the release. Keys typed on a released keyboard, possibly a password, are not reported until it
  /// is grabbed again. The same applies to the policy `never`, unless ``Options/listensAway`` is
  /// true. A keyboard with the policy `always` is not affected. On all keyboards the keys that are
  /// down are cancelled, and ignored until they are released.
  package func setGrabbed(_ isWanted: Bool) {
    let goesAway = !isWanted && !isInactive
    if isWanted, !isGrabWanted { consoles?.keyboardsWillBeGrabbed() }
    isGrabWanted = isWanted
    isInactive = !isWanted
    for attached in inOrderOfAge() {
      updateGrab(attached)
      if goesAway { cancelKeys(of: attached) }
    }
    followInk()
    reschedule()
  }

  /// Changes the options; keyboards that are still wanted stay open.
  package func reconfigure(_ options: Options) {
    self.options = options
    pads.reconfigure(options.pads)
    for attached in inOrderOfAge() {
      if options.takes(attached.node) { updateGrab(attached) } else { retire(attached) }
    }
    for node in finder.enumerate() { consider(node) }
    reschedule()
  }

  /// Cancels the keys of a keyboard that are down; they are ignored until they are released.
  ///
  /// - Returns: the cancellations, which the caller must process now; ``next(before:into:)`` does
  ///   not report them.
  package func takeEnds(ofKeysOn device: DeviceID) -> [KeyEvent] {
    var ends: [KeyEvent] = []
    keyboards[device]?.keyboard.cancelAll(at: loop.now, into: &ends)
    forgetChords(of: device)
    return ends
  }
}

/// The end of the source.
extension LiveSource {
  /// Releases every keyboard: cancels its keys, ends its grab and restores its LEDs.
  func end(
    _ reason: EndReason,
    correcting correct: (AttachedKeyboard, inout [KeyEvent]) -> Void = { _, _ in }
  ) {
    for attached in inOrderOfAge() {
      var cancelled: [KeyEvent] = []
      attached.keyboard.cancelAll(at: loop.now, into: &cancelled)
      correct(attached, &cancelled)
      queue.append(cancelled)
      attached.keyboard.ungrab()
      unwatch(attached)
    }
    pads.end()
    for descriptor in finder.descriptors { loop.unwatch(descriptor) }
    finish(because: reason)
  }

  /// Ends the source because of the panic chord; the press that completed it, and later events of
  /// the frame, are not reported.
  func endInPanic(_ attached: AttachedKeyboard, frame: [KeyEvent], chordAt index: Int) {
    let isIgnoringKeys = attached.keyboard.isIgnoringKeys
    if !isIgnoringKeys { queue.append(Array(frame[..<index])) }
    end(.panic) { other, cancelled in
      guard other === attached, !isIgnoringKeys else { return }
      hide(frame[index...], in: &cancelled)
    }
  }
}
