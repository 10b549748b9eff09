// SPDX-License-Identifier: Apache-2.0
import Mirrors

/// The requests that define the objects of a program: running them again creates the same objects.
///
/// A request is kept until a later one replaces it or removes its object, and changes of an object
/// are merged into one request, so the log is never larger than the objects. Texts of containers
/// are not in it: their containers have them.
struct DefinitionLog {
  /// A request that defines something.
  struct Definition: Hashable {
    var method: String
    var parameters: [String: JSONValue]

    /// The member with a name as a text; empty if it is missing.
    fileprivate func text(_ name: String) -> String {
      guard case .text(let text)? = parameters[name] else { return "" }
      return text
    }
  }

  /// The kinds of definitions, in the order in which they must run.
  private enum Kind: Int, Comparable {
    case item, itemChange, command, commandChange, accessory, inputView, menu, mode

    static func < (left: Kind, right: Kind) -> Bool { left.rawValue < right.rawValue }
  }

  /// The subject of a definition: only the last one of a subject counts.
  private struct Subject: Hashable {
    var kind: Kind
    /// The object's name; for views, the container that has the view, empty for the program.
    var name = ""

    init(_ kind: Kind, _ name: String = "") {
      (self.kind, self.name) = (kind, name)
    }
  }

  private struct Entry {
    var definition: Definition
    /// The position among the definitions of its kind.
    var number: Int
    /// For a container that has left an accessory: the position at which it became the last item of
    /// the window; nil for others.
    var returned: Int?
  }

  private var entries: [Subject: Entry] = [:]
  /// The places of the accessories that show a container, by the name of that container.
  private var placesOfShown: [String: String] = [:]
  private var lastNumber = 0

  /// The definitions, in the order in which they must run.
  var definitions: [Definition] {
    let sorted = entries.sorted {
      ($0.key.kind, $0.value.number) < ($1.key.kind, $1.value.number)
    }
    let items = sorted.prefix { $0.key.kind == .item }
    var steps = items.map { (number: $0.value.number, definitions: [$0.value.definition]) }
    for (subject, entry) in items {
      guard let returned = entry.returned else { continue }
      steps.append((returned, Definition.returning(subject.name)))
    }
    return steps.sorted { $0.number < $1.number }.flatMap(\.definitions)
      + sorted.dropFirst(items.count).map(\.value.definition)
  }

  // MARK: Recording

  /// Records a request that has succeeded.
  mutating func note(_ request: Request) {
    guard let rule = DefinitionRule.all[request.method], rule != .nothing else { return }
    var parameters: [String: JSONValue] = [:]
    if case .object(let members)? = request.parameters { parameters = members }
    note(Definition(method: request.method, parameters: parameters), rule)
  }

  private mutating func note(_ definition: Definition, _ rule: DefinitionRule) {
    switch rule {
    case .nothing: break
    case .creates(let member):
      set(Subject(.item, definition.text(member)), to: definition.withoutTexts)
    case .changes(let member):
      merge(
        Subject(.itemChange, definition.text(member)), definition.withoutTexts.withoutNulls())
    case .removes(let member): removeItem(definition.text(member))
    case .registersCommand: register(definition)
    case .changesCommand:
      // Null removes a long title.
      merge(
        Subject(.commandChange, definition.text("command")),
        definition.withoutNulls(except: "longTitle"))
    case .removesCommand: removeCommand(definition.text("command"))
    case .setsAccessory: setAccessory(definition)
    case .setsInputView:
      set(
        Subject(.inputView, definition.text("container")),
        to: definition.isEmptyList("words") ? nil : definition)
    case .setsMenu:
      let name = definition.text("menu")
      let subject = Subject(.menu, name.isEmpty ? "main" : name)
      let isEmpty = definition.isEmptyList("insert") && definition.isEmptyList("remove")
      set(subject, to: isEmpty ? nil : definition)
    // Null removes a wish.
    case .prefersMode: merge(Subject(.mode), definition)
    }
  }

  private mutating func set(_ subject: Subject, to definition: Definition?) {
    guard let definition else {
      entries[subject] = nil
      return
    }
    lastNumber += 1
    entries[subject] = Entry(definition: definition, number: lastNumber)
  }

  /// Merges a change into the earlier changes of its object: each trait, property and other member
  /// has its last value.
  private mutating func merge(_ subject: Subject, _ change: Definition) {
    guard var entry = entries[subject] else { return set(subject, to: change) }
    // The text of a label is in one of the two.
    if change.parameters["text"] != nil { entry.definition.parameters["spans"] = nil }
    if change.parameters["spans"] != nil { entry.definition.parameters["text"] = nil }
    for (name, value) in change.parameters {
      if case .object(let new) = value, case .object(let old)? = entry.definition.parameters[name] {
        entry.definition.parameters[name] = .object(old.merging(new) { $1 })
      } else {
        entry.definition.parameters[name] = value
      }
    }
    entries[subject] = entry
  }

  // MARK: Items

