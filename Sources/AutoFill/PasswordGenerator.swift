// SPDX-License-Identifier: Apache-2.0
public import TextInput

/// Generates passwords (TRT-16, TRT-17).
///
/// A password is generated as a row of places. Each `required` clause is assigned a random place,
/// whose character is drawn from the clause. The characters of the other places are drawn from all
/// permitted characters. So even if an attacker guesses the clauses' places, each other place
/// contributes the logarithm of the number of permitted characters.
public struct PasswordGenerator: Sendable {
  /// Why a password cannot be generated.
  @nonexhaustive
  public enum Failure: Error, Hashable, Sendable {
    /// The minimum length exceeds the maximum length.
    case lengths(min: Int, max: Int)
    /// The maximum length is too short for one character of each required clause.
    case tooShort(max: Int)
    /// Only one character is permitted, and it may not be repeated often enough.
    case tooFewCharacters
    /// The random numbers are always the same.
    case notRandom
  }

  /// The length of a password, unless the rules require another one.
  ///
  /// The default characters are upper, lower, digits and hyphen.
  public static let defaultLength = 20
  /// The rules for a field without any (TRT-16).
  public static let defaultRules: PasswordRules = {
    var rules = PasswordRules()
    rules.required = [[.upper], [.lower], [.digit], [.set("-")]]
    return rules
  }()

  private let length: Int
  private let alphabet: [Character]
  /// The sets of characters from which at least one place each must be drawn.
  private let demands: [[Character]]
  private let longestRun: Int

  /// Creates a generator for rules.
  ///
  /// Rules that neither require nor allow any characters use those of the default rules.
  ///
  /// - Parameter rules: the rules; nil means ``defaultRules``.
  /// - Throws: ``Failure`` if no password can obey the rules.
  public init(rules: PasswordRules? = nil) throws(Failure) {
    let rules = rules ?? Self.defaultRules
    let (shortest, longest) = (rules.minLength ?? 1, rules.maxLength ?? .max)
    guard shortest <= longest else { throw .lengths(min: shortest, max: longest) }
    length = min(max(Self.defaultLength, shortest), longest)
    longestRun = rules.maxConsecutive ?? .max

    var clauses = rules.required.map { Set($0.flatMap(\.characters)) }
    var permitted = clauses.reduce(into: Set(rules.allowed.flatMap(\.characters))) {
      $0.formUnion($1)
    }
    if permitted.isEmpty {
      clauses = Self.defaultRules.required.map { Set($0.flatMap(\.characters)) }
      permitted = clauses.reduce(into: []) { $0.formUnion($1) }
      // None of the default clauses is required, so a shorter password may omit some.
      if clauses.count > length { clauses = [] }
    }
    // A character that satisfies a clause satisfies all clauses that contain it.
    var narrow: [Set<Character>] = []
    for clause in clauses.sorted(by: { $0.count < $1.count })
    where !narrow.contains(where: clause.isSuperset) {
      narrow.append(clause)
    }
    guard let demands = Self.places(for: narrow, atMost: length) else {
      throw .tooShort(max: length)
    }
    guard permitted.count > 1 || length <= longestRun else { throw .tooFewCharacters }
    self.demands = demands.map { $0.sorted() }
    alphabet = permitted.sorted()
  }

  /// The minimum number of bits that an attacker who knows the rules must guess: those of the
  /// places without a clause.
  public var bits: Double {
    let widest = longestRun < length ? alphabet.count - 1 : alphabet.count
    return Double(length - demands.count) * log2(widest)
  }

  /// Generates a password with the system's random numbers.
  ///
  /// - Throws: ``Failure/notRandom``; see `password(using:)`.
  public func password() throws(Failure) -> String {
    var random = SystemRandomNumberGenerator()
    return try password(using: &random)
  }

  /// Generates a password with the given random numbers.
  ///
  /// - Parameter random: the source of random numbers; a predictable source gives predictable
  ///   passwords.
  /// - Returns: the password.
  /// - Throws: ``Failure/notRandom`` if no attempt succeeds, because the numbers are not random.
  public func password(using random: inout some RandomNumberGenerator) throws(Failure) -> String {
    // An attempt fails if a required place follows a full run of its only character, which is rare.
    for _ in 0..<1000 {
      if let password = attempt(using: &random) { return password }
    }
    throw .notRandom
  }

  private func attempt(using random: inout some RandomNumberGenerator) -> String? {
    var choices = Array(repeating: alphabet, count: length)
    choices.replaceSubrange(..<demands.count, with: demands)
    choices.shuffle(using: &random)
    var password = ""
    var run = 0
    for choice in choices {
      let last = password.last
      let fitting = run == longestRun ? choice.filter { $0 != last } : choice
      guard let character = fitting.randomElement(using: &random) else { return nil }
      run = character == last ? run + 1 : 1
      password.append(character)
    }
    return password
  }

  /// Returns sets of characters for places so that every clause is satisfied; nil if there are too
  /// few places.
  ///
  /// With fewer places than clauses, finds the smallest number of characters that together satisfy
  /// all clauses: each round adds one more character to the reachable sets of clauses.
  private static func places(
    for clauses: [Set<Character>], atMost limit: Int
  ) -> [Set<Character>]? {
    guard clauses.count > limit else { return clauses }
    var characters: [UInt: Set<Character>] = [:]
    for character in clauses.reduce(into: Set(), { $0.formUnion($1) }) {
      let served = clauses.indices.reduce(UInt(0)) {
        clauses[$1].contains(character) ? $0 | 1 << UInt($1) : $0
      }
      characters[served, default: []].insert(character)
    }
    let all = UInt(1) << UInt(clauses.count) - 1
    var reached: [UInt: [UInt]] = [0: []]
    for _ in 0..<limit {
      for (covered, path) in reached {
        for served in characters.keys where reached[covered | served] == nil {
          reached[covered | served] = path + [served]
        }
      }
      if let path = reached[all] { return path.compactMap { characters[$0] } }
    }
    return nil
  }
}

/// Returns the binary logarithm of a count, rounded down to a multiple of 1/64.
private func log2(_ count: Int) -> Double {
  guard count > 1 else { return 0 }
  // The exponent of the 64th power, which a Double can represent for any ASCII alphabet.
  var power = 1.0
  for _ in 0..<64 { power *= Double(count) }
  return Double(power.exponent) / 64
}
