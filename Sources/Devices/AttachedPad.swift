// SPDX-License-Identifier: Apache-2.0
import Keys

/// The state of a pad that may be drawn on.
///
/// ```
/// free ──wanted──▶ waiting ──nothing touches it──▶ drawing ──60 s without an event──▶ resting
///  ▲                  │ EBUSY                        │                                  │
///  │                  ▼                              │                                  │
///  │                busy ──a program closes the node, udev, focus: tried again          │
///  └──── no longer wanted, panic chord, end ◀────────┴─────── a key, focus: wanted ◀────┘
/// ```
enum PadState {
  /// The pad is closed.
  case free
  /// The node may not be opened; `noticeAt` is the time of the notice, or nil after it.
  case refused(errno: Int32, noticeAt: Timestamp?)
  /// The node cannot be opened, an `errno`, or drawn on, which is nil; this was reported.
  case failed(errno: Int32?)
  /// The pad is open; its touches are for the program that saw them begin (K-6). `noticeAt` is the
  /// time of the notice, or nil after it.
  case waiting(EvdevPad, noticeAt: Timestamp?)
  /// Another program has grabbed the pad.
  case busy
  /// The pad is grabbed and drawn on.
  case drawing(EvdevPad)
  /// The pad was not touched for a while and is closed until the next key.
  case resting
}

/// A pad that may be drawn on.
final class AttachedPad {
  var node: DeviceNode
  let id: DeviceID
  var state = PadState.free
  /// The time of the last event.
  var lastEvent = Timestamp.zero
  /// The time at which a refused grab is retried.
  var retryAt: Timestamp?
  /// Whether libevdev has events that `epoll` does not report.
  var mustReadOn = false
  /// The holder that was reported for a refused grab; the outer nil means that none was reported.
  var reportedHolder: ProcessIdentity??

  init(_ node: DeviceNode, id: DeviceID) {
    (self.node, self.id) = (node, id)
  }

  /// Drops the stroke that is drawn, because the pad is closed.
  ///
  /// - Returns: the report that it is no stroke; none if its beginning was not reported.
  func drop(at now: Timestamp) -> [InkEvent] {
    guard case .drawing(let pad) = state, var ink = pad.drop() else { return [] }
    // The last event of the pad may be older than ink of others that was delivered.
    ink.time = max(ink.time, now)
    return [ink]
  }

  /// The open pad; nil while it is closed.
  var open: EvdevPad? {
    switch state {
    case .waiting(let pad, _), .drawing(let pad): pad
    case .free, .refused, .failed, .busy, .resting: nil
    }
  }
}
