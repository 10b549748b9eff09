// SPDX-License-Identifier: Apache-2.0
import Keys

/// One option of a subcommand: help, parsing and completions are all read from here.
struct Option {
  /// What an option's argument is, which tells the shell how to complete it.
  enum Argument: Sendable {
    case none
    case text(String)
    case file(String)
    case choice(String, [String])
    /// Completed by asking the program: the words that this command line prints.
    case asked(String, command: String)
  }

  var long: String
  var short: Character?
  var argument: Argument
  var help: String

  init(_ long: String, _ short: Character? = nil, _ argument: Argument = .none, help: String) {
    self.long = long
    self.short = short
    self.argument = argument
    self.help = help
  }

  /// The argument's name in the help, `FILE`; nil for an option without.
  var argumentName: String? {
    switch argument {
    case .none: nil
    case .text(let name), .file(let name), .choice(let name, _), .asked(let name, _): name
    }
  }

  /// What the help prints: `-l, --layout LAYOUT`.
  var usage: String {
    let name = argumentName.map { "=\($0)" } ?? ""
    return (short.map { "-\($0), " } ?? "    ") + "--\(long)\(name)"
  }
}

/// A subcommand: one row of the table that the program is.
struct Subcommand: Sendable {
  var name: String
  var summary: String
  /// The operands as the usage line shows them: `CAPTURE`, `[WORD…]`.
  var operands: String
  var operandLimit: Int
  /// What the operands are, which tells the shell how to complete them.
  var operand: Option.Argument
  var options: @Sendable () -> [Option]
  var discussion: String
  var run: @Sendable (Invocation) throws -> ExitStatus

  init(
    _ name: String, _ summary: String, operands: String = "", operandLimit: Int = 0,
    operand: Option.Argument = .none, options: @escaping @Sendable () -> [Option],
    discussion: String,
    run: @escaping @Sendable (Invocation) throws -> ExitStatus
  ) {
    self.name = name
    self.summary = summary
    self.operands = operands
    self.operandLimit = operandLimit
    self.operand = operand
    self.options = options
    self.discussion = discussion
    self.run = run
  }
}

/// What a person asked for: the options given and the operands left.
struct Invocation {
  var options: [String: [String]] = [:]
  var operands: [String] = []

  /// Whether an option was given.
  func has(_ option: String) -> Bool { options[option] != nil }
  /// The last value given for an option: later ones win.
  func value(_ option: String) -> String? { options[option]?.last }
  /// Every value given for an option that may be repeated.
  func values(_ option: String) -> [String] { options[option] ?? [] }

  /// The value of an option that has a fixed set of values.
  func choice<Choice: RawRepresentable & CaseIterable>(
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
  func number(_ option: String, in bounds: ClosedRange<Int>) throws -> Int? {
    guard let value = value(option) else { return nil }
    guard let number = Int(value), bounds.contains(number) else {
      throw Complaint(
        "--\(option) takes a whole number from \(bounds.lowerBound) to \(bounds.upperBound),"
          + " not '\(value)'", status: .usage)
    }
    return number
  }
}
