// SPDX-License-Identifier: Apache-2.0
package import YAMLNodes

/// One thing that is wrong with a capture, and where.
package struct CaptureError: Error, Hashable, Sendable {
  /// Where in a capture something is.
  package enum Place: Hashable, Sendable {
    /// The file as a whole.
    case file
    /// A line and a column, both from 1; the column counts characters.
    case line(Int, column: Int)
    /// A byte of a raw capture, from 0.
    case byte(Int64)
  }

  /// What is wrong, as facts; found text is made printable and cut to 40 characters.
  package enum Problem: Hashable, Sendable {
    /// The file has nothing in it.
    case empty
    /// The file is none of the formats; the text is what it begins with.
    case unrecognized(found: String)
    /// The file is a capture no longer, but one that a tool compressed.
    case compressed(with: String)
    /// The file cannot be opened; the number is an `errno`.
    case openFailed(errno: Int32)
    /// The file cannot be read on; the number is an `errno`.
    case readFailed(errno: Int32)
    /// What comes from a pipe cannot be kept for a second reading; the number is an `errno`.
    case spoolFailed(errno: Int32)
    /// The format is known, this version of it is not.
    case unsupportedVersion(CaptureFormat, found: String)
    /// Something else stands here; the text is empty at the end of a line.
    case expected(CaptureItem, found: String)
    /// The file ends before this.
    case cutShort(CaptureItem)
    /// A number is outside what it can be.
    case outOfRange(CaptureItem, found: String, allowed: ClosedRange<Int64>)
    /// An event is that many microseconds older than the one before it of the same device.
    case timeBackwards(microseconds: Int64)
    /// A line has more bytes than the limit.
    case lineTooLong(limit: Int)
    /// The device is described after its first event: two captures in one file.
    case headerAfterEvents
    /// There are more devices than the file says it has.
    case tooManyDevices(announced: Int)
    /// The text is not YAML.
    case yaml(YAMLError.Problem)
  }

  /// Where.
  package var place: Place
  /// What.
  package var problem: Problem

  /// Makes an error from its parts.
  package init(place: Place, problem: Problem) {
    self.place = place
    self.problem = problem
  }
}

/// A part of a capture that can be missing or wrong.
package enum CaptureItem: Hashable, Sendable {
  /// One of the letters that begin a line of evemu: `N I P B A L S E #`.
  case evemuLine
  /// A line that evtest prints.
  case evtestLine
  /// The seconds of a time, `0` or more.
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
  /// A word or sign that the format puts between the facts.
  case literal(String)
  /// A blank between two numbers.
  case blank
  /// Nothing more on this line but a comment.
  case endOfLine
  /// The end of the file's last line.
  case lineEnd
  /// A name.
  case name
  /// One of a device's four numbers: bus, vendor, product, version.
  case deviceNumber
  /// A byte of a device's bits.
  case bits
  /// A number that describes an axis, a light or a switch.
  case number
  /// One whole `struct input_event` of so many bytes.
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

/// Why a capture was not read to its end: everything that was found wrong with it.
package struct CaptureFailure: Error, Hashable, Sendable {
  /// What is wrong, in the order of the file; at least one.
  package var errors: [CaptureError]
  /// Whether the rest of the file was not looked at because there are so many already.
  package var isCutOff: Bool

  /// Makes a failure of some errors.
  package init(errors: [CaptureError], isCutOff: Bool = false) {
    self.errors = errors
    self.isCutOff = isCutOff
  }

  init(_ problem: CaptureError.Problem, at place: CaptureError.Place = .file) {
    self.init(errors: [CaptureError(place: place, problem: problem)])
  }
}

/// What a reader has found wrong so far; it reads on until there are ``limit`` errors.
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

  /// Throws what there is, sorted by place; does nothing where there is nothing.
  func throwErrors() throws(CaptureFailure) {
    guard !isEmpty else { return }
    throw CaptureFailure(errors: errors.sorted { $0.place < $1.place }, isCutOff: isFull)
  }
}

extension CaptureError.Place: Comparable {
  /// Orders by where in the file; what concerns the whole file comes first.
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
