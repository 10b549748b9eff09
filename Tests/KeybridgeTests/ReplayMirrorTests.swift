// SPDX-License-Identifier: Apache-2.0
import TestPrograms
import TestSupport
import TestTraits
import Testing

/// The text of a replay does not depend on its mirror.
@Suite(.serialized, .needs("python3")) struct ReplayMirrorTests {
  /// Keys with the text that they type; most would accept a continuation if the mirror showed one.
  private static let captures = [
    ("foo worl\t", "Foo world\t"), ("foo par.", "Foo par."), ("foo par ", "Foo par "),
    ("teh par\tx", "The par\tx"), ("hel ", "Help "), ("hi--worl it's", "Hi–world it’s"),
  ]

  /// Applies the changes of text in the lines of the JSON mirror.
  private static let reader = """
    import json, sys
    units = b""
    for line in sys.stdin:
        event = json.loads(line)
        if event["event"] == "text.didChange":
            start, end = (2 * place for place in event["range"])
            units = units[:start] + event["string"].encode("utf-16-le") + units[end:]
    sys.stdout.write(units.decode("utf-16-le"))
    """

  private let built: BuiltLexicon

  init() throws { built = try .english() }

  private func replay(_ keys: String, _ mirror: String) throws -> Child {
    try Child.run(
      [Program.path, "replay", "-", "--mirror", mirror, "--exact"],
      input: Typing(keys).bytes(.evemu),
      environment: Program.environment.merging(["KEYBRIDGE_LEXICONS": built.folder.path]) { $1 })
  }

  @Test(
    "AST-30 a replay types the same text with the text and the JSON mirror", arguments: captures)
  func lines(_ keys: String, _ text: String) throws {
    let plain = try replay(keys, "text")
    #expect(plain.output == text && plain.errors == "")
    let json = try replay(keys, "json")
    #expect(!json.output.contains("inline.didChange"))
    let read = try Child.run(
      ["python3", "-c", Self.reader], input: Array(json.output.utf8),
      environment: ["PATH": "/usr/bin:/bin:/usr/local/bin", "PYTHONIOENCODING": "utf-8"])
    #expect(read.output == text && read.errors == "")
  }

  @Test("AST-30 a replay on a terminal types what the text mirror prints", .needs("tmux"))
  func terminal() throws {
    let pane = try Pane(columns: 60)
    for (keys, text) in Self.captures {
      let capture = try pane.folder.write(Typing(keys).bytes(.evemu), to: "capture")
      pane.type(
        "clear; KEYBRIDGE_LEXICONS='\(built.folder.path)' '\(Program.path)' replay '\(capture)' -m terminal"
          + "; echo status $?")
      try pane.expect { $0.contains("status 0") }
      let shown = pane.screen.split(separator: "\n").first { !$0.hasPrefix("$") } ?? ""
      func words(_ line: String) -> [Substring] { line.split(whereSeparator: \.isWhitespace) }
      #expect(words(String(shown)) == words(text), "\(pane.screen)")
      pane.type("clear")
      try pane.expect { !$0.contains("status") }
    }
  }
}
