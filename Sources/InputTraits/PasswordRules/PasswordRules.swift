// SPDX-License-Identifier: Apache-2.0

/// The rules for a password generated for a field.
///
/// They are written as in `required: upper; required: lower, digit; allowed: [-.]; minlength: 8`.
/// Only `PasswordGenerator` of `AutoFill` applies them; typed text that violates them is accepted
/// (TRT-18). The UIKit counterpart is `UITextInputPasswordRules`.
public struct PasswordRules: Hashable, Sendable {
  /// One class of characters.
  public enum CharacterClass: Hashable, Sendable {
    /// `A` to `Z`.
    case upper
    /// `a` to `z`.
    case lower
    /// `0` to `9`.
    case digit
    /// ASCII punctuation and symbols, and the space.
    case special
    /// Printable ASCII, including the space.
    case asciiPrintable
    /// Every character.
    case unicode
    /// A set of printable ASCII characters, sorted and without duplicates.
    case set(String)
  }

  /// The `required` clauses; each requires at least one character of any of its classes.
  public package(set) var required: [[CharacterClass]] = []
  /// The classes that may be used in addition to the required ones.
  public package(set) var allowed: [CharacterClass] = []
  /// The maximum number of equal characters in a row; nil for no limit.
  public package(set) var maxConsecutive: Int?
  /// The minimum number of characters; nil for no limit.
  public package(set) var minLength: Int?
  /// The maximum number of characters; nil for no limit.
  public package(set) var maxLength: Int?

  /// The largest number accepted in a rule.
  public static let largestNumber = 1024
  /// The maximum number of `required` clauses.
  public static let mostRequired = 12

  /// Creates rules without any requirement.
  public init() {}

  /// Parses a descriptor; names are case-insensitive.
  ///
  /// `allowed` may be repeated and adds up; if a number is repeated, the strictest value counts.
  ///
  /// - Parameter descriptor: the rules as text.
  /// - Throws: ``PasswordRulesError`` for the first mistake.
  public init(descriptor: String) throws(PasswordRulesError) {
    var parser = PasswordRulesParser(descriptor)
    self = try parser.rules()
  }

  /// Reports whether a password satisfies the rules.
  ///
  /// If nothing is required or allowed, every printable ASCII character is allowed.
  ///
  /// - Parameter password: the password to check.
  /// - Returns: whether it satisfies all rules.
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
  /// The name of the class; nil for a set.
  var name: String? { Self.named.first { $0.type == self }?.name }

  /// The classes with names.
  static let named: [(name: String, type: Self)] = [
    ("upper", .upper), ("lower", .lower), ("digit", .digit), ("special", .special),
    ("ascii-printable", .asciiPrintable), ("unicode", .unicode),
  ]

  /// Reports whether a character belongs to the class.
  ///
  /// - Parameter character: the character to check.
  /// - Returns: whether it belongs to the class.
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

  /// The characters that generated passwords use for this class.
  ///
  /// Spaces are left out, because forms trim them, unless a set contains one. `unicode` is limited
  /// to visible ASCII, which every keyboard types.
  package var characters: [Character] {
    switch self {
    case .set(let characters): Array(characters)
    default: visibleASCII.filter(contains)
    }
  }

  private static let specials = "-~!@#$%^&*_+=`|(){}[:;\"'<>,.?]/\\"
}

extension PasswordRules: CustomStringConvertible {
  /// The rules as a descriptor; parsing it gives equal rules.
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
  /// The class as written in a descriptor; in a set a hyphen comes first and a closing bracket
  /// last.
  public var description: String {
    guard case .set(let characters) = self else { return name ?? "" }
    let inner = characters.filter { $0 != "-" && $0 != "]" }
    return
      "[\(characters.contains("-") ? "-" : "")\(inner)\(characters.contains("]") ? "]" : "")]"
  }
}

private let visibleASCII = (0x21...0x7E).map { Character(Unicode.Scalar(UInt8($0))) }

extension Character {
  /// Whether the character is a space or a visible ASCII character.
  var isPrintableASCII: Bool { asciiValue.map { (0x20...0x7E).contains($0) } ?? false }
}

extension String {
  /// The length of the longest run of equal characters.
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
