// SPDX-License-Identifier: Apache-2.0
package import Mirrors
package import TextInput

/// A change of the document that an extension asks for; the counterpart of a method of
/// `UITextDocumentProxy`.
package enum ExtensionEdit: Hashable, Sendable {
  /// Replaces the marked text, or else the selection, with text.
  case insert(String)
  /// Deletes the selection, or else a number of characters before the caret.
  case deleteBackward(Int)
  /// Replaces the marked text, or else the selection, with provisional text; `selected` counts
  /// UTF-16 code units of it.
  case mark(String, selected: TextRange)
  /// Keeps the marked text as it is shown.
  case unmark
  /// Moves the caret by characters, as far as the document goes.
  case adjust(Int)

  /// Reads an edit, an object with one member, such as `{"insert":"ĉ"}`.
  ///
  /// - Parameter value: the object; the result is nil if it is no edit.
  package init?(_ value: JSONValue) {
    guard case .object(let members) = value, members.count == 1, let member = members.first else {
      return nil
    }
    switch (member.key, member.value) {
    case ("insert", .text(let text)) where !text.isEmpty: self = .insert(text)
    case ("deleteBackward", .number(let count)) where count > 0: self = .deleteBackward(count)
    case ("mark", .object(let parts)):
      guard let (text, range) = Self.marked(parts) else { return nil }
      self = .mark(text, selected: range)
    case ("unmark", .bool(true)): self = .unmark
    case ("adjust", .number(let count)): self = .adjust(count)
    default: return nil
    }
  }

  private static func marked(_ parts: [String: JSONValue]) -> (String, TextRange)? {
    guard case .text(let text)? = parts["text"], Set(parts.keys).isSubset(of: ["text", "selected"])
    else { return nil }
    let length = text.utf16.count
    switch parts["selected"] {
    case nil: return (text, TextRange(caret: length))
    case .list(let places)?:
      guard places.count == 2, case .number(let start) = places[0],
        case .number(let end) = places[1], 0 <= start, start <= end, end <= length
      else { return nil }
      return (text, TextRange(start, end))
    default: return nil
    }
  }
}

/// The edits of an answer, which are performed together or not at all.
package struct ExtensionEdits: Hashable, Sendable {
  /// The reason why the edits are refused; it has nothing of the text.
  package enum Fault: String, Error, Hashable, Sendable {
    /// The answer or one of its members has another form.
    case form = "it is not understood"
    /// More characters are deleted than the proxy has.
    case outside = "it deletes more than the text that it sees"
    /// There is too much new text.
    case tooLong = "it inserts more than 4096 units of text"
    /// The new text has control characters other than tabs and line ends.
    case control = "it inserts control characters"
  }

  /// The maximum length of the new text, in UTF-16 code units.
  package static let limit = 4096
  /// The maximum number of edits.
  static let countLimit = 64

  /// The edits, in order.
  package let edits: [ExtensionEdit]

  /// Reads and checks the edits of an answer.
  ///
  /// - Parameters:
  ///   - value: a list of edits; nil for none.
  ///   - document: the document that the extension has seen.
  /// - Throws: why they are refused.
  package init(_ value: JSONValue?, in document: DocumentProxy) throws(Fault) {
    guard let value else {
      edits = []
      return
    }
    guard case .list(let list) = value, list.count <= Self.countLimit else { throw .form }
    let read = list.compactMap(ExtensionEdit.init)
    guard read.count == list.count else { throw .form }
    edits = read
    try Self.check(read, in: document)
  }

  private static func check(
    _ edits: [ExtensionEdit], in document: DocumentProxy
  ) throws(Fault) {
    var before = document.before?.count ?? 0
    var after = document.after?.count ?? 0
    // The characters that the next insertion or deletion replaces.
    var selected = document.marked ?? document.selected
    var length = 0
    for edit in edits {
      switch edit {
      case .insert(let text):
        (before, selected) = (before + text.count, nil)
        length += text.utf16.count
        try requirePlain(text)
      case .deleteBackward(var count):
        if selected != nil { (selected, count) = (nil, count - 1) }
        guard count <= before else { throw .outside }
        before -= count
      case .mark(let text, _):
        selected = text.isEmpty ? nil : text
        length += text.utf16.count
        try requirePlain(text)
      case .unmark:
        (before, selected) = (before + (selected?.count ?? 0), nil)
      case .adjust(let count):
        (before, selected) = (before + (selected?.count ?? 0), nil)
        let moved = max(-before, min(count, after))
        (before, after) = (before + moved, after - moved)
      }
      guard length <= limit else { throw .tooLong }
    }
  }

  private static func requirePlain(_ text: String) throws(Fault) {
    let isPlain = text.unicodeScalars.allSatisfy {
      ["\t", "\n"].contains($0) || $0.properties.generalCategory != .control
    }
    guard isPlain else { throw .control }
  }
}
