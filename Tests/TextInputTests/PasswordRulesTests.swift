// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing

@testable import InputTraits
@testable import TextInput

@Suite struct PasswordRulesTests {
  @Test("3.5 each clause of the grammar is parsed")
  func grammar() throws {
    let rules = try PasswordRules(
      descriptor: """
        required: lower, upper; required: digit; allowed: [-().&@], special; \
        allowed: ascii-printable, unicode; max-consecutive: 2; minlength: 20; maxlength: 64;
        """)
    #expect(rules.required == [[.lower, .upper], [.digit]])
    #expect(
      rules.allowed == [.set("&().@-".sortedCharacters), .special, .asciiPrintable, .unicode])
    #expect(rules.maxConsecutive == 2)
    #expect(rules.minLength == 20)
    #expect(rules.maxLength == 64)
  }

  @Test(
    "3.5 white space and case do not matter, and an empty text means no rules",
    arguments: [
      ("REQUIRED:Lower;MinLength:8", "required: lower; minlength: 8"), ("", ""), ("  ", ""),
      (" required :\tlower ,upper ;\n", "required: lower, upper"),
      ("allowed: digit; allowed: digit, upper", "allowed: digit, upper"),
      ("minlength: 8; minlength: 12; minlength: 9", "minlength: 12"),
      (
        "maxlength: 8; maxlength: 12; max-consecutive: 3; max-consecutive: 2",
        "max-consecutive: 2; maxlength: 8"
      ),
      ("required: [a]]", "required: [a]]"), ("required: []]", "required: []]"),
      ("required: [-]", "required: [-]"), ("required: [-a]]", "required: [-a]]"),
      ("required: [ ;,:]", "required: [ ,:;]"), ("required: [[a]", "required: [[a]"),
      ("required: [baab]", "required: [ab]"),
    ])
  func normalised(_ descriptor: String, _ description: String) throws {
    let rules = try PasswordRules(descriptor: descriptor)
    #expect(rules.description == description)
    #expect(try PasswordRules(descriptor: description) == rules)
  }

  @Test(
    "3.5 a mistake is reported with its place and a hint",
    arguments: [
      ("requird: lower", 0, .unknownRule("requird", nearest: "required"), "required"),
      ("minlength: 8; xyzzy: 1", 14, .unknownRule("xyzzy", nearest: nil), nil),
      ("required: lowr", 10, .unknownClass("lowr", nearest: "lower"), "lower"),
      ("required lower", 9, .expected(.colon, found: "lower"), ":"),
      ("required", 8, .expected(.colon, found: ""), ":"),
      ("required: lower upper", 16, .expected(.semicolon, found: "upper"), ";"),
      (
        "required: ", 10, .expected(.characterClass, found: ""),
        "upper, lower, digit, special, ascii-printable, unicode, […]"
      ),
      (
        "required: lower,", 16, .expected(.characterClass, found: ""),
        "upper, lower, digit, special, ascii-printable, unicode, […]"
      ),
      ("minlength: many", 11, .expected(.number, found: "many"), "a number"),
      ("minlength: -1", 11, .expected(.number, found: "-1"), "a number"),
      ("minlength: 0", 11, .outOfRange(found: "0", allowed: 1...1024), "1"),
      (
        "minlength: 99999999999999999999", 11,
        .outOfRange(found: "99999999999999999999", allowed: 1...1024), "1024"
      ),
      (
        ";", 0, .expected(.ruleName, found: ";"),
        "required, allowed, max-consecutive, minlength, maxlength"
      ),
      ("required: [abc", 10, .unclosedSet, "]"), ("required: []", 10, .emptySet, nil),
      ("required: [a-z]", 12, .hyphenNotFirst, "[-…]"),
      ("required: [😀]", 11, .notASCII("😀"), "unicode"),
      // Columns count UTF-16: the picture before the mistake is two units wide.
      (
        "required: [a]; 😀", 15, .expected(.ruleName, found: "😀"),
        "required, allowed, max-consecutive, minlength, maxlength"
      ),
      (String(repeating: "required: lower; ", count: 13), 204, .tooManyRequired, nil),
    ] as [(String, Int, PasswordRulesError.Problem, String?)])
  func mistakes(
    _ descriptor: String, _ column: Int, _ problem: PasswordRulesError.Problem, _ hint: String?
  ) {
    let error = PasswordRulesError(column: column, problem: problem)
    #expect(throws: error) { try PasswordRules(descriptor: descriptor) }
    #expect(error.hint == hint)
  }

  @Test("3.5 the column counts UTF-16 units")
  func columns() {
    let error = PasswordRulesError(column: 3, problem: .expected(.ruleName, found: "😀"))
    #expect(throws: error) { try PasswordRules(descriptor: "\u{2003}\r\n😀") }
  }

  @Test("3.5 no text crashes the parser, and parsed rules read back unchanged")
  func fuzz() throws {
    let pieces = [
      "required", "allowed", "max-consecutive", "minlength", "maxlength", ":", ";", ",", " ", "[",
      "]", "-", "upper", "lower", "digit", "special", "ascii-printable", "unicode", "[-().&@]",
      "7", "20", "999999", "😀", "\u{301}", "\r\n", "é", "[a]]", "required: lower;",
      "allowed: [xyz]", "minlength: 3;", "\u{0}",
    ]
    var random = SeededGenerator(seed: 35)
    var read = 0
    for _ in 0..<20_000 {
      let descriptor = (0..<Int.random(in: 0...12, using: &random))
        .compactMap { _ in pieces.randomElement(using: &random) }.joined()
      do throws(PasswordRulesError) {
        let rules = try PasswordRules(descriptor: descriptor)
        let again = try PasswordRules(descriptor: rules.description)
        #expect(again == rules, "\(descriptor)")
        read += 1
      } catch {
        #expect((0...descriptor.utf16.count).contains(error.column), "\(descriptor)")
      }
    }
    #expect(read > 1000)
  }

  @Test(
    "3.5 the listed passwords satisfy or violate their rules",
    arguments: [
      ("required: lower; required: digit", "a1", true),
      ("required: lower; required: digit", "a", false),
      ("required: lower, digit", "a", true), ("required: lower", "aB", false),
      ("required: lower; allowed: upper", "aB", true), ("allowed: [ab]", "abba", true),
      ("allowed: [ab]", "abc", false), ("max-consecutive: 2", "aabb", true),
      ("max-consecutive: 2", "aaab", false), ("minlength: 3", "ab", false),
      ("maxlength: 3", "abcd", false), ("", "any thing", true), ("", "é", false),
      ("allowed: unicode", "é", true), ("required: special", "-", true),
      ("required: special", "a", false), ("required: ascii-printable", "~", true),
      ("required: upper", "É", false), ("required: digit", "٣", false),
    ])
  func satisfied(_ descriptor: String, _ password: String, _ isSatisfied: Bool) throws {
    #expect(try PasswordRules(descriptor: descriptor).isSatisfied(by: password) == isSatisfied)
  }
}

extension String {
  fileprivate var sortedCharacters: String { String(sorted()) }
}
