// SPDX-License-Identifier: Apache-2.0

/// One event as the kernel writes it, before anything is made of it.
///
/// The C type is `struct input_event`.
public struct InputEvent: Hashable, Sendable {
  /// When, on the device's clock.
  public var time: Timestamp
  /// The event type, `EV_KEY` and so on.
  public var type: UInt16
  /// The code within the type.
  public var code: UInt16
  /// The value; for keys 0 up, 1 down, 2 repeat.
  public var value: Int32

  /// Makes an event from its parts.
  public init(time: Timestamp, type: UInt16, code: UInt16, value: Int32) {
    self.time = time
    self.type = type
    self.code = code
    self.value = value
  }

  /// The event type `EV_SYN`.
  public static let synchronization: UInt16 = 0
  /// The event type `EV_KEY`.
  public static let key: UInt16 = 1
  /// The event type `EV_MSC`.
  public static let miscellaneous: UInt16 = 4
  /// The event type `EV_LED`.
  public static let led: UInt16 = 0x11
  /// The event type `EV_REP`.
  public static let `repeat`: UInt16 = 0x14
  /// The code `SYN_REPORT` of ``synchronization``: the frame is complete.
  public static let report: UInt16 = 0
  /// The code `SYN_DROPPED` of ``synchronization``: events were lost.
  public static let dropped: UInt16 = 3
}

/// Turns one device's raw events into frames of key events, so that no later stage ever sees a
/// stuck key or learns the word `SYN_DROPPED`.
///
/// The cases, a key's line high while it is down (`x` marks what the kernel lost):
///
/// ```
/// 1  ──┐▔▔▔▔▔┌──   press, release: passed on
/// 2  ──┐▔▔2▔2┌──   the kernel repeats: passed on as repeats
/// 3  ──┐▔▔x▔┐▔┌─   a press while down: its release was lost, made up in front of it
/// 4  ──────┌────   a release while up: nothing, the press was never seen
/// 5  ──────2▔┌──   a repeat while up: the press was lost; found, then nothing until the next repeat
/// 6  ──┐▔ DROPPED  everything up to the next report is ignored; the source then says what is
///                  down (`synchronize`): missing keys are released, new ones found
/// 7  ──┐▔ unplug   `cancelAll`
/// ```
///
/// Buttons of mice and joysticks are left out.
public struct EventDecoder: Sendable {
  /// The device whose events these are.
  public let device: DeviceID
  /// The keys that are down.
  public private(set) var downKeys = KeySet()
  /// Whether events are ignored because some were lost before them.
  public private(set) var isDropping = false

  /// Makes a decoder for a device with every key up.
  public init(device: DeviceID) {
    self.device = device
  }

  /// What ``decode(_:into:)`` made of an event.
  public enum Step: Hashable, Sendable {
    /// The frame goes on.
    case more
    /// The frame is complete; it may be empty.
    case complete
    /// Events were lost and the lost part is over: the frame is complete, and the source should ask
    /// for the key state and call ``synchronize(to:at:into:)`` if it can.
    case lost
  }

  /// Takes the next event, adding what it means to `frame`.
  @inlinable
  public mutating func decode(_ event: InputEvent, into frame: inout [KeyEvent]) -> Step {
    if event.type == InputEvent.key {
      if !isDropping { decodeKey(event, into: &frame) }
      return .more
    }
    return event.type == InputEvent.synchronization ? decodeSynchronization(event) : .more
  }

  @usableFromInline
  mutating func decodeSynchronization(_ event: InputEvent) -> Step {
    switch event.code {
    case InputEvent.dropped:
      isDropping = true
      return .more
    case InputEvent.report:
      guard isDropping else { return .complete }
      isDropping = false
      return .lost
    default:
      return .more
    }
  }

  @usableFromInline
  mutating func decodeKey(_ event: InputEvent, into frame: inout [KeyEvent]) {
    let code = KeyCode(event.code)
    guard event.code != 0, Int(event.code) < KeyCode.count, !code.isButton else { return }
    let wasDown = downKeys.contains(code)
    func add(_ phase: KeyEvent.Phase) {
      frame.append(KeyEvent(time: event.time, device: device, code: code, phase: phase))
    }
    switch event.value {
    case 0:
      guard wasDown else { return }
      downKeys.remove(code)
      add(.release)
    case 1:
      if wasDown { add(.release) }
      downKeys.insert(code)
      add(.press)
    case 2:
      downKeys.insert(code)
      add(wasDown ? .repeat : .found)
    default:
      return
    }
  }

  /// Brings the state in line with the keys that are really down.
  ///
  /// - Parameters:
  ///   - keys: the keys that are down, as `EVIOCGKEY` tells.
  ///   - time: the time to give to the events made up.
  ///   - frame: gets releases first, then what was found down (KEY-11).
  public mutating func synchronize(
    to keys: KeySet, at time: Timestamp, into frame: inout [KeyEvent]
  ) {
    isDropping = false
    for code in downKeys.subtracting(keys) {
      frame.append(KeyEvent(time: time, device: device, code: code, phase: .release))
    }
    for code in keys.subtracting(downKeys) where !code.isButton {
      frame.append(KeyEvent(time: time, device: device, code: code, phase: .found))
    }
    downKeys = keys
  }

  /// Ends every key that is down because the device went away or was let go.
  public mutating func cancelAll(at time: Timestamp, into frame: inout [KeyEvent]) {
    for code in downKeys {
      frame.append(KeyEvent(time: time, device: device, code: code, phase: .cancel))
    }
    downKeys = KeySet()
    isDropping = false
  }
}
