// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import TestPrograms
import TestSupport
import Testing

@testable import keybridge

/// The manual page, made from the manual in Markdown, as two independent formatters read it.
@Suite struct ManualTests {
  private let source: String
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    let child = try Program.run("manual")
    #expect(child.status == 0 && child.errors == "")
    folder = try TemporaryFolder()
    source = try manualPage(of: child.output)
    path = try folder.write(source.utf8, to: "keybridge.1")
  }

  private func man(_ path: String, locale: String = "C.UTF-8", width: Int = 80) throws -> Child {
    try Child.run(
      ["man", "--warnings", "-E", locale == "C" ? "ascii" : "UTF-8", "-l", path],
      environment: ["LC_ALL": locale, "MANWIDTH": "\(width)"])
  }

  @Test(
    "man prints no warning for the page, in any width and without Unicode",
    arguments: [
      ("C.UTF-8", 80), ("C.UTF-8", 60), ("C.UTF-8", 200), ("C", 80),
    ])
  func warnings(_ locale: String, _ width: Int) throws {
    let child = try man(path, locale: locale, width: width)
    #expect(child.status == 0 && child.errors == "")
    #expect(child.lines.first?.hasPrefix("KEYBRIDGE(1)") == true)
  }

  @Test("groff and mandoc report only the missing date")
  func lint() throws {
    let groff = try Child.run(["groff", "-man", "-ww", "-Tutf8", path])
    #expect(groff.status == 0 && groff.errors == "")
    let mandoc = try Child.run(["mandoc", "-T", "lint", "-W", "warning", path])
    let said = (mandoc.lines + mandoc.userErrors).filter { !$0.contains("missing date") }
    #expect(said.isEmpty, "\(said)")
  }

  @Test("the page's source is ASCII")
  func ascii() {
    #expect(source.utf8.allSatisfy { $0 < 0x80 })
  }

  @Test("the page names the version and its volume, and has each section once")
  func head() throws {
    let lines = source.split(separator: "\n")
    let title = #".TH KEYBRIDGE 1 "" "keybridge \#(Keybridge.version)" "User Commands""#
    #expect(lines.dropFirst().first == Substring(title))
    let sections = lines.filter { $0.hasPrefix(".SH ") }
    #expect(Set(sections).count == sections.count && sections.count == 14, "\(sections)")
  }

  @Test("the page lists every subcommand, option, exit status and built-in command")
  func complete() throws {
    let page = try man(path, width: 1000).output
    for chapter in [
      "NAME", "SYNOPSIS", "DESCRIPTION", "COMMANDS", "KEY COMMANDS", "EXIT STATUS", "SIGNALS",
      "FILES",
      "ENVIRONMENT", "SEE ALSO",
    ] { #expect(page.contains("\n\(chapter)\n"), "\(chapter)") }
    for subcommand in Keybridge.subcommands {
      let part = try #require(page.behind("\n   keybridge \(subcommand.name)\n")).before("\n   k")
      for option in subcommand.options() {
        let name = option.short.map { "-\($0), " } ?? ""
        let value = option.argumentName.map { "=\($0)" } ?? ""
        #expect(part.contains("\n       \(name)--\(option.long)\(value)"), "\(option.long)")
        #expect(part.contains(option.help), "\(option.help)")
      }
      #expect(part.contains("--help"))
      for line in subcommand.discussion.split(separator: "\n") where line.hasPrefix("  ") {
        #expect(part.contains("\n           \(line.dropFirst(2))\n"), "\(line)")
      }
    }
    for command in BuiltinCommands.table {
      let title = command.discoverabilityTitle.replacing("…", with: "...")
      #expect(page.contains("\(title) (\(command.id))\n"), "\(command.id)")
      #expect(page.contains(" " + command.discussion + "\n"), "\(command.id)")
      #expect(page.contains(command.chords.map(\.words).joined(separator: ", ")), "\(command.id)")
    }
    let chapter = try #require(page.behind("\nKEY COMMANDS\n")).before("\nEXIT STATUS\n")
    let listed = chapter.split(separator: "\n").filter { $0.hasSuffix(")") }
      .compactMap { $0.split(separator: "(").last.map { String($0.dropLast()) } }
    #expect(listed.sorted() == BuiltinCommands.table.map(\.id).sorted())
    for status in ["0 ", "1 ", "2 ", "77 "] { #expect(page.contains("\n       \(status)")) }
  }

  @Test("the page lists every environment variable that the sources read")
  func environment() throws {
    let found = try Child.run([
      "grep", "-rhoE", #"(nvironment|getenv)\("[A-Z_]+"\)|"(XDG|LC)_[A-Z_]+"|"STATE_DIRECTORY""#,
      Program.root + "/Sources",
    ])
    let names = Set(
      found.lines.compactMap {
        $0.split(separator: "\"").dropFirst($0.hasPrefix("\"") ? 0 : 1).first
      })
    #expect(names.count > 8)
    // Each variable tests one way in which the program reads variables.
    for name in ["TERM", "WATCHDOG_USEC", "XDG_STATE_HOME", "TMPDIR"] {
      #expect(names.contains { $0 == name }, "\(name)")
    }
    let page = try man(path, width: 1000).output
    let chapter = try #require(page.behind("\nENVIRONMENT\n"))
    for name in names { #expect(chapter.contains(name), "\(name)") }
  }

  @Test("the settings on the page are valid")
  func example() throws {
    let lines = try man(path).output.split(separator: "\n", omittingEmptySubsequences: false)
    let start = try #require(lines.firstIndex { $0.hasSuffix(" commands:") })
    let yaml = lines[start...].prefix { !$0.isEmpty }.map { $0.dropFirst(11) }
    #expect(yaml.count == 3)
    let settings = try folder.write(yaml.joined(separator: "\n").utf8, to: "x.yaml")
    let child = try Program.run("commands", "--config", settings, "--ascii", "move-word-left")
    let chords = child.lines.last?.split(separator: " ").prefix(2) ?? []
    #expect(Set(chords) == ["opt+left", "ctrl+opt+left"], "\(child.errors)")
  }

  @Test("make install puts the page where man finds it, and make uninstall removes it")
  func installed() throws {
    func make(_ goal: String) throws {
      let child = try Child.run([
        "make", "--silent", "--old-file=build", "-C", Program.root, goal, "LANGUAGES=",
        "PREFIX=/usr", "DESTDIR=\(folder.path)/package", "PROGRAM=\(Program.path)",
      ])
      #expect(child.status == 0, "\(child.errors)")
    }
    try make("install")
    let installed = folder.path + "/package/usr/share/man/man1/keybridge.1"
    #expect(contents(of: installed) == source)
    let found = try Child.run([
      "man", "-M", folder.path + "/package/usr/share/man", "-w", "keybridge",
    ])
    #expect(found.lines == [installed], "\(found.errors)")
    try make("uninstall")
    #expect(contents(of: installed) == "")
  }

  // MARK: Escapes

  @Test(
    "Text that looks like roff is shown unchanged",
    arguments: [
      ".TH", "'br", "\\fBx\\fR", "-a --b", "it's `x`", "a^b~c", "\"q\"", ".", "'", "\\", "\\&",
      "\\n(.g",
      "å…漢 ü", "%", "a\\", "\\(aq",
    ])
  func escapes(_ text: String) throws {
    try expectShown([text])
  }

  @Test("Random lines with roff's special characters are shown unchanged")
  func random() throws {
    var generator = SeededGenerator(seed: 11)
    let marks = Array(".'\\-`^~\"&(){}[]*nfBR$%|!#@,;:/ abcåλ")
    let lines = (0..<300).map { _ in
      "x"
        + String(
          (0..<Int.random(in: 1...40, using: &generator)).map { _ in
            marks[Int.random(in: marks.indices, using: &generator)]
          })
    }
    // Half of the lines begin with a special character.
    try expectShown(
      lines.enumerated().map { $0.isMultiple(of: 2) ? $1 : String($1.dropFirst()) }
        .filter { !$0.hasPrefix(" ") && !$0.hasPrefix("```") && !$0.isEmpty })
  }

  /// Checks that two formatters show the lines unchanged.
  private func expectShown(
    _ lines: [String], sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    try expectShown(lines, as: "```\n\(lines.joined(separator: "\n"))\n```", sourceLocation)
    // Each line is a paragraph, in which blanks have no meaning.
    let words = lines.map { $0.split(separator: " ").joined(separator: " ") }
    try expectShown(
      words, as: words.map(Markdown.prose).joined(separator: "\n\n"), sourceLocation)
  }

  private func expectShown(
    _ lines: [String], as markdown: String, _ sourceLocation: SourceLocation
  ) throws {
    let page = try manualPage(of: "# x\n\n## Start\n\n\(markdown)\n\n## End\n\nx\n")
    let path = try folder.write(page.utf8, to: "escapes.1")
    // A blank at the end of a line is invisible.
    let wanted = lines.map {
      String($0.replacing("…", with: "...").reversed().drop { $0 == " " }.reversed())
    }
    for formatter in [["groff", "-man", "-ww", "-Tutf8", "-P-cbou"], ["mandoc", "-Tutf8"]] {
      let shown = try Child.run(formatter + [path])
      #expect(shown.errors == "", sourceLocation: sourceLocation)
      let plain = try Child.run(
        ["col", "-bx"], input: shown.output, environment: ["LC_ALL": "C.UTF-8"])
      let text = plain.output.split(separator: "\n", omittingEmptySubsequences: false)
      let start = try #require(text.firstIndex { $0 == "START" })
      let end = try #require(text.firstIndex { $0 == "END" })
      let body = text[start + 1..<end].map { line in
        String(line.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
      }
      #expect(
        body.filter { !$0.isEmpty } == wanted.filter { !$0.isEmpty }, "\(formatter[0])",
        sourceLocation: sourceLocation)
    }
  }
}

extension StringProtocol {
  /// The part after a text; nil if the text does not occur.
  fileprivate func behind(_ text: String) -> SubSequence? {
    ranges(of: text).first.map { self[$0.upperBound...] }
  }
  /// The part before a text, or everything.
  fileprivate func before(_ text: String) -> SubSequence {
    self[..<(ranges(of: text).first?.lowerBound ?? endIndex)]
  }
}
