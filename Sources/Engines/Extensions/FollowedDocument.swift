// SPDX-License-Identifier: Apache-2.0
import Mirrors
import TextInput

/// The document that the mode of an extension is used in, as the extension knows it.
///
/// The extension is notified of what others change; its own edits it knows.
struct FollowedDocument {
  /// The document as the extension knows it; nil if it knows none.
  private(set) var known: DocumentProxy?
  /// Whether the document has changed by edits of the extension since ``known``.
  var isOwnChange = false

  private unowned let process: Extension
  private let identifiers: DocumentIdentifiers
  private var written: WrittenDocument

  /// Creates it without a document.
  ///
  /// - Parameters:
  ///   - process: the extension, which outlives this value.
  ///   - mode: the mode.
  ///   - identifiers: the identifiers of the documents.
  init(
    for process: Extension, in mode: ExtensionManifest.Mode, identifiers: DocumentIdentifiers
  ) {
    (self.process, self.identifiers) = (process, identifiers)
    written = WrittenDocument(mode: mode.id)
  }

  /// The document at a key or a request; the extension learns of another one first.
  mutating func open(in context: InputMethodContext) -> DocumentProxy {
    let identifier = identifiers[context.container]
    guard let known, known.identifier == identifier else {
      let document = proxy(
        of: context, identifier, generation: identifiers.nextGeneration(of: identifier))
      self.known = document
      isOwnChange = false
      process.notify("document.didChange", ["document": wire(document, in: context)])
      return document
    }
    if isOwnChange { know(context) } else { follow(context) }
    return self.known ?? known
  }

  /// Takes the text as it is for the one that the extension knows: it has changed it itself.
  mutating func know(_ context: InputMethodContext) {
    isOwnChange = false
    guard let known else { return }
    self.known = proxy(of: context, known.identifier, generation: known.generation)
  }

  /// Notifies the extension of changes by others.
  mutating func follow(_ context: InputMethodContext) {
    guard let known, identifiers[context.container] == known.identifier else { return }
    var new = proxy(of: context, known.identifier, generation: known.generation)
    guard new != known else { return }
    new.generation = identifiers.nextGeneration(of: known.identifier)
    let isText = new.joined != known.joined || new.marked != known.marked
    let kind = isText ? "text" : "selection"
    process.notify("\(kind).willChange", ["document": wire(known, in: context)])
    process.notify("\(kind).didChange", ["document": wire(new, in: context)])
    self.known = new
  }

  /// Notifies the extension that the mode or the document is left, if it knows the document.
  mutating func finish(in context: InputMethodContext, reason: String) {
    guard let known, identifiers[context.container] == known.identifier else { return }
    let document = proxy(of: context, known.identifier, generation: known.generation)
    process.notify(
      "finish", ["reason": .text(reason), "document": wire(document, in: context)])
  }

  /// Forgets the document; the extension learns of it again before its next key.
  mutating func close() { (known, isOwnChange) = (nil, false) }

  private func proxy(
    of context: InputMethodContext, _ identifier: String, generation: Int
  ) -> DocumentProxy {
    DocumentProxy(
      context.storage, selection: context.selection.range, markedRange: context.markedRange,
      identifier: identifier, generation: generation)
  }

  /// A document as a value of a line.
  mutating func wire(_ document: DocumentProxy, in context: InputMethodContext) -> JSONValue {
    written.json(of: document, in: context)
  }
}

extension DocumentProxy {
  /// The text without the division by the selection.
  fileprivate var joined: String { (before ?? "") + (selected ?? "") + (after ?? "") }
}
