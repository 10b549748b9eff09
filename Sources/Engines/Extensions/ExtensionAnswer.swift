// SPDX-License-Identifier: Apache-2.0
package import Mirrors
package import TextInput

/// The answer of an extension to a key or a choice; one message holds everything.
package struct ExtensionAnswer: Hashable, Sendable {
  /// The candidates after the answer.
  package enum Candidates: Hashable, Sendable {
    /// The list stays as it is.
    case unchanged
    /// The list closes.
    case none
    /// A new list.
    case list(CandidateList)
  }

  /// Whether the extension handled the key; nil if the answer does not say it.
  package var isTaken: Bool?
  /// The edits, which fit the document.
  package var edits: ExtensionEdits
  /// The candidates.
  package var candidates: Candidates

  /// The maximum number of candidates.
  package static let candidateLimit = 200
  /// The maximum length of a candidate or an annotation, in UTF-16 code units.
  static let candidateLength = 256

  /// Reads an answer.
  ///
  /// - Parameters:
  ///   - value: an object with `taken`, `edits` and `candidates`.
  ///   - document: the document that the extension has seen.
  /// - Throws: why it is refused.
  package init(
    _ value: JSONValue, in document: DocumentProxy
  ) throws(ExtensionEdits.Fault) {
    guard case .object(let members) = value else { throw .form }
    switch members["taken"] {
    case nil: isTaken = nil
    case .bool(let taken)?: isTaken = taken
    default: throw .form
    }
    edits = try ExtensionEdits(members["edits"], in: document)
    switch members["candidates"] {
    case nil: candidates = .unchanged
    case .null?: candidates = .none
    case .object(let list)?: candidates = try Self.candidates(list)
    default: throw .form
    }
  }

  private static func candidates(
    _ members: [String: JSONValue]
  ) throws(ExtensionEdits.Fault) -> Candidates {
    guard case .list(let values)? = members["items"], values.count <= candidateLimit else {
      throw .form
    }
    var items: [Candidate] = []
    for value in values {
      guard case .object(let item) = value, let text = line(item["text"]), !text.isEmpty else {
        throw .form
      }
      if let annotation = item["annotation"], line(annotation) == nil { throw .form }
      items.append(Candidate(text, annotation: item["annotation"].flatMap(line)))
    }
    guard !items.isEmpty else { return .none }
    let highlighted = try number(members["highlighted"], in: items.indices)
    let pageSize = try number(members["pageSize"], in: 1..<10) ?? 9
    return .list(
      CandidateList(.inputMethod, items: items, pageSize: pageSize, highlighted: highlighted))
  }

  /// A text for a row, without controls; nil if it is none.
  private static func line(_ value: JSONValue?) -> String? {
    guard case .text(let text)? = value, text.utf16.count <= candidateLength,
      text.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control })
    else { return nil }
    return text
  }

  private static func number(
    _ value: JSONValue?, in range: Range<Int>
  ) throws(ExtensionEdits.Fault) -> Int? {
    switch value {
    case nil, .null?: return nil
    case .number(let number)? where range.contains(number): return number
    default: throw .form
    }
  }

  /// The actions for the engine.
  ///
  /// - Parameter document: the document that the extension has seen.
  /// - Returns: the actions, in order.
  package func actions(in document: DocumentProxy) -> [InputMethodAction] {
    let actions = ExtensionChange(edits.edits, in: document).actions
    return switch candidates {
    case .unchanged: actions
    case .none: [.show(nil)] + actions
    case .list(let list): actions + [.show(list)]
    }
  }
}
