// SPDX-License-Identifier: Apache-2.0
import Devices
import Glibc
import Keys
import TestSupport
import Testing

@Suite struct DeviceSelectorTests {
  static let keyboard = node("event3", "Logitech USB Keyboard", letters)
  static let mouse = node("event4", "Logitech USB Receiver Mouse", [KeyCode(0x110), KeyCode(164)])
  static let plainMouse = node("event5", "Logitech Mouse", [KeyCode(0x110)])
  static let power = node("event0", "Power Button", [KeyCode(116)], vendor: 0, product: 1)
  static let bluetooth = node(
    "event6", "BT Keyboard", letters, uniq: "AA:BB:cc:00:00:01")
  static let touchpad = node(
    "event7", "BT Keyboard Touchpad", [KeyCode(0x110), KeyCode(164)], uniq: "AA:BB:cc:00:00:01")
  static let unknown = DeviceNode(path: "/dev/input/event9")
  static let letters = (1...60).map { KeyCode($0) }

  static func node(
    _ name: String, _ title: String, _ keys: [KeyCode], vendor: UInt16 = 0x046d,
    product: UInt16 = 0xc31c, uniq: String = ""
  ) -> DeviceNode {
    DeviceNode(
      path: "/dev/input/\(name)",
      links: ["/dev/input/by-id/usb-\(title.split(separator: " ")[0])_\(name)"],
      info: DeviceInfo(
        id: DeviceID(rawValue: 0), name: title, phys: "usb-0000:00:14.0-2/\(name)",
        uniq: uniq, vendor: vendor, product: product),
      capabilities: Capabilities(
        types: 3, keys: KeySet(keys), relativeAxes: keys.contains { $0.isButton } ? 3 : 0))
  }

  @Test(
    "a selector selects the devices that match it",
    arguments: [
      ("all", [0, 3, 9]),
      ("name=Logitech USB Keyboard", [3]),
      ("name=Logitech*", [3]),
      ("name=Logitech US? [KM]*", [3]),
      ("name=*", [0, 3, 9]),
      ("name=logitech*", []),
      ("046d:c31c", [3]),
      ("046D:C31C", [3]),
      ("46d:*", [3]),
      ("*:c31c", [3]),
      ("0x046d:0xc31c", [3]),
      ("0000:0001", [0]),
      ("*:*", [0, 3, 9]),
      ("phys=usb-0000:00:14.0-2/event3", [3]),
      ("phys=usb-0000:00:14.0-2/*", [0, 3]),
      ("path=/dev/input/event3", [3]),
      ("path=/dev/input/by-id/usb-Logitech_event3", [3]),
      ("path=/dev/input/by-id/usb-*", [0, 3]),
      // A pointing device is selected by its full path only: a trackpoint has the board's name.
      ("name=Logitech USB Receiver Mouse", []),
      ("path=/dev/input/event4", [4]),
      ("path=/dev/input/by-id/usb-Logitech_event4", [4]),
      ("phys=usb-0000:00:14.0-2/event4", []),
      // A device without events to read is never selected.
      ("path=/dev/input/event5", []),
    ])
  func takes(_ text: String, _ expected: [Int]) throws {
    let selectors = [try DeviceSelector(text)]
    #expect(selectors[0].description == text)
    let all = [Self.power, Self.keyboard, Self.mouse, Self.plainMouse, Self.unknown]
    let taken = all.filter { selectors.take($0) }.map { $0.path }
    #expect(taken == expected.map { "/dev/input/event\($0)" })
  }

  @Test(
    "a uniq selects the keyboard with an address in any case, and not its touchpad",
    arguments: [
      ("uniq=aa:bb:cc:00:00:01", true), ("uniq=AA:BB:CC:00:00:01", true), ("uniq=aa:bb:*", true),
      ("uniq=*", true), ("uniq=aa:bb:cc:00:00:02", false), ("uniq=aa:bb", false),
    ])
  func uniq(_ text: String, _ isTaken: Bool) throws {
    let selectors = [try DeviceSelector(text)]
    #expect(selectors[0].description == text)
    #expect(selectors.take(Self.bluetooth) == isTaken)
    #expect(!selectors.take(Self.touchpad) && !selectors.take(Self.keyboard))
    #expect(!selectors.take(Self.unknown))
  }

  @Test("a name or a phys selects a board and not its trackpoint", arguments: ["name", "phys"])
  func trackpoint(_ field: String) throws {
    var board = Self.node("event7", "TrackPoint Keyboard", Self.letters)
    var point = Self.node("event8", "TrackPoint Keyboard", [KeyCode(0x110), KeyCode(164)])
    (board.info.phys, point.info.phys) = ("usb-1/input1", "usb-1/input1")
    let selector = try DeviceSelector(
      field == "name" ? "name=TrackPoint Keyboard" : "phys=usb-1/input1")
    #expect([selector].take(board) && ![selector].take(point))
  }

