// SPDX-License-Identifier: Apache-2.0
import Bridge
import Layouts
import Mirrors

extension Subcommand {
  static let check = Subcommand(
    "check", "look through settings files for mistakes",
    operands: "[FILE…]", operandLimit: .max, operand: .file("FILE"),
    options: { [.format(["text", "json"])] + CommonOptions.layout },
    discussion: """
      Without FILE, the file that 'run' would read; - is standard input. Mistakes come
      all at once, with line and column: keys and values that do not exist, layouts,
      commands whose keys something else has. A note is about something that works,
      but perhaps not as meant. Exit status 1 when there is a mistake.

        keybridge check till.yaml && systemctl reload keybridge
      """
  ) { invocation in
    var files = invocation.operands
    if files.isEmpty {
      guard let file = CommonOptions.settingsFile(invocation, isReplay: false) else {
        throw Complaint(
          "there is no settings file",
          mend: "/etc/keybridge/keybridge.yaml, ~/.config/keybridge/keybridge.yaml, or name one")
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
    if hasMistakes { throw Complaint(lines.joined(separator: "\n")) }
    return .done
  }
}
