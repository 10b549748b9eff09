// SPDX-License-Identifier: Apache-2.0
import AutoFill
import TestSupport
import Testing

@testable import TextInput

@Suite struct PasswordGeneratorTests {
  @Test("TRT-16a the default password has 20 letters in both cases, digits and hyphens")
  func defaults() throws {
    var random = SeededGenerator(seed: 16)
    let generator = try PasswordGenerator()
    var seen: Set<Character> = []
    for _ in 0..<500 {
      let password = try generator.password(using: &random)
      #expect(password.count == 20)
      #expect(password.contains { ("A"..."Z").contains($0) })
      #expect(password.contains { ("a"..."z").contains($0) })
      #expect(password.contains { ("0"..."9").contains($0) })
      #expect(password.contains("-"))
      seen.formUnion(password)
    }
    let alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-"
    #expect(seen == Set(alphabet))
  }

  // Four of the twenty places are assigned to the four clauses. Each of the other sixteen has 63
  // possible characters, whatever the four places are. So for each choice of the four places there
  // are 63^16 equally likely passwords. 2^71 has 22 digits.
  @Test("TRT-16b the default password has more than 71 bits of entropy")
  func bits() throws {
    var free: Double = 1
    for _ in 0..<16 { free *= 63 }
    #expect(free > Double(sign: .plus, exponent: 71, significand: 1))
    let bits = try PasswordGenerator().bits
    #expect(bits > 71)
    #expect(bits <= 96)
    #expect(Double(sign: .plus, exponent: Int(bits), significand: 1) <= free)
    // One of two characters at each of eight places; a limited run may leave no choice.
    let plain = try PasswordRules(descriptor: "allowed: [ab]; minlength: 8; maxlength: 8")
    #expect(try PasswordGenerator(rules: plain).bits == 8)
    let runs = try PasswordRules(descriptor: plain.description + "; max-consecutive: 7")
    #expect(try PasswordGenerator(rules: runs).bits == 0)
  }

  @Test("TRT-16b every position has every character about equally often")
  func distribution() throws {
    var random = SeededGenerator(seed: 1)
    let generator = try PasswordGenerator()
    var places = Array(repeating: [Character: Int](), count: 20)
    let count = 5000
    for _ in 0..<count {
      for (place, character) in try generator.password(using: &random).enumerated() {
        places[place][character, default: 0] += 1
      }
    }
    // A free place, 16 of 20, draws from 63; a demand's place draws from its clause.
    func expected(_ clause: Double) -> Double { Double(count) * (0.8 / 63 + 0.05 / clause) }
    for place in places {
      for (character, times) in place {
        let wanted = expected(character == "-" ? 1 : character.isNumber ? 10 : 26)
        #expect(abs(Double(times) - wanted) < 6 * wanted.squareRoot(), "\(character)")
      }
    }
  }

  @Test("TRT-16a the system's random numbers give a different password each time")
  func systemRandom() throws {
    let generator = try PasswordGenerator()
    let passwords = try Set((0..<50).map { _ in try generator.password() })
    #expect(passwords.count == 50)
  }

  @Test("TRT-17 the example of the rules gives the expected password")
  func example() throws {
    let rules = try PasswordRules(
      descriptor: "required: lower; required: upper; required: digit; minlength: 20")
    var random = SeededGenerator(seed: 17)
    for _ in 0..<200 {
      let password = try PasswordGenerator(rules: rules).password(using: &random)
      #expect(password.count >= 20)
      #expect(rules.isSatisfied(by: password))
    }
  }

  @Test(
    "TRT-17 lengths and character sets are respected",
    arguments: [
      ("minlength: 30", 30), ("maxlength: 8", 8), ("minlength: 6; maxlength: 6", 6),
      ("maxlength: 2", 2), ("required: digit; maxlength: 4", 4), ("allowed: [xy]", 20),
      ("required: special", 20), ("required: unicode; max-consecutive: 1", 20),
      ("required: [a]; allowed: [b]; max-consecutive: 1", 20), ("minlength: 1024", 1024),
    ])
  func shapes(_ descriptor: String, _ length: Int) throws {
    let rules = try PasswordRules(descriptor: descriptor)
    let generator = try PasswordGenerator(rules: rules)
    var random = SeededGenerator(seed: 3)
    for _ in 0..<50 {
      let password = try generator.password(using: &random)
      #expect(password.count == length)
      #expect(rules.isSatisfied(by: password), "\(password)")
    }
  }

  @Test("3.5 a space is used only if a set names it, because forms trim it")
  func spaces() throws {
    var random = SeededGenerator(seed: 4)
    let printable = try PasswordGenerator(
      rules: PasswordRules(descriptor: "required: special; allowed: ascii-printable"))
    for _ in 0..<300 {
      let password = try printable.password(using: &random)
      #expect(!password.contains(" "))
    }
    let named = try PasswordGenerator(rules: PasswordRules(descriptor: "required: [ a]"))
    let spaced = try named.password(using: &random)
    #expect(spaced.contains(" "))
  }

