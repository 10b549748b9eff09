// SPDX-License-Identifier: Apache-2.0
import Bridge
import Layouts
import Mirrors

/// `keybridge check`: finds errors in settings files, and lists the settings.
extension Subcommand {
  static let check = Subcommand(
    "check", "check settings files for errors",
    operands: "[FILE…]", operandLimit: .max, operand: .file("FILE"),
    options: {
      [
        .format(["text", "json"]),
        Option(
          "list", nil, .choice("FORMAT", SettingsListing.formats),
          help: "list the settings: \(SettingsListing.formats.alternatives)"),
      ] + CommonOptions.layout
    },
    discussion: """
      Without FILE, checks the file that 'run' would read; - is standard input, and
      'extension.yaml' that of an extension. Lists all errors with line and column:
      unknown keys, values and layouts, and commands whose keys are taken. A note is
      about a setting that works, but perhaps not as meant. Status 1 means errors.

        keybridge check till.yaml && systemctl reload keybridge
      """
  ) { invocation in
    if invocation.has("list") {
      try Console.print(
        try SettingsListing.text(
          as: try invocation.word("list", among: SettingsListing.formats) ?? "table"))
      return .done
    }
    var files = invocation.operands
    if files.isEmpty {
      guard let file = CommonOptions.settingsFile(invocation, isReplay: false) else {
        throw UserFacingError(
          "no settings file exists",
          hint: "create ~/.config/keybridge/keybridge.yaml or /etc/keybridge/keybridge.yaml,"
            + " or name a file")
      }
      files = [file]
    }
    var checks: [SettingsCheck] = []
    for file in files { checks.append(try SettingsCheck(of: file, invocation)) }
    let hasMistakes = checks.contains { $0.hasMistakes }
    if try invocation.format(["text", "json"]) == "json" {
      try Console.print(try jsonText(checks.flatMap(\.findings)))
      return hasMistakes ? .failed : .done
    }
    var lines: [String] = []
    for check in checks {
      if check.hasMistakes {
        lines += check.findings.map(\.sentence)
      } else {
        for finding in check.findings { try Console.print(finding.sentence) }
        try Console.print("\(check.name): \(check.summary)")
      }
    }
    if hasMistakes { throw UserFacingError(lines.joined(separator: "\n")) }
    return .done
  }
}