  @Test("a name with brackets matches as it is spelled")
  func brackets() throws {
    let selector = try DeviceSelector("name=HID 04d9:1503 [Foo]")
    #expect(selector.matches(Self.node("event7", "HID 04d9:1503 [Foo]", Self.letters)))
  }

  @Test("several selectors select devices that match any of them; no selector selects keyboards")
  func several() throws {
    let two = [try DeviceSelector("0000:0001"), try DeviceSelector("name=*Keyboard")]
    #expect(two.take(Self.power) && two.take(Self.keyboard) && !two.take(Self.mouse))
    let none: [DeviceSelector] = []
    #expect(!none.take(Self.power) && none.take(Self.keyboard) && !none.take(Self.mouse))
    #expect(none.take(Self.unknown))
  }

  @Test("a path may be any link to the node, and a pattern also matches links made by the user")
  func links() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write([], to: "event3")
    symlink(path, folder.path + "/my-scanner")
    symlink(folder.path + "/nowhere", folder.path + "/my-lost")
    let node = DeviceNode(path: path, capabilities: Self.keyboard.capabilities)
    #expect(try DeviceSelector("path=\(folder.path)/my-scanner").matches(node))
    #expect(try DeviceSelector("path=\(folder.path)/my-*").matches(node))
    #expect(try !DeviceSelector("path=\(folder.path)/my-lost").matches(node))
    // The link is resolved each time.
    unlink(folder.path + "/my-scanner")
    #expect(try !DeviceSelector("path=\(folder.path)/my-scanner").matches(node))
  }

  @Test("a path selects any node with the same device number")
  func deviceNumber() throws {
    let null = DeviceNode(path: "/dev/null", capabilities: Self.keyboard.capabilities)
    let folder = try TemporaryFolder()
    symlink("/dev/null", folder.path + "/null")
    #expect(try DeviceSelector("path=\(folder.path)/null").matches(null))
    #expect(try !DeviceSelector("path=/dev/zero").matches(null))
  }

  @Test(
    "a selector without a kind is an error with a hint",
    arguments: [
      ("", DeviceError.emptySelector),
      ("Logitech", .bareSelector("Logitech", suggestion: "name=*Logitech*")),
      ("Logi*", .bareSelector("Logi*", suggestion: "name=Logi*")),
      (
        "/dev/input/event3",
        .bareSelector("/dev/input/event3", suggestion: "path=/dev/input/event3")
      ),
      ("event3", .bareSelector("event3", suggestion: "path=/dev/input/event3")),
      (
        "usb-0000:00:14.0-2/input0",
        .bareSelector("usb-0000:00:14.0-2/input0", suggestion: "phys=usb-0000:00:14.0-2/input0")
      ),
      (
        "AA:bb:cc:00:00:01",
        .bareSelector("AA:bb:cc:00:00:01", suggestion: "uniq=AA:bb:cc:00:00:01")
      ),
      (
        "Foo: the keyboard",
        .bareSelector("Foo: the keyboard", suggestion: "name=*Foo: the keyboard*")
      ),
      ("nmae=x", .unknownSelectorField("nmae", known: ["name", "path", "phys", "uniq"])),
      ("=x", .unknownSelectorField("", known: ["name", "path", "phys", "uniq"])),
      ("name=", .emptySelectorValue(field: "name")),
      ("046d:", .badSelectorNumber("", selector: "046d:")),
      ("046d:c31cf", .badSelectorNumber("c31cf", selector: "046d:c31cf")),
      ("046d:+31c", .badSelectorNumber("+31c", selector: "046d:+31c")),
      ("keyboard:1", .badSelectorNumber("keyboard", selector: "keyboard:1")),
      ("a:b:c", .bareSelector("a:b:c", suggestion: "name=*a:b:c*")),
    ])
  func errors(_ text: String, _ error: DeviceError) {
    #expect(throws: error) { _ = try DeviceSelector(text) }
  }

  @Test("suggested selectors are valid")
  func suggestions() throws {
    for text in ["Logitech", "x*", "/dev/x", "event3", "usb-1/2", "ä", "a:b:c", "[", "?"] {
      do {
        _ = try DeviceSelector(text)
        Issue.record("\(text) is not bare")
      } catch {
        guard case .bareSelector(_, let suggestion) = error else { continue }
        _ = try DeviceSelector(suggestion)
      }
    }
  }

  @Test("any text is a selector or an error")
  func fuzz() {
    var random = SeededGenerator(seed: 2)
    let parts = [
      "name=", "path=", "all", ":", "*", "[", "046d", "ü", "/", "=", "\0", "\\", " ", "",
    ]
    for _ in 0..<2000 {
      let text = (0..<Int.random(in: 0...6, using: &random))
        .compactMap { _ in parts.randomElement(using: &random) }.joined()
      guard let selector = try? DeviceSelector(text) else { continue }
      _ = selector.matches(Self.keyboard)
    }
  }
}
