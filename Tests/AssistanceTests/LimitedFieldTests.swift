// SPDX-License-Identifier: Apache-2.0
import Testing
import TextInput

@testable import Assistance

/// Assistance in fields that limit their text.
@Suite struct LimitedFieldTests {
  private func typist(
    maximumLength: Int? = nil, pattern: String? = nil,
    traits: (inout TextInputTraits) -> Void = { _ in }
  ) throws -> HelpedTypist {
    let typist = HelpedTypist(isField: true, traits: traits)
    typist.container.maximumLength = maximumLength
    typist.container.pattern = try pattern.map { try TextPattern($0) }
    return typist
  }

  @Test("3.6 a field with a maximum length gets capitals and quotes up to that length")
  func length() throws {
    #expect(try typist(maximumLength: 5).type("it's ok").text == "It’s ")
    #expect(try typist(maximumLength: 2).type("---").text == "—")
    let french = HelpedTypist(in: "fr-FR", isField: true)
    french.container.maximumLength = 1
    // The mark with its no-break space does not fit, so the straight mark stays.
    #expect(french.type("\"").text == "\"")
  }

  @Test("3.6 a substitute that the pattern excludes is not made, and one that it requires is")
  func pattern() throws {
    #expect(try typist(pattern: "[yn]").type("y").text == "y")
    #expect(
      try typist(pattern: "[A-Z]{3}") { $0.autocapitalizationType = .allCharacters }
        .type("abc").text == "ABC")
    #expect(try typist(pattern: "[a-z' ]*").type("it's").text == "it's")
  }
}
