// SPDX-License-Identifier: Apache-2.0
import Keys
import Testing

@Suite struct KeyWordTests {
  @Test("every key with a name has a word that finds the key")
  func roundTrip() {
    #expect(KeyCode.words.count > 400)
    for word in KeyCode.words {
      #expect(KeyCode(word: word)?.word == word)
    }
  }

  @Test("words are the kernel's names in any case, and the keypad's have a hyphen")
  func words() {
    #expect(KeyCode.enter.word == "enter" && KeyCode.keypadEnter.word == "kp-enter")
    #expect(KeyCode(0x2fe).word == "0x2fe")
    for (word, code) in [
      ("Enter", KeyCode.enter), ("return", .enter), ("kpenter", .keypadEnter),
      ("KP_Enter", .keypadEnter),
      ("page-down", KeyCode(109)), ("F8", KeyCode(66)), ("escape", .escape),
    ] { #expect(KeyCode(word: word) == code, "\(word)") }
    #expect(KeyCode(word: "") == nil && KeyCode(word: "entr") == nil)
  }
}
