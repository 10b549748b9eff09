// SPDX-License-Identifier: Apache-2.0
import TestPrograms
import TestSupport
import Testing

/// `keybridge check --list`, and the pages and schemas that are made from it.
@Suite struct SettingsListTests {
  @Test("the pages and the schemas equal the output of make settings")
  func current() throws {
    let script = """
      import sys
      sys.path.insert(0, sys.argv[1])
      from make_settings import files
      for path, text in files(sys.argv[2]).items():
          print(path.name, path.read_text() == text)
      """
    let child = try Child.run([
      "python3", "-B", "-c", script, Program.root + "/Documentation/Reference", Program.path,
    ])
    #expect(child.errors == "")
    #expect(
      child.lines == [
        "Configuration.md True", "Protocol.md True", "openrpc.json True",
        "keybridge.schema.json True",
      ])
  }

  @Test("every setting has a row on the page of settings")
  func rows() throws {
    let page = contents(of: Program.root + "/Documentation/Configuration.md")
    let names = try Program.run("check", "--list", "names").lines
    #expect(names.count > 75 && names.contains("devices.scanner.gap"))
    for name in names {
      let key = name.split(separator: ".").last ?? ""
      #expect(page.contains("\n| `\(key)` | "), "\(name)")
    }
  }

  @Test("the table has a line for each setting, with its values and its default")
  func table() throws {
    let child = try Program.run("check", "--list", "table")
    let lines = child.lines
    #expect(lines.first?.split(separator: " ") == ["KEY", "VALUES", "DEFAULT"])
    let line = try #require(lines.first { $0.hasPrefix("devices.scanner.gap ") })
    #expect(line.split(separator: " ").dropFirst() == ["0…60000", "0"])
    #expect(!child.output.contains("`") && !child.output.contains("]("))
  }

  @Test("an unknown format is refused with the formats that exist")
  func formats() throws {
    let child = try Program.run("check", "--list", "yaml")
    #expect(child.status == 2)
    #expect(child.errors.contains("invalid value 'yaml' for --list"), "\(child.errors)")
    #expect(child.errors.contains("expected table, names, markdown or schema"))
  }

  @Test("the shells complete the values of an option as the setting with its name has them")
  func completions() throws {
    let script = try Program.run("completions", "bash").output
    let table = try Program.run("check", "--list", "table").lines
    for option in ["option-key", "swap", "locks"] {
      let line = try #require(table.first { $0.hasPrefix(option + " ") })
      // The last word of the line is the default.
      let words = line.replacing(" or ", with: ", ").split { $0 == " " || $0 == "," }.dropLast()
      let list = words.dropFirst().joined(separator: " ")
      #expect(script.contains("run:--\(option)) _keybridge_words '\(list)'"), "\(option): \(list)")
    }
  }
}
