// SPDX-License-Identifier: Apache-2.0

/// A place in a YAML text; both numbers count from 1, the column in characters.
package struct YAMLPlace: Hashable, Sendable {
  /// The line.
  package var line: Int
  /// The column.
  package var column: Int

  /// Creates a place from its numbers.
  package init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }
}

/// An error in a YAML text, and its place.
package struct YAMLError: Error, Hashable, Sendable {
  /// The kind of error, as values without wording.
  package enum Problem: Hashable, Sendable {
    /// The text is not valid YAML; `problem` and `context` are libyaml's messages.
    case syntax(problem: String, context: String)
    /// A byte sequence is not valid in the text's encoding; the offset counts bytes from 0.
    case encoding(byteOffset: Int)
    /// Collections are nested deeper than the limit.
    case tooDeep(limit: Int)
    /// The text has more nodes than the limit, with aliases expanded.
    case tooManyNodes(limit: Int)
    /// A scalar, a comment or white space is longer, in bytes, than the limit.
    case tooLong(limit: Int)
    /// A mapping has a key twice; `first` is the place of the first one.
    case duplicateKey(String, first: YAMLPlace)
    /// An alias refers to an anchor that no complete node before it has.
    case unknownAnchor(String)
    /// The text has a second document.
    case severalDocuments
    /// Reading the bytes failed; the caller's reader has the reason.
    case readFailed
    /// Memory ran out.
    case outOfMemory
  }

  /// The place of the error.
  package var place: YAMLPlace
  /// The kind of error.
  package var problem: Problem

  /// Creates an error from its parts.
  package init(place: YAMLPlace, problem: Problem) {
    self.place = place
    self.problem = problem
  }
}
