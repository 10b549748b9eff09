// SPDX-License-Identifier: Apache-2.0
public import TextInput

/// Makes up passwords (TRT-16, TRT-17).
///
/// A password begins as a row of places. Each `required` clause gets a place of its own, drawn at
/// random, whose character is drawn from the clause; the other places draw from everything that is
/// permitted. So however an attacker guesses the clauses' places, each other place is worth the
/// logarithm of the number of permitted characters.
public struct PasswordGenerator: Sendable {
  /// Why there is no password.
  @nonexhaustive
  public enum Failure: Error, Hashable, Sendable {
    /// The shortest password is longer than the longest.
    case lengths(min: Int, max: Int)
    /// So many characters, and no more are allowed, cannot hold one of everything required.
    case tooShort(max: Int)
    /// There is only one character to use, and it may not stand so often in a row.
    case tooFewCharacters
    /// The random numbers are always the same.
    case notRandom
  }

  /// What rules ask for that do not say: 20 characters from upper, lower, digits and hyphen.
  public static let defaultLength = 20
  /// What a password is made for where a field has no rules (TRT-16).
  public static let defaultRules: PasswordRules = {
    var rules = PasswordRules()
    rules.required = [[.upper], [.lower], [.digit], [.set("-")]]
    return rules
  }()

  private let length: Int
  private let alphabet: [Character]
  /// What the places draw from that have to have something.
  private let demands: [[Character]]
  private let longestRun: Int

  /// Prepares passwords that obey rules; nil for ``defaultRules``.
  ///
  /// Rules that neither require nor allow anything take the characters of the default.
  ///
  /// - Throws: ``Failure`` where no password obeys them.
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
      // Nothing is required; a password too short for one of each is still one.
      if clauses.count > length { clauses = [] }
    }
    // What satisfies a clause satisfies every clause that contains it.
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

  /// How many bits an attacker who knows the rules has to guess at least: those of the places that
  /// no clause has.
  public var bits: Double {
    let widest = longestRun < length ? alphabet.count - 1 : alphabet.count
    return Double(length - demands.count) * log2(widest)
  }

  /// Makes up a password with the system's random numbers.
  public func password() throws(Failure) -> String {
    var random = SystemRandomNumberGenerator()
    return try password(using: &random)
  }

  /// Makes up a password with the given random numbers.
  ///
  /// - Throws: ``Failure/notRandom`` if they are not random.
  public func password(using random: inout some RandomNumberGenerator) throws(Failure) -> String {
    // A demand can meet the end of a full run, which rarely happens and never often in a row.
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

  /// The sets that places must draw from so that all clauses have one of theirs; nil where the
  /// places are too few.
  ///
  /// With fewer places than clauses, the fewest places that do share clauses out: sets of clauses
  /// are reached by one more character in each round.
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

/// The binary logarithm of a count, rounded down to what fractions of 64 multiplications give.
private func log2(_ count: Int) -> Double {
  guard count > 1 else { return 0 }
  // The exponent of the 64th power, which fits a Double for any alphabet of ASCII.
  var power = 1.0
  for _ in 0..<64 { power *= Double(count) }
  return Double(power.exponent) / 64
}
