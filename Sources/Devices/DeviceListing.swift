// SPDX-License-Identifier: Apache-2.0
internal import CLinux
import Glibc
package import Keys
package import Pads

/// One device with keys, as listed by `keybridge devices`.
package struct DeviceListing: Hashable, Sendable {
  /// The result of trying to open the node.
  package enum Access: Hashable, Sendable {
    /// The device can be read, and its LEDs can be set.
    case full
    /// The device can only be read.
    case readOnly
    /// The device may not be read: `EACCES` or `EPERM`.
    case notPermitted
    /// The kernel has the device, but there is no node: `ENOENT`.
    case noNode
    /// The device cannot be opened for another reason, an `errno`.
    case failed(errno: Int32)

    /// Whether the device can be used.
    package var isReadable: Bool { self == .full || self == .readOnly }
  }

  /// The node, with everything that selectors use.
  package var node: DeviceNode
  /// The names, numbers and kind; the identifier is the index in the listing.
  package var info: DeviceInfo
  /// The access to the device.
  package var access: Access
  /// The other names of the node, `/dev/input/by-id/…` and `/dev/input/by-path/…`.
  package var links: [String]
  /// The number of keys that the device reports, without buttons; 0 if unknown.
  package var keyCount: Int
  /// The LEDs that show locks.
  package var lights: LockLEDs
  /// Whether it is a keyboard with a touchpad or trackpoint in the same node (decision 31).
  package var movesPointer: Bool
  /// The kind of pad that the device is, or why it cannot be drawn on; nil if it may not be opened
  /// to find out.
  package var pad: Result<PadKind, PadFlaw>?
  /// The name of the bus, `usb`, `bluetooth`, `i8042`; its number if it has no name.
  package var bus: String
  /// The kernel driver; nil if sysfs does not report it.
  package var driver: String?
  /// The processes that have the device open, as far as `/proc` shows them.
  package var users: [ProcessIdentity]

  /// Lists all devices with keys or buttons, in the order of the node numbers.
  ///
  /// The list includes devices whose keys are unknown because they may not be opened. Nodes are
  /// opened briefly, and nothing is read from them.
  package static func all(
    finder: any NodeFinder = KeyboardFinder(), opener: EvdevKeyboard.Opener = EvdevKeyboard.open
  ) -> [DeviceListing] {
    var listings: [DeviceListing] = []
    for node in finder.enumerate() {
      let id = DeviceID(rawValue: UInt32(listings.count))
      if let listing = DeviceListing(node, id: id, opener: opener) { listings.append(listing) }
    }
    return listings
  }

  private init?(_ node: DeviceNode, id: DeviceID, opener: EvdevKeyboard.Opener) {
    var node = node
    access = Self.look(at: &node, pad: &pad, opener: opener)
    if let capabilities = node.capabilities, KeyboardKind(capabilities) == nil { return nil }
    self.node = node
    info = node.info
    info.id = id
    info.kind = node.kind
    links = node.links
    keyCount = node.capabilities?.realKeys.count ?? 0
    lights = node.capabilities?.lockLEDs ?? []
    movesPointer = node.capabilities.map(KeyboardKind.movesPointer) ?? false
    bus = Self.busName(info.bus)
    driver = node.driver
    users = DeviceUsers(of: node.path).all()
  }

  /// Tries to open a node, and reads from it what sysfs does not report.
  private static func look(
    at node: inout DeviceNode, pad: inout Result<PadKind, PadFlaw>?, opener: EvdevKeyboard.Opener
  ) -> Access {
    let flags = O_NONBLOCK | O_CLOEXEC | O_NOCTTY
    var access = Access.full
    var descriptor = opener(node.path, O_RDWR | flags)
    if descriptor < 0, errno == EACCES || errno == EPERM || errno == EROFS {
      access = .readOnly
      descriptor = opener(node.path, O_RDONLY | flags)
    }
    guard descriptor >= 0 else {
      switch errno {
      case EACCES, EPERM: return .notPermitted
      case ENOENT: return .noNode
      default: return .failed(errno: errno)
      }
    }
    do {
      let handle = try EvdevHandle(owning: descriptor, path: node.path)
      let description = handle.description(of: node.info)
      pad = Result { () throws(PadFlaw) in try PadSurface(description).kind }
      guard node.capabilities == nil else { return access }
      node.info = handle.info(id: node.info.id, path: node.path)
      node.capabilities = handle.capabilities
      return access
    } catch {
      if case .notEvdev(_, let errno) = error { return .failed(errno: errno) }
      return access
    }
  }

  /// Whether no other program has grabbed the device, which is grabbed for a moment to find out.
  package func canBeGrabbed(opener: EvdevKeyboard.Opener = EvdevKeyboard.open) -> Bool {
    let descriptor = opener(node.path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0, let handle = try? EvdevHandle(owning: descriptor, path: node.path)
    else { return false }
    // Closing the device ends the grab.
    return handle.setGrabbed(true) == 0
  }

  /// Returns whether a probe of ``canBeGrabbed(opener:)`` succeeds, and tries again for 200 ms:
  /// another process may be probing the same devices at this moment.
  ///
  /// - Parameters:
  ///   - pause: waits for 25 ms.
  ///   - probe: whether a device can be grabbed.
  /// - Returns: whether one of the attempts succeeded.
  package static func succeeds(
    pausing pause: () -> Void = { usleep(25_000) }, _ probe: () -> Bool
  ) -> Bool {
    for _ in 0..<8 {
      if probe() { return true }
      pause()
    }
    return probe()
  }

  /// Returns the name of a bus, after the constants `BUS_…` of `linux/input.h`.
  static func busName(_ number: UInt16) -> String {
    switch Int32(number) {
    case BUS_PCI: "pci"
    case BUS_ISAPNP: "isapnp"
    case BUS_USB: "usb"
    case BUS_HIL: "hil"
    case BUS_BLUETOOTH: "bluetooth"
    case BUS_VIRTUAL: "virtual"
    case BUS_ISA: "isa"
    case BUS_I8042: "i8042"
    case BUS_XTKBD: "xtkbd"
    case BUS_RS232: "rs232"
    case BUS_GAMEPORT: "gameport"
    case BUS_PARPORT: "parport"
    case BUS_AMIGA: "amiga"
    case BUS_ADB: "adb"
    case BUS_I2C: "i2c"
    case BUS_HOST: "host"
    case BUS_GSC: "gsc"
    case BUS_ATARI: "atari"
    case BUS_SPI: "spi"
    case BUS_RMI: "rmi"
    case BUS_CEC: "cec"
    case BUS_INTEL_ISHTP: "ishtp"
    default: "\(number)"
    }
  }
}
