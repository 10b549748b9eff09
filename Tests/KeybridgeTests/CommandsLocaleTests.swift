// SPDX-License-Identifier: Apache-2.0
import TestPrograms
import TestSupport
import Testing

/// `commands` in the user's language, with the project's catalogues.
@Suite struct CommandsLocaleTests {
  private let locales: CompiledLocales

  init() throws {
    locales = try CompiledLocales("sv", "ja")
  }

  private func commands(_ arguments: String..., variables: [String: String] = [:]) throws -> Child {
    let environment = ["KEYBRIDGE_LOCALES": locales.path, "LANGUAGE": ""]
    return try Child.run(
      [Program.path, "commands", "--ascii"] + arguments,
      environment: Program.environment.merging(environment) { $1 }.merging(variables) { $1 })
  }

  private let swedish =
    "opt+left Flytta ett ord åt vänster Förflyttning move-word-left text built-in"

  @Test("CMD-14a, F100 commands --locale sv shows Swedish titles and groups")
  func locale() throws {
    #expect(try commands("--locale", "sv", "move-word-left").rows.last == swedish)
    #expect(try commands("--locale", "sv-FI", "move-word-left").rows.last == swedish)
    #expect(try commands("--locale", "eo:sv", "move-word-left").rows.last == swedish)
    #expect(
      try commands("--locale", "ja", "select-all").rows.last
        == "cmd+a すべてを選択 編集 select-all text built-in")
    let json = try commands("--locale=sv", "--format=json", "copy")
    #expect(json.output.contains("\"Kopiera\"") && json.output.contains("\"copy\""))
  }

  @Test("CMD-14a, CMD-30b the menu of ⌃F2 uses the environment's language")
  func menu() throws {
    var typing = Typing()
    typing.key(29, 1)
    typing.stroke(60)
    typing.key(29, 0)
    let folder = try TemporaryFolder()
    let capture = try folder.write(typing.bytes(.evemu), to: "capture")
    func menu(_ language: String) throws -> Child {
      let environment = ["KEYBRIDGE_LOCALES": locales.path, "LC_ALL": language, "LANGUAGE": ""]
      return try Child.run(
        [Program.path, "replay", capture, "-l", "us", "-m", "json"],
        environment: Program.environment.merging(environment) { $1 })
    }
    let swedish = try menu("sv_SE.UTF-8").output
    #expect(swedish.contains(#""title":"Redigera""#) && swedish.contains(#""title":"Ångra""#))
    #expect(swedish.contains(#""id":"edit""#) && swedish.contains(#""id":"undo""#))
    let english = try menu("C.UTF-8").output
    #expect(english.contains(#""title":"Edit""#) && english.contains(#""title":"Undo""#))
  }

  @Test("CMD-14a without --locale the environment's language is used, and --locale C is English")
  func environment() throws {
    let set = ["LC_ALL": "sv_SE.UTF-8"]
    #expect(try commands("move-word-left", variables: set).rows.last == swedish)
    #expect(try commands("move-word-left").output.contains("Move One Word Left  Movement"))
    let english = try commands("--locale", "C", "move-word-left", variables: set)
    #expect(english.output.contains("Move One Word Left  Movement"))
    let listed = try commands("copy", variables: ["LANGUAGE": "ja:sv"])
    #expect(listed.output.contains("コピー"))
  }

  @Test("CMD-14a commands are searched in the displayed language and in English")
  func search() throws {
    #expect(try commands("--locale", "sv", "ORD", "vänster").rows.contains(swedish))
    #expect(try commands("--locale", "sv", "Word", "left").rows.contains(swedish))
    #expect(try commands("vänster").status == 1)
  }

  @Test("CMD-14a a language without a catalogue is reported, with the available ones")
  func unknown() throws {
    let child = try commands("--locale", "xx", "move-word-left")
    #expect(child.status == 0 && child.output.contains("Move One Word Left"))
    #expect(
      child.userErrors == [
        "keybridge: no titles exist in 'xx'; they are shown in English",
        "keybridge:   languages: en, ja, sv",
      ])
    for known in ["en_GB", "C", "xx:sv"] {
      #expect(try commands("--locale", known, "copy").errors == "", "\(known)")
    }
  }

  @Test(
    "if the locale is not UTF-8, keys are printed as words and help in ASCII",
    arguments: ["C", "POSIX", "sv_SE"])
  func plainLocale(_ locale: String) throws {
    let variables = ["LC_ALL": locale, "LANGUAGE": "", "KEYBRIDGE_LOCALES": "/nonexistent"]
    for arguments in [["commands", "move-word-left"], ["commands", "--help"], ["doctor"]] {
      let child = try Child.run(
        [Program.path] + arguments, environment: Program.environment.merging(variables) { $1 })
      #expect(child.output.utf8.allSatisfy { $0 < 0x80 }, "\(arguments): \(child.output)")
    }
    let listed = try Child.run(
      [Program.path, "commands", "move-word-left"],
      environment: Program.environment.merging(variables) { $1 })
    #expect(listed.output.contains("opt+left"))
    let json = try Child.run(
      [Program.path, "replay", "-", "-m", "text", "-l", "de"], input: Typing("[").bytes(.evemu),
      environment: Program.environment.merging(variables) { $1 })
    #expect(json.output == "Ü\n", "the language does not change typed text")
  }

  @Test(
    "on the Linux console keys, marks and borders are ASCII, although the locale is UTF-8",
    .needs("tmux"))
  func linuxConsole() throws {
    func screen(_ terminal: String) throws -> String {
      let pane = try Pane(columns: 100, rows: 100)
      let program = "TERM=\(terminal) '\(Program.path)'"
      pane.type(
        "clear; \(program) commands move-word-left; \(program) doctor; \(program) layouts show us;"
          + " echo all ended")
      try pane.expect { $0.contains("\nall ended\n") }
      return pane.screen
    }
    let plain = try screen("linux")
    #expect(plain.allSatisfy { $0.isASCII }, "\(plain)")
    #expect(plain.contains("opt+left") && plain.contains("ICU 7"), "\(plain)")
    #expect(plain.contains("+----+"), "\(plain)")
    let usual = try screen("xterm")
    #expect(usual.contains("⌥←") && usual.contains("✓") && usual.contains("┌────┬"), "\(usual)")
  }

  @Test("An invalid locale is a usage error")
  func refused() throws {
    let child = try commands("--locale", "../sv")
    #expect(child.status == 2 && child.output == "")
    #expect(child.errors.hasPrefix("keybridge: invalid value '../sv' for --locale\n"))
  }
}

extension Child {
  /// The lines, with each run of blanks reduced to one.
  var rows: [String] {
    lines.map { $0.split(separator: " ").joined(separator: " ") }
  }
}
