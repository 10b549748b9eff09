// SPDX-License-Identifier: Apache-2.0
import Mirrors
import TextInput

/// The state that a program needs to follow the later notifications.
struct ProgramSnapshot: Encodable {
  /// The containers, in the order in which they were created.
  var containers: JSONValue
  /// The names of the commands.
  var commands: JSONValue
  /// The container that has the window's focus; nil for none.
  var focus: String?
  /// The names of the forms.
  var forms: [String]
  /// Whether the program has the keyboard.
  var hasKeyboard: Bool
  /// The layouts that the keyboards type with.
  var layouts: JSONValue
  /// The locks that are on; nil while the program may not know them.
  var locks: LockDescription?
  /// The current mode.
  var mode: String

  init(of program: Program, in engine: TextEngine) {
    layouts = program.encoder.layouts(of: engine)
    locks = program.knownLocks(of: engine).map(LockDescription.init)
    let sorted = program.containers.values.map { (id: $0.text.id.rawValue, container: $0) }
      .sorted { $0.id < $1.id }
    containers = JSONWriter.objects(sorted) { Contents($0.container).write(to: &$1) }
    commands = .list(program.commandIDs.map(JSONValue.text))
    focus = program.focusedName
    forms = program.forms.keys.sorted()
    hasKeyboard = engine.keyWindow === program.window
    mode = engine.modes.current.id
  }

  /// The contents of one container; its owner receives a secret's text too.
  struct Contents: Encodable {
    /// The container.
    let container: ProgramContainer
    /// The requested properties, by name; nil if none were requested.
    var properties: [String: JSONValue]?

    init(_ container: ProgramContainer) {
      self.container = container
    }

    func encode(to encoder: any Encoder) throws {
      var value = encoder.singleValueContainer()
      try value.encode(JSONWriter.object { write(to: &$0) })
    }

    /// Adds the members; one without a value is null, except for the form and the properties.
    func write(to object: inout JSONWriter) {
      let text = container.text
      let selection = text.hasSelection ? text.selection : nil
      object.add("anchor", number: selection?.anchor)
      object.add("container", container.name)
      if let form = container.form { object.add("form", form.name) }
      object.add("head", number: selection?.head)
      object.add("isEnabled", text.isEnabled)
      object.add("kind", word: text.kind.rawValue)
      object.add("marked", text.markedRange.map { ($0.start, $0.end) })
      let misspelled = text.misspelledRanges
      if !misspelled.isEmpty { object.add("misspelled", .ranges(misspelled)) }
      if let properties { object.add("properties", .object(properties)) }
      object.add("revision", number: text.textRevision)
      object.add("text", pieces: text.storage.forEachChunk)
      object.add("traits", .object(Self.changed(text.traits)))
    }

    private static let usual = TextInputTraits()
    private static let usualValues = usual.namedValues

    /// The traits that differ from their defaults, by name.
    private static func changed(_ traits: TextInputTraits) -> [String: JSONValue] {
      guard traits != usual else { return [:] }
      return Dictionary(
        zip(traits.namedValues, usualValues).compactMap { own, usual in
          own.value == usual.value ? nil : (own.name, own.value)
        }, uniquingKeysWith: { first, _ in first })
    }
  }
}
