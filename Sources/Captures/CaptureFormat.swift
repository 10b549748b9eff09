// SPDX-License-Identifier: Apache-2.0
internal import Keys

/// A format that key events are kept in.
package enum CaptureFormat: Hashable, Sendable {
  /// The text of `evemu-record`, versions 1.0 to 1.3.
  case evemu
  /// The YAML of `libinput record`, version 1.
  case libinput
  /// What `evtest` prints.
  case evtest
  /// The kernel's records as they are: 24 bytes each from a 64-bit kernel, 16 from a 32-bit one.
  case raw(recordBytes: Int)
}

/// What the beginning of a file tells of its format.
enum Recognition: Equatable {
  case format(CaptureFormat)
  /// Too little is there to decide.
  case undecided
  case unknown(found: String)

  /// Looks at the beginning of a file.
  ///
  /// - Parameters:
  ///   - bytes: the beginning.
  ///   - isComplete: whether nothing will be added to it.
  init(of bytes: UnsafeRawBufferPointer, isComplete: Bool) {
    // Nobody writes a zero byte into text, and no record of the kernel is without one.
    let zero = bytes.firstIndex(of: 0)
    let text = UnsafeRawBufferPointer(rebasing: bytes[..<(zero ?? bytes.count)])
    self = Self.ofText(text, isComplete: isComplete && zero == nil)
    if zero != nil, isNoText { self = Self.ofRecords(bytes, isComplete: isComplete) }
  }

  private var isNoText: Bool {
    if case .format = self { false } else { true }
  }

  private static func ofRecords(_ bytes: UnsafeRawBufferPointer, isComplete: Bool) -> Recognition {
    if bytes.count < RawRecord.largestSize, !isComplete { return .undecided }
    // The size under which most makes sense; a tie goes to the larger, the common one.
    var best = (size: 0, plausible: 0)
    for size in [24, 16] {
      let plausible = RawRecord.plausibleBytes(of: bytes, size: size)
      if plausible > best.plausible { best = (size, plausible) }
    }
    guard best.plausible > 0, best.plausible * 2 >= bytes.count else {
      return .unknown(found: excerpt(bytes))
    }
    return .format(.raw(recordBytes: best.size))
  }

  private static func ofText(_ bytes: UnsafeRawBufferPointer, isComplete: Bool) -> Recognition {
    var rest = bytes[...]
    if rest.starts(with: byteOrderMark) { rest = rest.dropFirst(byteOrderMark.count) }
    while !rest.isEmpty {
      let newline = rest.firstIndex(of: UInt8(ascii: "\n"))
      if newline == nil, !isComplete { return .undecided }
      let line = rest[..<(newline ?? rest.endIndex)]
      if let format = format(ofLine: line) { return .format(format) }
      let isNothing = line.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0d }
      guard isNothing || line.first == UInt8(ascii: "#") || line.starts(with: "---".utf8) else {
        return .unknown(found: excerpt(UnsafeRawBufferPointer(rebasing: line)))
      }
      rest = rest[(newline.map { $0 + 1 } ?? rest.endIndex)...]
    }
    return isComplete ? .unknown(found: excerpt(bytes)) : .undecided
  }

  private static func format(ofLine line: Slice<UnsafeRawBufferPointer>) -> CaptureFormat? {
    for (format, beginnings) in signatures {
      if beginnings.contains(where: { line.starts(with: $0.utf8) }) { return format }
    }
    return nil
  }

  private static let signatures: [(CaptureFormat, [String])] = [
    (.evemu, ["# EVEMU", "E:", "N:", "I:", "P:", "B:", "A:"]),
    (.libinput, ["# libinput record", "version:", "ndevices:", "libinput:", "devices:"]),
    (
      .evtest,
      ["Input d", "Event: time", "Available devices:", "No device specified", "Select the device"]
    ),
  ]
}

let byteOrderMark: [UInt8] = [0xef, 0xbb, 0xbf]
