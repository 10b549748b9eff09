// SPDX-License-Identifier: Apache-2.0

/// The reason why a file with words of a language cannot be used, as values without wording.
public struct LexiconError: Error, Hashable, Sendable {
  /// The path of the file.
  public var path: String
  /// The fault of the file.
  public var reason: Reason

  /// The fault of a file.
  @nonexhaustive
  public enum Reason: Hashable, Sendable {
    /// No folder has the file.
    case missing
    /// The file cannot be opened or mapped, or is not a regular file; the error number says why.
    case unreadable(errno: Int32)
    /// The file is empty.
    case empty
    /// The file does not begin as a lexicon or a file of n-grams does.
    case unknownFormat
    /// The file has another version of the format.
    case version(found: UInt32, known: UInt32)
    /// The file has fewer or more bytes than its header says.
    case length(found: Int, stated: Int)
    /// The file holds the words of another language.
    case language(found: String, expected: String)
    /// The file was written while it was in use.
    case changed
    /// The file has changed since it was written: a checksum, or an offset, is wrong.
    case damaged
  }

  /// Creates an error.
  ///
  /// - Parameters:
  ///   - path: the path of the file.
  ///   - reason: its fault.
  package init(path: String, reason: Reason) {
    self.path = path
    self.reason = reason
  }
}
