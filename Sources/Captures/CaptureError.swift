// SPDX-License-Identifier: Apache-2.0
package import YAMLNodes

/// One mistake in a capture, and its place.
package struct CaptureError: Error, Hashable, Sendable {
  /// A place in a capture.
  package enum Place: Hashable, Sendable {
    /// The file as a whole.
    case file
    /// A line and a column, both from 1; the column counts characters.
    case line(Int, column: Int)
    /// A byte of a raw capture, from 0.
    case byte(Int64)
  }

  /// The kind of mistake, as values without wording; found text is printable and at most 40
  /// characters.
  package enum Problem: Hashable, Sendable {
    /// The file is empty.
    case empty
    /// The file has none of the formats; the text is its beginning.
    case unrecognized(found: String)
    /// The file is not a capture itself, but was compressed by a tool.
    case compressed(with: String)
    /// The file cannot be opened; the number is an `errno`.
    case openFailed(errno: Int32)
    /// The path is a device that is no terminal; reading it may never end.
    case device
    /// Reading the file failed; the number is an `errno`.
    case readFailed(errno: Int32)
    /// Input from a pipe cannot be stored for a second reading; the number is an `errno`.
    case spoolFailed(errno: Int32)
    /// This version of the format is not supported.
    case unsupportedVersion(CaptureFormat, found: String)
    /// An item is missing; the text found instead is empty at the end of a line.
    case expected(CaptureItem, found: String)
    /// The file ends before the item.
    case cutShort(CaptureItem)
    /// A number is out of range.
    case outOfRange(CaptureItem, found: String, allowed: ClosedRange<Int64>)
    /// An event is older, by this number of microseconds, than the event before it of the same
    /// device.
    case timeBackwards(microseconds: Int64)
    /// A line has more bytes than the limit.
    case lineTooLong(limit: Int)
    /// The device is described after its first event, as in two concatenated captures.
    case headerAfterEvents
    /// The file has more devices than it announces.
    case tooManyDevices(announced: Int)
    /// The text is not YAML.
    case yaml(YAMLError.Problem)
  }

  /// The place of the mistake.
  package var place: Place
  /// The kind of mistake.
  package var problem: Problem

  /// Creates an error from its parts.
  package init(place: Place, problem: Problem) {
    self.place = place
    self.problem = problem
  }
}

/// A part of a capture that can be missing or wrong.
package enum CaptureItem: Hashable, Sendable {
  /// One of the letters that begin a line in evemu's format: `N I P B A L S E #`.
  case evemuLine
  /// A line that evtest prints.
  case evtestLine
  /// The seconds of a time, not negative.
  case seconds
  /// The point between seconds and microseconds.
  case point
  /// The microseconds of a time.
  case microseconds
  /// The type of an event, `EV_…`.
  case eventType
  /// The code of an event.
  case eventCode
  /// The value of an event.
  case eventValue
  /// The name of a synchronization event, `SYN_…`.
  case synchronizationName
  /// A word or sign that the format requires between values.
  case literal(String)
  /// A blank between two numbers.
  case blank
  /// The end of the line, except for a comment.
  case endOfLine
  /// The end of the file's last line.
  case lineEnd
  /// A name.
  case name
  /// One of a device's four numbers: bus, vendor, product, version.
  case deviceNumber
  /// A byte of a device's bits.
  case bits
  /// A number that describes an axis, an LED or a switch.
  case number
  /// A whole `struct input_event` of this number of bytes.
  case record(bytes: Int)
  /// A mapping of YAML.
  case mapping
  /// A sequence of YAML.
  case sequence
  /// The key `version` of a recording.
  case version
  /// The key `devices` of a recording.
  case devices
  /// An event: five numbers in brackets.
  case event
}

/// The reason why a capture was not read to its end: all mistakes found in it.
package struct CaptureFailure: Error, Hashable, Sendable {
  /// The mistakes, in the order of the file; at least one.
  package var errors: [CaptureError]
  /// Whether the rest of the file was not checked because the limit of mistakes was reached.
  package var isCutOff: Bool

  /// Creates a failure of some errors.
  package init(errors: [CaptureError], isCutOff: Bool = false) {
    self.errors = errors
    self.isCutOff = isCutOff
  }

  init(_ problem: CaptureError.Problem, at place: CaptureError.Place = .file) {
    self.init(errors: [CaptureError(place: place, problem: problem)])
  }
}

/// The mistakes that a reader has found; it stops reading after ``limit`` of them.
final class ErrorLog {
  static let limit = 20

  private(set) var errors: [CaptureError] = [] {
    didSet { (isEmpty, isFull) = (errors.isEmpty, errors.count >= Self.limit) }
  }
  private(set) var isEmpty = true
  private(set) var isFull = false

  func add(_ problem: CaptureError.Problem, at place: CaptureError.Place) {
    if !isFull { errors.append(CaptureError(place: place, problem: problem)) }
  }

  /// Throws the mistakes sorted by place; does nothing if there are none.
  func throwErrors() throws(CaptureFailure) {
    guard !isEmpty else { return }
    throw CaptureFailure(errors: errors.sorted { $0.place < $1.place }, isCutOff: isFull)
  }
}

extension CaptureError.Place: Comparable {
  /// Orders places as in the file; the file as a whole comes first.
  package static func < (left: Self, right: Self) -> Bool {
    switch (left, right) {
    case (.line(let left, let leftColumn), .line(let right, let rightColumn)):
      (left, leftColumn) < (right, rightColumn)
    case (.byte(let left), .byte(let right)): left < right
    case (.file, .line), (.file, .byte), (.line, .byte): true
    default: false
    }
  }
}
