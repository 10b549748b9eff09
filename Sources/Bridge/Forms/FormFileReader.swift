// SPDX-License-Identifier: Apache-2.0
import Keys
import Mirrors
import TextInput
import YAMLNodes

/// Decodes the nodes of a form file and collects the errors.
struct FormFileReader {
  let classes: FormClasses
  private var mistakes: [FormFileError] = []
  private var tags: [Int: YAMLPlace] = [:]
  private var labels: [String: YAMLPlace] = [:]

  private static let formKeys = ["name", "labels", "fields"]
  static let entryKeys = ["class", "label", "name", "tag", "height"]
  private static let plainClass = "textField"

  init(classes: FormClasses) {
    self.classes = classes
  }

  mutating func read(_ text: some Collection<UInt8>) throws(FormFileErrors) -> FormFile {
    var file = FormFile()
    do {
      let document = try YAMLDocument(parsing: text)
      mistakes = document.duplicateKeys.map {
        FormFileError(place: $0.place, problem: .yaml($0.problem))
      }
      if let root = document.root {
        readForm(root, into: &file)
      } else {
        let start = YAMLPlace(line: 1, column: 1)
        mistakes.append(
          FormFileError(place: start, problem: .expected("'fields:'", found: "nothing")))
      }
    } catch {
      mistakes.append(FormFileError(place: error.place, problem: .yaml(error.problem)))
    }
    guard mistakes.isEmpty else {
      throw FormFileErrors(
        mistakes: mistakes.sorted {
          ($0.place.line, $0.place.column) < ($1.place.line, $1.place.column)
        })
    }
    return file
  }

  private mutating func readForm(_ root: YAMLNode, into file: inout FormFile) {
    guard let entries = root.entries else {
      fail(root, .expected("'fields:' and a list of entries", found: root.summary))
      return
    }
    for entry in entries {
      switch entry.key.text {
      case "name": file.name = word(entry.value)
      case "labels": file.showsLabels = showsLabels(entry.value)
      case "fields": file.entries = fields(entry.value)
      default: failUnknown(entry.key, known: Self.formKeys)
      }
    }
    if root["fields"] == nil { fail(root, .expected("'fields:'", found: root.summary)) }
  }

  private mutating func showsLabels(_ node: YAMLNode) -> Bool {
    let words = ["hidden", "shown"]
    guard let word = node.text, words.contains(word) else {
      failValue(node, of: "labels", allowed: words)
      return true
    }
    return word == "shown"
  }

  // MARK: Entries

  private mutating func fields(_ node: YAMLNode) -> [FormFile.Entry] {
    guard let items = node.items else {
      fail(
        node, .expected("a list of entries, each beginning with '- label:'", found: node.summary))
      return []
    }
    var entries: [FormFile.Entry] = []
    for item in items {
      if let entry = field(item, position: entries.count + 1) { entries.append(entry) }
    }
    return entries
  }

  /// Reads an entry; nil if no control of its class can be created.
  private mutating func field(_ node: YAMLNode, position: Int) -> FormFile.Entry? {
    guard let keys = node.entries else {
      fail(node, .expected("an entry, as in '- label: Name'", found: node.summary))
      return nil
    }
    let className = node["class"]?.text ?? Self.plainClass
    guard let make = classes[className] else {
      let known = classes.names
      fail(
        node["class"] ?? node,
        .unknownClass(className, nearest: nearest(to: className, among: known), known: known))
      return nil
    }
    let label = node["label"].map { word($0) } ?? ""
    if let place = node["label"]?.place { claim(label, at: place) }
    let container = make(node["name"].map { word($0) } ?? label)
    let tag = node["tag"].map { number($0, in: 0...10_000) } ?? position
    container.tag = tag
    if tag > 0 { claim(tag, at: node["tag"]?.place ?? node.place) }
    let height = node["height"].map { number($0, in: 1...1000) }
    let plainHeight = container.kind == .textView ? 3 : 1
    for entry in keys where !Self.entryKeys.contains(entry.key.text ?? "") {
      set(entry, of: container, className: className)
    }
    return FormFile.Entry(
      label: label, container: container, height: height ?? plainHeight,
      labelsReturn: node["returnKeyType"] != nil)
  }

