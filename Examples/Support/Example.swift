// SPDX-License-Identifier: Apache-2.0
import Bridge
import Glibc
import Mirrors

/// A program around one window: it runs on the attached keyboards in a terminal, or replays a capture.
public struct Example {
  /// What it is called.
  public var name: String
  /// What it does, in one line.
  public var summary: String
  /// Options of its own: name, what stands behind it (nil for nothing), help.
  public var options: [(name: String, value: String?, help: String)]
  /// Makes the controller of the window.
  public var makeScreen: (ExampleOptions) throws -> any ExampleScreen

  /// Makes an example.
  public init(
    _ name: String, _ summary: String,
    options: [(name: String, value: String?, help: String)] = [],
    makeScreen: @escaping (ExampleOptions) throws -> any ExampleScreen
  ) {
    self.name = name
    self.summary = summary
    self.options = options
    self.makeScreen = makeScreen
  }

  /// Does what the command line says, and ends the process.
  public func main() -> Never {
    do {
      try run(Array(CommandLine.arguments.dropFirst()))
      exit(ExitStatus.done.rawValue)
    } catch {
      let complaint = Complaint(describing: error)
      Console.complain(complaint.message)
      if let mend = complaint.mend { Console.complain("  \(mend)") }
      exit(complaint.status.rawValue)
    }
  }

  // MARK: The command line

  private enum MirrorName: String, CaseIterable {
    case terminal, json, text
  }

  private var ownOptions: [Option] {
    options.map { option in
      Option(option.name, nil, option.value.map { .file($0) } ?? .none, help: option.help)
    }
  }

  private var commandLine: Subcommand {
    let names = MirrorName.allCases.map(\.rawValue)
    let all =
      ownOptions + [
        Option("replay", "r", .file("CAPTURE"), help: "what a capture types, not a keyboard"),
        Option("realtime", nil, help: "replay as fast as it was typed"),
        Option(
          "mirror", "m", .choice("MIRROR", names), help: "show: \(names.joined(separator: ", "))"),
        Option("no-grab", nil, help: "leave the keyboards to others as well"),
        CommonOptions.device,
      ] + CommonOptions.layout
    return Subcommand(
      name, summary, options: { all },
      discussion: "Backspace+Escape+Enter together frees the keyboards and ends the program."
    ) { _ in .done }
  }

  private func run(_ arguments: [String]) throws {
    let invocation = try OptionParser.parse(arguments, for: commandLine)
    if invocation.has("help") {
      return try Console.print(Help.subcommand(commandLine, of: nil))
    }
    if let word = invocation.operands.first {
      throw Complaint("'\(word)' is one word too many", status: .usage)
    }
    let own = options.compactMap { option in invocation.value(option.name).map { (option.name, $0) }
    }
    let screen = try makeScreen(ExampleOptions(Dictionary(own) { $1 }))
    try ExampleRun(screen, named: name, invocation).run(
      mirror: try invocation.choice("mirror", as: MirrorName.self)?.rawValue)
  }
}
