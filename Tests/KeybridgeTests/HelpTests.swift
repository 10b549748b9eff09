// SPDX-License-Identifier: Apache-2.0
import TestPrograms
import TestSupport
import Testing

/// The help for a user who does not know the program.
@Suite struct HelpTests {
  static let subcommands = [
    "run", "exec", "try", "replay", "record", "devices", "commands", "layouts", "monitor", "status",
    "mode", "fill", "forward", "engines", "extensions", "reload", "check", "doctor",
    "completions", "manual",
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

  @Test("the program's help names every command, and each command's help names its options")
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
    "all names of the help option work",
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

  @Test(
    "--version is one line: the version, the commit if the build knew it, and the protocol",
    arguments: ["--version", "-V", "--vers"])
  func version(_ option: String) throws {
    let child = try Program.run(option)
    #expect(child.status == 0 && child.errors == "")
    #expect(child.lines.count == 1)
    let form = /keybridge [0-9]+\.[0-9]+\.[0-9]+ \(([0-9a-f]{12}\+?, )?protocol 1\.[0-9]+\)\n/
    #expect(child.output.wholeMatch(of: form) != nil, "\(child.output)")
  }

  @Test("without arguments the help is printed on standard error, with the status for wrong usage")
  func nothing() throws {
    let child = try Program.run()
    #expect(child.status == 2 && child.output == "")
    #expect(child.errors == (try Program.run("--help").output))
  }
}
