// SPDX-License-Identifier: Apache-2.0

/// What a hand did to one key, before any layout has given it a meaning.
public struct KeyEvent: Hashable, Sendable {
  /// What happened to the key.
  public enum Phase: UInt8, Hashable, Sendable {
    /// The key went down. Evdev value 1.
    case press
    /// The key stays down and repeats. Evdev value 2, or a timer where the device has no `EV_REP`.
    case `repeat`
    /// The key came up. Evdev value 0, also when the source had to make up a lost release.
    case release
    /// The key was found down without its press being seen: at open or after lost events.
    /// A modifier counts as held from here on; anything else types nothing (KEY-11).
    case found
    /// The key's device went away, or was let go, while the key was down (KEY-9).
    case cancel
  }

  /// When it happened, on the source's clock.
  public var time: Timestamp
  /// The keyboard it happened on.
  public var device: DeviceID
  /// Which key.
  public var code: KeyCode
  /// What happened to it.
  public var phase: Phase

  /// Makes an event from its parts.
  public init(time: Timestamp, device: DeviceID, code: KeyCode, phase: Phase) {
    self.time = time
    self.device = device
    self.code = code
    self.phase = phase
  }

  /// Whether the key is down after this event.
  public var isDown: Bool {
    switch phase {
    case .press, .repeat, .found: true
    case .release, .cancel: false
    }
  }
}

extension KeyEvent: CustomStringConvertible {
  /// `12.000345 #1 KEY_A press`.
  public var description: String {
    "\(time) #\(device.rawValue) \(code) \(phase)"
  }
}
