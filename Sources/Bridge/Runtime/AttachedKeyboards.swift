// SPDX-License-Identifier: Apache-2.0
import Devices
import Keys
import Layouts
import TextInput

/// The attached keyboards: their layouts, their LEDs, and which of their keys repeat.
///
/// Scanners are not among them. Locks count for all keyboards, so one Caps Lock lights every one of them.
final class AttachedKeyboards {
  private let layouts: KeyboardLayouts
  private let engine: TextEngine
  private let delivery: UpdateDelivery
  private var devices: [DeviceID: DeviceInfo] = [:]
  /// The keyboards that were unplugged while keys of theirs were queued: those keys still need their layouts.
  private var departing: [DeviceInfo] = [] { didSet { hasDeparting = !departing.isEmpty } }
  private var hasDeparting = false
  /// Nil once a keyboard was connected.
  private var startingLocks: StartingLocks?

  private var shownLEDs: [DeviceID: LockLEDs] = [:]
  /// The generation of the layouts that the LEDs show.
  private var shownGeneration = -1

  /// The keyboards whose kernel driver does not repeat keys (decision 3); set whole, because every key looks at it.
  private var unrepeated: Set<DeviceID> = [] { didSet { repeatsSome = !unrepeated.isEmpty } }
  private var repeatsSome = false
  // Not checked: it asks the layouts and knows nothing of keyboards.
  @exclusivity(unchecked) private var autoRepeat: AutoRepeat

  /// Starts with no keyboard.
  ///
  /// - Parameters:
  ///   - layouts: what keyboards type.
  ///   - engine: what they type into.
  ///   - delivery: notifies others of them.
  ///   - repeatTiming: how keys repeat where the kernel leaves that to the reader.
  ///   - startingLocks: which locks are on when the first keyboard is connected.
  init(
    _ layouts: KeyboardLayouts, engine: TextEngine, delivery: UpdateDelivery,
    repeatTiming: RepeatTiming, startingLocks: StartingLocks
  ) {
    self.layouts = layouts
    self.engine = engine
    self.delivery = delivery
    self.startingLocks = startingLocks
    autoRepeat = AutoRepeat(
      delay: repeatTiming.delayMicroseconds, period: repeatTiming.periodMicroseconds,
      repeats: { [layouts] in layouts.keyRepeats($0) })
  }

  // MARK: Connecting

  /// Whether a device is one of them.
  func has(_ device: DeviceID) -> Bool { devices[device] != nil }

  /// Connects a keyboard.
  func connect(_ device: DeviceInfo) {
    devices[device.id] = device
    if !device.repeatsInKernel { unrepeated = unrepeated.union([device.id]) }
    layOut(device)
    // Afterwards, because a layout says which modifier Num Lock is.
    setStartingLocks(device)
    delivery.deliver(ofDevice: .deviceAttached(device))
    engine.keyboardAttached(device)
  }

  /// Gives a keyboard the layout that it is set to now; with one that cannot be used it types nothing.
  func layOut(_ device: DeviceInfo) {
    guard has(device.id) else { return }
    do throws(LayoutError) {
      try layouts.connect(device)
    } catch {
      delivery.notify { $0.layoutFailed(error, on: device) }
    }
    // Its LEDs do not show the locks that are on (K-11).
    shownGeneration = -1
  }

  private func setStartingLocks(_ device: DeviceInfo) {
    switch startingLocks {
    case .lit: layouts.setLocks(device.litLEDs.intersection([.capsLock, .numLock]))
    case .num: layouts.setLocks(.numLock)
    case .off, nil: break
    }
    startingLocks = nil
  }

  /// Disconnects a keyboard; while keys are queued, ``disconnectDeparted()`` does so later.
  func disconnect(_ device: DeviceInfo) {
    guard !engine.isHoldingKeys else { return departing.append(device) }
    layouts.disconnect(device.id)
    devices[device.id] = nil
    shownLEDs[device.id] = nil
    unrepeated = unrepeated.subtracting([device.id])
    delivery.deliver(ofDevice: .deviceDetached(device))
    engine.keyboardDetached(device)
  }

  /// Disconnects the keyboards that were unplugged while keys were queued, once no key is.
  ///
  /// - Returns: whether there were any.
  @inline(__always)
  func disconnectDeparted() -> Bool {
    guard hasDeparting, !engine.isHoldingKeys else { return false }
    let devices = departing
    departing = []
    for device in devices { disconnect(device) }
    return true
  }

  // MARK: Repeating keys

  /// Starts or stops repeating as an event says.
  @inline(__always)
  func observe(_ event: KeyEvent) {
    guard repeatsSome, unrepeated.contains(event.device) else { return }
    autoRepeat.observe(event)
    nextDeadline = autoRepeat.nextDeadline
  }

  /// When the next repeat is due; nil while nothing repeats.
  private(set) var nextDeadline: Timestamp?

  /// Returns the repeat that is due at a time; nil for none.
  func advance(to time: Timestamp) -> KeyEvent? {
    guard nextDeadline != nil else { return nil }
    defer { nextDeadline = autoRepeat.nextDeadline }
    return autoRepeat.advance(to: time)
  }

  // MARK: LEDs

  /// Returns the keyboards whose LEDs are to show something else now.
  @inline(__always)
  func changedLEDs() -> [(device: DeviceID, leds: LockLEDs)] {
    // Every frame asks, and most change no modifier.
    shownGeneration == layouts.generation ? [] : findChangedLEDs()
  }

  private func findChangedLEDs() -> [(device: DeviceID, leds: LockLEDs)] {
    shownGeneration = layouts.generation
    var changed: [(device: DeviceID, leds: LockLEDs)] = []
    for device in devices.keys {
      let leds = layouts.leds(of: device)
      guard shownLEDs[device] != leds else { continue }
      shownLEDs[device] = leds
      changed.append((device, leds))
    }
    return changed
  }
}
