// SPDX-License-Identifier: Apache-2.0
import Keys

/// One option of a subcommand: help, parsing and completions are all read from here.
package struct Option {
  /// What an option's argument is, which tells the shell how to complete it.
  package enum Argument: Sendable {
    case none
    case text(String)
    case file(String)
    case choice(String, [String])
    /// Completed by asking the program: the words that this command line prints.
    case asked(String, command: String)
    /// Likewise, several of them with commas between.
    case askedList(String, command: String)
  }

  /// What stands in a command for the layout that is on the line to complete.
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

  /// The argument's name in the help, `FILE`; nil for an option without.
  package var argumentName: String? {
    switch argument {
    case .none: nil
    case .text(let name), .file(let name), .choice(let name, _), .asked(let name, _),
      .askedList(let name, _):
      name
    }
  }

  /// What the help prints: `-l, --layout LAYOUT`.
  package var usage: String {
    let name = argumentName.map { "=\($0)" } ?? ""
    return (short.map { "-\($0), " } ?? "    ") + "--\(long)\(name)"
  }
}

/// A subcommand: one row of the table that the program is.
package struct Subcommand: Sendable {
  package var name: String
  package var summary: String
  /// The operands as the usage line shows them: `CAPTURE`, `[WORD…]`.
  package var operands: String
  package var operandLimit: Int
  /// What the operands are, which tells the shell how to complete them.
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

/// What a person asked for: the options given and the operands left.
package struct Invocation {
  package var options: [String: [String]] = [:]
  package var operands: [String] = []

  /// Whether an option was given.
  package func has(_ option: String) -> Bool { options[option] != nil }
  /// The last value given for an option: later ones win.
  package func value(_ option: String) -> String? { options[option]?.last }
  /// Every value given for an option that may be repeated.
  package func values(_ option: String) -> [String] { options[option] ?? [] }

  /// The value of an option that has a fixed set of values.
  package func choice<Choice: RawRepresentable & CaseIterable>(
    _ option: String, as type: Choice.Type
  ) throws -> Choice? where Choice.RawValue == String {
    guard let value = value(option) else { return nil }
    guard let choice = Choice(rawValue: value) else {
      let names = Choice.allCases.map(\.rawValue)
      throw Complaint(
        "--\(option) does not know '\(value)'",
        mend: "one of: \(names.joined(separator: ", "))"
          + (nearest(to: value, among: names).map { "; did you mean '\($0)'?" } ?? ""),
        status: .usage)
    }
    return choice
  }

  /// The value of an option that is a whole number within bounds.
  package func number(_ option: String, in bounds: ClosedRange<Int>) throws -> Int? {
    guard let value = value(option) else { return nil }
    guard let number = Int(value), bounds.contains(number) else {
      throw Complaint(
        "--\(option) takes a whole number from \(bounds.lowerBound) to \(bounds.upperBound),"
          + " not '\(value)'", status: .usage)
    }
    return number
  }
}
