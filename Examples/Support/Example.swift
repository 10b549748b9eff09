// SPDX-License-Identifier: Apache-2.0
import Bridge
import Glibc
import Mirrors

/// A program around one window: it runs on the attached keyboards in a terminal, or replays a
/// capture.
public struct Example {
  /// The name of the example.
  public var name: String
  /// A summary in one line.
  public var summary: String
  /// The example's own options: name, placeholder of the value (nil for an option without a value),
  /// help.
  public var options: [(name: String, value: String?, help: String)]
  /// Creates the controller of the window.
  public var makeScreen: (ExampleOptions) throws -> any ExampleScreen

  /// Creates an example.
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

  /// Runs the example with the options of the command line, and ends the process.
  public func main() -> Never {
    do {
      try run(Array(CommandLine.arguments.dropFirst()))
      exit(ExitStatus.done.rawValue)
    } catch {
      let userError = UserFacingError(describing: error)
      Console.printError(userError.message)
      if let hint = userError.hint { Console.printError("  \(hint)") }
      exit(userError.status.rawValue)
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
        Option("replay", "r", .file("CAPTURE"), help: "replay a capture instead of keyboards"),
        Option("realtime", nil, help: "replay as fast as it was typed"),
        Option(
          "mirror", "m", .choice("MIRROR", names), help: "show: \(names.joined(separator: ", "))"),
        Option("no-grab", nil, help: "share the keyboards with other programs"),
        CommonOptions.device,
      ] + CommonOptions.layout
    return Subcommand(
      name, summary, options: { all },
      discussion: "Backspace+Escape+Enter together releases the keyboards and ends the program."
    ) { _ in .done }
  }

  private func run(_ arguments: [String]) throws {
    let invocation = try OptionParser.parse(arguments, for: commandLine)
    if invocation.has("help") {
      return try Console.print(Help.subcommand(commandLine, of: nil))
    }
    if let word = invocation.operands.first {
      throw UserFacingError("'\(word)' is one word too many", status: .usage)
    }
    let own = options.compactMap { option in invocation.value(option.name).map { (option.name, $0) }
    }
    let screen = try makeScreen(ExampleOptions(Dictionary(own) { $1 }))
    try ExampleRun(screen, named: name, invocation).run(
      mirror: try invocation.choice("mirror", as: MirrorName.self)?.rawValue)
  }
}
