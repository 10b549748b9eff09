// SPDX-License-Identifier: Apache-2.0
import Bridge

/// The manual of the program in Markdown, generated from the help, the options and the table of
/// commands.
///
/// `Packaging/manual` converts it to the manual page keybridge(1).
struct Manual {
  let subcommands: [Subcommand]
  /// The commands whose keys are listed.
  let listing: CommandListing

  /// The manual without a final newline.
  var text: String {
    [
      "# keybridge \(Keybridge.version): \(Markdown.escaped(Keybridge.summary))",
      section("Synopsis", synopsis),
      section("Description", Markdown.prose(Self.description)),
      section("Commands", programOptions, subcommands.map(section).joined(separator: "\n\n")),
      section("Key commands", Markdown.prose(Self.keyCommands), keys),
      section(
        "Terminal programs", Markdown.prose(Self.terminalPrograms),
        table("keys", Self.terminalKeys), Markdown.prose(Self.terminalText)),
      section(
        "Keys of the terminal", Markdown.prose(Self.trying), table("keys", Self.trialKeys),
        Markdown.prose(Self.trialText)),
      section("Sandbox", Markdown.prose(Self.sandbox)),
      section(
        "Exit status",
        table("status", ExitStatus.allCases.map { ("\($0.rawValue)", $0.meaning) })),
      section("Signals", table("signal", Self.signals)),
      section("Log", Markdown.prose(Self.log)),
      section("Files", table("file", Self.files)),
      section("Environment", table("variable", Self.environment)),
      section(
        "See also",
        Self.seeAlso.map { "\(Markdown.code($0.page))(\($0.chapter))" }.joined(separator: ",\n")),
    ].joined(separator: "\n\n")
  }

  private func section(_ title: String, _ parts: String...) -> String {
    "## \(title)\n\n" + parts.joined(separator: "\n\n")
  }

  private var synopsis: String {
    let usages = subcommands.map(usage) + ["`keybridge help` [*COMMAND*]"]
    // A backslash at the end of a line keeps the next one on a line of its own.
    return usages.joined(separator: "\\\n")
  }

  private func usage(of subcommand: Subcommand) -> String {
    let operands =
      subcommand.operands.isEmpty ? "" : " " + Markdown.emphasis(subcommand.operands)
    return "\(Markdown.code("keybridge \(subcommand.name)")) [*OPTION…*]" + operands
  }

  private var programOptions: String {
    [
      "Two options may precede a command:",
      Markdown.table(
        ("option", "meaning"),
        [
          ("`-h`, `--help`", "Shows the help of the program or a command."),
          ("`-V`, `--version`", "Shows the version."),
        ]),
      "Options may be abbreviated, and may come before or after operands.",
    ].joined(separator: "\n\n")
  }

  private func section(_ subcommand: Subcommand) -> String {
    let options = subcommand.options() + [OptionParser.helpOption]
    return
      ([
        "### keybridge \(subcommand.name)", usage(of: subcommand),
        Markdown.escaped(Help.capitalised(subcommand.summary)) + ".",
        Markdown.table(
          ("option", "meaning"), options.map { (tag($0), Markdown.escaped($0.help)) }),
      ] + [subcommand.discussion].filter { !$0.isEmpty }.map(Markdown.prose))
      .joined(separator: "\n\n")
  }

  private func tag(_ option: Option) -> String {
    let names = [option.short.map { "-\($0)" }, "--\(option.long)"].compactMap { $0 }
    return names.map(Markdown.code).joined(separator: ", ")
      + (option.argumentName.map { "=" + Markdown.emphasis($0) } ?? "")
  }

  // MARK: Tables

  private var keys: String {
    listing.groups.map { group in
      "### \(Markdown.escaped(group.title))\n\n"
        + Markdown.table(("keys", "command"), group.rows.map(row))
    }.joined(separator: "\n\n")
  }

  private func row(_ row: CommandListing.Row) -> (String, String) {
    let keys = row.keys.map { Markdown.code($0.words) }.joined(separator: ", ")
    return (
      row.keys.isEmpty ? "no keys" : keys,
      "\(Markdown.escaped(row.title)) (\(Markdown.emphasis(row.id)))<br>"
        + Markdown.escaped(row.discussion ?? "")
    )
  }

  private func table(_ heading: String, _ rows: [(name: String, meaning: String)]) -> String {
    Markdown.table(
      (heading, "meaning"), rows.map { (Markdown.code($0.name), Markdown.escaped($0.meaning)) })
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