  @Test(
    "TRT-17 contradictory rules are an error",
    arguments: [
      ("minlength: 9; maxlength: 8", .lengths(min: 9, max: 8)),
      ("required: lower; required: upper; maxlength: 1", .tooShort(max: 1)),
      ("required: [a]; required: [b]; required: [c]; maxlength: 2", .tooShort(max: 2)),
      ("allowed: [a]; max-consecutive: 3", .tooFewCharacters),
    ] as [(String, PasswordGenerator.Failure)])
  func impossible(_ descriptor: String, _ failure: PasswordGenerator.Failure) throws {
    let rules = try PasswordRules(descriptor: descriptor)
    #expect(throws: failure) { try PasswordGenerator(rules: rules) }
  }

  @Test(
    "TRT-17 one character can satisfy several clauses if there is no room for each",
    arguments: [
      ("required: [ab]; required: [bc]; maxlength: 1", 1),
      ("required: [ab]; required: [bc]; required: [cd]; maxlength: 2", 2),
      ("required: lower; required: lower, digit; required: ascii-printable; maxlength: 1", 1),
    ])
  func shared(_ descriptor: String, _ length: Int) throws {
    let rules = try PasswordRules(descriptor: descriptor)
    let password = try PasswordGenerator(rules: rules).password()
    #expect(password.count == length)
    #expect(rules.isSatisfied(by: password))
  }

  @Test("TRT-17 constant random numbers are an error")
  func notRandom() throws {
    struct Same: RandomNumberGenerator {
      mutating func next() -> UInt64 { .max }
    }
    var same = Same()
    let rules = try PasswordRules(descriptor: "required: [b]; allowed: [a]; max-consecutive: 1")
    var passwords = 0
    for length in 1...8 {
      var limited = rules
      limited.maxLength = length
      do throws(PasswordGenerator.Failure) {
        let password = try PasswordGenerator(rules: limited).password(using: &same)
        #expect(limited.isSatisfied(by: password))
        passwords += 1
      } catch {
        #expect(error == .notRandom)
      }
    }
    #expect(passwords < 8)
  }

  /// Small alphabets, so that all passwords can be tried.
  @Test(
    "TRT-17 a password is found exactly if one exists", arguments: 1...6 as ClosedRange<UInt64>
  )
  func againstTrying(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    func classes() -> [PasswordRules.CharacterClass] {
      let characters = "abc".filter { _ in Bool.random(using: &random) }
      return [.set(characters.isEmpty ? "a" : characters)]
    }
    var possible = 0
    for _ in 0..<300 {
      var rules = PasswordRules()
      rules.required = (0..<Int.random(in: 0...4, using: &random)).map { _ in classes() }
      if rules.required.isEmpty || Bool.random(using: &random) { rules.allowed = classes() }
      if Bool.random(using: &random) {
        rules.maxConsecutive = Int.random(in: 1...3, using: &random)
      }
      let length = Int.random(in: 1...5, using: &random)
      rules.minLength = length
      rules.maxLength = length
      let exists = Self.strings(length).contains(where: rules.isSatisfied)
      let generator = try? PasswordGenerator(rules: rules)
      #expect((generator != nil) == exists, "\(rules)")
      guard let generator else { continue }
      possible += 1
      for _ in 0..<5 {
        let password = try generator.password(using: &random)
        #expect(rules.isSatisfied(by: password), "\(rules): \(password)")
      }
    }
    #expect((50..<290).contains(possible))
  }

  @Test("TRT-17 for all rules the password obeys them", arguments: 1...4 as ClosedRange<UInt64>)
  func randomRules(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let all: [PasswordRules.CharacterClass] = [
      .upper, .lower, .digit, .special, .asciiPrintable, .unicode, .set("-().&@"), .set("]["),
      .set("xyz"),
    ]
    func some() -> [PasswordRules.CharacterClass] {
      Array(all.shuffled(using: &random).prefix(Int.random(in: 1...3, using: &random)))
    }
    for _ in 0..<250 {
      var rules = PasswordRules()
      rules.required = (0..<Int.random(in: 0...6, using: &random)).map { _ in some() }
      if Bool.random(using: &random) { rules.allowed = some() }
      if Bool.random(using: &random) {
        rules.maxConsecutive = Int.random(in: 1...3, using: &random)
      }
      if Bool.random(using: &random) { rules.minLength = Int.random(in: 1...40, using: &random) }
      if Bool.random(using: &random) { rules.maxLength = Int.random(in: 6...60, using: &random) }
      do throws(PasswordGenerator.Failure) {
        let password = try PasswordGenerator(rules: rules).password(using: &random)
        #expect(rules.isSatisfied(by: password), "\(rules): \(password)")
      } catch {
        // Six places suffice for six clauses; only the lengths can contradict each other.
        #expect(error == .lengths(min: rules.minLength ?? 0, max: rules.maxLength ?? 0))
        #expect((rules.minLength ?? 0) > (rules.maxLength ?? 0))
      }
    }
  }

  private static func strings(_ length: Int) -> [String] {
    (0..<length).reduce([""]) { strings, _ in strings.flatMap { ["\($0)a", "\($0)b", "\($0)c"] } }
  }

  @Test("TRT-18 rules do not restrict typing")
  func typing() throws {
    var traits = TextInputTraits()
    traits.isSecureTextEntry = true
    traits.textContentType = .newPassword
    traits.passwordRules = try PasswordRules(descriptor: "required: digit; minlength: 20")
    #expect(traits.filter("x") == .text("x"))
    let engine = TextEngine()
    let field = engine.makeTextView(name: "password", traits: traits)
    field.insertText("short")
    #expect(field.storage.text == "short")
  }
}
