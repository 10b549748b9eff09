// SPDX-License-Identifier: Apache-2.0
import Keys
import Mirrors
import TextInput

/// A program's specification of a container to create.
struct ContainerSpecification {
  /// The members that the JSON object may have.
  static let members = [
    "container", "kind", "label", "text", "traits", "properties", "questions", "frame", "rows",
    "cancels",
  ]

  private let parameters: Parameters
  private let name: String
  private let prototype: Parameters?
  /// Whether the container is a field of a form.
  private let isInForm: Bool

  /// Reads the name; the other members are read when the container is created.
  ///
  /// - Parameters:
  ///   - parameters: the JSON object.
  ///   - program: the container's owner.
  ///   - prototype: supplies the members that the object itself does not have (FRM-7).
  ///   - isInForm: whether the container is a field of a form.
  /// - Throws: what is wrong with the name.
  init(
    _ parameters: Parameters, of program: Program, prototype: Parameters? = nil,
    isInForm: Bool = false
  ) throws(RequestError) {
    self.isInForm = isInForm
    self.parameters = parameters
    self.prototype = prototype
    name = try program.newName(parameters, "container")
  }

  /// Creates a container without any properties.
  static func make(_ kind: ContainerKind, name: String) -> TextContainer {
    switch kind {
    case .textField: TextField(name: name)
    case .textView: TextView(name: name)
    case .webField: WebField(name: name)
    case .external: ExternalText(name: name)
    }
  }

  /// Creates the container, which is in no window yet.
  func make(for client: ProgramClient) throws(RequestError) -> ProgramContainer {
    let program = try client.program
    let hub = client.hub
    let kind = try read { (source) throws(RequestError) in
      try source.choice(ifThere: "kind", as: ContainerKind.self)
    }
    if kind == .external { return try makeExternal(for: program, hub.requests.lateAnswers) }
    let text = Self.make(kind ?? .textField, name: name)
    for source in [prototype, parameters].compactMap(\.self) { try source.apply(to: text) }
    let string = try parameters.text(ifThere: "text", limit: Parameters.documentLimit)
    try program.needRoom(forText: string)
    let frame = try parameters.frame("frame")
    if let frame { text.frame = frame }
    // ⎋ ends editing as cancelled; `focus.didEnd` notifies the program.
    if try parameters.bool(ifThere: "cancels") == true { text.cancelAction = {} }
    let rows = try read { (source) throws(RequestError) in try source.rows }
    text.didRefuse = { [weak program, name] refused in
      program?.notify("text.wasRefused", Refused(refused, in: name))
    }
    return ProgramContainer(
      name: name, text: text, label: try parameters.text(ifThere: "label") ?? "",
      rows: frame == nil ? rows ?? (text.kind == .textView ? 5 : 1) : nil, beginning: string,
      defaultAnswers: try read { (source) throws(RequestError) in try source.defaultAnswers }
        ?? [:],
      lateAnswers: hub.requests.lateAnswers
    ) { [unowned program, requests = hub.requests] name, parameters, text, defaultAnswer in
      guard !program.isRestoring else { return .yes }
      return requests.send(name, to: program, parameters, about: text, defaultAnswer: defaultAnswer)
    }
  }

  /// Creates a text that the program's toolkit owns.
  private func makeExternal(
    for program: Program, _ lateAnswers: LateAnswers
  ) throws(RequestError) -> ProgramContainer {
    guard prototype == nil, !isInForm else {
      throw RequestError(
        .unsupported, "a form has no fields of kind external, because the program draws them",
        at: parameters.pointer("kind"))
    }
    for member in ["text", "questions", "frame", "rows", "cancels"] where parameters.has(member) {
      throw RequestError(
        .unsupported, "a container of kind external has no \(member); the program owns its text",
        at: parameters.pointer(member))
    }
    let text = ExternalText(name: name)
    try parameters.apply(to: text)
    let label = try parameters.text(ifThere: "label") ?? ""
    let connection = ExternalTextConnection(
      text,
      send: { [unowned program, name] message in
        guard program.connection != nil else { return false }
        program.write { lines in
          program.encoder.append(message, of: name, in: program.offsetUnit, to: &lines)
        }
        return true
      },
      keysWereDropped: { [unowned program, name] in
        program.notify("external.keysDropped", KeysDropped(container: name))
      })
    return ProgramContainer(
      name: name, external: connection, label: label, lateAnswers: lateAnswers)
  }

