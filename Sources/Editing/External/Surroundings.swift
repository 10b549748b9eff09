// SPDX-License-Identifier: Apache-2.0

/// The text around the caret of a text that a toolkit owns, as the toolkit reports it (EXT-6).
///
/// It does not contain text that is being composed.
public struct Surroundings: Hashable, Sendable {
  /// The largest text, in bytes of UTF-8.
  public static let byteLimit = 4000

  /// The text around the caret; for a short text, all of it.
  public var text: String
  /// The selection in the text, in UTF-16 code units from its start.
  public var selection: Selection

  /// The cause of a report.
  public enum Cause: String, Hashable, Sendable, CaseIterable {
    /// Only the messages that the toolkit has handled.
    case edit
    /// The toolkit has refused or cut a text, or something else has changed the text or the caret;
    /// the revision grows (EXT-7, EXT-22).
    case other
  }

  /// Creates surroundings.
  ///
  /// - Parameters:
  ///   - text: the text around the caret.
  ///   - selection: the selection in it; both ends must be between code points of the text.
  public init(_ text: String, selection: Selection) {
    self.text = text
    self.selection = selection
  }
}

/// The reason why a report is refused; the surroundings of before stay.
@nonexhaustive
public enum SurroundingsError: Error, Hashable, Sendable {
  /// The text has more bytes than ``Surroundings/byteLimit``.
  case tooLong(bytes: Int)
  /// An end of the selection is outside of the text, or inside a code point.
  case badOffset(Int)
  /// No message with this number was sent.
  case unknownNumber(Int)
  /// The text is secret, so that nothing around the caret may be known (EXT-18).
  case isSecret
}

extension Surroundings {
  /// Makes an edit as a toolkit does.
  mutating func apply(_ edit: ExternalEdit) {
    let units = Array(text.utf16)
    let range = selection.range
    let start = max(0, range.start - edit.before.utf16.count)
    let end = min(units.count, range.end + edit.after.utf16.count)
    let head = units[..<start] + Array(edit.text.utf16)
    text = String(decoding: head + units[end...], as: UTF16.self)
    selection = Selection(caret: head.count)
  }

  /// Whether two reports agree about the text around the caret, although one has more of it.
  func agrees(with other: Surroundings) -> Bool {
    guard selection.isCaret, other.selection.isCaret else { return self == other }
    let (own, others) = (Array(text.utf16), Array(other.text.utf16))
    let (caret, otherCaret) = (selection.head, other.selection.head)
    let before = min(caret, otherCaret)
    let after = min(own.count - caret, others.count - otherCaret)
    return own[(caret - before)..<(caret + after)]
      .elementsEqual(others[(otherCaret - before)..<(otherCaret + after)])
  }
}
