// SPDX-License-Identifier: Apache-2.0
import Bridge
import Mirrors
import Service

// The subcommands that send requests to a running service, at its control socket.

/// `keybridge status`, `mode` and `reload`, which send requests to a running service.
extension Subcommand {
  static let status = Subcommand(
    "status", "show programs, keyboards and mode of a running service",
    options: { [.format(["table", "json"]), .control] },
    discussion: """
      Prints a line for each program; the column 'keyboard' marks the one that has the
      focus. The exit status is 1 if no service answers.

        keybridge status --format json | jq '.programs[] | select(.hasKeyboard)'
      """
  ) { invocation in
    let status = try ServiceClient(invocation).status()
    if try invocation.format(["table", "json"]) == "json" {
      try Console.print(try jsonText(status))
      return .done
    }
    let server = status.server.map { "keybridge \($0.printable), " } ?? ""
    try Console.print("version   \(server)protocol \(status.version); this is \(Keybridge.version)")
    try Console.print("process   \(status.process)")
    try Console.print("running   \(status.seconds) s")
    try Console.print("settings  \(status.settings?.printable ?? "none")")
    try Console.print("mode      \(status.mode.printable)")
    try Console.print("keyboards \(status.keyboards.isEmpty ? "none" : "")")
    for (index, keyboard) in status.keyboards.enumerated() {
      let name = status.keyboardNames.flatMap { index < $0.count ? $0[index] : nil } ?? ""
      try Console.print("  \(keyboard.printable)" + (name.isEmpty ? "" : "  \(name.printable)"))
    }
    for user in status.users {
      let process = user.busiestProcess.map { ", most by process \($0)" } ?? ""
      try Console.print(
        "user      \(user.user): \(user.connections) connections, \(user.programs) programs, "
          + "\(user.kept) kept, \(user.textUnits) units of text, served \(user.servedMilliseconds) ms\(process)"
      )
    }
    for receiver in status.receivers ?? [] {
      let dropped = receiver.dropped == 0 ? "" : ", \(receiver.dropped) dropped"
      try Console.print(
        "receiver  \(receiver.name.printable): \(receiver.owed) owed\(dropped), "
          + (receiver.connected ? "connected" : "away"))
    }
    guard !status.programs.isEmpty else {
      try Console.print("programs  none")
      return .done
    }
    var table = Table(
      headings: ["program", "name", "state", "keyboard", "process", "fields", "commands"])
    for program in status.programs {
      table.rows.append([
        "\(program.program)", program.name.printable,
        program.isLate ? "\(program.state), does not respond" : program.state,
        program.hasKeyboard ? "yes" : "", program.process.map { "\($0)" } ?? "",
        "\(program.containers)", "\(program.commands)",
      ])
    }
    try Console.print(table.text(isBoxed: Console.isColoured))
    return .done
  }

  static let mode = Subcommand(
    "mode", "list the input modes, or switch to one",
    operands: "[MODE|next]", operandLimit: 1,
    operand: .completed("MODE", command: "mode --format names 2>/dev/null; echo next"),
    options: { [.format(["table", "json", "names"]), .control] },
    discussion: """
      A mode is a language with its input method. MODE is a name such as sv-SE, or a
      language such as sv; 'next' is the next mode. Programs cannot switch the mode.
      A mode whose input method is not available is refused and not listed.
      """
  ) { invocation in
    let client = ServiceClient(invocation)
    let modes =
      switch invocation.operands.first {
      case nil: try client.modes()
      case "next"?: try client.setMode(nil)
      case let mode?: try client.setMode(mode)
      }
    switch try invocation.format(["table", "json", "names"]) {
    case "json":
      try Console.print(try jsonText(modes))
      return .done
    case "names":
      for mode in modes.modes { try Console.print(mode.mode.printable) }
      return .done
    default: break
    }
    for mode in modes.modes {
      let mark = mode.mode == modes.current ? "*" : " "
      try Console.print("\(mark) \(mode.mode.printable)  \(mode.name.printable)")
    }
    return .done
  }

  static let reload = Subcommand(
    "reload", "reload the settings of a running service",
    options: { [.control] },
    discussion: """
      If the settings have errors, prints them and exits with status 1; the service
      then keeps the previous settings.
      """
  ) { invocation in
    for line in try ServiceClient(invocation).reload() { try Console.print(line.printable) }
    return .done
  }
}

extension Option {
  /// The option `--control`, for subcommands that send requests to a running service.
  static let control = Option(
    "control", nil, .file("PATH"), help: "control socket; default: that of the service")
}

extension ServiceClient {
  /// Creates a client of the socket that the option names.
  init(_ invocation: Invocation) {
    self.init(path: invocation.value("control") ?? Self.controlPath)
  }
}
