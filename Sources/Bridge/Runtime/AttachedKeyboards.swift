// SPDX-License-Identifier: Apache-2.0
import Devices
import Keys
import Layouts
import TextInput

/// The attached keyboards: their layouts, their LEDs, and which of their keys repeat.
///
/// Scanners are not included. Locks are common to all keyboards, so Caps Lock lights the LED of
/// every keyboard.
final class AttachedKeyboards {
  private let layouts: KeyboardLayouts
  private let engine: TextEngine
  private let delivery: UpdateDelivery
  private var devices: [DeviceID: DeviceInfo] = [:]
  /// The unplugged keyboards with queued keys, which still need their layouts.
  private var departing: [DeviceInfo] = [] { didSet { hasDeparting = !departing.isEmpty } }
  private var hasDeparting = false
  /// Nil after the first keyboard was connected.
  private var startingLocks: StartingLocks?

  /// The layouts that the engine knows, and the generation of the layouts that they are of.
  private var reportedLayouts: [DeviceID: KeyboardLayouts.LayoutIdentity] = [:]
  private var reportedGeneration = -1
  private var shownLEDs: [DeviceID: LockLEDs] = [:]
  /// The generation of the layouts that the LEDs show.
  private var shownGeneration = -1

  /// The keyboards whose kernel driver does not repeat keys (decision 3).
  ///
  /// Always assigned as a whole, because the derived flag is read for every key.
  private var unrepeated: Set<DeviceID> = [] { didSet { repeatsSome = !unrepeated.isEmpty } }
  private var repeatsSome = false
  // Unchecked for speed: `AutoRepeat` calls only the layouts, which never call back.
  @exclusivity(unchecked) private var autoRepeat: AutoRepeat

  /// Creates the list without keyboards.
  ///
  /// - Parameters:
  ///   - layouts: the layouts of the keyboards.
  ///   - engine: the engine that receives the keys.
  ///   - delivery: notifies sinks when keyboards are attached or detached.
  ///   - repeatTiming: how keys repeat if the kernel driver does not repeat them.
  ///   - startingLocks: the locks that are on when the first keyboard is connected.
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

  /// The names of the attached keyboards, in no order.
  var names: [String] { devices.values.map(\.name) }

  /// Whether a device is an attached keyboard.
  func has(_ device: DeviceID) -> Bool { devices[device] != nil }

  /// Connects a keyboard.
  func connect(_ device: DeviceInfo) {
    devices[device.id] = device
    if !device.repeatsInKernel { unrepeated = unrepeated.union([device.id]) }
    layOut(device)
    // Done after the layout is set, because the layout defines the modifier of Num Lock.
    setStartingLocks(device)
    delivery.deliver(ofDevice: .deviceAttached(device))
    engine.keyboardAttached(device)
  }

  /// Gives a keyboard the layout that is configured now.
  ///
  /// If the layout cannot be used, the keyboard types nothing.
  func layOut(_ device: DeviceInfo) {
    guard has(device.id) else { return }
    do throws(LayoutError) {
      try layouts.connect(device)
    } catch {
      delivery.notify { $0.layoutFailed(error, on: device) }
    }
    // A new keyboard's LEDs do not show the current locks (K-11), and its layout is not known yet.
    shownGeneration = -1
    reportedGeneration = -1
  }

  private func setStartingLocks(_ device: DeviceInfo) {
    switch startingLocks {
    case .lit: layouts.setLocks(device.litLEDs.intersection([.capsLock, .numLock]))
    case .num: layouts.setLocks(.numLock)
    case .off, nil: break
    }
    startingLocks = nil
  }

  /// Disconnects a keyboard.
  ///
  /// While keys are queued, ``disconnectDeparted()`` does so later.
  func disconnect(_ device: DeviceInfo) {
    guard !engine.isHoldingKeys else { return departing.append(device) }
    layouts.disconnect(device.id)
    devices[device.id] = nil
    shownLEDs[device.id] = nil
    reportedLayouts[device.id] = nil
    unrepeated = unrepeated.subtracting([device.id])
    delivery.deliver(ofDevice: .deviceDetached(device))
    engine.keyboardDetached(device)
  }

  /// Disconnects the keyboards that were unplugged while keys were queued, once the queue is empty.
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

  /// Starts or stops repeating after a key event.
  @inline(__always)
  func observe(_ event: KeyEvent) {
    guard repeatsSome, unrepeated.contains(event.device) else { return }
    autoRepeat.observe(event)
    nextDeadline = autoRepeat.nextDeadline
  }

  /// When the next repeat is due; nil while no key repeats.
  private(set) var nextDeadline: Timestamp?

  /// Returns the repeat that is due at a time; nil if none is.
  func advance(to time: Timestamp) -> KeyEvent? {
    guard nextDeadline != nil else { return nil }
    defer { nextDeadline = autoRepeat.nextDeadline }
    return autoRepeat.advance(to: time)
  }

  // MARK: Locks and layouts

  /// Reports changed locks and layouts to the engine.
  ///
  /// - Returns: whether anything may have changed.
  @inline(__always)
  func reportLayouts() -> Bool {
    // This runs after every frame, and most frames change no modifier.
    if reportedGeneration == layouts.generation { return false }
    findChangedLayouts()
    return true
  }

  private func findChangedLayouts() {
    reportedGeneration = layouts.generation
    engine.locksDidChange(to: layouts.locks)
    for device in devices.keys.sorted(by: { $0.rawValue < $1.rawValue }) {
      let identity = layouts.layoutIdentity(of: device)
      guard let identity, identity != reportedLayouts[device] else { continue }
      reportedLayouts[device] = identity
      if let layout = layouts.activeLayout(of: device) {
        engine.layoutDidChange(to: layout, on: device)
      }
    }
  }

  // MARK: LEDs

  /// Whether ``changedLEDs()`` may return any; checked first, because it makes an array.
  @inline(__always)
  var mayChangeLEDs: Bool {
    // Read after every frame, and most frames change no modifier.
    shownGeneration != layouts.generation
  }

  /// Returns the keyboards whose LEDs must change.
  func changedLEDs() -> [(device: DeviceID, leds: LockLEDs)] {
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
