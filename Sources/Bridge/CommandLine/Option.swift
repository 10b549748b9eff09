// SPDX-License-Identifier: Apache-2.0
import Keys
import Service

/// An option of a subcommand, from which help, parsing and shell completion are derived.
package struct Option {
  /// The kind of an option's argument, which determines its completion in the shell.
  package enum Argument: Sendable {
    case none
    case text(String)
    case file(String)
    case choice(String, [String])
    /// Completed with the words that this command line prints.
    case completed(String, command: String)
    /// Like `completed`, for a list separated by commas.
    case completedList(String, command: String)
  }

  /// The placeholder in such a command for the layout on the command line that is being completed.
  package static let layoutPlace = "@LAYOUT@"

  package var long: String
  package var short: Character?
  package var argument: Argument
  package var help: String

  package init(
    _ long: String, _ short: Character? = nil, _ argument: Argument = .none, help: String
  ) {
    self.long = long
    self.short = short
    self.argument = argument
    self.help = help
  }

  /// The argument's name in the help, such as `FILE`; nil if the option has no argument.
  package var argumentName: String? {
    switch argument {
    case .none: nil
    case .text(let name), .file(let name), .choice(let name, _), .completed(let name, _),
      .completedList(let name, _):
      name
    }
  }

  /// The option in the help: `-l, --layout=LAYOUT`.
  package var usage: String {
    let name = argumentName.map { "=\($0)" } ?? ""
    return (short.map { "-\($0), " } ?? "    ") + "--\(long)\(name)"
  }
}

/// A subcommand of the program.
package struct Subcommand: Sendable {
  package var name: String
  package var summary: String
  /// The operands in the usage line: `CAPTURE`, `[WORD…]`.
  package var operands: String
  package var operandLimit: Int
  /// The kind of the operands, which determines their completion in the shell.
  package var operand: Option.Argument
  package var options: @Sendable () -> [Option]
  package var discussion: String
  package var execute: @Sendable (Invocation) throws -> ExitStatus

  package init(
    _ name: String, _ summary: String, operands: String = "", operandLimit: Int = 0,
    operand: Option.Argument = .none, options: @escaping @Sendable () -> [Option],
    discussion: String,
    execute: @escaping @Sendable (Invocation) throws -> ExitStatus
  ) {
    self.name = name
    self.summary = summary
    self.operands = operands
    self.operandLimit = operandLimit
    self.operand = operand
    self.options = options
    self.discussion = discussion
    self.execute = execute
  }
}

/// A parsed command line: the options and the operands.
package struct Invocation {
  package var options: [String: [String]] = [:]
  package var operands: [String] = []

  /// Whether an option was given.
  package func has(_ option: String) -> Bool { options[option] != nil }
  /// Returns the value of an option; the last one if it was given several times.
  package func value(_ option: String) -> String? { options[option]?.last }
  /// Returns all values of an option that may be repeated.
  package func values(_ option: String) -> [String] { options[option] ?? [] }

  /// Returns the value of an option that accepts a fixed set of values; nil without the option.
  ///
  /// - Throws: a ``UserFacingError`` with the valid values.
  package func choice<Choice: RawRepresentable & CaseIterable>(
    _ option: String, as type: Choice.Type
  ) throws -> Choice? where Choice.RawValue == String {
    guard let value = value(option) else { return nil }
    guard let choice = Choice(rawValue: value) else {
      let names = Choice.allCases.map(\.rawValue)
      throw UserFacingError(
        "invalid value '\(value.excerpt)' for --\(option)",
        hint: "expected \(names.alternatives)"
          + (nearest(to: value, among: names).map { "; did you mean '\($0)'?" } ?? ""),
        status: .usage)
    }
    return choice
  }

  /// Returns the value of an option that accepts a whole number; nil without the option.
  ///
  /// - Throws: a ``UserFacingError`` if the value is not a number within the bounds.
  package func number(_ option: String, in bounds: ClosedRange<Int>) throws -> Int? {
    guard let value = value(option) else { return nil }
    guard let number = Int(value), bounds.contains(number) else {
      throw UserFacingError(
        "invalid value '\(value.excerpt)' for --\(option)",
        hint: "expected a whole number from \(bounds.lowerBound) to \(bounds.upperBound)",
        status: .usage)
    }
    return number
  }
}
