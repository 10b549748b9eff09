// SPDX-License-Identifier: Apache-2.0
import TestPrograms
import TestSupport
import Testing

/// The examples print what their pages show.
@Suite struct ReadmeTests {
  /// A command of a page, and the block after it.
  struct Shown: CustomTestStringConvertible, Sendable {
    var words: [String]
    var output: String
    var testDescription: String { words.joined(separator: " ") }
  }

  static let examples = ["ColourField", "ConversationList", "TableForm"]

  /// Every `swift run …` that is alone in a block, with the content of the next block.
  private static func shown(on page: String) -> [Shown] {
    var found: [Shown] = []
    var command: [String]?
    let blocks = contents(of: Program.root + "/" + page).split(
      separator: "```", omittingEmptySubsequences: false)
    for (index, block) in blocks.enumerated() where !index.isMultiple(of: 2) {
      let lines = block.split(separator: "\n", omittingEmptySubsequences: false).dropFirst()
        .dropLast()
      if lines.count == 1, let line = lines.first, line.hasPrefix("swift run ") {
        command = line.split(separator: " ").dropFirst(2).map(String.init)
      } else if let words = command {
        found.append(Shown(words: words, output: lines.map { $0 + "\n" }.joined()))
        command = nil
      }
    }
    return found
  }

  private static let all = examples.flatMap { shown(on: "Examples/\($0)/README.md") }

  private func run(_ words: [String]) throws -> Child {
    let script = "cd \"$1\" && shift && exec \"$@\""
    return try Child.run(
      ["sh", "-c", script, "sh", Program.root, BuiltProgram.path(of: words[0])] + words.dropFirst(),
      environment: Program.environment)
  }

  @Test("A page's command prints what the page shows", arguments: all)
  func output(_ shown: Shown) throws {
    let child = try run(shown.words)
    #expect(child.status == 0 && child.errors == "")
    #expect(child.output == shown.output)
  }

  @Test("Every example has a page that shows a replay", arguments: examples)
  func pages(_ example: String) {
    #expect(Self.all.contains { $0.words.first == example && $0.words.contains("--replay") })
    #expect(contents(of: Program.root + "/README.md").contains("swift run \(example)"))
  }

  @Test("F041 the designed form and the programmed one print the same lines of JSON")
  func designed() throws {
    let capture = ["--replay", "Examples/TableForm/ann.evemu", "--mirror", "json"]
    let programmed = try run(["TableForm"] + capture)
    let designed = try run(
      ["TableForm", "--form", "Examples/TableForm/person.yaml"] + capture)
    #expect(programmed.status == 0 && designed.status == 0)
    #expect(
      programmed.output == designed.output && programmed.output.contains("field.editingChanged"))
  }

  @Test("FLD-2d no line contains text typed into the password field")
  func secret() throws {
    let child = try run(
      ["TableForm", "--replay", "Examples/TableForm/ann.evemu", "--mirror", "json"])
    #expect(child.output.contains(#""string":"A""#))
    #expect(!child.output.contains(#""string":"p""#) && !child.output.contains(#""string":"1""#))
  }

  @Test(
    "F155 a mistake in a form file is reported with its place, a wrong command line with a hint"
  )
  func mistakes() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("fields:\n  - class: textFeild\n".utf8, to: "form.yaml")
    let child = try run(["TableForm", "--form", path])
    #expect(child.status == 1)
    #expect(
      child.userErrors == [
        "TableForm: \(path):2:12: unknown class 'textFeild'; did you mean 'textField'?"
      ])
    let option = try run(["ColourField", "--mirror", "tex"])
    #expect(option.status == 2 && option.errors.contains("did you mean 'text'?"))
    let word = try run(["ConversationList", "--priorit=1", "x"])
    #expect(word.status == 2 && word.errors.hasPrefix("ConversationList: "))
    let help = try run(["ConversationList", "--help"])
    #expect(help.status == 0 && help.output.hasPrefix("usage: ConversationList [OPTION…]\n"))
    #expect(help.output.contains("--priority"))
  }
}