  private func read<Value>(
    _ body: (Parameters) throws(RequestError) -> Value?
  ) throws(RequestError) -> Value? {
    if let own = try body(parameters) { return own }
    guard let prototype else { return nil }
    return try body(prototype)
  }

  /// Validates a form's prototype, even if no field uses it: it must be valid for at least one kind
  /// of container.
  static func check(_ prototype: Parameters) throws(RequestError) {
    let kind = try prototype.choice(ifThere: "kind", as: ContainerKind.self)
    _ = try prototype.defaultAnswers
    _ = try prototype.rows
    var refusal: RequestError?
    for kind in kind.map({ [$0] }) ?? ContainerKind.allCases {
      do throws(RequestError) {
        return try prototype.apply(to: make(kind, name: ""))
      } catch {
        refusal = refusal ?? error
      }
    }
    if let refusal { throw refusal }
  }
}

/// `external.keysDropped`: too many messages were not reported as handled.
private struct KeysDropped: Encodable {
  var container: String
}

/// `text.wasRefused`: the service refused input without consulting the program, which may want to
/// beep.
private struct Refused: Encodable {
  var container: String
  var range: [Int]
  var reason: String
  var string: String

  init(_ refused: RefusedInput, in container: String) {
    self.container = container
    range = [refused.range.start, refused.range.end]
    reason = refused.reason.rawValue
    string = refused.text
  }
}

extension Parameters {
  /// Applies the properties and traits that the object specifies.
  fileprivate func apply(to text: TextContainer) throws(RequestError) {
    for (name, value, place) in try properties("properties") {
      try text.set(name, to: value, at: place)
    }
    if let traits = try traits("traits", changing: text.traits) {
      try text.set(traits, at: pointer("traits"))
    }
  }

  fileprivate var rows: Int? {
    get throws(RequestError) { try number(ifThere: "rows", in: 1...1000) }
  }

  fileprivate var defaultAnswers: [ProgramRequestName: Bool]? {
    get throws(RequestError) {
      guard
        let wanted = try object(
          ifThere: "questions", known: ProgramRequestName.ofContainers.map(\.rawValue))
      else { return nil }
      var defaultAnswers: [ProgramRequestName: Bool] = [:]
      for name in wanted.names {
        guard let request = ProgramRequestName(rawValue: name) else { continue }
        guard let defaultAnswer = try wanted.bool(ifThere: name) else {
          throw wanted.invalid(name, "true or false, the default answer")
        }
        defaultAnswers[request] = defaultAnswer
      }
      return defaultAnswers
    }
  }
}

// MARK: Values

extension Parameters {
  /// Reads traits by name and applies them on top of others; nil if the member is missing.
  func traits(
    _ name: String, changing old: TextInputTraits
  ) throws(RequestError) -> TextInputTraits? {
    guard let object = try object(ifThere: name) else { return nil }
    var traits = old
    for name in object.names {
      let value = try object.wireValue(name)
      do throws(TraitError) {
        try traits.set(name, to: value)
      } catch {
        throw RequestError(.invalidParameter, error.words, at: object.pointer(name))
      }
    }
    return traits
  }

  /// Reads properties by name, each with its place.
  func properties(
    _ name: String
  ) throws(RequestError) -> [(name: String, value: JSONValue, place: String)] {
    guard let object = try object(ifThere: name) else { return [] }
    var properties: [(String, JSONValue, String)] = []
    for name in object.names {
      properties.append((name, try object.wireValue(name), object.pointer(name)))
    }
    return properties
  }

  /// Reads a value of a trait, property or setting.
  func wireValue(_ name: String) throws(RequestError) -> JSONValue {
    switch self[name] {
    case nil, .null?: return .null
    case .bool(let flag)?: return .bool(flag)
    case .number(let number)?: return .number(number)
    case .text?:
      let limit = name == ContainerProperty.text.rawValue ? Self.documentLimit : Self.usualLimit
      return .text(try text(name, limit: limit))
    case let other?:
      throw RequestError(
        .invalidParameter,
        "\(name.excerpt) must be a word, a number, true or false, not \(other.kind)",
        at: pointer(name))
    }
  }

