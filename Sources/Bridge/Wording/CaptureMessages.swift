// SPDX-License-Identifier: Apache-2.0
package import Captures
import Glibc

/// Messages for the errors of a capture.
extension UserFacingError {
  /// Lists all errors in a capture, one line for each, like a compiler.
  package init(_ failure: CaptureFailure, path: String) {
    let name = path == "-" ? "standard input" : path
    var lines = failure.errors.map { error in
      let (text, hint) = error.problem.message
      return "\(error.place.prefix(name)): \(text)" + (hint.map { "; \($0)" } ?? "")
    }
    if failure.isCutOff {
      lines.append("\(name): too many errors; the rest of the file was not checked")
    }
    self.init(lines.joined(separator: "\n"))
  }
}

extension CaptureError.Place {
  /// The prefix of a compiler's message, `file:3:14`.
  fileprivate func prefix(_ name: String) -> String {
    switch self {
    case .file: name
    case .line(let line, let column): "\(name):\(line):\(column)"
    case .byte(let offset): "\(name): byte \(offset)"
    }
  }
}

extension CaptureError.Problem {
  fileprivate var message: (text: String, hint: String?) {
    switch self {
    case .empty: ("the capture is empty", "record one: keybridge record --output FILE")
    case .unrecognized(let found):
      (
        "unknown capture format: the file begins with '\(found)'",
        "expected evemu, 'libinput record', evtest or raw input events"
      )
    case .compressed(let tool):
      ("the capture is compressed", "\(tool) --decompress --stdout FILE | keybridge replay -")
    case .openFailed(ENXIO): ("is a socket, or a device that is missing", "name a file or a pipe")
    case .openFailed(let errno): ("cannot be opened: \(systemMessage(errno))", nil)
    case .device: ("is a device", "name a file; 'keybridge record' makes a capture of a keyboard")
    case .readFailed(EISDIR): ("is a folder", "name a file")
    case .readFailed(let errno): ("reading failed: \(systemMessage(errno))", nil)
    case .spoolFailed(let errno):
      (
        "cannot be stored for a second pass: \(systemMessage(errno))",
        "save it to a file and replay the file"
      )
    case .unsupportedVersion(let format, let found):
      (
        "unsupported version '\(found)' of \(format.word)",
        format == .libinput ? "expected version 1" : "expected version 1.0 to 1.3"
      )
    case .expected(let item, let found):
      (
        found.isEmpty
          ? "\(item.words) is missing at the end of the line"
          : "expected \(item.words), found '\(found)'", item.hint
      )
    case .cutShort(let item):
      ("the file ends before \(item.words)", "the recording was cut off; record again")
    case .outOfRange(let item, let found, let allowed):
      (
        "invalid value '\(found)' for \(item.words)",
        "expected \(allowed.lowerBound) to \(allowed.upperBound)"
      )
    case .timeBackwards(let microseconds):
      (
        "the event is \(microseconds) µs older than the previous event",
        "the events of a device must be in chronological order"
      )
    case .lineTooLong(let limit):
      ("the line is longer than \(limit) bytes", "no line of a capture is that long")
    case .headerAfterEvents:
      (
        "a device is described after its first event",
        "if the file holds two captures, split it here"
      )
    case .tooManyDevices(let announced):
      ("the file has more devices than 'ndevices' announces: \(announced)", "correct 'ndevices'")
    case .yaml(let problem): problem.message
    }
  }
}

extension CaptureFormat {
  fileprivate var word: String {
    switch self {
    case .evemu: "evemu"
    case .libinput: "'libinput record'"
    case .evtest: "evtest"
    case .raw: "raw events"
    }
  }
}

extension CaptureItem {
  fileprivate var words: String {
    switch self {
    case .evemuLine: "a line of evemu (N: I: P: B: A: L: S: E: or #)"
    case .evtestLine: "a line of evtest"
    case .seconds: "the seconds of a time"
    case .point: "the point between seconds and microseconds"
    case .microseconds: "the microseconds of a time"
    case .eventType: "the event's type"
    case .eventCode: "the event's code"
    case .eventValue: "the event's value"
    case .synchronizationName: "the name of a synchronization event"
    case .literal(let text): "'\(text)'"
    case .blank: "a space"
    case .endOfLine: "the end of the line"
    case .lineEnd: "the end of its last line"
    case .name: "a name"
    case .deviceNumber: "bus, vendor, product and version, four hexadecimal digits each"
    case .bits: "a byte in two hexadecimal digits"
    case .number: "a number"
    case .record(let bytes): "the rest of an event of \(bytes) bytes"
    case .mapping: "keys and values"
    case .sequence: "a list"
    case .version: "'version: 1'"
    case .devices: "'devices:'"
    case .event: "an event: [seconds, microseconds, type, code, value]"
    }
  }

  fileprivate var hint: String? {
    switch self {
    case .seconds, .point, .microseconds, .eventType, .eventCode, .eventValue, .blank:
      "an event looks like 'E: 1.204500 0001 001e 1'"
    default: nil
    }
  }
}
