// SPDX-License-Identifier: Apache-2.0
import Keys
import Testing

@testable import InputTraits
@testable import TextInput

/// Patterns for whole texts and for prefixes.
@Suite struct TextPatternTests {
  @Test(
    "A pattern matches whole texts, and prefixes of matches may be typed",
    arguments: [
      ("[0-9]{2,4}", ["12", "1234"], ["", "1"], ["a", "12345", "1a"]),
      ("[A-Z]{2}-\\d+", ["AB-1", "AB-12"], ["A", "AB", "AB-"], ["a", "A-", "AB1"]),
      ("(cat|car)s?", ["cat", "cars"], ["c", "ca"], ["dog", "catss", "cab"]),
      ("a*b", ["b", "aab"], ["", "aa"], ["ba", "c"]), ("", [""], [], ["a"]),
      ("^\\p{L}[\\p{L} '-]*$", ["Zoë", "O'Neil", "Ян"], [""], ["1", "-a", "a1"]),
      ("[^a-c]+", ["xyz", "é"], [""], ["a", "xa"]), (".", ["x", "😀"], [""], ["\n", "xy"]),
      ("(ab){2}", ["abab"], ["", "a", "ab", "aba"], ["abb", "ababa"]),
      ("a|", ["", "a"], [], ["b"]),
      ("(?:\\+|00)[1-9]", ["+4", "004"], ["", "+", "0", "00"], ["1", "01"]),
      ("x{0}y", ["y"], [""], ["x", "xy"]), ("[\\]\\-x]", ["]", "-", "x"], [""], ["\\", "y"]),
      ("\\u00e9|\\.", ["é", "."], [""], ["e"]), ("(a*)*b", ["aaab"], ["", "aaaa"], ["c"]),
      ("\\D\\S\\W", ["ax!"], ["", "a", "ax"], ["1", "a ", "axx"]),
      ("[\\d_]+?", ["1_"], [""], ["a"]), ("[a-]{2}", ["a-", "--"], ["", "a"], ["ab"]),
    ])
  func matching(_ expression: String, _ whole: [String], _ beginnings: [String], _ others: [String])
    throws
  {
    let pattern = try TextPattern(expression)
    for text in whole { #expect(pattern.matches(text) && pattern.canBegin(with: text), "\(text)") }
    for text in beginnings {
      #expect(!pattern.matches(text) && pattern.canBegin(with: text), "\(text)")
    }
    for text in others {
      #expect(!pattern.matches(text) && !pattern.canBegin(with: text), "\(text)")
    }
  }

  @Test(
    "An invalid pattern is refused with its place",
    arguments: [
      ("(a", 0, TextPatternError.Problem.unclosed("(")), ("a)", 1, .unexpected(")")),
      ("ab[c", 2, .unclosed("[")), ("[]", 0, .nothing("[")), ("*a", 0, .nothing("*")),
      ("a{2", 1, .unclosed("{")), ("a{3,2}", 1, .badCount), ("a{999}", 1, .badCount),
      ("a\\", 1, .nothing("\\")), ("\\1", 0, .unsupported("\\1")), ("\\bx", 0, .unsupported("\\b")),
      ("(?=a)", 0, .unsupported("(?")), ("a^", 1, .unexpected("^")), ("$a", 0, .unexpected("$")),
      ("\\p{Latin}", 0, .unsupported("\\p{Latin}")), ("[b-a]", 1, .badCount),
      ("\\ud800", 0, .unsupported("\\u")), ("(a{200}){200}", 0, .tooLarge),
      ("(((){256}){256}){256}", 0, .tooLarge), (String(repeating: "a", count: 300), 0, .tooLarge),
      (String(repeating: "(", count: 40), 32, .tooLarge), ("a}", 1, .unexpected("}")),
    ])
  func mistakes(_ expression: String, _ column: Int, _ problem: TextPatternError.Problem) {
    #expect(throws: TextPatternError(column: column, problem: problem)) {
      try TextPattern(expression)
    }
  }

  @Test("The largest pattern takes a bounded time on the longest text")
  func bounded() throws {
    // With backtracking, this pattern would take exponential time.
    let pattern = try TextPattern("(a|a)*(a|aa)*((a*)*)*b")
    let text = String(repeating: "a", count: TextPattern.longestText)
    #expect(pattern.canBegin(with: text) && !pattern.matches(text))
    #expect(!pattern.canBegin(with: text + "a"))
  }
}
