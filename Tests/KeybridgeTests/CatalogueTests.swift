// SPDX-License-Identifier: Apache-2.0
import TestPrograms
import TestSupport
import Testing
import TestTraits

/// Commands that need no keyboard: `layouts`, `commands`, and `monitor` on a capture.
@Suite struct CatalogueTests {
  private func names(_ script: String, of json: String) throws -> Set<String> {
    let child = try Child.run(
      ["python3", "-c", "import json, sys\nall = json.load(sys.stdin)\n" + script], input: json)
    #expect(child.status == 0, "\(child.errors)")
    return Set(child.lines)
  }

  @Test(
    "layouts --format json has the names that xkbcli lists", .needs("xkbcli"))
  func layouts() throws {
    let json = try Program.run("layouts", "--format", "json")
    let ours = try names(
      """
      for e in all: print(e.get("layout", e["name"]), e["name"] if "layout" in e else "")
      """, of: json.output)
    let theirs = try Child.run([
      "sh", "-c",
      #"xkbcli list | sed -n "/^layouts:/,/^option_groups:/p" | "#
        + #"sed -n "s/^- layout: '\(.*\)'/\1/p; s/^  variant: '\(.*\)'/\1/p" | paste -d ' ' - -"#,
    ])
    let expected = Set(theirs.lines.filter { !$0.hasPrefix("custom ") })
    #expect(expected.count > 300)
    #expect(ours.filter { !$0.hasPrefix("custom ") } == expected)
    #expect(json.output == (try Program.run("layouts", "-f", "json")).output)
  }

  @Test("layouts are searched by words; no match is status 1 with the nearest name")
  func search() throws {
    let german = try Program.run("layouts", "german", "neo")
    #expect(german.lines.contains { $0.hasPrefix("de      neo ") }, "\(german.output)")
    #expect(german.status == 0 && german.lines.count >= 2)
    let none = try Program.run("layouts", "dvorka")
    #expect(none.status == 1 && none.output == "")
    #expect(none.errors.hasPrefix("keybridge: no entry matches 'dvorka'\n"))
    #expect(try Program.run("layouts", "--models", "pc105").output.contains("Generic 105-key PC"))
    #expect(try Program.run("layouts", "--xkb-options").output.contains("compose:ralt "))
    let words = try Program.run("layouts", "--format", "names")
    #expect(words.lines.contains("de") && words.lines.allSatisfy { !$0.contains(" ") })
  }

  @Test("commands lists chords, titles and groups; its JSON is stable and its ids are unique")
  func commands() throws {
    let table = try Program.run("commands", "--ascii")
    #expect(table.lines.first?.hasPrefix("CHORD") == true)
    #expect(
      table.lines.contains { $0.hasPrefix("cmd+c ") && $0.hasSuffix(" built-in") },
      "\(table.output)")
    #expect(try Program.run("commands").output.contains("⌘C"))
    let json = try Program.run("commands", "--format", "json")
    let ids = try names("for c in all: print(c['id'])", of: json.output)
    #expect(ids.count == table.lines.count - 1)
    #expect(ids.isSuperset(of: ["copy", "paste", "undo", "move-word-left"]))
    let words = try Program.run("commands", "WORD", "delete")
    #expect(words.lines.count >= 3 && words.lines.dropFirst().allSatisfy { $0.contains("elete") })
    let none = try Program.run("commands", "no", "such")
    #expect(none.status == 1 && none.output == "")
    #expect(none.errors.hasPrefix("keybridge: no command has all of: no, such\n"))
  }

  @Test(
    "on a terminal tables are boxed, in a pipe they are columns",
    .needs("script"))
  func boxes() throws {
    func terminal(_ variables: [String: String]) throws -> String {
      let child = try LiveChild(
        ["script", "-qec", "'\(Program.path)' commands undo", "/dev/null"],
        environment: variables.merging(["TERM": "xterm"]) { $1 })
      #expect(try child.end() == 0)
      return child.output
    }
    let boxed = try terminal(["NO_COLOR": ""])
    #expect(boxed.contains("┌") && boxed.contains("│ \u{1b}[1mCHORD"))
    #expect(!(try terminal(["NO_COLOR": "1"]).contains("\u{1b}")))
    #expect(!(try Program.run("commands").output.contains("│")))
  }

  @Test("monitor on a capture names dead keys, commands and modifiers")
  func monitor() throws {
    var typing = Typing()
    typing.type("=e")
    typing.type("a", holding: 125)
    let child = try Program.run("monitor", "-", "--layout", "de", input: typing.bytes(.raw24))
    #expect(child.status == 0)
    let lines = child.lines.map {
      $0.split(separator: " ", maxSplits: 1).last.map(String.init) ?? ""
    }
    #expect(lines.first == "-", "the capture's name")
    #expect(
      lines.contains { $0.contains("KEY_EQUAL press → dead_acute waits with \"´\" → composing") })
    #expect(lines.contains { $0.contains("KEY_E press → e \"é\" → text") }, "\(child.output)")
    #expect(lines.contains { $0.contains("KEY_LEFTMETA press") && $0.hasSuffix("→ modifier") })
    #expect(lines.contains { $0.contains("KEY_A press → ⌘a → select-all") }, "\(child.output)")
    #expect(!child.output.contains(" release "))
    let all = try Program.run("monitor", "-", "--releases", input: typing.bytes(.raw24))
    #expect(all.lines.filter { $0.contains(" release ") }.count == 4)
  }
}
