// SPDX-License-Identifier: Apache-2.0

/// One event as the kernel writes it, before it is interpreted.
///
/// The C type is `struct input_event`.
public struct InputEvent: Hashable, Sendable {
  /// The time on the device's clock.
  public var time: Timestamp
  /// The event type, for example `EV_KEY`.
  public var type: UInt16
  /// The code within the type.
  public var code: UInt16
  /// The value; for keys 0 is up, 1 is down and 2 is repeat.
  public var value: Int32

  /// Creates an event from its parts.
  ///
  /// - Parameters:
  ///   - time: the time on the device's clock.
  ///   - type: the event type, for example ``key``.
  ///   - code: the code within the type.
  ///   - value: the value; for keys 0 is up, 1 is down and 2 is repeat.
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
  /// The event type `EV_ABS`.
  public static let absolute: UInt16 = 3
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

/// Turns the raw events of one device into frames of key events.
///
/// Lost events become ordinary releases here, so that no later stage sees a stuck key or handles
/// `SYN_DROPPED`.
///
/// The cases follow; a key's line is high while it is down, and `x` marks an event that was lost:
///
/// ```
/// 1  ──┐▔▔▔▔▔┌──   press, release: passed on
/// 2  ──┐▔▔2▔2┌──   repeats from the kernel: passed on as repeats
/// 3  ──┐▔▔x▔┐▔┌─   press while down: the release was lost and is synthesized before the press
/// 4  ──────┌────   release while up: ignored, because the press was never seen
/// 5  ──────2▔┌──   repeat while up: the press was lost; a `found`, then normal repeats
/// 6  ──┐▔ DROPPED  events up to the next report are ignored; then the source reads the key
///                  state (`synchronize`): missing keys are released, new keys are `found`
/// 7  ──┐▔ unplug   `cancelAll`
/// ```
///
/// Buttons of mice and joysticks are ignored.
public struct EventDecoder: Sendable {
  /// The device that the events belong to.
  public let device: DeviceID
  /// The keys that are down.
  public private(set) var downKeys = KeySet()
  /// Whether events are being ignored because the kernel lost some.
  public private(set) var isDropping = false

  /// Creates a decoder for a device with every key up.
  ///
  /// - Parameter device: the device to name in the key events.
  public init(device: DeviceID) {
    self.device = device
  }

  /// The result of ``decode(_:into:)`` for one event.
  public enum Step: Hashable, Sendable {
    /// The frame is not complete yet.
    case more
    /// The frame is complete; it may be empty.
    case complete
    /// The frame is complete, and events were lost; the source should read the key state and call
    /// ``synchronize(to:at:into:)`` if it can.
    case lost
  }

  /// Decodes the next event and appends the resulting key events to a frame.
  ///
  /// - Parameters:
  ///   - event: the raw event.
  ///   - frame: the frame to append to.
  /// - Returns: whether the frame is complete, and whether events were lost.
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

  /// Synchronizes the decoder with the keys that are actually down.
  ///
  /// - Parameters:
  ///   - keys: the keys that are down, as reported by `EVIOCGKEY`.
  ///   - time: the time of the synthesized events.
  ///   - frame: receives the releases first, then a `found` for each key that is newly down
  ///     (KEY-11).
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

  /// Cancels every key that is down because the device was unplugged or released.
  ///
  /// - Parameters:
  ///   - time: the time of the synthesized events.
  ///   - frame: receives one `cancel` per key.
  public mutating func cancelAll(at time: Timestamp, into frame: inout [KeyEvent]) {
    for code in downKeys {
      frame.append(KeyEvent(time: time, device: device, code: code, phase: .cancel))
    }
    downKeys = KeySet()
    isDropping = false
  }
}
