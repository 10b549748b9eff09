// SPDX-License-Identifier: Apache-2.0
import Captures
import Keys
import TestSupport
import Testing

@Suite struct FuzzTests {
  static let formats = FormatTests.formats

  /// Reads bytes as a capture; reading must end, and each mistake must have a place within them.
  private func check(_ bytes: [UInt8]) throws {
    let read = try readAll(bytes)
    var last: [DeviceID: Timestamp] = [:]
    for record in read.records {
      #expect(Int(record.device.rawValue) < read.devices.count)
      #expect(record.event.type <= 0x1f)
      if let last = last[record.device] { #expect(last <= record.event.time) }
      last[record.device] = record.event.time
    }
    guard let failure = read.failure else { return }
    #expect(!failure.errors.isEmpty && failure.errors.count <= 20)
    let lines = bytes.count { $0 == 0x0a } + 2
    for error in failure.errors {
      switch error.place {
      case .line(let line, let column):
        #expect((1...lines).contains(line) && (1...bytes.count + 2).contains(column))
      case .byte(let offset):
        #expect((0..<Int64(bytes.count)).contains(offset))
      case .file:
        switch error.problem {
        case .empty, .unrecognized: break
        default: Issue.record("\(error.problem) without a place")
        }
      }
    }
  }

  @Test("A capture cut off at any byte is read or refused", arguments: formats)
  func cutOff(format: CaptureFormat) throws {
    let bytes = Sample.bytes(in: format)
    for length in 0...bytes.count {
      try check(Array(bytes.prefix(length)))
    }
  }

  @Test("A capture changed at random is read or refused", arguments: formats)
  func changed(format: CaptureFormat) throws {
    var random = SeededGenerator(seed: 23)
    let events = Sample.events
    let sample =
      format == .libinput
      ? Array(Sample.libinput([events, events, events]).utf8) : Sample.bytes(in: format)
    for _ in 0..<400 {
      var bytes = sample
      for _ in 0...Int.random(in: 0...5, using: &random) {
        change(&bytes, &random)
      }
      try check(bytes)
    }
  }

  private func change(_ bytes: inout [UInt8], _ random: inout SeededGenerator) {
    guard !bytes.isEmpty else { return }
    let at = Int.random(in: 0..<bytes.count, using: &random)
    switch Int.random(in: 0...6, using: &random) {
    case 0: bytes[at] = .random(in: 0...255, using: &random)
    case 1: bytes[at] ^= 1 << UInt8.random(in: 0...7, using: &random)
    case 2: bytes.remove(at: at)
    case 3: bytes.insert(Array("0-. :[]#\n\t".utf8).randomElement(using: &random) ?? 0, at: at)
    case 4: bytes.removeSubrange(at..<min(bytes.count, at + 30))
    case 5: bytes.insert(contentsOf: bytes[at..<min(bytes.count, at + 60)], at: at)
    default:
      let digits = repeatElement(UInt8(ascii: "9"), count: .random(in: 1...30, using: &random))
      bytes.insert(contentsOf: digits, at: at)
    }
  }

  /// The limits of 32-bit and 64-bit numbers, of times in microseconds and of the readers.
  private static let edges: [UInt64] = {
    let limits: [UInt64] = [
      0, 1 << 15, 1 << 16, 1 << 31, 1 << 32, 1 << 40, 1 << 63, .max, 1_000_000,
      (1 << 63) / 1_000_000, .max / 1_000_000, .max / 1_000_000 - 1 << 32,
    ]
    return limits.flatMap { limit in (0...4).map { limit &- 2 &+ $0 } }
  }()

  @Test("A capture with numbers at the limits is read or refused", arguments: formats)
  func edges(format: CaptureFormat) throws {
    var random = SeededGenerator(seed: 64)
    func edge() -> UInt64 { Self.edges.randomElement(using: &random) ?? 0 }
    let sample = Sample.bytes(in: format)
    for _ in 0..<400 {
      var bytes = sample
      for _ in 0...Int.random(in: 0...3, using: &random) {
        if case .raw(let size) = format {
          let word = (size - 8) / 2
          let record = Int.random(in: 0..<bytes.count / size, using: &random) * size
          let at = record + Int.random(in: 0...1, using: &random) * word
          let number = edge()
          for index in 0..<word {
            bytes[at + index] = UInt8(truncatingIfNeeded: number >> (8 * index))
          }
        } else {
          let text = String(decoding: bytes, as: UTF8.self)
          let numbers = text.ranges(of: /[0-9]+/)
          guard let range = numbers.randomElement(using: &random) else { continue }
          let sign = Bool.random(using: &random) ? "" : "-"
          let edge = sign + String(edge())
          bytes = Array((text[..<range.lowerBound] + edge + text[range.upperBound...]).utf8)
        }
      }
      try check(bytes)
    }
  }

  @Test("Random bytes are read or refused")
  func noise() throws {
    var random = SeededGenerator(seed: 5)
    let beginnings = ["", "# EVEMU 1.3\n", "E: ", "version: 1\n", "Event: time ", "Input driver"]
    for beginning in beginnings {
      for _ in 0..<60 {
        let count = Int.random(in: 0...600, using: &random)
        try check(
          Array(beginning.utf8) + (0..<count).map { _ in .random(in: 0...255, using: &random) })
      }
    }
  }
}
