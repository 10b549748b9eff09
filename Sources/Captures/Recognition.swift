// SPDX-License-Identifier: Apache-2.0
internal import Keys

/// The format recognized from the beginning of a file.
enum Recognition: Equatable {
  case format(CaptureFormat)
  /// More bytes are needed to decide.
  case undecided
  case unknown(found: String)

  /// Recognizes the format of a file.
  ///
  /// - Parameters:
  ///   - bytes: the beginning of the file.
  ///   - isComplete: whether no more bytes will follow.
  init(of bytes: UnsafeRawBufferPointer, isComplete: Bool) {
    // Text contains no zero byte, and every record of the kernel contains one.
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
    // The size for which most records are plausible; the larger, more common size wins a tie.
    // Time that steps back is considered only if neither size is plausible without it.
    for mayStepBack in [false, true] {
      var best = (size: 0, plausible: 0)
      for size in [24, 16] {
        let plausible = RawRecord.plausibleBytes(of: bytes, size: size, mayStepBack: mayStepBack)
        if plausible > best.plausible { best = (size, plausible) }
      }
      if best.plausible > 0, best.plausible * 2 >= bytes.count {
        return .format(.raw(recordBytes: best.size))
      }
    }
    return .unknown(found: excerpt(bytes))
  }

  private static func ofText(_ bytes: UnsafeRawBufferPointer, isComplete: Bool) -> Recognition {
    var rest = bytes[...]
    var hasDeviceList = false
    if rest.starts(with: byteOrderMark) { rest = rest.dropFirst(byteOrderMark.count) }
    while !rest.isEmpty {
      let newline = rest.firstIndex(of: UInt8(ascii: "\n"))
      if newline == nil, !isComplete { return .undecided }
      let line = rest[..<(newline ?? rest.endIndex)]
      if let format = format(ofLine: line) { return .format(format) }
      let text = PastedText.trimmed(UnsafeRawBufferPointer(rebasing: line))
      var cursor = ByteCursor(text)
      let isQuestion = cursor.takeDeviceQuestion()
      // The indentation of YAML has a meaning.
      if let format = format(ofLine: cursor.rest[...]), format != .libinput {
        return .format(format)
      }
      let isList = isQuestion || PastedText.isDeviceList(text)
      if isList { hasDeviceList = true }
      let isNothing = line.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0d }
      guard
        isNothing || line.first == UInt8(ascii: "#") || line.starts(with: "---".utf8)
          || isList || PastedText.isDecoration(text)
      else {
        return .unknown(found: excerpt(UnsafeRawBufferPointer(rebasing: line)))
      }
      rest = rest[(newline.map { $0 + 1 } ?? rest.endIndex)...]
    }
    guard isComplete else { return .undecided }
    return hasDeviceList ? .format(.evtest) : .unknown(found: excerpt(bytes))
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
    (.evtest, ["Input d", "Event: time"]),
  ]
}

let byteOrderMark: [UInt8] = [0xef, 0xbb, 0xbf]