  private mutating func removeItem(_ name: String) {
    let definition = entries.removeValue(forKey: Subject(.item, name))?.definition
    entries[Subject(.itemChange, name)] = nil
    if definition?.method == "form.create" {
      let commands = entries.filter {
        $0.key.kind == .command && $0.value.definition.text("form") == name
      }
      for subject in commands.keys { removeCommand(subject.name) }
      for field in definition?.fields ?? [] { removeContainer(field) }
    } else {
      removeContainer(name)
    }
  }

  /// Removes what depends on a container.
  private mutating func removeContainer(_ name: String) {
    entries[Subject(.itemChange, name)] = nil
    entries[Subject(.inputView, name)] = nil
    removeAccessory(of: name)
    removeAccessory(showing: name)
  }

  // MARK: Commands

  private mutating func register(_ definition: Definition) {
    let name = definition.text("command")
    let subject = Subject(.command, name)
    entries[Subject(.commandChange, name)] = nil
    // A command that is replaced keeps its position, unless it moves to another place.
    if let old = entries[subject], old.definition.text("form") == definition.text("form") {
      entries[subject]?.definition = definition
    } else {
      set(subject, to: definition)
    }
  }

  private mutating func removeCommand(_ name: String) {
    entries[Subject(.command, name)] = nil
    entries[Subject(.commandChange, name)] = nil
  }

  // MARK: Accessories

  private mutating func setAccessory(_ definition: Definition) {
    let name = definition.text("container")
    removeAccessory(of: name)
    if let shown = definition.expandingContainer {
      // A text is in one accessory.
      removeAccessory(showing: shown)
      placesOfShown[shown] = name
    } else if definition.isEmptyList("items"), definition.isEmptyList("completions") {
      return
    }
    set(Subject(.accessory, name), to: definition)
  }

  /// Removes the accessory of a container, empty for that of the program; a text in it becomes the
  /// last item of the window again.
  private mutating func removeAccessory(of name: String) {
    let accessory = entries.removeValue(forKey: Subject(.accessory, name))
    guard let shown = accessory?.definition.expandingContainer else { return }
    placesOfShown[shown] = nil
    let item = Subject(.item, shown)
    guard entries[item] != nil else { return }
    lastNumber += 1
    entries[item]?.returned = lastNumber
  }

  private mutating func removeAccessory(showing name: String) {
    if let place = placesOfShown[name] { removeAccessory(of: place) }
  }
}

extension DefinitionLog.Definition {
  /// Makes the definitions that put a container into an accessory and return it to the window, as
  /// its last item.
  fileprivate static func returning(_ container: String) -> [DefinitionLog.Definition] {
    let expanding = JSONValue.object(["container": .text(container)])
    return [["expanding": expanding], [:]].map {
      DefinitionLog.Definition(method: "accessory.set", parameters: $0)
    }
  }

  /// The definition without the texts of containers, which the containers have.
  fileprivate var withoutTexts: DefinitionLog.Definition {
    var definition = self
    switch method {
    case "container.create", "container.set":
      definition.parameters = Self.withoutText(parameters)
    case "form.create":
      if case .list(let fields)? = parameters["fields"] {
        definition.parameters["fields"] = .list(fields.map(Self.withoutText))
      }
      if case .object(let prototypes)? = parameters["prototypes"] {
        definition.parameters["prototypes"] = .object(prototypes.mapValues(Self.withoutText))
      }
    default: break
    }
    return definition
  }

  /// The definition without members that are null, which is the same as leaving them out.
  fileprivate func withoutNulls(except kept: String? = nil) -> DefinitionLog.Definition {
    var definition = self
    definition.parameters = parameters.filter { $0.value != .null || $0.key == kept }
    return definition
  }

  private static func withoutText(_ value: JSONValue) -> JSONValue {
    guard case .object(let members) = value else { return value }
    return .object(withoutText(members))
  }

  /// Removes the initial text of a container; `text` is a property, too.
  private static func withoutText(_ members: [String: JSONValue]) -> [String: JSONValue] {
    var members = members
    members["text"] = nil
    if case .object(var properties)? = members["properties"], properties["text"] != nil {
      properties["text"] = nil
      members["properties"] = .object(properties)
    }
    return members
  }

  /// The names of a form's fields.
  fileprivate var fields: [String] {
    guard case .list(let fields)? = parameters["fields"] else { return [] }
    return fields.compactMap { field in
      guard case .object(let members) = field, case .text(let name)? = members["container"] else {
        return nil
      }
      return name
    }
  }

  /// The container that an accessory shows; nil for none.
  fileprivate var expandingContainer: String? {
    guard case .object(let expanding)? = parameters["expanding"],
      case .text(let name)? = expanding["container"]
    else { return nil }
    return name
  }

  /// Whether a list is missing, null or empty.
  fileprivate func isEmptyList(_ name: String) -> Bool {
    guard case .list(let list)? = parameters[name] else { return true }
    return list.isEmpty
  }
}
