// SPDX-License-Identifier: Apache-2.0
import Glibc
import Keys

/// The progress of grabbing a keyboard.
///
/// ```
/// ungrabbed ──requested──▶ waiting ──keys up──▶ unconfirmed ──nothing unread──▶ held
///                           ▲   └─limit: notice      │ a key was pressed just before the grab
///                           └────────────────────────┘
///                          refused ◀── EBUSY: retried when a program closes the node, when udev
///                                      reports a change, and when a grab is requested again
/// ```
///
/// Held keys are waited for on each device separately: the program that saw a press must receive
/// the release (K-6), and it comes from the same device. A grab by another program is reported once
/// for each holder.
enum GrabState {
  /// No grab is requested.
  case ungrabbed
  /// Keys are down; `noticeAt` is the time of the notice, or nil after it.
  case waiting(noticeAt: Timestamp?)
  /// The grab succeeded; events from before it may still contain a press.
  case unconfirmed
  /// The keyboard is grabbed.
  case held
  /// The kernel refused the grab.
  case refused
}

/// Grabbing the keyboards, and releasing them.
extension LiveSource {
  func policy(for attached: AttachedKeyboard) -> GrabPolicy {
    options.grabRules.first { $0.selector.matches(attached.node) }?.policy ?? options.grabPolicy
  }

  /// Whether keys on a keyboard are typed for other programs.
  func isForOthers(_ attached: AttachedKeyboard) -> Bool {
    isInactive && policy(for: attached) != .always
  }

  /// Updates whether a keyboard is grabbed and whether its keys are reported.
  func updateGrab(_ attached: AttachedKeyboard) {
    let policy = policy(for: attached)
    let isWanted = policy == .always || policy == .focus && isGrabWanted
    let isUnread = isForOthers(attached) && !options.listensAway
    if attached.keyboard.isIgnoringKeys, !isUnread { attached.keyboard.listen() }
    switch attached.grab {
    case .ungrabbed, .refused:
      if isWanted { startGrab(attached) } else { stopTrying(attached) }
    case .waiting:
      if !isWanted { attached.grab = .ungrabbed }
    case .unconfirmed, .held:
      if !isWanted { ungrab(attached) }
    }
    if isUnread, !attached.keyboard.isIgnoringKeys {
      ungrab(attached)
      attached.keyboard.stopListening()
    }
  }

  private func startGrab(_ attached: AttachedKeyboard) {
    attached.grab = .waiting(noticeAt: loop.now.advanced(byMicroseconds: options.grabLimit))
    grabIfKeysAreUp(attached)
  }

  /// Grabs a keyboard in the state `waiting`, unless a key is down.
  func grabIfKeysAreUp(_ attached: AttachedKeyboard) {
    guard attached.keyboard.heldKeys.isEmpty else { return }
    let failure = attached.keyboard.grab()
    switch failure {
    case 0:
      attached.grab = .unconfirmed
      // Confirmed at once if possible: keys may be typed as soon as the focus is known.
      if !attached.keyboard.hadUnreadAtGrab { confirmGrab(attached) }
      markReady(attached)
    case ENODEV:
      attached.grab = .ungrabbed
      markReady(attached)
    default:
      refused(attached, errno: failure)
    }
    reschedule()
  }

  /// Confirms, if nothing is unread, that no key was pressed between the last check and the grab.
  func confirmGrab(_ attached: AttachedKeyboard) {
    guard case .unconfirmed = attached.grab else { return }
    if attached.keyboard.heldKeys.isEmpty {
      attached.grab = .held
      attached.reportedHolder = nil
      attached.retryAt = nil
      finder.unwatchClosing(of: attached.node.path)
      queue.append(.notice(.grabbed(attached.keyboard.info)))
    } else {
      guard attached.keyboard.ungrab() else { return reopen(attached) }
      startGrab(attached)
      reschedule()
    }
  }

  private func ungrab(_ attached: AttachedKeyboard) {
    attached.grab = .ungrabbed
    cancelKeys(of: attached)
    if !attached.keyboard.ungrab() { reopen(attached) }
  }

  /// Ends a grab that the kernel does not end: the keyboard is closed, and opened again if it is
  /// still there.
  private func reopen(_ attached: AttachedKeyboard) {
    retire(attached)
    consider(attached.node)
  }

  /// Cancels the keys of a keyboard that are down.
  func cancelKeys(of attached: AttachedKeyboard) {
    var cancelled: [KeyEvent] = []
    attached.keyboard.cancelAll(at: loop.now, into: &cancelled)
    queue.append(cancelled)
    forgetChords(of: attached.keyboard.info.id)
  }

  private func stopTrying(_ attached: AttachedKeyboard) {
    attached.grab = .ungrabbed
    attached.retryAt = nil
    finder.unwatchClosing(of: attached.node.path)
  }

  private func refused(_ attached: AttachedKeyboard, errno failure: Int32) {
    let info = attached.keyboard.info
    attached.grab = .refused
    guard failure == EBUSY else {
      queue.append(.notice(.grabFailed(info, errno: failure)))
      return
    }
    finder.watchClosing(of: attached.node.path)
    let holder = findHolder(attached.node.path)
    guard attached.reportedHolder != .some(holder) else { return }
    attached.reportedHolder = .some(holder)
    queue.append(.notice(.grabRefused(info, holder: holder)))
  }

  /// Retries a refused grab because something changed.
  func retryGrab(_ attached: AttachedKeyboard) {
    if case .refused = attached.grab { updateGrab(attached) }
  }

  /// Schedules a retry because a program closed the node of a refused grab.
  func nodeWasClosed(_ path: String) {
    guard case .attached(let attached)? = nodes[path], case .refused = attached.grab else { return }
    // The kernel reports the close shortly before it ends the grab (K-10).
    attached.retryAt = loop.now.advanced(byMicroseconds: 50_000)
  }

  /// Performs the action for which the state of a grab has waited.
  func grabTimerExpired(_ attached: AttachedKeyboard, at now: Timestamp) {
    guard let deadline = attached.deadline, deadline <= now else { return }
    switch attached.grab {
    case .waiting:
      attached.grab = .waiting(noticeAt: nil)
      queue.append(
        .notice(
          .grabWaits(attached.keyboard.info, heldKeys: Array(attached.keyboard.heldKeys))))
    case .refused:
      attached.retryAt = nil
      updateGrab(attached)
    case .ungrabbed, .unconfirmed, .held:
      break
    }
  }
}
