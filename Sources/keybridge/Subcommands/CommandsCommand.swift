// SPDX-License-Identifier: Apache-2.0
import Bridge
import KeyCommands
import Keys
import Layouts
import Service

/// `keybridge commands`: lists the commands with their keys, also as a printable page.
extension Subcommand {
  private static let formats = ["table", "json", "markdown", "html", "names"]

  static let commands = Subcommand(
    "commands", "list key commands with keys, title, condition and source",
    operands: "[WORD…]", operandLimit: .max, operand: .commandName("WORD"),
    options: {
      [
        .format(formats),
        Option("ascii", nil, help: "keys in words: cmd+down; default without UTF-8"),
        Option("all", "a", help: "also list hidden commands"),
        Option(
          "search", "s", .commandName("WORD"), help: "only commands with WORD; may be repeated"),
        Option("active", nil, help: "only the active commands of a running service"),
        .control,
        Option("conflicts", nil, help: "only keys that may run several commands"),
        .locale, .languages,
        Option(
          "layout", "l", .completedList("LAYOUT", command: "layouts --format names"),
          help: "html: the layout whose keys are shown"),
        CommonOptions.configuration,
      ]
    },
    discussion: """
      With WORD, lists commands with all words in name, title, heading or keys, also
      in English. The exit status is 1 if there is none, or if --conflicts finds any.

        keybridge commands word --ascii       keys as the settings file spells them
        keybridge commands --locale sv ord    commands with "ord", in Swedish
        keybridge commands --conflicts        keys of more than one command
        keybridge commands --format html -l de >keys.html   a page to print
      """
  ) { invocation in
    if invocation.has("languages") {
      for language in Translator.languages { try Console.print(language) }
      return .done
    }
    let translator = try Translator(locale: invocation.value("locale"))
    let words = invocation.operands + invocation.values("search")
    if invocation.has("active") {
      guard !invocation.has("conflicts") else {
        throw UserFacingError(
          "--active and --conflicts cannot be combined: active commands have no conflicts",
          hint: "remove --active to check all commands", status: .usage)
      }
      let active = CommandListing(
        try ServiceClient(invocation).activeCommands(), translator: translator)
      let found = active.filtered(by: words, withHidden: false)
      guard !found.rows.isEmpty else {
        throw UserFacingError(
          words.isEmpty
            ? "no command is active"
            : "no active command has all of: \(words.joined(separator: ", "))")
      }
      return try show(found, invocation)
    }
    let file = CommonOptions.settingsFile(invocation, isReplay: false)
    let configuration = try CommonOptions.configuration(invocation, file: file)
    if invocation.has("conflicts") {
      return try show(
        CommandCollisions(configuration, file: file ?? "", translator: translator)
          .filtered(by: words), invocation)
    }
    let listing = CommandListing(configuration, file: file ?? "", translator: translator)
      .filtered(by: words, withHidden: invocation.has("all"))
    guard !listing.rows.isEmpty else {
      throw UserFacingError(
        "no command has all of: \(words.joined(separator: ", "))",
        hint: "'keybridge commands' lists all commands")
    }
    return try show(listing, invocation)
  }

  private static func show(
    _ listing: CommandListing, _ invocation: Invocation
  ) throws -> ExitStatus {
    switch try invocation.format(formats) {
    case "json": try Console.print(try listing.json())
    case "markdown": try Console.print(CommandPage(listing).text)
    case "html": try Console.print(try cheatSheet(listing, invocation).html)
    case "names": for name in listing.names { try Console.print(name) }
    default:
      let table = listing.table(isASCII: invocation.has("ascii") || Console.isASCII)
      try Console.print(table.text(isBoxed: Console.isColoured))
    }
    return .done
  }

  /// Returns the printable page, with the keys of the settings' layout.
  private static func cheatSheet(
    _ listing: CommandListing, _ invocation: Invocation
  ) throws -> CheatSheet {
    let file = CommonOptions.settingsFile(invocation, isReplay: false)
    let configuration = try CommonOptions.configuration(invocation, file: file)
    let settings = configuration.settings().layout
    let layouts = try KeyboardLayouts(sources: configuration.sources) { _ in settings }
    try layouts.connect(DeviceInfo(id: DeviceID(rawValue: 0), name: ""))
    let language = Translator.language(locale: invocation.value("locale"))
    return CheatSheet(
      listing, title: "Keybridge", language: language, presses: KeyPressFinder(layouts))
  }

  private static func show(
    _ found: CommandCollisions, _ invocation: Invocation
  ) throws -> ExitStatus {
    switch try invocation.format(["table", "json"]) {
    case "json": try Console.print(try found.json())
    default:
      guard !found.collisions.isEmpty else {
        Console.printError("no keys run several commands")
        break
      }
      let table = found.table(isASCII: invocation.has("ascii") || Console.isASCII)
      try Console.print(table.text(isBoxed: Console.isColoured))
    }
    return found.collisions.isEmpty ? .done : .failed
  }
}

extension Option {
  /// The option `--locale`, for subcommands that print titles.
  static let locale = Option(
    "locale", nil, .completed("LANGUAGE", command: "commands --languages"),
    help: "language of the titles, such as sv or pt_BR")
  fileprivate static let languages = Option(
    "languages", nil, help: "list the languages for --locale instead")
}

extension Option.Argument {
  /// The name of a command, either built-in or from the settings file.
  static func commandName(_ name: String) -> Self {
    .completed(name, command: "commands --format names")
  }
}
