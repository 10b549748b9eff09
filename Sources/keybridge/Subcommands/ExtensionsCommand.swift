// SPDX-License-Identifier: Apache-2.0
import Bridge
import Mirrors
import Service

/// `keybridge extensions`: lists the input extensions of the service, enables them, and grants
/// rights.
extension Subcommand {
  static let extensions = Subcommand(
    "extensions", "list input extensions; enable one, grant rights to it",
    operands: "[ACTION [NAME [RIGHT]]]", operandLimit: 3,
    operand: .completed(
      "NAME",
      command: "extensions --format names 2>/dev/null;"
        + " printf '%s\\n' list enable disable reset grant revoke test"),
    options: {
      [
        .format(["table", "json", "names"]), .control,
        Option(
          "capture", nil, .file("FILE"), help: "test: type this capture, too; may be repeated"),
      ]
    },
    discussion: """
      An input extension is an input method of others, a process of its own. It sees
      keys only in its modes, and nothing of secret fields. It runs only after you
      have enabled it, and has only the rights that you grant. One whose files have
      changed is off until you enable it again. ACTION is 'list', 'enable',
      'disable', 'reset' (which also revokes the rights), 'grant' or 'revoke'; 'test'
      tests the extension in a folder, without the service.

        keybridge extensions enable esperanto          use its modes
        keybridge extensions grant esperanto network   let it use the network
        keybridge extensions test ./esperanto          test one that you write
      """
  ) { invocation in
    let client = ServiceClient(invocation)
    let words = invocation.operands
    if words.first == "test" {
      return try test(try operands(of: words, named: ["the folder of an extension"])[0], invocation)
    }
    let listing: ExtensionListing
    switch words.first {
    case nil, "list"?:
      _ = try operands(of: words, named: [])
      listing = try client.extensions()
    case let word? where ["enable", "disable", "reset"].contains(word):
      let name = try operands(of: words, named: ["the name of an extension"])[0]
      listing = try client.changeExtension("extensions.\(word)", name)
    case let word? where word == "grant" || word == "revoke":
      let given = try operands(of: words, named: ["the name of an extension", "a right"])
      listing = try client.changeExtension("extensions.\(word)", given[0], grant: given[1])
    case let word?:
      throw UserFacingError(
        "invalid word '\(word)' for extensions; expected list, enable, disable, reset, grant,"
          + " revoke or test", status: .usage)
    }
    switch try invocation.format(["table", "json", "names"]) {
    case "json": try Console.print(try jsonText(listing))
    case "names":
      for known in listing.extensions { try Console.print(known.name) }
    default: try printTable(of: listing)
    }
    return .done
  }

  /// Tests the extension in a folder.
  private static func test(_ path: String, _ invocation: Invocation) throws -> ExitStatus {
    let isJSON = try invocation.format(["table", "json", "names"]) == "json"
    let progress = ProgressLine()
    defer { progress.end() }
    let report = try ExtensionTest(path, captures: invocation.values("capture")).run {
      progress.show("testing \($0): \($1)")
    }
    progress.end()
    if isJSON {
      try Console.print(try jsonText(report))
    } else {
      for line in ExtensionTestText.lines(of: report) { try Console.print(line.printable) }
    }
    return report.passed ? .done : .failed
  }

  /// The operands after the first word.
  private static func operands(of words: [String], named names: [String]) throws -> [String] {
    let given = Array(words.dropFirst())
    let word = words.first ?? "list"
    guard given.count >= names.count else {
      throw UserFacingError(
        "extensions \(word) needs \(names[given.count])",
        hint: "'keybridge extensions' lists the extensions and the rights that they request",
        status: .usage)
    }
    if given.count > names.count {
      throw UserFacingError(
        "'\(given[names.count])' is one word too many for extensions \(word)", status: .usage)
    }
    return given
  }

  private static func printTable(of listing: ExtensionListing) throws {
    for mistake in listing.mistakes { Console.printError(mistake.printable) }
    guard !listing.extensions.isEmpty else {
      return try Console.print("no extension is installed")
    }
    var table = Table(
      headings: ["name", "version", "modes", "enabled", "requests", "granted", "keys", "state"])
    for known in listing.extensions {
      let fault = known.lastFault.map { ": \($0.printable)" } ?? ""
      let sockets = known.refusedSockets > 0 ? ", \(known.refusedSockets) sockets refused" : ""
      let last = known.secondsSinceKey.map { ", last \(Self.age($0)) ago" } ?? ""
      table.rows.append([
        known.name, known.version.printable,
        known.modes.map { "\($0.mode) (\($0.title.printable))" }.joined(separator: ", "),
        known.enabled ? "yes" : "no", known.requests.joined(separator: ", "),
        known.grants.joined(separator: ", "), "\(known.keys)\(last)",
        known.state + sockets + fault,
      ])
    }
    try Console.print(table.text(isBoxed: Console.isColoured))
  }

  private static func age(_ seconds: Int) -> String {
    switch seconds {
    case ..<120: "\(seconds) s"
    case ..<7200: "\(seconds / 60) min"
    default: "\(seconds / 3600) h"
    }
  }
}
