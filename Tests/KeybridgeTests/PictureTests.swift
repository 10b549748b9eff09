// SPDX-License-Identifier: Apache-2.0
import TestPrograms
import TestSupport
import Testing

/// Layouts drawn as keyboards, and the page of commands.
@Suite struct PictureTests {
  private func show(_ arguments: String...) throws -> Child {
    try Child.run([Program.path, "layouts", "show"] + arguments, environment: Program.environment)
  }

  @Test("layouts show draws the keys with their levels in 80 columns, and marks dead keys")
  func terminal() throws {
    let child = try show("de")
    #expect(child.status == 0 && child.errors == "")
    #expect(child.lines.allSatisfy { $0.count <= 76 } && child.lines.count == 17)
    #expect(child.output.contains("│Q Ω │") && child.output.contains("│q @ │"))
    #expect(child.output.contains("│ö ") && child.output.contains("´*"))
    #expect(child.lines.last == "* waits for the next letter")
    let plain = try show("us", "--model", "pc104")
    #expect(!plain.output.contains("waits") && plain.lines.count == 16)
    let mac = try show("us", "--variant", "mac")
    #expect(mac.output.contains("£") && mac.output.contains("⍽"))
  }

  @Test("the model decides between ISO, ANSI and JIS")
  func standards() throws {
    func keys(_ arguments: String...) throws -> Int {
      let child = try Child.run(
        [Program.path, "layouts", "show", "--format", "svg"] + arguments,
        environment: Program.environment)
      return child.output.split(separator: "<g class=\"key\"").count - 1
    }
    #expect(try keys("us", "--model", "pc104") == 61)
    #expect(try keys("de") == 62)
    #expect(try keys("jp") == 65)
    #expect(try keys("us", "--model", "jp106") == 65)
  }

  @Test("without UTF-8 the borders and names are ASCII")
  func ascii() throws {
    let child = try Child.run(
      [Program.path, "layouts", "show", "us", "--model", "pc104"],
      environment: Program.environment.merging(["LC_ALL": "C"]) { $1 })
    #expect(child.output.utf8.allSatisfy { $0 < 0x80 }, "\(child.output)")
    #expect(child.output.contains("+----+") && child.output.contains("|Tab"))
  }

  @Test("an unknown layout, two layouts, or a list as a picture are refused")
  func mistakes() throws {
    let unknown = try show("dee")
    #expect(unknown.status == 1 && unknown.errors.contains("unknown layout 'dee'"))
    #expect(try show("de", "us").status == 2)
    #expect(try show("de", "--format", "json").status == 2)
    #expect(try Program.run("layouts", "--format", "svg").status == 2)
    #expect(try show("de", "--live").status == 2)
  }

  @Test("the picture and the page of commands are well-formed for any titles")
  func markup() throws {
    let folder = try TemporaryFolder()
    let settings = try folder.write(
      "layout: de\ncommands:\n  - {command: a, chord: cmd+/, title: \"<b>&\\\"\", group: \"<i>\"}\n"
        .utf8,
      to: "till.yaml")
    let check = """
      import sys, xml.etree.ElementTree as tree
      text = sys.stdin.read()
      print(tree.fromstring(text).tag)
      """
    let picture = try show("de", "--format", "svg")
    #expect(try Child.run(["python3", "-c", check], input: picture.output).output.contains("svg"))
    let page = try Program.run("commands", "--format", "html", "--config", settings)
    #expect(page.status == 0 && page.output.hasPrefix("<!DOCTYPE html>\n<html lang=\"en\">"))
    #expect(page.output.contains("<kbd>⇧⌘7</kbd>"), "the key that types / in this layout")
    #expect(
      page.output.contains("&lt;b&gt;&amp;&quot;") && page.output.contains("<h2>&lt;i&gt;</h2>"))
  }

  @Test("CMD-14a the page of commands is in the user's language")
  func language() throws {
    let locales = try CompiledLocales("sv")
    let page = try Child.run(
      [Program.path, "commands", "--format", "html", "--locale", "sv"],
      environment: Program.environment.merging(["KEYBRIDGE_LOCALES": locales.path]) { $1 })
    #expect(page.output.contains("<html lang=\"sv\">") && page.output.contains("Ångra"))
  }
}
