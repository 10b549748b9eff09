// SPDX-License-Identifier: Apache-2.0
import Keys
import Testing

/// Words in a message that the reader chooses from.
@Suite struct AlternativesTests {
  @Test(
    "alternatives are separated by commas, and the last two by or",
    arguments: [
      ([], ""), (["a"], "a"), (["a", "b"], "a or b"), (["a", "b", "c"], "a, b or c"),
    ])
  func alternatives(_ words: [String], _ sentence: String) {
    #expect(words.alternatives == sentence)
  }
}
