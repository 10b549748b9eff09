// SPDX-License-Identifier: Apache-2.0
internal import Keys

/// A parser of `required: C, C; allowed: C; max-consecutive: n; minlength: n; maxlength: n`
/// (reference 3.5).
struct PasswordRulesParser {
  static let ruleNames = ["required", "allowed", "max-consecutive", "minlength", "maxlength"]

  private var rest: Substring
  private let text: String

  init(_ descriptor: String) {
    text = descriptor
    rest = text[...]
  }

  mutating func rules() throws(PasswordRulesError) -> PasswordRules {
    var rules = PasswordRules()
    skipSpaces()
    while !rest.isEmpty {
      try readRule(into: &rules)
      skipSpaces()
      guard let next = rest.first else { break }
      guard next == ";" else { throw expected(.semicolon) }
      rest.removeFirst()
      skipSpaces()
    }
    return rules
  }

  private mutating func readRule(into rules: inout PasswordRules) throws(PasswordRulesError) {
    let start = rest.startIndex
    let word = readWord()
    guard !word.isEmpty else { throw expected(.ruleName) }
    guard Self.ruleNames.contains(word) else {
      throw error(at: start, .unknownRule(word, nearest: nearest(to: word, among: Self.ruleNames)))
    }
    skipSpaces()
    guard rest.first == ":" else { throw expected(.colon) }
    rest.removeFirst()
    switch word {
    case "required":
      guard rules.required.count < PasswordRules.mostRequired else {
        throw error(at: start, .tooManyRequired)
      }
      rules.required.append(try readClasses())
    case "allowed":
      for type in try readClasses() where !rules.allowed.contains(type) {
        rules.allowed.append(type)
      }
    case "max-consecutive":
      rules.maxConsecutive = try strictest(rules.maxConsecutive, min)
    case "minlength":
      rules.minLength = try strictest(rules.minLength, max)
    default:
      rules.maxLength = try strictest(rules.maxLength, min)
    }
  }

  private mutating func strictest(
    _ old: Int?, _ choose: (Int, Int) -> Int
  ) throws(PasswordRulesError) -> Int {
    let number = try readNumber()
    return old.map { choose($0, number) } ?? number
  }

  private mutating func readNumber() throws(PasswordRulesError) -> Int {
    skipSpaces()
    let start = rest.startIndex
    let digits = String(rest.prefix { ("0"..."9").contains($0) })
    guard !digits.isEmpty else { throw expected(.number) }
    rest.removeFirst(digits.count)
    let allowed = 1...PasswordRules.largestNumber
    guard let number = Int(digits), allowed.contains(number) else {
      throw error(at: start, .outOfRange(found: digits, allowed: allowed))
    }
    return number
  }

  private mutating func readClasses() throws(PasswordRulesError) -> [PasswordRules.CharacterClass] {
    var classes: [PasswordRules.CharacterClass] = []
    while true {
      skipSpaces()
      let type = try rest.first == "[" ? readSet() : readNamedClass()
      if !classes.contains(type) { classes.append(type) }
      skipSpaces()
      guard rest.first == "," else { return classes }
      rest.removeFirst()
    }
  }

  private mutating func readNamedClass() throws(PasswordRulesError) -> PasswordRules.CharacterClass
  {
    let start = rest.startIndex
    let word = readWord()
    guard !word.isEmpty else { throw expected(.characterClass) }
    let named = PasswordRules.CharacterClass.named
    guard let type = named.first(where: { $0.name == word })?.type else {
      throw error(
        at: start, .unknownClass(word, nearest: nearest(to: word, among: named.map(\.name))))
    }
    return type
  }

  /// Reads `[…]`; a hyphen must come first and a closing bracket last.
  private mutating func readSet() throws(PasswordRulesError) -> PasswordRules.CharacterClass {
    let start = rest.startIndex
    rest.removeFirst()
    var characters: Set<Character> = []
    while let character = rest.first {
      let place = rest.startIndex
      rest.removeFirst()
      if character == "]", rest.first != "]" {
        guard !characters.isEmpty else { throw error(at: start, .emptySet) }
        return .set(String(characters.sorted()))
      }
      guard character.isPrintableASCII else { throw error(at: place, .notASCII(character)) }
      guard character != "-" || characters.isEmpty else { throw error(at: place, .hyphenNotFirst) }
      characters.insert(character)
    }
    throw error(at: start, .unclosedSet)
  }

  /// Reads letters and hyphens, and returns them in lower case.
  private mutating func readWord() -> String {
    let word = rest.prefix { $0.isASCII && $0.isLetter || $0 == "-" }
    rest.removeFirst(word.count)
    return word.lowercased()
  }

  private mutating func skipSpaces() {
    rest = rest.drop(while: \.isWhitespace)
  }

  private func expected(_ what: PasswordRulesError.Expected) -> PasswordRulesError {
    let found = rest.prefix { !$0.isWhitespace }.prefix(20)
    return error(at: rest.startIndex, .expected(what, found: String(found)))
  }

  private func error(
    at place: String.Index, _ problem: PasswordRulesError.Problem
  ) -> PasswordRulesError {
    PasswordRulesError(
      column: text.utf16.distance(from: text.startIndex, to: place), problem: problem)
  }
}
