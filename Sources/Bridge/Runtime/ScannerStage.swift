// SPDX-License-Identifier: Apache-2.0
import Keys
import Layouts
import Scanners

/// The connected scanners: assembles their keys into scans, which never reach the engine.
///
/// Each scanner has its own layouts, so that modifiers and locks of a scanner and of other devices
/// do not affect each other.
final class ScannerStage {
  private struct Scanner {
    let layouts: KeyboardLayouts
    var assembler: ScanAssembler
    /// A scan that a gap has ended, kept until it is certain that no event was lost in the gap.
    var unconfirmed: Scan?
    var shownLEDs: LockLEDs?
    /// Whether the scanner is ungrabbed while nothing has the focus.
    let followsFocus: Bool
  }

  private let layouts: KeyboardLayouts
  private let delivery: UpdateDelivery
  private let profile: (DeviceInfo) -> ScannerProfile?
  private var scanners: [DeviceID: Scanner] = [:] { didSet { hasScanners = !scanners.isEmpty } }
  // A stored flag, because it is read for every frame and most machines have no scanner.
  private var hasScanners = false
  private var scans: [Scan] = []

  /// Creates the stage without scanners.
  ///
  /// - Parameters:
  ///   - layouts: the keyboards' layouts, whose keymaps scanners share.
  ///   - delivery: delivers the scans.
  ///   - profile: returns the profile of a scanner; nil for a keyboard.
  init(
    _ layouts: KeyboardLayouts, delivery: UpdateDelivery,
    profile: @escaping (DeviceInfo) -> ScannerProfile?
  ) {
    self.layouts = layouts
    self.delivery = delivery
    self.profile = profile
  }

  // MARK: Connecting

  /// Whether no scanner is connected.
  var isEmpty: Bool { scanners.isEmpty }

  /// Whether a device is a connected scanner.
  func has(_ device: DeviceID) -> Bool { scanners[device] != nil }

  /// Whether the settings define a device as a scanner.
  func wants(_ device: DeviceInfo) -> Bool { profile(device) != nil }

  /// Connects a device if the settings define it as a scanner.
  ///
  /// - Returns: whether they do.
  func connect(_ device: DeviceInfo) -> Bool {
    guard let profile = profile(device) else { return false }
    if profile.codes.isSecret { delivery.noteSecret() }
    let layouts = layouts.makeLiteral()
    scanners[device.id] = Scanner(
      layouts: layouts, assembler: ScanAssembler(device: device.id, settings: profile.codes),
      followsFocus: profile.followsFocus)
    do throws(LayoutError) {
      try layouts.connect(device)
      // Makes the scanner's keypad type digits.
      layouts.setLocks(.numLock)
    } catch {
      delivery.notify { $0.layoutFailed(error, on: device) }
    }
    delivery.deliver(ofDevice: .deviceAttached(Self.marked(device, profile.codes)))
    return true
  }

  /// Disconnects a device if it is a scanner; its current scan is reported as incomplete.
  ///
  /// - Returns: whether it was a scanner.
  func disconnect(_ device: DeviceInfo) -> Bool {
    guard has(device.id) else { return false }
    interrupt(device.id, .disconnect)
    scanners[device.id] = nil
    deliver()
    delivery.deliver(ofDevice: .deviceDetached(Self.marked(device)))
    return true
  }

  private static func marked(_ device: DeviceInfo, _ codes: ScannerSettings? = nil) -> DeviceInfo {
    var device = device
    device.isScanner = true
    (device.program, device.programUser) = (codes?.program, codes?.user)
    return device
  }

  // MARK: Keys and time

  /// Handles a frame if it comes from a scanner.
  ///
  /// - Returns: whether it does.
  @inline(__always)
  func handle(_ frame: [KeyEvent]) -> Bool {
    hasScanners && scan(frame)
  }

  private func scan(_ frame: [KeyEvent]) -> Bool {
    guard let id = frame.first?.device, let layouts = scanners[id]?.layouts else { return false }
    var ended: [Scan] = []
    for event in frame where event.code != .numLock {
      scanners[id]?.assembler.handle(layouts.keystroke(for: event), into: &ended)
    }
    if !ended.isEmpty { confirm(id) }
    scans += ended
    deliver()
    return true
  }

  /// The end of the first gap that ends a scan; nil for none.
  var nextDeadline: Timestamp? {
    hasScanners ? scanners.values.compactMap(\.assembler.nextDeadline).min() : nil
  }

  /// Ends the scans whose gap has ended.
  func advance(to time: Timestamp) {
    if scanners.isEmpty { return }
    for id in scanners.keys.sorted() {
      guard let deadline = scanners[id]?.assembler.nextDeadline, deadline <= time else { continue }
      confirm(id)
      var ended: [Scan] = []
      scanners[id]?.assembler.advance(to: time, into: &ended)
      scanners[id]?.unconfirmed = ended.first
    }
  }

  /// Interrupts the scan of a device because events were lost.
  func eventsLost(on device: DeviceID) {
    scanners[device]?.unconfirmed?.flaw = .lost
    interrupt(device, .lost)
    deliver()
  }

  /// Interrupts the scans of the devices that are ungrabbed: those that follow the focus, or all.
  func stop(onlyFollowers: Bool) {
    if scanners.isEmpty { return }
    for id in scanners.keys.sorted() where !onlyFollowers || scanners[id]?.followsFocus == true {
      interrupt(id, .stop)
    }
  }

  private func interrupt(_ device: DeviceID, _ reason: Scan.Flaw) {
    confirm(device)
    scanners[device]?.assembler.interrupt(reason, into: &scans)
  }

  /// Delivers the finished scans.
  ///
  /// Called when the source has no earlier events left, so no event was lost in the gaps that ended
  /// them.
  @inline(__always)
  func endFrame() {
    if hasScanners { deliverAll() }
  }

  private func deliverAll() {
    for id in scanners.keys.sorted() { confirm(id) }
    deliver()
  }

  /// Interrupts all scans and delivers them.
  func finish() {
    stop(onlyFollowers: false)
    deliver()
  }

  /// Adds the scan that a gap has ended to those that are delivered next.
  private func confirm(_ device: DeviceID) {
    guard let scan = scanners[device]?.unconfirmed else { return }
    scanners[device]?.unconfirmed = nil
    scans.append(scan)
  }

  private func deliver() {
    if scans.isEmpty { return }
    delivery.deliver(scans)
    scans.removeAll(keepingCapacity: true)
  }

  // MARK: LEDs

  /// Whether ``changedLEDs()`` may return any; checked first, because it makes an array.
  @inline(__always)
  var mayChangeLEDs: Bool { hasScanners }

  /// Returns the scanners whose LEDs must change.
  func changedLEDs() -> [(device: DeviceID, leds: LockLEDs)] {
    scanners.keys.sorted().compactMap { id in
      guard let leds = scanners[id]?.layouts.leds(of: id), leds != scanners[id]?.shownLEDs else {
        return nil
      }
      scanners[id]?.shownLEDs = leds
      return (id, leds)
    }
  }
}
