// SPDX-License-Identifier: Apache-2.0

/// What a password that is made up for a field must be like; UIKit's counterpart is
/// `UITextInputPasswordRules`.
///
/// They are written as in `required: upper; required: lower, digit; allowed: [-.]; minlength: 8`.
/// Rules bind `PasswordGenerator` of `AutoFill` alone: typing what breaks them is not refused (TRT-18).
public struct PasswordRules: Hashable, Sendable {
  /// One class of characters.
  public enum CharacterClass: Hashable, Sendable {
    /// `A` to `Z`.
    case upper
    /// `a` to `z`.
    case lower
    /// `0` to `9`.
    case digit
    /// Punctuation and symbols of ASCII.
    case special
    /// Everything of ASCII that is seen.
    case asciiPrintable
    /// Everything.
    case unicode
    /// These characters of ASCII, sorted and without doubles.
    case set(String)
  }

  /// The clauses that ask for at least one character of any of their classes.
  public package(set) var required: [[CharacterClass]] = []
  /// What may be used besides what is required.
  public package(set) var allowed: [CharacterClass] = []
  /// How often a character may stand in a row; nil for any number.
  public package(set) var maxConsecutive: Int?
  /// The fewest characters; nil for any number.
  public package(set) var minLength: Int?
  /// The most characters; nil for any number.
  public package(set) var maxLength: Int?

  /// The largest number that a rule can have.
  public static let largestNumber = 1024
  /// How many `required` clauses there can be.
  public static let mostRequired = 12

  /// Makes rules that ask for nothing.
  public init() {}

  /// Reads rules; upper and lower case are the same in names.
  ///
  /// `allowed` may come several times and adds up; of a number that comes several times the
  /// strictest holds.
  ///
  /// - Throws: ``PasswordRulesError`` for the first mistake.
  public init(descriptor: String) throws(PasswordRulesError) {
    var parser = PasswordRulesParser(descriptor)
    self = try parser.rules()
  }

  /// Whether a password obeys the rules.
  ///
  /// Where nothing is required or allowed, every printable character of ASCII is allowed.
  public func isSatisfied(by password: String) -> Bool {
    let count = password.count
    guard count >= minLength ?? 0, count <= maxLength ?? .max else { return false }
    let permitted = required.joined() + allowed
    let all = permitted.isEmpty ? [.asciiPrintable] : Array(permitted)
    guard password.allSatisfy({ character in all.contains { $0.contains(character) } }),
      required.allSatisfy({ clause in
        password.contains { character in clause.contains { $0.contains(character) } }
      })
    else { return false }
    return password.longestRun <= maxConsecutive ?? .max
  }
}

extension PasswordRules.CharacterClass {
  /// The class's name, or nil for a set.
  var name: String? { Self.named.first { $0.type == self }?.name }

  /// The classes that have names.
  static let named: [(name: String, type: Self)] = [
    ("upper", .upper), ("lower", .lower), ("digit", .digit), ("special", .special),
    ("ascii-printable", .asciiPrintable), ("unicode", .unicode),
  ]

  /// Whether a character belongs to the class.
  public func contains(_ character: Character) -> Bool {
    switch self {
    case .upper: ("A"..."Z").contains(character)
    case .lower: ("a"..."z").contains(character)
    case .digit: ("0"..."9").contains(character)
    case .special: Self.specials.contains(character) || character == " "
    case .asciiPrintable: character.isPrintableASCII
    case .unicode: true
    case .set(let characters): characters.contains(character)
    }
  }

  /// What passwords are made of for this class.
  ///
  /// Spaces are left out, because forms cut them off, unless a set names one; of Unicode what every
  /// keyboard types is taken.
  package var characters: [Character] {
    switch self {
    case .set(let characters): Array(characters)
    default: visibleASCII.filter(contains)
    }
  }

  private static let specials = "-~!@#$%^&*_+=`|(){}[:;\"'<>,.?]/\\"
}

extension PasswordRules: CustomStringConvertible {
  /// The rules as a descriptor; reading it gives the same rules.
  public var description: String {
    var parts = required.map { "required: \($0.map(\.description).joined(separator: ", "))" }
    if !allowed.isEmpty {
      parts.append("allowed: \(allowed.map(\.description).joined(separator: ", "))")
    }
    if let maxConsecutive { parts.append("max-consecutive: \(maxConsecutive)") }
    if let minLength { parts.append("minlength: \(minLength)") }
    if let maxLength { parts.append("maxlength: \(maxLength)") }
    return parts.joined(separator: "; ")
  }
}

extension PasswordRules.CharacterClass: CustomStringConvertible {
  /// The class as in a descriptor: a hyphen comes first in a set and a closing bracket last.
  public var description: String {
    guard case .set(let characters) = self else { return name ?? "" }
    let inner = characters.filter { $0 != "-" && $0 != "]" }
    return
      "[\(characters.contains("-") ? "-" : "")\(inner)\(characters.contains("]") ? "]" : "")]"
  }
}

private let visibleASCII = (0x21...0x7E).map { Character(Unicode.Scalar(UInt8($0))) }

extension Character {
  /// Whether it is a space or a visible character of ASCII.
  var isPrintableASCII: Bool { asciiValue.map { (0x20...0x7E).contains($0) } ?? false }
}

extension String {
  /// How often the same character stands in a row at most.
  fileprivate var longestRun: Int {
    var longest = 0
    var run = 0
    var previous: Character?
    for character in self {
      run = character == previous ? run + 1 : 1
      previous = character
      longest = max(longest, run)
    }
    return longest
  }
}
