// SPDX-License-Identifier: Apache-2.0
import Mirrors
import TextInput

/// The state that a program needs to follow the later notifications.
struct ProgramSnapshot: Encodable {
  /// The containers, in the order in which they were created.
  var containers: [Contents]
  /// The names of the commands.
  var commands: [String]
  /// The container that has the window's focus; nil for none.
  var focus: String?
  /// The names of the forms.
  var forms: [String]
  /// Whether the program has the keyboard.
  var hasKeyboard: Bool
  /// The current mode.
  var mode: String

  init(of program: Program, in engine: TextEngine) {
    containers = program.containers.values
      .sorted { $0.text.id.rawValue < $1.text.id.rawValue }.map(Contents.init)
    commands = program.commands.map(\.id)
    focus = program.focusedName
    forms = program.forms.keys.sorted()
    hasKeyboard = engine.keyWindow === program.window
    mode = engine.modes.current.id
  }

  /// The contents of one container; its owner receives a secret's text too.
  struct Contents: Encodable {
    var container: String
    var isEnabled: Bool
    var kind: String
    var text: String
    var anchor: Int?
    var head: Int?
    var marked: [Int]?
    /// The revision of the text.
    var revision: Int
    /// The form that contains the container; nil for none.
    var form: String?
    /// The traits that differ from their defaults, by name.
    var traits: [String: JSONValue]
    /// The requested properties, by name; nil if none were requested.
    var properties: [String: JSONValue]?

    private enum CodingKeys: CodingKey {
      case anchor, container, form, head, isEnabled, kind, marked, properties, revision, text,
        traits
    }

    init(_ container: ProgramContainer) {
      let text = container.text
      self.container = container.name
      isEnabled = text.isEnabled
      kind = text.kind.rawValue
      self.text = text.text
      anchor = text.hasSelection ? text.selection.anchor : nil
      head = text.hasSelection ? text.selection.head : nil
      marked = text.markedRange.map { [$0.start, $0.end] }
      revision = text.textRevision
      form = container.form?.name
      let plain = TextInputTraits()
      traits =
        text.traits == plain
        ? [:]
        : Dictionary(
          zip(text.traits.namedValues, plain.namedValues).compactMap { own, usual in
            own.value == usual.value ? nil : (own.name, own.value)
          }, uniquingKeysWith: { first, _ in first })
    }

    // A member without a value is encoded as null; only `properties` is omitted unless requested.
    func encode(to encoder: any Encoder) throws {
      var object = encoder.container(keyedBy: CodingKeys.self)
      try object.encode(anchor, forKey: .anchor)
      try object.encode(container, forKey: .container)
      try object.encodeIfPresent(form, forKey: .form)
      try object.encode(head, forKey: .head)
      try object.encode(isEnabled, forKey: .isEnabled)
      try object.encode(kind, forKey: .kind)
      try object.encode(marked, forKey: .marked)
      try object.encodeIfPresent(properties, forKey: .properties)
      try object.encode(revision, forKey: .revision)
      try object.encode(text, forKey: .text)
      try object.encode(traits, forKey: .traits)
    }
  }
}
