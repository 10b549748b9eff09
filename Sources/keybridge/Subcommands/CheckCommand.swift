// SPDX-License-Identifier: Apache-2.0
import Bridge
import Layouts

extension Subcommand {
  static let check = Subcommand(
    "check", "look through a settings file for mistakes",
    operands: "[FILE]", operandLimit: 1, operand: .file("FILE"),
    options: { CommonOptions.layout },
    discussion: """
      Without FILE, the file that 'run' would read. Mistakes come all at once, each
      with line and column: keys and values that do not exist, layouts, commands
      whose keys something else has. A note is about something that works, but
      perhaps not as meant. Exit status 1 when there is a mistake.

        keybridge check
        keybridge check till.yaml && systemctl reload keybridge
      """
  ) { invocation in
    guard
      let file = invocation.operands.first
        ?? CommonOptions.settingsFile(invocation, isReplay: false)
    else {
      throw Complaint(
        "there is no settings file",
        mend: "/etc/keybridge/keybridge.yaml, ~/.config/keybridge/keybridge.yaml, or name one")
    }
    let configuration = try CommonOptions.configuration(invocation, file: file)
    let layouts = try KeyboardLayouts(
      sources: configuration.sources, settingsFor: { configuration.settings(for: $0).layout })
    func findings(_ typable: TypableChords? = nil) -> [CommandFinding] {
      var check = CommandCheck(configuration, typable: typable)
      return check.run()
    }
    do throws(Complaint) {
      try LayoutCheck(configuration, file: file).run(on: layouts)
    } catch {
      let lines = [error.message] + findings().map { $0.line(in: file) }
      throw Complaint(lines.joined(separator: "\n"), mend: error.mend)
    }
    let found = findings(try TypableChords(configuration))
    let lines = found.map { $0.line(in: file) }
    if found.contains(where: \.isMistake) { throw Complaint(lines.joined(separator: "\n")) }
    for line in lines { try Console.print(line) }
    try Console.print("\(file): \(summary(of: configuration))")
    return .done
  }

  private static func summary(of configuration: Configuration) -> String {
    let rebound = configuration.commands.filter { $0.rebound != nil }.count
    let own = configuration.commands.count - rebound
    var parts: [String] = []
    if own > 0 { parts.append("\(own) \(own == 1 ? "command" : "commands")") }
    if rebound > 0 { parts.append("other keys for \(rebound) of the built-in ones") }
    if !configuration.devices.isEmpty {
      let count = configuration.devices.count
      parts.append("\(count) \(count == 1 ? "entry" : "entries") for devices")
    }
    return parts.isEmpty ? "no mistakes" : "no mistakes; " + parts.joined(separator: ", ")
  }
}
