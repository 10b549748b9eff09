// SPDX-License-Identifier: Apache-2.0
import Bridge
import Glibc
import Keys
import Service

/// The program: finds the subcommand, runs it, and reports errors as sentences.
@main
enum Keybridge {
  static let version = "0.2.0"
  /// The name that people see, and the heading of commands without a group.
  static let title = "Keybridge"
  /// A description in one line.
  static let summary = "keyboards in; text and commands out, on a machine without a desktop"

  /// All subcommands, in the order of the help.
  static let subcommands: [Subcommand] = [
    .run, .exec, .try, .replay, .record, .devices, .commands, .layouts, .monitor, .status, .mode,
    .fill, .forward,
    .engines, .extensions, .reload, .check, .doctor, .completions, .manual,
  ]

  static func main() {
    IgnoredSignals.ofWrites.begin()
    let status = run(Array(CommandLine.arguments.dropFirst()))
    exit(status.rawValue)
  }

  private static func run(_ arguments: [String]) -> ExitStatus {
    do throws(UserFacingError) {
      return try dispatch(arguments)
    } catch {
      for line in error.message.split(separator: "\n") { Console.printError(String(line)) }
      if let hint = error.hint {
        for line in hint.split(separator: "\n") { Console.printError("  \(line)") }
      }
      if error.status == .usage {
        let command = arguments.first.flatMap { name in
          subcommands.contains { $0.name == name } ? " \(name)" : nil
        }
        Console.printError("  see 'keybridge\(command ?? "") --help'")
      }
      return error.status
    }
  }

  private static func dispatch(_ arguments: [String]) throws(UserFacingError) -> ExitStatus {
    switch arguments.first {
    case nil:
      Console.explain(Help.program(subcommands))
      return .usage
    case "help":
      return try help(about: arguments.dropFirst().first)
    case let word? where word.hasPrefix("-"):
      return try programOption(word, topic: arguments.dropFirst().first)
    case let name?:
      let subcommand = try subcommand(named: name)
      // Its options are those of another program.
      if name == Subcommand.forward.name, !["--help", "-h"].contains(arguments.dropFirst().first) {
        return try Subcommand.executeForward(Array(arguments.dropFirst()))
      }
      let invocation = try OptionParser.parse(Array(arguments.dropFirst()), for: subcommand)
      if invocation.has("help") {
        return try help(about: name)
      }
      if let extra = invocation.operands.dropFirst(subcommand.operandLimit).first {
        throw UserFacingError("unexpected argument '\(extra.excerpt)' for \(name)", status: .usage)
      }
      do {
        return try subcommand.execute(invocation)
      } catch {
        throw UserFacingError(describing: error)
      }
    }
  }

  private static func help(about topic: String?) throws(UserFacingError) -> ExitStatus {
    try Console.print(
      try topic.map { name throws(UserFacingError) in
        Help.subcommand(try subcommand(named: name)).forConsole
      } ?? Help.program(subcommands).forConsole)
    return .done
  }

  /// The version, the commit if the build knew it, and the version of the protocol.
  private static var versionLine: String {
    let commit = BuildValues.commit
    let details = (commit.isEmpty ? [] : [commit]) + ["protocol \(protocolVersion)"]
    return "keybridge \(version) (\(details.joined(separator: ", ")))"
  }

  /// Runs one of the two options that may precede a subcommand; abbreviations are accepted.
  private static func programOption(
    _ word: String, topic: String?
  ) throws(UserFacingError) -> ExitStatus {
    func means(_ long: String, _ short: String) -> Bool {
      word == short || word.count > 2 && long.hasPrefix(word)
    }
    if means("--help", "-h") { return try help(about: topic) }
    if means("--version", "-V") {
      try Console.print(versionLine)
      return .done
    }
    let name = String(word.prefix { $0 != "=" })
    let owner = subcommands.first { subcommand in
      subcommand.options().contains { "--\($0.long)" == name || $0.short.map { "-\($0)" } == name }
    }
    throw UserFacingError(
      "unknown option '\(name.excerpt)' before a command",
      hint: owner.map { "the option follows the command: keybridge \($0.name) \(name)" }
        ?? nearest(to: name, among: ["--help", "--version"]).map { "did you mean '\($0)'?" },
      status: .usage)
  }

  private static func subcommand(named name: String) throws(UserFacingError) -> Subcommand {
    if let found = subcommands.first(where: { $0.name == name }) { return found }
    let near = nearest(to: name, among: subcommands.map(\.name))
    throw UserFacingError(
      "unknown command '\(name.excerpt)'",
      hint: near.map { "did you mean '\($0)'?" }
        ?? "expected \(subcommands.map(\.name).alternatives)", status: .usage)
  }
}
