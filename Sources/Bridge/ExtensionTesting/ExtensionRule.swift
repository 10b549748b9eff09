// SPDX-License-Identifier: Apache-2.0
import Keys
import TextInput

/// A rule that an extension must keep (CIV-13 to CIV-19).
struct ExtensionRule: Sendable {
  /// The reason why a rule does not concern an extension.
  struct Unused: Error {
    var reason: String
  }

  /// The name, which never changes.
  let name: String
  /// The behaviour of an extension that keeps the rule, as a clause.
  let title: String
  /// Whether the report has the text of the document.
  var showsText = false
  /// Tests the rule; throws what breaks it, or ``Unused``.
  let test: @Sendable (ExtensionTestDesk) throws -> Void

  /// The rules, in the order in which they are tested.
  static let all = [
    starts, printableKeys, markedText, candidateByDigit, candidateByArrow, focusLost, modeChanged,
    keyHeld, focusChanges, wholeCharacters, textChanged, staleEdit, secureField,
  ]

  private static func check(_ holds: Bool, _ otherwise: @autoclosure () -> String) throws {
    if !holds { throw UserFacingError(otherwise()) }
  }

  /// Returns the rule that an extension answers the keys of a capture.
  static func capture(_ path: String) -> ExtensionRule {
    ExtensionRule(
      name: "capture:\(path)", title: "it answers the keys of the capture", showsText: true
    ) { desk in
      try desk.play(path)
      desk.focus(desk.other)
      try check(desk.document.markedRange == nil, "text is still marked after the focus has left")
    }
  }

  // MARK: Keys

  private static let starts = ExtensionRule(
    name: "starts", title: "it starts in the sandbox without rights, and answers 'hello'"
  ) { _ in }

  private static let printableKeys = ExtensionRule(
    name: "printable-keys", title: "it answers each printable key, also with Shift"
  ) { desk in
    for code in KeyCode.typing {
      for held in [[], HeldKeys.shift] { try desk.press(code, holding: held) }
      desk.reset()
    }
  }

  private static let keyHeld = ExtensionRule(
    name: "key-held", title: "it answers a key that repeats"
  ) { desk in
    try desk.press(.a, repeats: 40)
    let seen = desk.lines.methods.count { $0 == "key" }
    try check(seen >= 41, "it has seen \(seen) of 41 keys")
  }

  /// `KEY_DOWN`.
  private static let downArrow = KeyCode(108)

  // MARK: Composition

  /// Characters with which input methods may begin to compose.
  private static let beginnings = (Array("abcdefghijklmnopqrstuvwxyz") + Array(":;/\\=-"))
    .flatMap { $0.isLetter ? [String($0)] : [String($0), "\($0)a"] }
  /// Characters after which input methods may show candidates.
  private static let continuations = ["", " ", "a", "a ", "i", "i ", "at", "ih"]

  /// Types until something is marked.
  ///
  /// - Returns: what was typed.
  @discardableResult
  private static func compose(_ desk: ExtensionTestDesk) throws -> String {
    for text in beginnings {
      try desk.type(text)
      if !desk.marked.isEmpty { return text }
      desk.reset()
    }
    throw Unused(reason: "it has marked no text")
  }

  /// Types until candidates are shown.
  private static func findCandidates(_ desk: ExtensionTestDesk) throws -> CandidateList {
    var count = 0
    for beginning in beginnings where count < 8 {
      try desk.type(beginning)
      guard !desk.marked.isEmpty || desk.candidates != nil else {
        desk.reset()
        continue
      }
      count += 1
      for continuation in continuations {
        if !continuation.isEmpty {
          desk.reset()
          try desk.type(beginning + continuation)
        }
        if let list = desk.candidates { return list }
      }
      desk.reset()
    }
    throw Unused(reason: "it has shown no candidates")
  }

  private static let markedText = ExtensionRule(
    name: "marked-text", title: "Return ends the composition"
  ) { desk in
    try compose(desk)
    for _ in 0..<3 where !desk.marked.isEmpty { try desk.press(.enter) }
    try check(desk.marked.isEmpty, "text is still marked after Return was pressed three times")
    try check(desk.candidates == nil, "candidates are still shown after Return")
  }

  private static let candidateByDigit = ExtensionRule(
    name: "candidate-by-digit", title: "a digit chooses a candidate"
  ) { desk in
    let list = try findCandidates(desk)
    let before = desk.document.text
    try desk.type("1")
    try check(
      desk.candidates != list || desk.document.text != before,
      "neither the candidates nor the text have changed after 1")
  }

