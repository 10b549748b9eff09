// SPDX-License-Identifier: Apache-2.0
import Devices
import Keys
import Testing

@Suite struct KeyboardKindTests {
  /// A device as sysfs describes it, with its kind.
  struct Sample: Sendable, CustomTestStringConvertible {
    var name: String
    var kind: KeyboardKind?
    var ev: String
    var key: String
    var rel = "0"
    var abs = "0"
    var properties = "0"

    var testDescription: String { name }

    var capabilities: Capabilities? {
      Capabilities { attribute in
        switch attribute {
        case "capabilities/ev": ev + "\n"
        case "capabilities/key": key + "\n"
        case "capabilities/rel": rel + "\n"
        case "capabilities/abs": abs + "\n"
        case "properties": properties + "\n"
        default: nil
        }
      }
    }
  }

  // Copied from /proc/bus/input/devices of real machines.
  static let samples = [
    Sample(
      name: "AT Translated Set 2 keyboard", kind: .keyboard, ev: "120013",
      key: "402000000 3803078f800d001 feffffdfffefffff fffffffffffffffe"),
    Sample(
      name: "Logitech USB Receiver, the keyboard", kind: .keyboard, ev: "120013",
      key: "1000000000007 ff9f207ac14057ff febeffdfffefffff fffffffffffffffe"),
    Sample(
      name: "USB barcode scanner", kind: .keyboard, ev: "120013",
      key: "1000000000007 ff800000000007ff febeffdff3cfffff fffffffffffffffe"),
    Sample(
      name: "Yubico YubiKey", kind: .keyboard, ev: "120013",
      key: "e080ffdf01cfffff fffffffffffffffe"),
    Sample(
      name: "USB keyboard, the media keys", kind: .remote, ev: "1f",
      key: "3f00033fff 0 0 483ffff17aff32d bfd4444600000000 1 130ff38b17c000 677bfad9415fed "
        + "19ed68000004400 10000002", rel: "40", abs: "100000000"),
    Sample(
      name: "USB keyboard, the system keys", kind: .buttons, ev: "13",
      key: "c000 10000000000000 0"),
    Sample(name: "Power Button", kind: .buttons, ev: "3", key: "10000000000000 0"),
    Sample(name: "Sleep Button", kind: .buttons, ev: "3", key: "4000 0 0"),
    Sample(name: "Lid Switch", kind: nil, ev: "21", key: "0"),
    Sample(name: "Video Bus", kind: .buttons, ev: "3", key: "3e000b00000000 0 0 0"),
    Sample(
      name: "ThinkPad Extra Buttons", kind: .buttons, ev: "33",
      key: "18040000 0 10000000000000 0 1501b02102004 8000000001104000 e000000000000 0"),
    Sample(name: "HDA Intel PCH Headphone", kind: nil, ev: "21", key: "0"),
    Sample(name: "PC Speaker", kind: nil, ev: "40001", key: "0"),
    Sample(
      name: "USB optical mouse", kind: .pointer, ev: "17", key: "1f0000 0 0 0 0", rel: "1943"),
    Sample(
      name: "TPPS/2 IBM TrackPoint", kind: .pointer, ev: "7", key: "70000 0 0 0 0", rel: "3",
      properties: "21"),
    Sample(
      name: "SynPS/2 Synaptics TouchPad", kind: .pointer, ev: "b", key: "e520 10000 0 0 0 0",
      abs: "660800011000003", properties: "5"),
    Sample(
      name: "Microsoft X-Box 360 pad", kind: .pointer, ev: "20000b",
      key: "7cdb000000000000 0 0 0 0", abs: "3003f"),
  ]

  @Test("the kind of a device follows from its capabilities in sysfs", arguments: samples)
  func fromSysfs(_ sample: Sample) throws {
    let capabilities = try #require(sample.capabilities)
    #expect(KeyboardKind(capabilities) == sample.kind)
  }

  /// A device described by the names of its keys.
  struct Board: Sendable, CustomTestStringConvertible {
    var name: String
    var kind: KeyboardKind?
    var keys: [String]
    var rel: UInt64 = 0
    var abs: UInt64 = 0
    var properties: UInt64 = 0
    var isRemote = false

    var testDescription: String { name }
  }

