// SPDX-License-Identifier: Apache-2.0
import Glibc
import Keys

/// The program: finds the subcommand, runs it, and puts what went wrong into words.
@main
enum Keybridge {
  static let version = "0.1.0"

  /// Every subcommand, in the order in which the help lists them.
  static let subcommands: [Subcommand] = [
    .run, .replay, .record, .devices, .commands, .layouts, .monitor, .doctor, .completions,
  ]

  static func main() {
    let status = run(Array(CommandLine.arguments.dropFirst()))
    exit(status.rawValue)
  }

  private static func run(_ arguments: [String]) -> ExitStatus {
    do throws(Complaint) {
      return try dispatch(arguments)
    } catch {
      Console.complain(error.message)
      if let mend = error.mend {
        for line in mend.split(separator: "\n") { Console.complain("  \(line)") }
      }
      if error.status == .usage {
        let command = arguments.first.flatMap { name in
          subcommands.contains { $0.name == name } ? " \(name)" : nil
        }
        Console.complain("  'keybridge\(command ?? "") --help' tells more")
      }
      return error.status
    }
  }

  private static func dispatch(_ arguments: [String]) throws(Complaint) -> ExitStatus {
    switch arguments.first {
    case nil, "--help", "-h", "help":
      guard let topic = arguments.dropFirst().first else {
        Console.print(Help.program(subcommands))
        return arguments.isEmpty ? .usage : .done
      }
      Console.print(Help.subcommand(try subcommand(named: topic)))
      return .done
    case "--version", "-V":
      Console.print("keybridge \(version)")
      return .done
    case let name?:
      let subcommand = try subcommand(named: name)
      let invocation = try OptionParser.parse(Array(arguments.dropFirst()), for: subcommand)
      if invocation.has("help") {
        Console.print(Help.subcommand(subcommand))
        return .done
      }
      if let extra = invocation.operands.dropFirst(subcommand.operandLimit).first {
        throw Complaint("'\(extra)' is one word too many for \(name)", status: .usage)
      }
      do {
        return try subcommand.run(invocation)
      } catch {
        throw Complaint(describing: error)
      }
    }
  }

  private static func subcommand(named name: String) throws(Complaint) -> Subcommand {
    if let found = subcommands.first(where: { $0.name == name }) { return found }
    let near = nearest(to: name, among: subcommands.map(\.name))
    throw Complaint(
      "there is no command '\(name)'",
      mend: near.map { "did you mean '\($0)'?" }
        ?? "one of: \(subcommands.map(\.name).joined(separator: ", "))", status: .usage)
  }
}