  private static let candidateByArrow = ExtensionRule(
    name: "candidate-by-arrow", title: "an arrow moves among the candidates"
  ) { desk in
    let list = try findCandidates(desk)
    guard list.items.count > 1 else { throw Unused(reason: "it has shown a single candidate") }
    let before = desk.document.text
    try desk.press(downArrow)
    try check(
      desk.candidates != list || desk.document.text != before,
      "neither the candidates nor the text have changed after the arrow")
  }

  // MARK: Ends

  /// Types something, marked if the extension marks text.
  private static func typeSomething(_ desk: ExtensionTestDesk) throws {
    do {
      try compose(desk)
    } catch is Unused {
      try desk.type("a")
    }
  }

  private static func checkEnd(_ desk: ExtensionTestDesk, text: String) throws {
    try check(
      desk.document.markedRange == nil && desk.document.text == text,
      "what was shown is not in the text")
    try check(desk.candidates == nil, "candidates are still shown")
    try check(desk.lines.methods.contains("finish"), "it has received no 'finish'")
  }

  private static let focusLost = ExtensionRule(
    name: "focus-lost", title: "it begins anew after the focus has left a composition"
  ) { desk in
    try typeSomething(desk)
    let text = desk.document.text
    desk.focus(desk.other)
    try checkEnd(desk, text: text)
    try desk.type("a")
    desk.focus(desk.document)
    try desk.type("a")
    try check(
      desk.document.text.hasPrefix(String(text.dropLast())),
      "it has changed text of an earlier composition")
  }

  private static let modeChanged = ExtensionRule(
    name: "mode-changed", title: "it begins anew after the mode has changed in a composition"
  ) { desk in
    try typeSomething(desk)
    let text = desk.document.text
    desk.useBuiltIn()
    try checkEnd(desk, text: text)
    let count = desk.lines.methods.count { $0 == "key" }
    try desk.type("b")
    try check(desk.lines.methods.count { $0 == "key" } == count, "it was asked in another mode")
    desk.tried.use(desk.mode)
    try desk.type("a")
    try check(desk.document.text.hasPrefix(text), "it has changed text of an earlier composition")
  }

  private static let focusChanges = ExtensionRule(
    name: "focus-changes", title: "it follows 200 changes of the focus"
  ) { desk in
    for number in 0..<200 {
      desk.focus(number.isMultiple(of: 2) ? desk.other : desk.document)
      if number.isMultiple(of: 7) { try desk.type("a") }
    }
  }

  // MARK: The document

  private static let wholeCharacters = ExtensionRule(
    name: "whole-characters", title: "it keeps emoji and combining marks before the caret whole"
  ) { desk in
    let text = "e\u{301}👩‍👩‍👧‍👦🇨🇭"
    desk.replace(with: text)
    try desk.press(.backspace)
    let rest = String(text.dropLast())
    try check(desk.document.text == rest, "backspace has not deleted one character")
    for letter in "abcdefghijklmnopqrstuvwxyz" {
      try desk.type(String(letter))
      try check(desk.document.text.hasPrefix(rest), "a letter has changed what is before it")
      desk.focus(desk.other)
      desk.replace(with: rest)
      desk.focus(desk.document)
    }
  }

  private static let textChanged = ExtensionRule(
    name: "text-changed", title: "it follows a text that the program changes"
  ) { desk in
    try typeSomething(desk)
    desk.replace(with: "changed")
    try desk.type("a")
    try check(desk.document.text.hasPrefix("change"), "it has undone the change")
  }

  private static let staleEdit = ExtensionRule(
    name: "stale-edit", title: "it goes on after the text has changed while it answered"
  ) { desk in
    try desk.press(.a) { desk.replace(with: "changed") }
    try check(desk.document.text.hasPrefix("change"), "it has undone the change")
    try desk.type("b")
    try check(desk.document.text.hasPrefix("change"), "it has undone the change")
  }

  private static let secureField = ExtensionRule(
    name: "secure-field", title: "it is not asked in a secure field, and is back afterwards"
  ) { desk in
    try desk.type("a")
    for field in [desk.secure, desk.phone] {
      desk.focus(field)
      let count = desk.lines.methods.count { $0 == "key" }
      try desk.type("12")
      try check(field.text == "12", "\(field.name) has another text than the typed one")
      try check(
        desk.lines.methods.count { $0 == "key" } == count, "it was asked in the field \(field.name)"
      )
    }
    desk.focus(desk.document)
    let count = desk.lines.methods.count { $0 == "key" }
    try desk.type("a")
    try check(desk.lines.methods.count { $0 == "key" } > count, "it was not asked afterwards")
  }
}
