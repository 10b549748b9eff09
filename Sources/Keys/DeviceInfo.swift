// SPDX-License-Identifier: Apache-2.0

/// A keyboard's number within one source; not used again after the keyboard disconnects.
public struct DeviceID: RawRepresentable, Hashable, Comparable, Sendable {
  /// The number, counted from 0 in the order in which the source found its keyboards.
  public var rawValue: UInt32

  /// Creates an identifier from a number.
  ///
  /// - Parameter rawValue: the number of the keyboard within its source.
  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// Orders identifiers by age.
  ///
  /// - Parameters:
  ///   - left: an identifier.
  ///   - right: another identifier.
  /// - Returns: whether the left keyboard was found first.
  public static func < (left: DeviceID, right: DeviceID) -> Bool {
    left.rawValue < right.rawValue
  }
}

/// The description of a keyboard: what `EVIOCGNAME`, `EVIOCGPHYS` and `EVIOCGID` report, and its
/// kind.
public struct DeviceInfo: Hashable, Sendable {
  /// The keyboard's number within its source.
  public var id: DeviceID
  /// The name that the device reports; evdev's `EVIOCGNAME`.
  public var name: String
  /// The device node, `/dev/input/event3`; empty for a capture that names none.
  public var path: String
  /// The physical location, stable across restarts; evdev's `EVIOCGPHYS`.
  public var phys: String
  /// The serial number, usually empty; evdev's `EVIOCGUNIQ`.
  public var uniq: String
  /// The bus, for example 3 for USB; the C constants are `BUS_…`.
  public var bus: UInt16
  /// The vendor ID.
  public var vendor: UInt16
  /// The product ID.
  public var product: UInt16
  /// The product version.
  public var version: UInt16
  /// Whether the kernel repeats held keys of this device (`EV_REP`).
  public var repeatsInKernel: Bool
  /// The kind of keyboard that its keys suggest; nil if the source cannot know.
  public var kind: KeyboardKind?
  /// The lock LEDs that were lit when the device was opened; evdev's `EVIOCGLED`.
  public var litLEDs: LockLEDs
  /// Whether the settings declare the device a scanner: it produces ``Scan``s and types into no
  /// text.
  public var isScanner = false
  /// The name of the program that receives the codes according to the settings; nil if they name
  /// none.
  public var program: String?
  /// The user of that program, according to the settings; nil for any user.
  public var programUser: UInt32?

  /// Creates a description; omitted parameters are empty.
  ///
  /// - Parameters:
  ///   - id: the keyboard's number within its source.
  ///   - name: the name that the device reports.
  ///   - path: the device node; if it is empty, the name is the device's ``label``.
  ///   - phys: the physical location.
  ///   - uniq: the serial number.
  ///   - bus: the bus; 0 if unknown.
  ///   - vendor: the vendor ID; 0 if unknown.
  ///   - product: the product ID; 0 if unknown.
  ///   - version: the product version; 0 if unknown.
  ///   - repeatsInKernel: whether the kernel repeats held keys of the device.
  ///   - kind: the kind of keyboard; nil if the source cannot know.
  ///   - litLEDs: the lock LEDs that were lit when the device was opened.
  public init(
    id: DeviceID, name: String, path: String = "", phys: String = "", uniq: String = "",
    bus: UInt16 = 0, vendor: UInt16 = 0, product: UInt16 = 0, version: UInt16 = 0,
    repeatsInKernel: Bool = true, kind: KeyboardKind? = nil, litLEDs: LockLEDs = []
  ) {
    self.id = id
    self.name = name
    self.path = path
    self.phys = phys
    self.uniq = uniq
    self.bus = bus
    self.vendor = vendor
    self.product = product
    self.version = version
    self.repeatsInKernel = repeatsInKernel
    self.kind = kind
    self.litLEDs = litLEDs
  }

  /// The device's label on the wire: its node, or its name if it has no node.
  public var label: String {
    path.isEmpty ? name : path
  }
}

/// The kind of a device, judged by its keys.
@nonexhaustive
public enum KeyboardKind: String, Hashable, Sendable, CaseIterable {
  /// A device with the letter keys: a keyboard, or a scanner that presents itself as one.
  case keyboard
  /// A device with digits but no letters: a keypad, a PIN pad, a digits-only scanner.
  case keypad
  /// A device with arrows and OK, or with a telephone's digits: a remote control.
  case remote
  /// A device with a few keys that type nothing: a power button, a headset, a lid switch.
  case buttons
  /// A pointing device, whatever keys it also has: a mouse, touchpad, joystick or pen.
  case pointer

  /// Whether Keybridge uses such a device without being configured to.
  public var isKeyboard: Bool {
    switch self {
    case .keyboard, .keypad, .remote: true
    case .buttons, .pointer: false
    }
  }
}
