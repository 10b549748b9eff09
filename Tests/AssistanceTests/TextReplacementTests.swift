// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing
import TextInput

@testable import Assistance

/// The table of text replacements, and its stored form.
@Suite struct TextReplacementTests {
  @Test(
    "AST-47 the case of a shortcut counts only if it contains capitals",
    arguments: [
      ("omw", "On my way!"), ("OMW", "On my way!"), ("Omw", "On my way!"), ("Brb", "Be right back"),
      ("brb", nil), ("BRB", nil), ("om", nil), ("omww", nil), ("", nil), ("ÉA", "é"),
      ("OK", "Okay"),
      ("ok", "all right"),
    ])
  func lookup(_ word: String, _ phrase: String?) {
    let table = TextReplacements([
      TextReplacement("omw", "On my way!"), TextReplacement("Brb", "Be right back"),
      TextReplacement("omw", "second"), TextReplacement("éa", "é"), TextReplacement("OK", "Okay"),
      TextReplacement("ok", "all right"),
    ])
    #expect(table.phrase(for: word) == phrase)
  }

  @Test(
    "AST-47 a replacement with a mistake is recognized",
    arguments: [
      ("omw", "On my way!", nil), ("", "x", .emptyShortcut), ("o w", "x", .spaceInShortcut),
      ("o\u{A0}w", "x", .spaceInShortcut), ("o\u{7}w", "x", .controlInShortcut),
      (String(repeating: "o", count: 65), "x", .longShortcut),
      (String(repeating: "o", count: 64), "x", nil), ("omw", "", .emptyPhrase),
      ("omw", "a\u{1B}[31m", .controlInPhrase), ("omw", "a\r\nb", .controlInPhrase),
      ("omw", "a\n\tb", nil), ("omw", String(repeating: "x", count: 4097), .longPhrase),
      ("omw", String(repeating: "x", count: 4096), nil), ("omw", "omw", .samePhrase),
      ("omw", "OMW", nil),
    ] as [(String, String, TextReplacement.Problem?)])
  func problems(_ shortcut: String, _ phrase: String, _ problem: TextReplacement.Problem?) {
    #expect(TextReplacement(shortcut, phrase).problem == problem)
  }

  @Test("Added replacements outlive the store, with every character of their phrases")
  func stored() {
    let memory = VolatileMemory()
    let phrases = ["On my way!", "a\nb\tc", "\\n \\ \\\\t", "日本 👩‍👩‍👧 e\u{301}", " x "]
    let store = ReplacementStore(memory: memory)
    for (number, phrase) in phrases.enumerated() {
      #expect(store.set(TextReplacement("s\(number)", phrase)))
    }
    let again = ReplacementStore(memory: memory)
    #expect(again.list.map(\.replacement.phrase) == phrases)
    #expect(again.table.phrase(for: "S1") == "a\nb\tc")
    #expect(again.set(TextReplacement("s1", "new")) && again.remove("s0") && !again.remove("s0"))
    let last = ReplacementStore(memory: memory)
    #expect(last.list.map(\.replacement.phrase) == ["new"] + phrases.dropFirst(2))
    for number in 1..<phrases.count { #expect(last.remove("s\(number)")) }
    #expect(memory.setting("text-replacements") == nil)
  }

  @Test("Replacements of the settings file come first, are not stored, and leave with the file")
  func configured() {
    let memory = VolatileMemory()
    let store = ReplacementStore(memory: memory)
    var tables: [TextReplacements] = []
    store.didChange = { tables.append($0) }
    #expect(store.set(TextReplacement("omw", "mine")))
    store.configure([TextReplacement("omw", "the file's"), TextReplacement("brb", "x")])
    #expect(store.table.phrase(for: "omw") == "the file's")
    #expect(store.isConfigured("brb") && !store.remove("brb"))
    #expect(store.list.map(\.isConfigured) == [true, true, false])
    store.configure([])
    #expect(store.table.phrase(for: "omw") == "mine" && tables.last == store.table)
    #expect(ReplacementStore(memory: memory).list.count == 1)
  }

  @Test("The number of replacements is bounded; an existing one can still be changed")
  func limit() {
    let store = ReplacementStore()
    store.configure([TextReplacement("file", "x")])
    for number in 1..<TextReplacements.limit {
      #expect(store.set(TextReplacement("s\(number)", "x")))
    }
    #expect(!store.set(TextReplacement("more", "x")))
    #expect(store.set(TextReplacement("s1", "y")))
  }

  @Test("Damaged stored replacements are left out", arguments: 0..<50)
  func damaged(_ seed: Int) {
    var generator = SeededGenerator(seed: UInt64(seed))
    let memory = VolatileMemory()
    let parts = ["omw", "\t", "\n", "\\", "x", " ", "\u{1B}", "n", "\\t"]
    let text = (0..<40).map { _ in parts.randomElement(using: &generator) ?? "" }.joined()
    memory.setSetting("text-replacements", to: text)
    let store = ReplacementStore(memory: memory)
    #expect(store.list.allSatisfy { $0.replacement.problem == nil })
    memory.setSetting("text-replacements", to: "omw\tOn my way!\nbad line\n\tx\nb b\ty\ny\tz\\")
    #expect(
      ReplacementStore(memory: memory).list.map(\.replacement)
        == [TextReplacement("omw", "On my way!"), TextReplacement("y", "z")])
  }
}
