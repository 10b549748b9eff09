// SPDX-License-Identifier: Apache-2.0
import Keys
import Layouts
import Scanners

/// The scanners among the devices: their keys become codes and never reach the engine.
///
/// Each has layouts of its own, so that its Shift, Caps Lock and AltGr count for nobody else, nor
/// theirs for it.
final class ScannerStage {
  private struct Scanner {
    let layouts: KeyboardLayouts
    var assembler: ScanAssembler
    /// A code that a gap has ended, until it is sure that no event was lost in it.
    var settling: Scan?
    var lights: LockLEDs?
    /// Whether it is let go with the focus.
    let followsFocus: Bool
  }

  private var scanners: [DeviceID: Scanner] = [:]
  private var scans: [Scan] = []

  /// Whether there is none.
  var isEmpty: Bool { scanners.isEmpty }

  /// Whether a device is one.
  func has(_ device: DeviceID) -> Bool { scanners[device] != nil }

  /// When the first of them wants to be told the time.
  var nextDeadline: Timestamp? {
    scanners.isEmpty ? nil : scanners.values.compactMap(\.assembler.nextDeadline).min()
  }

  /// Takes a device.
  ///
  /// - Parameters:
  ///   - device: the device.
  ///   - layouts: of nobody else.
  ///   - profile: what its codes are like.
  /// - Throws: why its layout cannot be used; its keys then type nothing.
  func connect(
    _ device: DeviceInfo, layouts: KeyboardLayouts, profile: ScannerProfile
  ) throws(LayoutError) {
    scanners[device.id] = Scanner(
      layouts: layouts, assembler: ScanAssembler(device: device.id, settings: profile.codes),
      followsFocus: profile.followsFocus)
    try layouts.connect(device)
    // The keypad of a scanner is there for digits.
    layouts.setLocks(.numLock)
  }

  /// Takes a frame of a device that is a scanner.
  func handle(_ frame: [KeyEvent]) {
    guard let id = frame.first?.device, let layouts = scanners[id]?.layouts else { return }
    var ended: [Scan] = []
    for event in frame where event.code != .numLock {
      scanners[id]?.assembler.handle(layouts.keystroke(for: event), into: &ended)
    }
    if !ended.isEmpty { settle(id) }
    scans += ended
  }

  /// Ends the codes whose gap is over.
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

  /// Ends the code of a device half-way.
  func interrupt(_ device: DeviceID, _ reason: Scan.Flaw) {
    if reason == .lost { scanners[device]?.settling?.flaw = .lost }
    settle(device)
    scanners[device]?.assembler.interrupt(reason, into: &scans)
  }

  /// Ends the codes of the devices that are let go half-way: those that follow the focus, or all.
  func stop(onlyFollowers: Bool) {
    for id in scanners.keys.sorted() where !onlyFollowers || scanners[id]?.followsFocus == true {
      interrupt(id, .stop)
    }
  }

  /// Lets a device go; its code ends half-way.
  func disconnect(_ device: DeviceID) {
    interrupt(device, .disconnect)
    scanners[device] = nil
  }

  /// Takes out the codes that are to be told.
  func takeScans() -> [Scan] {
    defer { scans.removeAll(keepingCapacity: true) }
    return scans
  }

  /// Notes that the source has nothing more that happened before now: what gaps have ended is good.
  func settle() {
    if scanners.isEmpty { return }
    for id in scanners.keys.sorted() { settle(id) }
  }

  private func settle(_ device: DeviceID) {
    guard let scan = scanners[device]?.settling else { return }
    scanners[device]?.settling = nil
    scans.append(scan)
  }

  /// The devices whose lights are to be others now.
  func changedLights() -> [(device: DeviceID, leds: LockLEDs)] {
    // Most machines have no scanner, and every frame asks.
    if scanners.isEmpty { return [] }
    return scanners.keys.sorted().compactMap { id in
      guard let leds = scanners[id]?.layouts.leds(of: id), leds != scanners[id]?.lights else {
        return nil
      }
      scanners[id]?.lights = leds
      return (id, leds)
    }
  }
}
