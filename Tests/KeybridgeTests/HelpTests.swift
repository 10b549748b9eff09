// SPDX-License-Identifier: Apache-2.0
import TestPrograms
import TestSupport
import Testing

/// What a person who does not know the program gets to read.
@Suite struct HelpTests {
  static let subcommands = [
    "run", "replay", "record", "devices", "commands", "layouts", "monitor", "status",
    "mode", "fill", "reload", "check", "doctor", "completions", "manual",
  ]

  @Test("--help of the program and of every command fits a terminal of 80 by 24")
  func fits() throws {
    for arguments in [["--help"]] + Self.subcommands.map({ [$0, "--help"] }) {
      let child = try Child.run([Program.path] + arguments, environment: Program.environment)
      #expect(child.status == 0 && child.errors == "", "\(arguments)")
      let lines = child.output.split(separator: "\n", omittingEmptySubsequences: false)
      // The last of the 24 rows is the shell's prompt.
      #expect(lines.count - 1 <= 23, "\(arguments) has \(lines.count - 1) rows")
      for line in lines { #expect(line.count <= 80, "\(arguments): \(line)") }
      #expect(child.output.hasSuffix("\n") && !child.output.hasSuffix("\n\n"))
    }
  }

  @Test("the program's help names every command; each command's help names its options")
  func complete() throws {
    let help = try Program.run("--help").output
    for name in Self.subcommands { #expect(help.contains("\n  \(name) "), "\(name)") }
    #expect(help.contains("77 not permitted"))
    let replay = try Program.run("replay", "-h").output
    #expect(replay.hasPrefix("usage: keybridge replay [OPTION…] CAPTURE\n"))
    for option in ["-l, --layout=LAYOUT", "--variant", "--model", "--options", "-m, --mirror"] {
      #expect(replay.contains(option), "\(option)")
    }
  }

  @Test(
    "help by any of its names",
    arguments: [
      ["help"], ["-h"], ["--he"], ["help", "replay"], ["--help", "replay"],
      ["replay", "--help"], ["replay", "x", "--he"],
    ])
  func names(_ arguments: [String]) throws {
    let child = try Child.run([Program.path] + arguments)
    #expect(child.status == 0 && child.errors == "")
    #expect(child.output.contains("usage: keybridge"))
    #expect(child.output.contains("keybridge replay [OPTION") == arguments.contains("replay"))
  }

  @Test("--version is one line", arguments: ["--version", "-V", "--vers"])
  func version(_ option: String) throws {
    let child = try Program.run(option)
    #expect(child.status == 0 && child.errors == "")
    #expect(child.lines.count == 1 && child.output.hasPrefix("keybridge 0."))
  }

  @Test("without any argument the help goes to standard error, and the status is wrong usage")
  func nothing() throws {
    let child = try Program.run()
    #expect(child.status == 2 && child.output == "")
    #expect(child.errors == (try Program.run("--help").output))
  }
}
