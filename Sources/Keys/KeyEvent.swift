// SPDX-License-Identifier: Apache-2.0

/// A change of one key, before a layout gives it a meaning.
public struct KeyEvent: Hashable, Sendable {
  /// The kind of change.
  public enum Phase: UInt8, Hashable, Sendable {
    /// The key was pressed. Evdev value 1.
    case press
    /// The key is held and repeats. Evdev value 2; for a device without `EV_REP`, a timer.
    case `repeat`
    /// The key was released. Evdev value 0, or synthesized because the release was lost.
    case release
    /// The key was found down and its press was not seen: at open or after lost events.
    /// From then on a modifier counts as held; any other key types nothing (KEY-11).
    case found
    /// The key's device was unplugged or released while the key was down (KEY-9).
    case cancel
  }

  /// The time on the source's clock.
  public var time: Timestamp
  /// The keyboard that the key belongs to.
  public var device: DeviceID
  /// The key.
  public var code: KeyCode
  /// The kind of change.
  public var phase: Phase

  /// Creates an event from its parts.
  ///
  /// - Parameters:
  ///   - time: the time on the source's clock.
  ///   - device: the keyboard that the key belongs to.
  ///   - code: the key.
  ///   - phase: the kind of change.
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
  /// A line such as `12.000345 #1 KEY_A press`.
  public var description: String {
    "\(time) #\(device.rawValue) \(code) \(phase)"
  }
}
