// SPDX-License-Identifier: Apache-2.0

/// A keyboard's number within one source; never used again after the keyboard has gone.
public struct DeviceID: RawRepresentable, Hashable, Comparable, Sendable {
  /// The number, counted from 0 in the order in which the source met its keyboards.
  public var rawValue: UInt32

  /// Makes an identifier from a number.
  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// Orders by age.
  public static func < (left: DeviceID, right: DeviceID) -> Bool {
    left.rawValue < right.rawValue
  }
}

/// What is known of a keyboard: the facts that `EVIOCGNAME`, `EVIOCGPHYS` and `EVIOCGID` give.
public struct DeviceInfo: Hashable, Sendable {
  /// The keyboard's number within its source.
  public var id: DeviceID
  /// The name the device gives itself; evdev's `EVIOCGNAME`.
  public var name: String
  /// The device node, `/dev/input/event3`; empty for a capture that names none.
  public var path: String
  /// The physical place, stable across restarts; evdev's `EVIOCGPHYS`.
  public var phys: String
  /// The serial number, mostly empty; evdev's `EVIOCGUNIQ`.
  public var uniq: String
  /// The bus, for example 3 for USB; the C constants are `BUS_…`.
  public var bus: UInt16
  /// The vendor's number.
  public var vendor: UInt16
  /// The product's number.
  public var product: UInt16
  /// The product's version.
  public var version: UInt16
  /// Whether the kernel repeats held keys of this device: it has `EV_REP`.
  public var repeatsInKernel: Bool
  /// What kind of keyboard its keys make it; nil where the source cannot know.
  public var kind: KeyboardKind?
  /// The lock lights that were lit when it was opened; evdev's `EVIOCGLED`.
  public var litLEDs: LockLEDs
  /// Whether the settings say that it types codes, each a ``Scan``, and nothing into texts.
  public var isScanner = false
  /// The program that the settings give its codes to, by its name; nil where they name none.
  public var program: String?

  /// Makes a description; what is not given is empty.
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

  /// What the wire calls the device: its node where there is one, else its name.
  public var label: String {
    path.isEmpty ? name : path
  }
}

/// What a device's keys make it.
@nonexhaustive
public enum KeyboardKind: String, Hashable, Sendable, CaseIterable {
  /// It has the letters: a keyboard, or a scanner that pretends to be one.
  case keyboard
  /// It has digits but not the letters: a keypad, a PIN pad, a digits-only scanner.
  case keypad
  /// It has arrows and OK, or a telephone's digits: a remote control.
  case remote
  /// It has a few keys that type nothing: a power button, a headset, a lid switch.
  case buttons
  /// It points: a mouse, touchpad, joystick or pen, whatever keys it has besides.
  case pointer

  /// Whether Keybridge takes such a device without being told to.
  public var isKeyboard: Bool {
    switch self {
    case .keyboard, .keypad, .remote: true
    case .buttons, .pointer: false
    }
  }
}
