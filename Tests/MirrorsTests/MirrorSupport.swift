// SPDX-License-Identifier: Apache-2.0
import Glibc
import Keys
import Mirrors
import TestSupport
import TextInput

/// Two connected descriptors: bytes written to the second are read from the first.
///
/// Not made with `pipe`, because programs that other tests start meanwhile would inherit them.
func connectedPair() throws -> (reader: Int32, writer: Int32) {
  var ends: [Int32] = [0, 0]
  let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
  guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else {
    throw SystemFailure(call: "socketpair", errno: errno)
  }
  return (ends[0], ends[1])
}

/// A pipe whose reading end collects what a mirror writes.
final class PipeReader {
  let writer: Int32
  private let reader: Int32

  init() throws {
    (reader, writer) = try connectedPair()
    _ = fcntl(reader, F_SETFL, O_NONBLOCK)
  }

  deinit {
    close(reader)
    close(writer)
  }

  /// The bytes written since the last call.
  func read() -> String {
    String(decoding: drain(reader), as: UTF8.self)
  }
}

/// Reads all available bytes of a non-blocking descriptor.
func drain(_ descriptor: Int32) -> [UInt8] {
  var bytes: [UInt8] = []
  var block = [UInt8](repeating: 0, count: 1 << 16)
  while true {
    let count = Glibc.read(descriptor, &block, block.count)
    if count <= 0 { return bytes }
    bytes += block[..<count]
  }
}

/// A document as an array of code units.
final class PlainText {
  private(set) var units: [UInt16] = []

  var string: String { String(decoding: units, as: UTF16.self) }
  var length: Int { units.count }

  /// Makes an edit, and returns the update that an engine would send.
  func replace(_ range: TextRange, with text: String) -> Update {
    units.replaceSubrange(range.start..<range.end, with: text.utf16)
    return .textDidChange(.main, range: range, text: text, origin: .user)
  }
}

extension ContainerID {
  static let main = ContainerID(rawValue: 0)
}

extension DeviceInfo {
  static let desk = DeviceInfo(
    id: DeviceID(rawValue: 3), name: "USB Keyboard", path: "/dev/input/event3",
    phys: "usb-0000:00:14.0-2/input0", bus: 3, vendor: 0x046d, product: 0xc31c, version: 0x0110,
    kind: .keyboard)
}

/// A keystroke of the A key on the desk keyboard.
func keystroke(
  _ phase: KeyEvent.Phase = .press, code: KeyCode = .a, keysym: UInt32 = 0x61, text: String = "a",
  modifiers: Modifiers = [], time: Int64 = 1_000_250
) -> Keystroke {
  Keystroke(
    event: KeyEvent(
      time: Timestamp(microseconds: time), device: DeviceInfo.desk.id, code: code, phase: phase),
    keysym: Keysym(rawValue: keysym), text: text, modifiers: modifiers)
}

/// The names of the few keysyms the tests use.
func testKeysymName(_ keysym: Keysym) -> String {
  switch keysym.rawValue {
  case 0x61: "a"
  case 0x41: "A"
  case 0xffe1: "Shift_L"
  default: "NoSymbol"
  }
}
