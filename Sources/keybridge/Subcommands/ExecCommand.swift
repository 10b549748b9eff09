// SPDX-License-Identifier: Apache-2.0
import Bridge
import Glibc
import Keys
import Mirrors
import TextInput

/// The values of `--status`.
private enum StatusPlace: String, CaseIterable {
  case bottom, none
}

extension Subcommand {
  static let exec = Subcommand(
    "exec", "run a terminal program with the attached keyboards",
    operands: "[-- PROGRAM [ARGUMENT…]]",
    operandLimit: .max, operand: .file("PROGRAM"),
    options: {
      [CommonOptions.device] + CommonOptions.layout + [
        Option(
          "status", nil, .choice("PLACE", StatusPlace.allCases.map(\.rawValue)),
          help: "the status row: bottom or none"),
        Option(
          "scrollback", nil, .text("ROWS"),
          help: "rows to keep after they left the screen (10000)"),
        Option(
          "assist", nil, help: "correct the text that is typed for PROGRAM"),
        Option(
          "or-plain", nil, help: "run PROGRAM directly if no keyboard can be read"),
      ]
    },
    discussion: """
      Without PROGRAM, the shell runs. The exit status is that of the program, or 128
      and the number of a signal. Hold Command to see the keys; see man keybridge.
      """
  ) { invocation in
    let words =
      invocation.operands.isEmpty
      ? [Console.environment("SHELL") ?? "/bin/sh"] : invocation.operands
    let isPlain = invocation.has("or-plain")
    guard Console.isTerminal(0), Console.isTerminal(1) else {
      if isPlain { throw replaceProcess(words) }
      throw UserFacingError(
        "standard input and output of exec must be a terminal",
        hint: "--or-plain runs the program directly", status: .usage)
    }
    let statusRows =
      try invocation.choice("status", as: StatusPlace.self) == StatusPlace.none ? 0 : 1
    let scrollback = try invocation.number("scrollback", in: 0...1_000_000) ?? 10_000
    let settings = try SessionSettings(invocation, isReplay: false)
    if isPlain, obstacle(settings.configuration) != nil { throw replaceProcess(words) }
    let status = try host(
      words, settings, statusRows: statusRows, scrollback: scrollback,
      assists: invocation.has("assist"))
    // The status of the program may be any number.
    guard status == 0 else { Glibc.exit(status) }
    return .done
  }

  /// Runs a program in a terminal of its own, behind the engine.
  private static func host(
    _ words: [String], _ settings: SessionSettings, statusRows: Int, scrollback: Int,
    assists: Bool
  ) throws -> Int32 {
    let engine = settings.makeEngine()
    engine.programName = Keybridge.title
    let session = try Session(settings, engine: engine, statusRows: statusRows) {
      [unowned engine] in
      let rows = engine.screen.height - engine.keyboardArea.statusRows
      engine.window.subviews.first?.frame = CellRect(
        width: engine.screen.width, height: max(rows, 1))
    }
    let live = try LiveRun(session, isGrabbing: true)
    let program = try HostedProgram(
      session, loop: live.loop, scrollback: scrollback,
      version: "keybridge \(Keybridge.version)", assists: assists)
    _ = engine.takeUpdates()
    live.childEnded = { [unowned program] in program.childEnded() }
    session.pipeline.observers.append(program)
    let output = ByteOutput(descriptor: 1, loop: live.loop)
    let mirror = try session.mirrors.makeTerminal(output)
    program.show = { [unowned mirror] in mirror.show(message: $0) }
    session.pipeline.sinks = [program, mirror, live.log]
    mirror.session?.guardAgainstKill()
    do {
      try program.start(words)
    } catch {
      try mirror.finish()
      throw error
    }
    defer { program.end() }
    try live.run(showing: mirror)
    return program.status ?? ExitStatus.failed.rawValue
  }

  /// Replaces this process by the program; returns only the error.
  private static func replaceProcess(_ words: [String]) -> UserFacingError {
    var arguments = words.map { strdup($0) } + [nil]
    defer { arguments.forEach { free($0) } }
    if let program = arguments.first ?? nil { execvp(program, &arguments) }
    return UserFacingError(
      "cannot start '\((words.first ?? "").excerpt)': \(systemMessage(errno))")
  }
}
