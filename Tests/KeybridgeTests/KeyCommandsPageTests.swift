// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import TestPrograms
import TestSupport
import Testing

/// Documentation/KeyCommands.md and the other lists against the table of commands.
@Suite struct KeyCommandsPageTests {
  private static let page = contents(of: Program.root + "/Documentation/KeyCommands.md")

  /// The cells of the rows about commands.
  private func rows(of page: String) -> [[String]] {
    page.split(separator: "\n").filter { $0.hasSuffix(" |") }
      .map { $0.dropFirst(2).dropLast(2).split(separator: " | ").map(String.init) }
      .filter { $0.count == 6 && $0[0] != "Keys" && $0[0] != "---" }
  }

  @Test("The page equals the output of make key-commands")
  func current() throws {
    let child = try Program.run(
      "commands", "--format", "markdown", "--locale", "C", "--config", "/dev/null")
    #expect(child.status == 0 && child.errors == "")
    #expect(child.output == Self.page)
  }

  @Test("The page lists every built-in command once, under its heading, with all of its chords")
  func complete() throws {
    let rows = rows(of: Self.page)
    #expect(rows.count == BuiltinCommands.table.count)
    for command in BuiltinCommands.table {
      let row = try #require(rows.first { $0[3] == "`\(command.id)`" })
      #expect(row[0] == command.chords.map(\.description).joined(separator: ", "))
      #expect(row[1] == command.chords.map { "`\($0.words)`" }.joined(separator: ", "))
      #expect(row[2] == "**\(command.discoverabilityTitle)**. \(command.discussion)")
      #expect(Array(row[4...]) == ["text", "built-in"])
    }
    let parts = Self.page.split(separator: "\n## ").dropFirst().dropLast()
    #expect(parts.count == Set(BuiltinCommands.table.map(\.group)).count)
    for part in parts {
      let heading = part.prefix { $0 != "\n" }
      let ids = BuiltinCommands.table.filter { $0.group == heading }.map { "`\($0.id)`" }
      #expect(self.rows(of: String(part)).map { $0[3] } == ids)
    }
  }

  @Test("The settings on the page are valid and have the effect described")
  func example() throws {
    let folder = try TemporaryFolder()
    let parts = Self.page.split(separator: "```")
    let yaml = try #require(parts.first { $0.hasPrefix("yaml\n") }?.dropFirst(5))
    let path = try folder.write(String(yaml).utf8, to: "page.yaml")
    let child = try Program.run("commands", "--config", path, "--ascii")
    #expect(child.status == 0 && child.errors == "")
    let row = try #require(child.lines.first { $0.contains(" move-word-left ") })
    #expect(Set(row.split(separator: " ").prefix(2)) == ["opt+left", "ctrl+opt+left"])
    #expect(child.lines.contains { $0.hasPrefix("   ") && $0.contains(" transpose ") })
  }

  @Test("The page lists exactly the members of the JSON list")
  func keys() throws {
    let cells = try #require(Self.page.split(separator: "## For programs").last)
      .split(separator: "\n").filter { $0.hasPrefix("| `") }
      .compactMap { $0.split(separator: "|").first }
    let said = cells.flatMap { $0.split(separator: "`").filter { $0.contains { $0.isLetter } } }
    let folder = try TemporaryFolder()
    let path = try folder.write(
      "commands:\n  - {command: x, chord: f9, argument: y}".utf8, to: "x.yaml")
    let json = try Program.run("commands", "--config", path, "--format", "json").output
    let script = "import json, sys\nprint(*{k for c in json.load(sys.stdin) for k in c}, sep='\\n')"
    let child = try Child.run(["python3", "-c", script], input: json)
    #expect(Set(child.lines) == Set(said.map(String.init)))
  }

  @Test("CMD-14a, F100 page, manual, table and JSON have the same titles in the chosen language")
  func locale() throws {
    let locales = try CompiledLocales("sv")
    let environment = ["KEYBRIDGE_LOCALES": locales.path]
    let lists = try [
      ["commands", "--format", "markdown"], ["commands"], ["commands", "--format", "json"],
    ].map {
      try Child.run(
        [Program.path] + $0 + ["--locale", "sv", "--config", "/dev/null"],
        environment: Program.environment.merging(environment) { $1 })
    }
    let manual = try Program.run("manual", "--locale", "sv", environment: environment)
    let page = try Child.run(
      ["man", "-E", "UTF-8", "-l", "-"],
      input: try manualPage(of: manual.output),
      environment: ["MANWIDTH": "1000", "LC_ALL": "C.UTF-8"])
    let swedish = Translator(LocaleName.list("sv"), folders: [locales.path])
    for command in BuiltinCommands.table.map({ $0.translated(by: swedish) }) {
      for child in lists {
        #expect(child.output.contains(command.discoverabilityTitle), "\(command.id)")
        #expect(child.output.contains(command.group), "\(command.id)")
      }
      // The manual has three full stops instead of the ellipsis.
      let title = command.discoverabilityTitle.replacing("…", with: "...")
      #expect(page.output.contains("\(title) (\(command.id))"), "\(command.id)")
      #expect(page.output.contains("\n   \(command.group)\n"))
    }
    #expect(BuiltinCommands.table.contains { $0.translated(by: swedish).group != $0.group })
  }

  @Test("--languages lists the languages that have a catalogue")
  func languages() throws {
    let locales = try CompiledLocales("sv", "ja", "pt_BR")
    let environment = ["KEYBRIDGE_LOCALES": locales.path]
    let some = try Program.run("commands", "--languages", environment: environment)
    #expect(some.status == 0)
    #expect(
      Set(some.lines).isSuperset(of: ["sv", "ja", "pt_BR"]) && some.lines == some.lines.sorted())
    #expect(Set(some.lines).count == some.lines.count)
    for language in some.lines {
      let child = try Program.run(
        "commands", "copy", "--locale", language, environment: environment)
      #expect(child.status == 0)
    }
  }

  @Test("The shells complete exactly the names of the commands")
  func names() throws {
    let child = try Program.run("commands", "--format", "names", "--config", "/dev/null")
    #expect(child.lines.sorted() == BuiltinCommands.table.map(\.id).sorted())
    for shell in ["bash", "zsh", "fish"] {
      let script = try Program.run("completions", shell).output
      #expect(script.contains("keybridge commands --format names"), "\(shell)")
      #expect(script.contains("keybridge commands --languages"), "\(shell)")
    }
  }
}
