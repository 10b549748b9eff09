// SPDX-License-Identifier: Apache-2.0
import Bridge

/// The manual page keybridge(1), generated from the help, the options and the table of commands.
struct Manual {
  let subcommands: [Subcommand]
  /// The commands whose keys are listed.
  let listing: CommandListing

  /// The page's source for man(7), without a final newline.
  var text: String {
    [
      #".\" Written by `keybridge manual`."#,
      ".TH KEYBRIDGE 1 \"\" \"keybridge \(Keybridge.version)\" \"User Commands\"",
      // Left-aligned and without hyphenation, because names must not be split or stretched.
      ".nh", ".ad l",
      Roff.section("NAME", "keybridge \\- \(Roff.text(Keybridge.summary))"),
      Roff.section("SYNOPSIS", synopsis),
      Roff.section("DESCRIPTION", Roff.prose(Self.description)),
      Roff.section(
        "COMMANDS", programOptions, subcommands.map(section).joined(separator: "\n")),
      Roff.section("KEY COMMANDS", Roff.prose(Self.keyCommands), keys),
      Roff.section(
        "TERMINAL PROGRAMS", Roff.prose(Self.terminalPrograms), items(Self.terminalKeys),
        Roff.prose(Self.terminalText)),
      Roff.section(
        "KEYS OF THE TERMINAL", Roff.prose(Self.trying), items(Self.trialKeys),
        Roff.prose(Self.trialText)),
      Roff.section("SANDBOX", Roff.prose(Self.sandbox)),
      Roff.section(
        "EXIT STATUS", items(ExitStatus.allCases.map { ("\($0.rawValue)", $0.meaning) })),
      Roff.section("SIGNALS", items(Self.signals)),
      Roff.section("LOG", Roff.prose(Self.log)),
      Roff.section("FILES", items(Self.files)),
      Roff.section("ENVIRONMENT", items(Self.environment)),
      Roff.section(
        "SEE ALSO",
        Self.seeAlso.map { "\(Roff.bold($0.page))(\($0.chapter))" }.joined(separator: ",\n")),
    ].joined(separator: "\n")
  }

  private var synopsis: String {
    (subcommands.map { usage(of: $0) } + [
      "\(Roff.bold("keybridge help")) [\(Roff.italic("COMMAND"))]"
    ])
    .joined(separator: "\n.br\n")
  }

  private func usage(of subcommand: Subcommand) -> String {
    let operands = subcommand.operands.isEmpty ? "" : " " + Roff.italic(subcommand.operands)
    return Roff.bold("keybridge \(subcommand.name)") + " [\(Roff.italic("OPTION…"))]" + operands
  }

  private var programOptions: String {
    [
      Roff.prose("Two options may precede a command:"),
      Roff.item(
        "\(Roff.bold("-h")), \(Roff.bold("--help"))", "Shows the help of the program or a command."),
      Roff.item("\(Roff.bold("-V")), \(Roff.bold("--version"))", "Shows the version."),
      Roff.prose("Options may be abbreviated, and may come before or after operands."),
    ].joined(separator: "\n")
  }

  private func section(_ subcommand: Subcommand) -> String {
    let options = subcommand.options() + [OptionParser.helpOption]
    return
      ([
        Roff.subsection("keybridge \(subcommand.name)"), usage(of: subcommand),
        Roff.prose(Help.capitalised(subcommand.summary) + "."),
      ] + options.map { Roff.item(tag($0), Roff.text($0.help)) }
      + [subcommand.discussion].filter { !$0.isEmpty }.map(Roff.prose)).joined(separator: "\n")
  }

  private func tag(_ option: Option) -> String {
    let names = [option.short.map { "-\($0)" }, "--\(option.long)"].compactMap { $0 }
    return names.map(Roff.bold).joined(separator: ", ")
      + (option.argumentName.map { "=" + Roff.italic($0) } ?? "")
  }

  // MARK: Tables

  private var keys: String {
    listing.groups.map { group in
      ([Roff.subsection(group.title)] + group.rows.map(row)).joined(separator: "\n")
    }.joined(separator: "\n")
  }

  private func row(_ row: CommandListing.Row) -> String {
    let tag =
      row.keys.isEmpty
      ? "no keys"
      : row.keys.map { Roff.bold($0.words) }
        .joined(separator: ", ")
    return Roff.item(
      tag,
      """
      \(Roff.text(row.title)) (\(Roff.italic(row.id)))
      .br
      \(Roff.text(row.discussion ?? ""))
      """)
  }

  private func items(_ rows: [(name: String, meaning: String)]) -> String {
    rows.map { Roff.item(Roff.bold($0.name), Roff.text($0.meaning)) }.joined(separator: "\n")
  }
}

extension ExitStatus {
  /// The situation in which the program ends with this status.
  fileprivate var meaning: String {
    switch self {
    case .done: "Success."
    case .failed: "Failure; standard error has the reason."
    case .usage: "The command line is invalid."
    case .notPermitted: "Permission is missing; standard error has a hint."
    }
  }
}
