// SPDX-License-Identifier: Apache-2.0
import Bridge
import Testing

/// The findings of `keybridge check` that concern several entries.
struct CommandCheckTests {
  /// The findings about a list, each with its line in the list.
  private func findings(_ commands: String, _ rest: String = "") throws -> [String] {
    let indented = commands.split(separator: "\n").map { "  \($0)\n" }.joined()
    let configuration = try SettingsFile.read(
      "allow-processes: true\n\(rest)\ncommands:\n\(indented)".utf8)
    var check = CommandCheck(configuration) { $0 == "ls" }
    return check.run().map {
      "\($0.place.line - 3): \($0.line(in: "").split(separator: ": ", maxSplits: 1)[1])"
    }
  }

  @Test(
    "CMD-6b the second of two commands with the same keys and context is reported with both places")
  func conflict() throws {
    let found = try findings(
      """
      - {command: a, chord: cmd+k}
      - {command: b, chord: cmd+k}
      - {command: c, chord: cmd+k cmd+c}
      - {command: d, chord: cmd+1, when: {focus: text-view}}
      - {command: e, chord: cmd+1, when: {focus: text-field}}
      - {command: f, chord: cmd+1}
      - {command: g, chord: cmd+1, when: {focus: text-view, device: "name=x"}}
      """)
    #expect(
      found.map { String($0.prefix { $0 != ";" }) } == [
        "2: cmd+k never runs 'b': it runs 'a' of line 4",
        "3: cmd+k cmd+c never runs 'c': cmd+k runs 'a' of line 4",
        "6: note: where both apply, cmd+1 runs 'd' of line 7, not 'f'",
        "7: cmd+1 never runs 'g': it runs 'd' of line 7",
      ])
  }

  @Test("CMD-6b a chord after a sequence that begins with it is reported with the keys of both")
  func prefix() throws {
    let found = try findings(
      """
      - {command: a, chord: cmd+k cmd+c}
      - {command: b, chord: cmd+k}
      - {command: c, chord: cmd+1 cmd+2 cmd+3, when: {focus: text-view}}
      - {command: d, chord: cmd+1 cmd+2}
      - {command: e, chord: cmd+1 cmd+3}
      """)
    #expect(
      found.map { String($0.prefix { $0 != ";" }) } == [
        "2: cmd+k never runs 'b': cmd+k cmd+c runs 'a' of line 4",
        "4: note: where both apply, cmd+1 cmd+2 cmd+3 runs 'c' of line 6, not 'd'",
      ])
  }

  @Test(
    "A command with priority is tried first wherever it stands; a global one applies separately"
  )
  func order() throws {
    let found = try findings(
      """
      - {command: a, chord: cmd+k}
      - {command: b, chord: cmd+k, priority: true}
      - {command: c, chord: cmd+1}
      - {command: d, chord: cmd+1, global: true}
      """)
    #expect(
      found.map { String($0.prefix { $0 != ";" }) } == [
        "1: cmd+k never runs 'a': it runs 'b' of line 5",
        "4: note: where both apply, cmd+1 runs 'c' of line 6, not 'd'",
      ])
  }

  @Test(
    "CMD-9a, CMD-9b keys that text uses first are reported, unless the command has priority"
  )
  func text() throws {
    let found = try findings(
      """
      - {command: a, chord: cmd+down}
      - {command: b, chord: x}
      - {command: c, chord: cmd+up, priority: true}
      - {command: d, chord: return, when: {focus: other}}
      - {command: e, chord: tab, when: {focus: other}}
      - {command: f, chord: cmd+f}
      - {command: g, chord: "opt+ß"}
      """)
    #expect(
      found.map { String($0.prefix { $0 != ";" }) } == [
        "1: note: while text has the focus, cmd+down runs 'move-document-end', not 'a'",
        "2: note: while text has the focus, x types text and does not run 'b'",
        "5: note: where tab moves the focus, it does not run 'e'",
        "7: note: while text has the focus, opt+ß types text and does not run 'g'",
      ])
    #expect(try findings("- {command: a, chord: cmd+down}", "commands-before-text: true") == [])
  }

  @Test("CMD-13a reserved keys, missing programs and keys given twice are reported")
  func others() throws {
    let found = try findings(
      """
      - {command: a, chord: [ctrl+space, ctrl+opt+space, ctrl+f2]}
      - {command: b, chord: f1, run: [nothing]}
      - {command: c, chord: f2, run: [ls]}
      - {command: undo, chord: cmd+a}
      - {command: redo, chord: cmd+a}
      - {command: undo, chord: f3}
      """)
    #expect(
      found.map { String($0.prefix { $0 != ";" }) } == [
        "1: ctrl+space never runs 'a': it always switches the input mode",
        "1: ctrl+opt+space never runs 'a': it always switches the input mode",
        "1: ctrl+f2 never runs 'a': it always opens the menu",
        "2: no executable program 'nothing' was found",
        "4: cmd+a never runs 'undo': it runs 'redo' of line 8",
        "5: note: 'redo' takes the last keys of 'select-all'",
        "6: these keys of 'undo' replace those on line 7",
      ])
  }

  @Test("A correct file has no findings")
  func sound() throws {
    #expect(
      try findings(
        """
        - {command: a, chord: cmd+1}
        - {command: a, chord: cmd+2, argument: two}
        - {command: b, chord: cmd+3, when: {device: "name=x"}}
        - {command: c, chord: cmd+3, when: {device: "name=y"}}
        - {command: move-word-left, chord: ctrl+left}
        """) == [])
  }

  @Test(
    "8.1 keys that no layout has are reported, and keys that some layouts lack are noted")
  func layouts() throws {
    func findings(_ chord: String, _ layouts: String) throws -> [String] {
      let configuration = try SettingsFile.read(
        "\(layouts)\ncommands:\n  - {command: go, priority: true, chord: \"\(chord)\"}"
          .utf8)
      var check = CommandCheck(configuration, typable: try TypableChords(configuration))
      return check.run().map {
        String($0.line(in: "").split(separator: ": ", maxSplits: 1)[1].prefix { $0 != ";" })
      }
    }
    // A character that needs AltGr has a substitute key; one that needs Shift is typed with it.
    for chord in ["cmd+[", "cmd+/", "cmd+c", "cmd+?", "ctrl+cmd+f5", "cmd+volumeup", "cmd+k cmd+["]
    {
      for layout in ["fr", "de", "ru", "us", "gr"] {
        #expect(try findings(chord, "layout: \(layout)") == [], "\(chord) on \(layout)")
      }
    }
    #expect(
      try findings("cmd+ö", "layout: us") == [
        "cmd+ö never runs 'go': no layout of the settings can type it"
      ])
    #expect(try findings("cmd+ö", "layout: de") == [])
    #expect(
      try findings("cmd+ö", "layout: [us, de]") == [
        "note: on layout us no key types cmd+ö for 'go'"
      ])
    #expect(
      try findings(
        "cmd+я", "layout: us\ndevices:\n  - {match: \"name=x\", layout: ru, variant: phonetic}\n")
        == ["note: on layout us no key types cmd+я for 'go'"])
    #expect(
      try findings("shift+cmd+?", "layout: us")
        == ["shift+cmd+? never runs 'go': no layout of the settings can type it"])
  }

  @Test(
    "The commands of a file are read and checked in small steps, and a program is searched once")
  func steps() throws {
    func work(_ count: Int) throws -> (reading: Int, checking: Int, searches: Int) {
      let text = (1...count).map { number in
        "  - {command: c\(number), chord: cmd+k f\(number % 12 + 1), run: [p\(number % 7)]}\n"
      }
      var (reading, checking, searches) = (0, 0, 0)
      let configuration = try SettingsFile.read(
        ("allow-processes: true\ncommands:\n" + text.joined()).utf8,
        pause: { reading += 1 })
      var check = CommandCheck(configuration) { _ in
        searches += 1
        return true
      }
      _ = check.run { checking += 1 }
      return (reading, checking, searches)
    }
    let (small, large) = (try work(100), try work(1000))
    // Each entry has eight nodes and is then decoded.
    #expect(large.reading - small.reading == 900 * 9)
    #expect(large.checking - small.checking == 900 * 3)
    #expect(small.searches == 7 && large.searches == 7)
  }
}
