// SPDX-License-Identifier: Apache-2.0
internal import CLinux
import Glibc
package import Keys

/// What `keybridge devices` tells of one device that has keys.
package struct DeviceListing: Hashable, Sendable {
  /// What came of trying to open the node.
  package enum Access: Hashable, Sendable {
    /// It may be read and its lights set.
    case full
    /// It may be read only.
    case readOnly
    /// It may not be read: `EACCES` or `EPERM`.
    case notPermitted
    /// There is no node although the kernel has the device: `ENOENT`.
    case noNode
    /// It cannot be opened for another reason, an `errno`.
    case failed(errno: Int32)

    /// Whether the device can be used.
    package var isReadable: Bool { self == .full || self == .readOnly }
  }

  /// What selectors look at, with all that is known of the device.
  package var node: DeviceNode
  /// Names, numbers, kind; the identifier counts the listing's rows.
  package var info: DeviceInfo
  /// Whether it may be opened.
  package var access: Access
  /// The other names of the node, `/dev/input/by-id/…` and `/dev/input/by-path/…`.
  package var links: [String]
  /// How many keys it claims to have, without buttons; 0 where nobody may know.
  package var keyCount: Int
  /// The lights that show locks.
  package var lights: LockLEDs
  /// The bus, `usb`, `bluetooth`, `i8042`; the number where it has no name.
  package var bus: String
  /// The kernel driver; nil where sysfs does not tell.
  package var driver: String?
  /// The processes that have it open, as far as `/proc` shows them.
  package var users: [ProcessFacts]

  /// Lists every device that has keys or buttons, in the order of the nodes' numbers.
  ///
  /// A device of which nothing is known because it may not be opened is in the list too. Nodes are
  /// opened for a moment and nothing is read from them.
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
    access = Self.look(at: &node, opener: opener)
    if let capabilities = node.capabilities, KeyboardKind(capabilities) == nil { return nil }
    self.node = node
    info = node.info
    info.id = id
    info.kind = node.kind
    links = node.links
    keyCount = node.capabilities?.realKeys.count ?? 0
    lights = node.capabilities?.lockLEDs ?? []
    bus = Self.busName(info.bus)
    driver = node.driver
    users = DeviceUsers(of: node.path).all()
  }

  /// Tries to open a node, and learns from it what sysfs has not told.
  private static func look(
    at node: inout DeviceNode, opener: EvdevKeyboard.Opener
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
    guard node.capabilities == nil else {
      close(descriptor)
      return access
    }
    do {
      let handle = try EvdevHandle(owning: descriptor, path: node.path)
      node.info = handle.info(id: node.info.id, path: node.path)
      node.capabilities = handle.capabilities
      return access
    } catch {
      if case .notEvdev(_, let errno) = error { return .failed(errno: errno) }
      return access
    }
  }

  /// The name of a bus, after the constants `BUS_…` of `linux/input.h`.
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
