// SPDX-License-Identifier: Apache-2.0
import Mirrors
import TextInput

/// The last document that was written as JSON for an extension.
///
/// Each key sends up to three documents: the one that the key meets, which the extension has
/// received as the result of the key before, the same one before the change of the key, and the one
/// after it. Only the last is written anew, without its traits, which are most of it and hardly
/// ever change.
struct WrittenDocument {
  /// The members of a document that do not come from its text.
  private struct Surroundings: Hashable {
    var traits: TextInputTraits
    var language: LanguageTag
    var needsInputModeSwitchKey: Bool
  }

  private let mode: String
  private var document: DocumentProxy?
  private var surroundings: Surroundings?
  private var traits: [UInt8] = []
  private var json: [UInt8] = []

  /// Creates it without a document.
  ///
  /// - Parameter mode: the name of the mode, which all documents contain.
  init(mode: String) { self.mode = mode }

  /// Returns a document as a value of a line.
  mutating func json(of new: DocumentProxy, in context: InputMethodContext) -> JSONValue {
    let current = Surroundings(
      traits: context.traits, language: context.mode.primaryLanguage,
      needsInputModeSwitchKey: !context.settings.statusRow)
    guard new != document || current != surroundings else { return .written(json) }
    if current.traits != surroundings?.traits {
      let members = Dictionary(current.traits.namedValues.map { ($0.name, $0.value) }) { $1 }
      traits = Self.written(members)
    }
    (document, surroundings) = (new, current)
    var members = new.members
    members["traits"] = .written(traits)
    members["mode"] = .text(mode)
    members["language"] = .text(current.language.description)
    members["needsInputModeSwitchKey"] = .bool(current.needsInputModeSwitchKey)
    json = Self.written(members)
    return .written(json)
  }

  private static func written(_ members: [String: JSONValue]) -> [UInt8] {
    var bytes: [UInt8] = []
    JSONWriter.append(.object(members), as: .line, to: &bytes)
    return bytes
  }
}

extension DocumentProxy {
  /// The members of the document on the wire that come from the text.
  fileprivate var members: [String: JSONValue] {
    func value(_ text: String?) -> JSONValue { text.map { .text($0) } ?? .null }
    return [
      "identifier": .text(identifier), "generation": .number(generation), "before": value(before),
      "after": value(after), "selected": value(selected), "marked": value(marked),
      "hasText": .bool(hasText),
    ]
  }
}
