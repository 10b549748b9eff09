// SPDX-License-Identifier: Apache-2.0

/// A place in a YAML text; both numbers count from 1, the column in characters.
package struct YAMLPlace: Hashable, Sendable {
  /// The line.
  package var line: Int
  /// The column.
  package var column: Int

  /// Makes a place from its numbers.
  package init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }
}

/// What is wrong with a YAML text, and where.
package struct YAMLError: Error, Hashable, Sendable {
  /// What is wrong, as facts.
  package enum Problem: Hashable, Sendable {
    /// The text is not YAML; the words are libyaml's, the second what it was reading at the time.
    case syntax(problem: String, context: String)
    /// A byte sequence is not in the text's encoding; the offset counts bytes from 0.
    case encoding(byteOffset: Int)
    /// Collections are nested deeper than the limit.
    case tooDeep(limit: Int)
    /// The text has more nodes than the limit, each use of an alias counted in full.
    case tooManyNodes(limit: Int)
    /// A scalar, a comment or white space goes on for more bytes than the limit.
    case tooLong(limit: Int)
    /// A mapping has a key twice; the first one stood at the place given.
    case duplicateKey(String, first: YAMLPlace)
    /// An alias names an anchor that no complete node before it bears.
    case unknownAnchor(String)
    /// A second document begins.
    case severalDocuments
    /// The bytes could not be read; whoever reads them knows why.
    case readFailed
    /// There is not enough memory.
    case outOfMemory
  }

  /// Where it is wrong.
  package var place: YAMLPlace
  /// What is wrong.
  package var problem: Problem

  /// Makes an error from its parts.
  package init(place: YAMLPlace, problem: Problem) {
    self.place = place
    self.problem = problem
  }
}
