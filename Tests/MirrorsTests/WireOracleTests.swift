// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Keys
import TestSupport
import Testing
import TextInput

@testable import Mirrors

/// The lines that are written directly, compared with those of JSONEncoder.
@Suite struct WireOracleTests {
  private struct TextShape: Codable {
    var container: UInt32
    var event: String
    var origin: String
    var range: [Int]
    var string: String
  }

  private struct KeystrokeShape: Codable {
    var device: String
    var key: String
    var keysym: String
    var modifiers: [String]
    var `repeat`: Bool
    var text: String
    var time: Int64
  }

  private let library = {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return encoder
  }()

  @Test("any text is written as by JSONEncoder", arguments: 0..<40)
  func textLines(_ seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<50 {
      let text = Self.randomText(&generator)
      let start = Int.random(in: 0...100_000, using: &generator)
      let container = ContainerID(rawValue: .random(in: 0...9, using: &generator))
      var bytes: [UInt8] = []
      WireEncoder(keysymName: { _ in "" }).append(
        .textDidChange(container, range: TextRange(start, start + 3), text: text, origin: .undo),
        to: &bytes)
      try expectSame(
        bytes,
        TextShape(
          container: container.rawValue, event: "text.didChange", origin: "undo",
          range: [start, start + 3], string: text))
    }
  }

  @Test(
    "a line of any length is appended completely to the existing bytes", arguments: [0, 1, 400])
  func lengths(_ escapes: Int) throws {
    let encoder = WireEncoder(keysymName: { _ in "" })
    var bytes: [UInt8] = []
    var start = 0
    for length in 0...1100 {
      let text =
        String(repeating: "\n", count: min(escapes, length))
        + String(
          repeating: "x", count: max(0, length - escapes))
      encoder.append(
        .textDidChange(ContainerID(rawValue: 1), range: TextRange(7, 7), text: text, origin: .user),
        to: &bytes)
      try expectSame(
        Array(bytes[start...]),
        TextShape(
          container: 1, event: "text.didChange", origin: "user", range: [7, 7], string: text))
      start = bytes.count
    }
  }

  @Test("numbers of any length are written as by JSONEncoder")
  func numbers() throws {
    var numbers: [Int64] = [.min, .max, .min + 1, -1, 0]
    var power: Int64 = 1
    for _ in 0..<18 {
      numbers += [power, 10 * power - 1, -power]
      power *= 10
    }
    let encoder = WireEncoder(keysymName: { _ in "a" })
    encoder.note(.deviceAttached(.desk))
    for number in numbers {
      var bytes: [UInt8] = []
      encoder.append(keystroke(time: number), to: &bytes)
      try expectSame(
        bytes,
        KeystrokeShape(
          device: DeviceInfo.desk.label, key: "KEY_A", keysym: "a", modifiers: [], repeat: false,
          text: "a",
          time: number))
    }
  }

  @Test("a keystroke line is written as by JSONEncoder", arguments: 0..<20)
  func keystrokeLines(_ seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let name = Self.randomText(&generator)
    let encoder = WireEncoder(keysymName: { _ in name })
    let device = DeviceInfo(id: DeviceID(rawValue: 1), name: Self.randomText(&generator))
    encoder.note(.deviceAttached(device))
    let time = Int64.random(in: .min ... .max, using: &generator)
    let keystroke = Keystroke(
      event: KeyEvent(
        time: Timestamp(microseconds: time), device: device.id, code: .a, phase: .repeat),
      text: Self.randomText(&generator), modifiers: [.shift, .command])
    var bytes: [UInt8] = []
    encoder.append(keystroke, to: &bytes)
    try expectSame(
      bytes,
      KeystrokeShape(
        device: device.label, key: "KEY_A", keysym: name, modifiers: ["shift", "command"],
        repeat: true, text: keystroke.text, time: time))
  }

  private func expectSame(_ bytes: [UInt8], _ shape: some Encodable) throws {
    #expect(bytes == Array(try library.encode(shape)) + [UInt8(ascii: "\n")])
  }

  private static func randomText(_ generator: inout SeededGenerator) -> String {
    let ranges: [ClosedRange<UInt32>] = [
      0...0x1f, 0x20...0x7f, 0x80...0xff, 0x2020...0x2030, 0x1f600...0x1f64f, 0x22...0x22,
      0x5c...0x5c,
    ]
    var scalars = String.UnicodeScalarView()
    for _ in 0..<Int.random(in: 0...12, using: &generator) {
      let range = ranges.randomElement(using: &generator) ?? 0...0
      if let scalar = Unicode.Scalar(UInt32.random(in: range, using: &generator)) {
        scalars.append(scalar)
      }
    }
    return String(scalars)
  }
}
