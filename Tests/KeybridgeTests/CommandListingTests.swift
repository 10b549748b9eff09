// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import TestPrograms
import TestSupport
import Testing
import TestTraits

/// `commands` with a settings file: every command with its keys, its context and its source.
@Suite struct CommandListingTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// Runs `commands` with a settings file, and prints its path as `till.yaml`.
  private func commands(_ settings: String, _ arguments: String...) throws -> Child {
    let path = try folder.write(settings.utf8, to: "till.yaml")
    var child = try Child.run(
      [Program.path, "commands", "--config", path] + arguments, environment: Program.environment)
    child.output = child.output.replacing(folder.path + "/", with: "")
    child.errors = child.errors.replacing(folder.path + "/", with: "")
    return child
  }

  /// The value of a Python expression about a JSON text; `all` is the parsed text.
  private func ask(_ expression: String, of json: String) throws -> String {
    let script = "import json, sys\nall = json.load(sys.stdin)\nprint(\(expression))"
    let child = try Child.run(["python3", "-c", script], input: json)
    #expect(child.status == 0, "\(child.errors)")
    return String(child.output.dropLast())
  }

  private static let settings = """
    commands:
      - command: reload-page
        chord: [cmd+r, shift+cmd+r]
        title: Reload the Page
        group: View
        when: {focus: text-view, context: "chat*", device: name=*Scanner*}
      - command: comment
        chord: cmd+k cmd+c
        argument: two
      - command: pause
        chord: f9
        global: true
        title: Pause
      - command: secret
        chord: cmd+f7
        hidden: true
      - command: move-word-left
        chord: [ctrl+cmd+left, opt+left]
      - command: transpose
        chord: []
      - command: copy
        chord: ctrl+opt+c
        when: {focus: web-field}
    """

  @Test(
    "the JSON list has every built-in command and the file's own, with chords, context and source")
  func json() throws {
    let json = try commands(Self.settings, "--format", "json", "--all").output
    let builtin = BuiltinCommands.table.map(\.id)
    #expect(
      try ask("' '.join(sorted(c['id'] for c in all if c['source'] == 'built-in'))", of: json)
        == builtin.sorted().joined(separator: " "))
    #expect(
      try ask("[[c['where'] for c in all if c['source'] == 'built-in'].count('text')]", of: json)
        == "[\(builtin.count)]")
    #expect(try ask("len(all) - \(builtin.count)", of: json) == "5")
    #expect(
      try ask("sorted({k for c in all for k in c})", of: json)
        == "['argument', 'chords', 'discussion', 'group', 'id', 'source', 'title', 'where']")
    let own = "[list(c.values()) for c in all if c['id'] == '%' and c['source'] != 'built-in'][0]"
    for (id, row) in [
      (
        "reload-page",
        "[['cmd+r', 'shift+cmd+r'], 'View', 'reload-page', 'till.yaml:3:13', 'Reload the Page',"
          + " 'text-view, context chat*, keyboard name=*Scanner*']"
      ),
      (
        "comment",
        "['two', ['cmd+k cmd+c'], 'Keybridge', 'comment', 'till.yaml:8:12', 'comment', 'anywhere']"
      ),
      ("pause", "[['f9'], 'Keybridge', 'pause', 'till.yaml:11:12', 'Pause', 'global']"),
      ("secret", "[['cmd+f7'], 'Keybridge', 'secret', 'till.yaml:15:12', 'secret', 'anywhere']"),
      (
        "copy",
        "[['ctrl+opt+c'], 'Copies the selection to the pasteboard.', 'Edit', 'copy',"
          + " 'till.yaml:22:12', 'Copy', 'web-field']"
      ),
    ] { #expect(try ask(own.replacing("%", with: id), of: json) == row) }
  }

  @Test("BND-12b built-in commands are listed with the chords that the file binds, or with none")
  func rebound() throws {
    let json = try commands(Self.settings, "--format=json").output
    let chords = "[c['chords'] for c in all if c['id'] == '%'][0]"
    #expect(
      try ask(chords.replacing("%", with: "move-word-left"), of: json)
        == "['ctrl+cmd+left', 'opt+left']")
    #expect(try ask(chords.replacing("%", with: "transpose"), of: json) == "[]")
    #expect(try ask(chords.replacing("%", with: "undo"), of: json) == "['cmd+z']")
  }

  @Test("CMD-22a modifiers are listed in the order ⌃⌥⇧⌘, and as words with --ascii")
  func chords() throws {
    let settings = "commands:\n  - command: all\n    chord: cmd+shift+opt+ctrl+k shift+ctrl+f5"
    let symbols = try commands(settings, "all", "keybridge")
    #expect(symbols.lines.last?.hasPrefix("⌃⌥⇧⌘K ⌃⇧F5  all") == true, "\(symbols)")
    let words = try commands(settings, "all", "keybridge", "--ascii")
    #expect(words.lines.last?.hasPrefix("ctrl+opt+shift+cmd+k ctrl+shift+f5  all") == true)
  }

  @Test("a table has one line per command, grouped by heading; hidden commands only with --all")
  func table() throws {
    let table = try commands(Self.settings)
    #expect(table.status == 0 && table.errors == "")
    #expect(table.lines.count == 1 + BuiltinCommands.table.count + 4)
    #expect(
      table.lines.first?.split(separator: " ") == [
        "CHORD", "TITLE", "GROUP", "ID", "WHERE", "SOURCE",
      ])
    let names = try commands(Self.settings, "--format", "names").lines
    #expect(
      Set(names) == Set(BuiltinCommands.table.map(\.id) + ["reload-page", "comment", "pause"]))
    #expect(names.count == Set(names).count)
    #expect(try commands(Self.settings, "--all", "-fnames").lines.contains("secret"))
    let groups = try commands(Self.settings, "--format", "json").output
    #expect(
      try ask(
        "[g for g, b in zip(['']+[c['group'] for c in all],[c['group'] for c in all]) if g!=b]"
          + ".__len__() == len({c['group'] for c in all})", of: groups) == "True")
  }

  @Test("words are searched as operands and by --search, ignoring case")
  func search() throws {
    func found(_ arguments: String...) throws -> [String] {
      let path = try folder.write(Self.settings.utf8, to: "till.yaml")
      return try Child.run(
        [Program.path, "commands", "--config", path, "--format", "names"] + arguments,
        environment: Program.environment
      ).lines
    }
    #expect(try found("RELOAD") == ["reload-page"])
    #expect(try found("--search", "view", "--search=Reload") == ["reload-page"])
    #expect(try found("page", "-s", "VIEW") == ["reload-page"])
    #expect(try found("cmd+k") == ["comment"])
    #expect(try found("two", "cmd+") == ["comment"])
    #expect(try found("secret") == [])
    #expect(try found("secret", "--all") == ["secret"])
    let none = try commands(Self.settings, "--search", "nothing")
    #expect(none.status == 1 && none.output == "")
    #expect(none.errors.hasPrefix("keybridge: no command has all of: nothing\n"))
  }

  @Test(
    "without --config the user's settings file is read; a command that it forbids is not listed")
  func usualFile() throws {
    try folder.makeFolder("keybridge")
    let text = "commands:\n  - command: halt\n    chord: cmd+f8\n    run: [poweroff]\n"
    func listed(_ permission: String) throws -> Child {
      _ = try folder.write((text + permission).utf8, to: "keybridge/keybridge.yaml")
      return try Program.run(
        "commands", "halt", environment: ["XDG_CONFIG_HOME": folder.path])
    }
    #expect(try listed("allow-processes: true").output.contains("keybridge/keybridge.yaml:3:12"))
    let forbidden = try listed("allow-processes: false")
    #expect(forbidden.status == 1 && forbidden.output == "")
    let silent = try listed("")
    #expect(silent.status == 1 && silent.errors.contains("keybridge.yaml:4:10: "))
  }

  @Test("mistakes in the settings file are reported with their places")
  func mistakes() throws {
    let child = try commands("commands:\n  - command: x\n    chord: cmd+dwon\n")
    #expect(child.status == 1 && child.output == "")
    #expect(child.errors.hasPrefix("keybridge: till.yaml:3:16: unknown key 'dwon'"))
    #expect(try commands("", "--format", "xml").status == 2)
    #expect(try Program.run("commands", "--config", "/nonexistent").status == 1)
  }

  @Test("a title cannot send control sequences to a terminal or end a table cell")
  func hostile() throws {
    let settings = #"""
      commands:
        - command: x
          chord: f9
          title: "a\e[31m\n|b* `c` _d_ <e> [f] \\ ~~g"
          argument: "p`q|r"
          group: "# H"
      """#
    let table = try commands(settings, "-s", "f9")
    #expect(table.lines.count == 2 && !table.output.contains("\u{1b}"))
    let page = try commands(settings, "-s", "f9", "--format", "markdown")
    #expect(!page.output.contains("\u{1b}"))
    #expect(page.output.contains("\n## \\# H\n"))
    let row = page.lines.first { $0.hasPrefix("| F9") }
    #expect(
      row
        == #"| F9 | `f9` | **a�\[31m�\|b\* \`c\` \_d\_ \<e\> \[f\] \\ \~\~g** | `x` `` p`q\|r `` |"#
        + " anywhere | till.yaml:3:12 |")
  }

  @Test(
    "on a terminal each heading appears once, above its commands", .needs("script")
  )
  func boxed() throws {
    let path = try folder.write(Self.settings.utf8, to: "till.yaml")
    let child = try LiveChild(
      ["script", "-qec", "'\(Program.path)' commands --config '\(path)' --locale C", "/dev/null"],
      environment: Program.environment.merging(["TERM": "xterm", "NO_COLOR": ""]) { $1 })
    #expect(try child.end() == 0)
    let lines = child.output.split { $0.isNewline }
    for group in Set(BuiltinCommands.table.map(\.group)).union(["View", "Keybridge"]) {
      let headings = lines.indices.filter { lines[$0].hasPrefix("│ \u{1b}[1m\(group) ") }
      #expect(headings.count == 1, "\(group)")
      guard let place = headings.first else { continue }
      #expect(lines[place - 1].hasPrefix("├") && lines[place - 1].contains("┴"))
      #expect(lines[place + 1].hasPrefix("├") && lines[place + 1].contains("┬"))
      #expect(lines[place + 2].hasPrefix("│ "))
    }
    // Each box has one pair of corners, so this counts the boxes.
    #expect(lines.filter { $0.hasPrefix("┌") }.count == 1)
    #expect(lines.filter { $0.hasPrefix("└") }.count == 1)
  }

  // MARK: Conflicts

  @Test("without conflicts --conflicts prints a message and returns status 0")
  func noConflicts() throws {
    for settings in [
      "", Self.settings, "commands:\n  - command: x\n    chord: cmd+c\n    when: {focus: other}",
      // Two conditions on the keyboard that exclude each other.
      """
      commands:
        - {command: a, chord: f9, when: {device: "046d:c31c"}}
        - {command: b, chord: f9, when: {device: "05e0:1200"}}
      """,
      // The same command under the same name.
      "commands:\n  - {command: a, chord: f9}\n  - {command: a, chord: f9, when: {context: b}}",
    ] {
      let child = try commands(settings, "--conflicts")
      #expect(child.status == 0 && child.output == "", "\(child.output)")
      #expect(child.errors == "keybridge: no keys run several commands\n")
    }
    #expect(try ask("all", of: try commands("", "--conflicts", "--format=json").output) == "[]")
  }

  private static let conflicts = """
    commands:
      - {command: mark, chord: cmd+b}
      - {command: first, chord: [f5, cmd+k], priority: true}
      - {command: second, chord: cmd+k cmd+c, hidden: true}
      - {command: third, chord: cmd+k cmd+d, when: {context: "chat*"}}
      - {command: a, argument: one, chord: f9, global: true}
      - {command: a, argument: two, chord: f9}
    """

  @Test(
    "CMD-6b --conflicts lists ambiguous chords and prefixes, with commands in order of precedence")
  func conflicts() throws {
    let child = try commands(Self.conflicts, "--conflicts", "--ascii")
    #expect(child.status == 1 && child.errors == "")
    #expect(
      child.lines.map { $0.split(separator: " ").joined(separator: " ") } == [
        "KEYS CHORD ID TITLE WHERE SOURCE",
        "f5 f5 first first anywhere till.yaml:3:30",
        "f5 f5 complete Show Completions text built-in",
        "cmd+k cmd+k first first anywhere till.yaml:3:34",
        "cmd+k cmd+k cmd+c second second anywhere till.yaml:4:30",
        "cmd+k cmd+k cmd+d third third context chat* till.yaml:5:29",
        "cmd+b cmd+b toggle-bold Bold Text text built-in",
        "cmd+b cmd+b mark mark anywhere till.yaml:2:28",
        "f9 f9 a one a global till.yaml:6:40",
        "f9 f9 a two a anywhere till.yaml:7:40",
      ])
    let json = try commands(Self.conflicts, "--conflicts", "--format", "json")
    #expect(json.status == 1)
    #expect(
      try ask("[(c['keys'], [d['id'] for d in c['commands']]) for c in all][:2]", of: json.output)
        == "[('f5', ['first', 'complete']), ('cmd+k', ['first', 'second', 'third'])]")
    #expect(
      try ask(
        "{k for c in all for d in c['commands'] for k in d} >= {'where', 'source'}",
        of: json.output) == "True")
    #expect(try commands(Self.conflicts, "--conflicts", "--format", "markdown").status == 2)
  }

  @Test("D8 --conflicts lists own commands first with commands-before-text")
  func commandsFirst() throws {
    let child = try commands(
      Self.conflicts + "\ncommands-before-text: true", "--conflicts", "bold")
    #expect(child.lines.count == 3 && child.lines.last?.contains("built-in") == true)
    #expect(child.status == 1)
    #expect(try commands(Self.conflicts, "--conflicts", "nothing").status == 0)
  }
}