  /// Requires labels to be unique, because each is the key of a value in a table form (FRM-7).
  private mutating func claim(_ label: String, at place: YAMLPlace) {
    if let first = labels[label] {
      mistakes.append(FormFileError(place: place, problem: .duplicateLabel(label, first: first)))
    } else if !label.isEmpty {
      labels[label] = place
    }
  }

  private mutating func claim(_ tag: Int, at place: YAMLPlace) {
    if let first = tags[tag] {
      mistakes.append(FormFileError(place: place, problem: .duplicateTag(tag, first: first)))
    } else {
      tags[tag] = place
    }
  }

  // MARK: Properties and traits

  private mutating func set(_ entry: YAMLEntry, of container: TextContainer, className: String) {
    let name = entry.key.text ?? ""
    let kind = container.kind
    guard !TextInputTraits.names.contains(name) else {
      setTrait(name, entry.value, of: container, className: className)
      return
    }
    guard let property = ContainerProperty(rawValue: name) else {
      let known = (kind.properties.map(\.rawValue) + TextInputTraits.names).sorted()
      failUnknown(entry.key, known: Self.entryKeys + known)
      return
    }
    guard kind.properties.contains(property) else {
      fail(entry.key, .notOfClass(name, class: className))
      return
    }
    guard !property.allowedValues.isEmpty else {
      fail(entry.key, .notAValue(name))
      return
    }
    for value in entry.value.wireValues {
      do throws(PropertyError) {
        return try container.setProperty(name, to: value)
      } catch {
        guard case .badPattern(_, let error) = error else { continue }
        return fail(entry.value, .pattern(error))
      }
    }
    failValue(entry.value, of: name, allowed: property.allowedValues)
  }

  private mutating func setTrait(
    _ name: String, _ node: YAMLNode, of container: TextContainer, className: String
  ) {
    var refusal: TraitError?
    for value in node.wireValues {
      var traits = container.traits
      do throws(TraitError) {
        try traits.set(name, to: value)
      } catch {
        refusal = error
        continue
      }
      if (try? container.setTraits(traits)) == nil {
        fail(node, .notOfClass(name, class: className))
      }
      return
    }
    switch refusal {
    case .badPasswordRules(_, let error): fail(node, .passwordRules(error))
    case .unknownValue(_, _, let allowed): failValue(node, of: name, allowed: allowed)
    case .unknownName, .unsupportedSetting, nil: failValue(node, of: name, allowed: ["a word"])
    }
  }

  // MARK: Values

  private mutating func word(_ node: YAMLNode) -> String {
    guard let text = node.text else {
      fail(node, .expected("a word", found: node.summary))
      return ""
    }
    return node.isNull ? "" : text
  }

  private mutating func number(_ node: YAMLNode, in bounds: ClosedRange<Int>) -> Int {
    if let number = node.text.flatMap({ Int($0) }), bounds.contains(number) { return number }
    fail(
      node,
      .expected(
        "a whole number from \(bounds.lowerBound) to \(bounds.upperBound)", found: node.summary))
    return bounds.lowerBound
  }

  // MARK: Errors

  private mutating func failUnknown(_ key: YAMLNode, known: [String]) {
    let name = key.text ?? ""
    fail(key, .unknownKey(name, nearest: nearest(to: name, among: known), known: known))
  }

  private mutating func failValue(_ node: YAMLNode, of name: String, allowed: [String]) {
    guard let text = node.text else {
      fail(node, .expected(allowed.alternatives, found: node.summary))
      return
    }
    fail(
      node,
      .unknownValue(text, of: name, nearest: nearest(to: text, among: allowed), allowed: allowed))
  }

  private mutating func fail(_ node: YAMLNode, _ problem: FormFileError.Problem) {
    mistakes.append(FormFileError(place: node.place, problem: problem))
  }
}

extension YAMLNode {
  /// The possible values of a scalar, in the order in which they are tried.
  ///
  /// The first that the property or trait accepts is used, so that `text: 42` is a text and
  /// `autocorrectionType: no` is a word.
  fileprivate var wireValues: [JSONValue] {
    guard case .scalar(let text, let isPlain) = content else { return [] }
    guard isPlain else { return [.text(text)] }
    var values: [JSONValue] = isNull ? [.null] : []
    if let flag = Bool(text) { values.append(.bool(flag)) }
    if let number = Int(text) { values.append(.number(number)) }
    return values + [.text(text)]
  }
}
