// SPDX-License-Identifier: Apache-2.0
import Keys
import Layouts
import Scanners

/// The scanners among the devices: their keys become scans and never reach the engine.
///
/// Each scanner has layouts of its own, so that its Shift, Caps Lock and AltGr count for no other device, nor those of
/// other devices for it.
final class ScannerStage {
  private struct Scanner {
    let layouts: KeyboardLayouts
    var assembler: ScanAssembler
    /// A scan that a gap has ended, until it is certain that no event was lost in the gap.
    var settling: Scan?
    var shownLEDs: LockLEDs?
    /// Whether it is ungrabbed while nothing has the focus.
    let followsFocus: Bool
  }

  private let layouts: KeyboardLayouts
  private let delivery: UpdateDelivery
  private let profile: (DeviceInfo) -> ScannerProfile?
  private var scanners: [DeviceID: Scanner] = [:] { didSet { hasScanners = !scanners.isEmpty } }
  // By itself, because every frame asks, and most machines have no scanner.
  private var hasScanners = false
  private var scans: [Scan] = []

  /// Starts with no scanner.
  ///
  /// - Parameters:
  ///   - layouts: those of the keyboards, whose keymaps scanners use as well.
  ///   - delivery: hands on scans.
  ///   - profile: what a device's codes are like; nil for a keyboard.
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

  /// Whether the settings say that a device is a scanner.
  func wants(_ device: DeviceInfo) -> Bool { profile(device) != nil }

  /// Connects a device if the settings say that it is a scanner.
  ///
  /// - Returns: whether they do.
  func connect(_ device: DeviceInfo) -> Bool {
    guard let profile = profile(device) else { return false }
    let layouts = layouts.makeLiteral()
    scanners[device.id] = Scanner(
      layouts: layouts, assembler: ScanAssembler(device: device.id, settings: profile.codes),
      followsFocus: profile.followsFocus)
    do throws(LayoutError) {
      try layouts.connect(device)
      // The keypad of a scanner types digits.
      layouts.setLocks(.numLock)
    } catch {
      delivery.notify { $0.layoutFailed(error, on: device) }
    }
    delivery.deliver(ofDevice: .deviceAttached(Self.marked(device, profile.codes.program)))
    return true
  }

  /// Disconnects a device if it is a scanner; its scan ends half-way.
  ///
  /// - Returns: whether it was one.
  func disconnect(_ device: DeviceInfo) -> Bool {
    guard has(device.id) else { return false }
    interrupt(device.id, .disconnect)
    scanners[device.id] = nil
    deliver()
    delivery.deliver(ofDevice: .deviceDetached(Self.marked(device)))
    return true
  }

  private static func marked(_ device: DeviceInfo, _ program: String? = nil) -> DeviceInfo {
    var device = device
    device.isScanner = true
    device.program = program
    return device
  }

  // MARK: Keys and time

  /// Takes a frame if it is of a scanner.
  ///
  /// - Returns: whether it is.
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
    if !ended.isEmpty { settle(id) }
    scans += ended
    deliver()
    return true
  }

  /// When the first gap is over that ends a scan; nil for none.
  var nextDeadline: Timestamp? {
    hasScanners ? scanners.values.compactMap(\.assembler.nextDeadline).min() : nil
  }

  /// Ends the scans whose gap is over.
  func advance(to time: Timestamp) {
    if scanners.isEmpty { return }
    for id in scanners.keys.sorted() {
      guard let deadline = scanners[id]?.assembler.nextDeadline, deadline <= time else { continue }
      settle(id)
      var ended: [Scan] = []
      scanners[id]?.assembler.advance(to: time, into: &ended)
      scanners[id]?.settling = ended.first
    }
  }

  /// Ends the scan of a device half-way, because events were lost.
  func eventsLost(on device: DeviceID) {
    scanners[device]?.settling?.flaw = .lost
    interrupt(device, .lost)
    deliver()
  }

  /// Ends the scans of the devices that are ungrabbed half-way: those that follow the focus, or all.
  func stop(onlyFollowers: Bool) {
    if scanners.isEmpty { return }
    for id in scanners.keys.sorted() where !onlyFollowers || scanners[id]?.followsFocus == true {
      interrupt(id, .stop)
    }
  }

  private func interrupt(_ device: DeviceID, _ reason: Scan.Flaw) {
    settle(device)
    scanners[device]?.assembler.interrupt(reason, into: &scans)
  }

  /// Delivers the scans that have ended; called when the source has nothing more that happened before now, so the
  /// scans that gaps have ended are complete.
  @inline(__always)
  func endFrame() {
    if hasScanners { settleAll() }
  }

  private func settleAll() {
    for id in scanners.keys.sorted() { settle(id) }
    deliver()
  }

  /// Ends all scans half-way and delivers them.
  func finish() {
    stop(onlyFollowers: false)
    deliver()
  }

  private func settle(_ device: DeviceID) {
    guard let scan = scanners[device]?.settling else { return }
    scanners[device]?.settling = nil
    scans.append(scan)
  }

  private func deliver() {
    if scans.isEmpty { return }
    delivery.deliver(scans)
    scans.removeAll(keepingCapacity: true)
  }

  // MARK: LEDs

  /// Returns the scanners whose LEDs are to show something else now.
  @inline(__always)
  func changedLEDs() -> [(device: DeviceID, leds: LockLEDs)] {
    hasScanners ? findChangedLEDs() : []
  }

  private func findChangedLEDs() -> [(device: DeviceID, leds: LockLEDs)] {
    scanners.keys.sorted().compactMap { id in
      guard let leds = scanners[id]?.layouts.leds(of: id), leds != scanners[id]?.shownLEDs else {
        return nil
      }
      scanners[id]?.shownLEDs = leds
      return (id, leds)
    }
  }
}