  /// Reads a rectangle in cells: `[x, y, width, height]`.
  func frame(_ name: String) throws(RequestError) -> CellRect? {
    guard has(name), self[name] != .null else { return nil }
    guard case .list(let list)? = self[name], list.count == 4 else {
      throw invalid(name, "an array of four numbers: x, y, width and height, in cells")
    }
    var numbers: [Int] = []
    for value in list {
      guard case .number(let number) = value, (0...10_000).contains(number) else {
        throw RequestError(
          .invalidParameter, "the numbers of \(name) must be whole numbers from 0 to 10000",
          at: pointer(name))
      }
      numbers.append(number)
    }
    return CellRect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
  }
}

extension TextContainer {
  /// Sets a property by name.
  func set(
    _ name: String, to value: JSONValue, at place: String
  ) throws(RequestError) {
    do throws(PropertyError) {
      try setProperty(name, to: value)
    } catch {
      throw error.requestError(at: place)
    }
  }

  /// Reads a property by name.
  func property(_ name: String, at place: String) throws(RequestError) -> JSONValue {
    do throws(PropertyError) {
      return try property(name)
    } catch {
      throw error.requestError(at: place)
    }
  }

  /// Sets the traits, and reports an unsupported one with its place.
  func set(_ traits: TextInputTraits, at place: String) throws(RequestError) {
    do throws(ContainerError) {
      try setTraits(traits)
    } catch {
      throw error.requestError(at: place)
    }
  }
}

extension PropertyError {
  fileprivate func requestError(at place: String) -> RequestError {
    switch self {
    case .unsupportedProperty(let name, let kind):
      let known = kind.properties.map(\.rawValue)
      let hint = nearest(to: name, among: known).map { "; did you mean \($0)?" } ?? ""
      return RequestError(
        .unsupported, "a container of kind \(kind.rawValue) has no property \(name.excerpt)\(hint)",
        at: place)
    case .invalidValue(let name, let value):
      let allowed = ContainerProperty(rawValue: name)?.allowedValues ?? []
      return RequestError(
        .invalidParameter,
        "\(name) must be \(allowed.alternatives), not \(value.words)", at: place)
    case .badPattern(let name, let error):
      return RequestError(
        .invalidParameter,
        "invalid \(name) after \(error.column) characters: \(error.words)", at: place)
    case .notAValue(let name):
      return RequestError(.unsupported, "\(name) is a view, which has no value to send", at: place)
    }
  }
}

extension ContainerError {
  fileprivate func requestError(at place: String) -> RequestError {
    switch self {
    case .unsupportedTrait(let kind):
      return RequestError(
        .unsupported,
        "a container of kind \(kind.rawValue) has only autocapitalizationType and autocorrectionType",
        at: place)
    case .unsupported(let feature):
      return RequestError(.unsupported, "\(feature.rawValue) is unsupported", at: place)
    }
  }
}

extension TraitError {
  /// The error as a sentence.
  var words: String {
    switch self {
    case .unknownName(let name, let nearest):
      "unknown trait \(name.excerpt)" + (nearest.map { "; did you mean \($0)?" } ?? "")
    case .unknownValue(let trait, let value, let allowed):
      "\(trait) must be \(allowed.alternatives), not \(value.words)"
    case .unsupportedSetting(let name, let reason): "\(name) is unsupported: \(reason)"
    case .badPasswordRules(let trait, let error):
      "invalid \(trait) after \(error.column) characters: \(error.words)"
        + (error.hint.map { "; write \($0)" } ?? "")
    }
  }
}

extension JSONValue {
  fileprivate var words: String {
    switch self {
    case .null: "null"
    case .bool(let flag): "\(flag)"
    case .number(let number): "\(number)"
    case .text(let text): text.excerpt
    case .fraction, .list, .object, .written: kind
    }
  }
}