  static let digits = (0...9).map { "KEY_\($0)" }
  static let keypad =
    (0...9).map { "KEY_KP\($0)" } + ["KEY_KPDOT", "KEY_KPPLUS", "KEY_KPMINUS", "KEY_NUMLOCK"]
  static let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ".map { "KEY_\($0)" }
  static let arrows = ["KEY_UP", "KEY_DOWN", "KEY_LEFT", "KEY_RIGHT"]
  static let modifiers = [
    "KEY_LEFTCTRL", "KEY_LEFTSHIFT", "KEY_LEFTALT", "KEY_LEFTMETA", "KEY_RIGHTCTRL",
    "KEY_RIGHTSHIFT", "KEY_RIGHTALT", "KEY_RIGHTMETA",
  ]
  static let media = ["KEY_MUTE", "KEY_VOLUMEUP", "KEY_VOLUMEDOWN", "KEY_PLAYPAUSE", "KEY_WWW"]
  static let telephone = (0...9).map { "KEY_NUMERIC_\($0)" }

  static let boards = [
    Board(name: "numeric keypad", kind: .keypad, keys: keypad + ["KEY_KPENTER"]),
    Board(
      name: "digits-only scanner", kind: .keypad, keys: digits + ["KEY_ENTER", "KEY_LEFTSHIFT"]),
    Board(
      name: "PIN pad with star and hash", kind: .keypad,
      keys: digits + ["KEY_NUMERIC_STAR", "KEY_NUMERIC_POUND"]),
    Board(
      name: "gaming mouse, macro keys", kind: .buttons,
      keys: digits + modifiers + ["KEY_MINUS", "KEY_EQUAL"]),
    Board(
      name: "security key, its sixteen letters only", kind: .keyboard,
      keys: "CBDEFGHIJKLNRTUV".map { "KEY_\($0)" } + ["KEY_ENTER", "KEY_LEFTSHIFT"]),
    Board(
      name: "keyboard with a trackpoint in the same node", kind: .keyboard,
      keys: letters + digits + ["KEY_ENTER", "KEY_SPACE"] + ["BTN:110", "BTN:111"], rel: 3),
    Board(
      name: "keyboard with a volume wheel", kind: .keyboard,
      keys: letters + ["KEY_SPACE"], abs: 1 << 32),
    Board(
      name: "infrared receiver", kind: .remote,
      keys: telephone + arrows + ["KEY_OK", "KEY_POWER", "KEY_VOLUMEUP"], rel: 3,
      properties: 1 << 5, isRemote: true),
    Board(
      name: "infrared receiver, keymap with a mouse", kind: .remote,
      keys: arrows + ["KEY_OK", "BTN:110", "BTN:111"], rel: 3, properties: 1 << 5, isRemote: true),
    Board(
      name: "HDMI-CEC", kind: .remote, keys: arrows + ["KEY_SELECT", "KEY_EXIT"], rel: 3,
      properties: 1 << 5, isRemote: true),
    Board(
      name: "infrared receiver without sysfs, which may be a trackpoint", kind: .pointer,
      keys: telephone + arrows + ["KEY_OK"], rel: 3, properties: 1 << 5),
    Board(
      name: "trackpoint's node with the media keys of its keyboard", kind: .pointer,
      keys: arrows + media + ["KEY_ENTER", "KEY_ESC", "BTN:110", "BTN:111", "BTN:112"], rel: 0x143,
      abs: 0xffff_ff01_0000_0000, properties: 0x21),
    Board(
      name: "trackpoint's node without the property", kind: .pointer,
      keys: arrows + media + ["KEY_ENTER", "BTN:110"], rel: 0x143),
    Board(
      name: "pointing stick without buttons and axes", kind: .pointer,
      keys: arrows + media + ["KEY_ENTER"], properties: 1 << 5),
    Board(
      name: "mouse's keyboard node, with axes and without buttons", kind: .pointer,
      keys: arrows + media + ["KEY_ENTER"], rel: 0x143),
    Board(
      name: "mouse's keyboard node, with digits and Enter", kind: .pointer,
      keys: digits + ["KEY_ENTER"], rel: 3),
    Board(
      name: "mouse's keyboard node that types letters", kind: .keyboard,
      keys: letters + digits + ["KEY_ENTER"], rel: 0x143, abs: 1 << 40),
    Board(
      name: "keyboard with a touchpad in the same node", kind: .keyboard,
      keys: letters + arrows + media + ["KEY_ENTER", "BTN:110", "BTN:111"], rel: 0x1c3,
      abs: 1 << 32),
    Board(
      name: "keyboard cover with a touchpad in the same node", kind: .keyboard,
      keys: letters + ["KEY_ENTER", "BTN:110"], rel: 0x1c3, abs: 0x7fff_ff01_0000_0003),
    Board(
      name: "media keys with every unknown axis", kind: .remote,
      keys: arrows + media + ["KEY_ENTER"], rel: 0x40, abs: 0xffff_ff01_0000_0000),
    Board(
      name: "headset with every unknown axis", kind: .buttons,
      keys: ["KEY_VOLUMEUP", "KEY_VOLUMEDOWN", "KEY_MUTE"], abs: 0x7fff_ff00_0000_0000),
    Board(
      name: "touch screen with keys", kind: .pointer, keys: arrows + ["KEY_ENTER"],
      abs: 1 << 0x2f | 1 << 0x35 | 1 << 0x36),
    Board(name: "front panel", kind: .remote, keys: arrows + ["KEY_ENTER", "KEY_ESC"]),
    Board(
      name: "USB headset", kind: .buttons,
      keys: ["KEY_VOLUMEUP", "KEY_VOLUMEDOWN", "KEY_MUTE", "KEY_PLAYPAUSE", "KEY_PHONE"]),
    Board(
      name: "headphone jack with buttons", kind: .buttons,
      keys: ["KEY_PLAYPAUSE", "KEY_VOLUMEUP", "KEY_VOLUMEDOWN", "KEY_VOICECOMMAND"]),
    Board(
      name: "mouse with side keys", kind: .pointer,
      keys: ["BTN:110", "BTN:111", "BTN:112", "KEY_PLAYPAUSE"] + arrows + ["KEY_ENTER"], rel: 3),
    Board(
      name: "tablet pad", kind: .pointer,
      keys: (0...9).map { "BTN:10\($0)" } + ["BTN:14b", "KEY_PROG1"], abs: 0x103),
    Board(
      name: "touch screen", kind: .pointer, keys: ["BTN:14a"], abs: 1 << 0x35 | 1 << 0x36 | 3),
    Board(name: "rotary knob that clicks", kind: .pointer, keys: ["BTN:100"], rel: 1 << 7),
    Board(name: "gamepad with home key", kind: .pointer, keys: ["BTN:130", "KEY_HOMEPAGE"]),
    Board(name: "no keys at all", kind: nil, keys: [], rel: 3),
  ]

