// SPDX-License-Identifier: Apache-2.0
import Glibc
import Keys

/// How far a keyboard is on its way to belonging to this program alone.
///
/// ```
/// free ──wanted──▶ waiting ──keys up──▶ unconfirmed ──nothing unread──▶ held
///                   ▲   └─limit: told once    │ a key went down just before the grab
///                   └─────────────────────────┘
///                  refused ◀── EBUSY: tried again when somebody closes the node, when udev says
///                              something about it, and when a grab is asked for again
/// ```
///
/// Keys are waited for device by device: a release must reach who saw the press (K-6), and it comes
/// from the same device. That another program has the keyboard is told once, and again for another one.
enum GrabState {
  /// It is not wanted.
  case free
  /// Keys are down; that is told at the given time, or has been.
  case waiting(noticeAt: Timestamp?)
  /// The kernel has given it; what was unread before may still hold a press.
  case unconfirmed
  /// It is this program's.
  case held
  /// The kernel has not given it.
  case refused
}

extension LiveSource {
  private func policy(for attached: AttachedKeyboard) -> GrabPolicy {
    options.grabRules.first { $0.selector.matches(attached.node) }?.policy ?? options.grabPolicy
  }

  /// Whether what is typed on a keyboard is for somebody else.
  func isForOthers(_ attached: AttachedKeyboard) -> Bool {
    isAway && policy(for: attached) != .always
  }

  /// Brings a keyboard's grab, and whether it is listened to, in line with what is wanted.
  func updateGrab(_ attached: AttachedKeyboard) {
    let policy = policy(for: attached)
    let isWanted = policy == .always || policy == .focus && isGrabWanted
    let isUnheard = isForOthers(attached) && !options.listensAway
    if attached.keyboard.isDeaf, !isUnheard { attached.keyboard.listen() }
    switch attached.grab {
    case .free, .refused:
      if isWanted { startGrab(attached) } else { stopTrying(attached) }
    case .waiting:
      if !isWanted { attached.grab = .free }
    case .unconfirmed, .held:
      if !isWanted { letGo(attached) }
    }
    if isUnheard, !attached.keyboard.isDeaf {
      letGo(attached)
      attached.keyboard.stopListening()
    }
  }

  private func startGrab(_ attached: AttachedKeyboard) {
    attached.grab = .waiting(noticeAt: loop.now.advanced(byMicroseconds: options.grabLimit))
    grabIfKeysAreUp(attached)
  }

  /// Grabs a keyboard that waits for that, unless a key is down.
  func grabIfKeysAreUp(_ attached: AttachedKeyboard) {
    guard attached.keyboard.heldKeys.isEmpty else { return }
    let failure = attached.keyboard.grab()
    switch failure {
    case 0:
      attached.grab = .unconfirmed
      markReady(attached)
    case ENODEV:
      attached.grab = .free
      markReady(attached)
    default:
      refused(attached, errno: failure)
    }
    reschedule()
  }

  /// Makes sure, once nothing is unread, that no key went down between the last look and the grab.
  func confirmGrab(_ attached: AttachedKeyboard) {
    guard case .unconfirmed = attached.grab else { return }
    if attached.keyboard.heldKeys.isEmpty {
      attached.grab = .held
      attached.toldHolder = nil
      attached.retryAt = nil
      finder.unwatchClosing(of: attached.node.path)
      queue.append(.notice(.grabbed(attached.keyboard.info)))
    } else {
      attached.keyboard.ungrab()
      startGrab(attached)
      reschedule()
    }
  }

  private func letGo(_ attached: AttachedKeyboard) {
    attached.grab = .free
    cancelKeys(of: attached)
    attached.keyboard.ungrab()
  }

  /// Ends the keys of a keyboard that are down.
  func cancelKeys(of attached: AttachedKeyboard) {
    var cancelled: [KeyEvent] = []
    attached.keyboard.cancelAll(at: loop.now, into: &cancelled)
    queue.append(cancelled)
    forgetChords(of: attached.keyboard.info.id)
  }

  private func stopTrying(_ attached: AttachedKeyboard) {
    attached.grab = .free
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
    let holder = DeviceUsers(of: attached.node.path).holder()
    guard attached.toldHolder != .some(holder) else { return }
    attached.toldHolder = .some(holder)
    queue.append(.notice(.grabRefused(info, holder: holder)))
  }

  /// Tries a refused grab again because something changed.
  func retryGrab(_ attached: AttachedKeyboard) {
    if case .refused = attached.grab { updateGrab(attached) }
  }

  /// Notes that some program closed the node of a refused grab.
  func nodeWasClosed(_ path: String) {
    guard case .attached(let attached)? = nodes[path], case .refused = attached.grab else { return }
    // The kernel tells of the closing a moment before it ends the grab (K-10).
    attached.retryAt = loop.now.advanced(byMicroseconds: 50_000)
  }

  /// Does what a keyboard's grab has waited for.
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
    case .free, .unconfirmed, .held:
      break
    }
  }
}
