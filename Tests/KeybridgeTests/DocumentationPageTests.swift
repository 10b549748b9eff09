// SPDX-License-Identifier: Apache-2.0
import TestPrograms
import TestSupport
import Testing

/// The manual pages generated from Documentation: keybridge.yaml(5) and keybridge-protocol(7).
@Suite struct DocumentationPageTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// Converts a page of Markdown as `make manuals` does.
  private func make(_ markdown: String, as name: String = "keybridge.yaml.5") throws -> Child {
    try convert(markdown, to: name, "a page")
  }

  private func page(_ markdown: String) throws -> String {
    let file = try folder.write(markdown.utf8, to: "page.md")
    let child = try make(file)
    try #require(child.status == 0, "\(child.errors)")
    return try rendered(child.output)
  }

  private func rendered(_ source: String) throws -> String {
    let path = try folder.write(source.utf8, to: "page.5")
    let man = try Child.run(
      ["man", "--warnings", "-E", "UTF-8", "-l", path],
      environment: ["LC_ALL": "C.UTF-8", "MANWIDTH": "1000"])
    #expect(man.status == 0 && man.errors == "")
    let mandoc = try Child.run(["mandoc", "-T", "lint", "-W", "warning", path])
    let said = (mandoc.lines + mandoc.userErrors).filter { !$0.contains("missing date") }
    #expect(said.isEmpty, "\(said)")
    #expect(source.utf8.allSatisfy { $0 < 0x80 })
    return man.output
  }

  @Test("every setting has an item in keybridge.yaml(5)")
  func settings() throws {
    let known = try Program.run("check", "--list", "names").lines.compactMap {
      $0.split(separator: ".").last.map(String.init)
    }
    #expect(known.count > 35 && known.contains("layout") && known.contains("time-limit"))
    let made = try make(Program.root + "/Documentation/Configuration.md")
    try #require(made.status == 0, "\(made.errors)")
    let words = Set(
      try rendered(made.output).split { !($0.isLetter || $0 == "-") }.map(String.init))
    for key in known { #expect(words.contains(key), "\(key)") }
  }

  @Test(
    "the generated pages have no warnings",
    arguments: ["Configuration", "WireFormat", "Storage", "FormFile", "KeyCommands"])
  func warnings(_ name: String) throws {
    let made = try make(Program.root + "/Documentation/\(name).md")
    try #require(made.status == 0, "\(made.errors)")
    #expect(try rendered(made.output).contains("\nSEE ALSO\n"))
  }

  @Test("headings, lists, tables, examples and emphasis are converted")
  func shapes() throws {
    let page = try page(
      """
      # A page

      First `code`, **strong** and *soft*, [a link](Other.md) with a-hyphen.

      ## A chapter

      - an item of
        two lines
      1. another

      ### A part

      | key | meaning |
      | --- | --- |
      | `a` | one \\| two |
      | `b` | |
      | ⌘\\[, `c\\|` | one<br>*t\\*wo* |

      | `grab` | with | without |
      | --- | --- | --- |
      | `focus` | held | free |

      ```yaml
      .PP
        it's: "x\\y"
      ```

      .SH is no heading

      a line\\
      another \\*line\\*
      """)
    for text in [
      "DESCRIPTION\n       First code, strong and soft, a link with a-hyphen.",
      "A CHAPTER\n       • an item of two lines", "1.  another", "   A part\n",
      "       a      one | two\n",
      "       focus  with: held\n              without: free",
      "           .PP\n             it's: \"x\\y\"\n",
      "       .SH is no heading",
      "       ⌘[, c| one\n              t*wo\n",
      "       a line\n       another *line*\n",
    ] { #expect(page.contains(text), "\(text)\n\(page)") }
  }

  @Test(
    "unknown Markdown is an error with its line",
    arguments: ["> a quote", "<br>", "![x](y.png)", "  moved in", "##### deep"])
  func unknown(_ line: String) throws {
    let file = try folder.write("# A page\n\nfine\n\n\(line)\n".utf8, to: "page.md")
    let child = try make(file)
    #expect(child.status == 1 && child.errors.contains("line 5: \(line)"), "\(child.errors)")
  }
}