  @Test("the kind of a device follows from its keys and axes", arguments: boards)
  func fromKeys(_ board: Board) throws {
    let keys = try board.keys.map { name in
      name.hasPrefix("BTN:")
        ? KeyCode(try #require(UInt16(name.dropFirst(4), radix: 16)))
        : try #require(KeyCode(name: name), "\(name)")
    }
    let capabilities = Capabilities(
      types: 1 | (keys.isEmpty ? 0 : 2), keys: KeySet(keys), relativeAxes: board.rel,
      absoluteAxes: board.abs, properties: board.properties, isRemoteControl: board.isRemote)
    #expect(KeyboardKind(capabilities) == board.kind)
  }

  @Test("an opened node has the same capabilities as sysfs")
  func opened() throws {
    let fake = FakeKeyboard(keys: [.a, .enter, KeyCode(0x110)], relative: 3)
    let opened = try fake.opened().capabilities
    let read = Capabilities { attribute in
      switch attribute {
      case "capabilities/ev": "120017"
      case "capabilities/key": "10000 0 0 0 50000000"
      case "capabilities/rel": "3"
      case "capabilities/led": "7"
      default: nil
      }
    }
    #expect(opened == read)
  }

  @Test(
    "malformed bitmaps are refused",
    arguments: [
      "", "\n", "xyz", "1 g", "12345678901234567", "-1", String(repeating: "1 ", count: 99),
    ]
  )
  func rubbish(_ text: String) {
    #expect(Capabilities { _ in text } == nil)
  }

  @Test("without sysfs there are no capabilities")
  func nothing() {
    #expect(Capabilities { _ in nil } == nil)
  }
}
