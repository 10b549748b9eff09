// SPDX-License-Identifier: Apache-2.0
import Bridge
import Glibc
import Hosting
import Keys
import Mirrors
import TextInput

/// The values of `--status`.
private enum StatusPlace: String, CaseIterable {
  case bottom, none
}

/// `keybridge exec`: runs a terminal program behind the engine.
extension Subcommand {
  static let exec = Subcommand(
    "exec", "run a terminal program with the attached keyboards",
    operands: "[-- PROGRAM [ARGUMENT…]]",
    operandLimit: .max, operand: .file("PROGRAM"),
    options: {
      [CommonOptions.device] + CommonOptions.layout + screenOptions + [
        Option("or-plain", nil, help: "run PROGRAM directly where exec cannot run")
      ]
    },
    discussion: """
      Without PROGRAM, the shell runs. The exit status is that of the program, or 128
      and the number of a signal. Hold Command to see the keys; see man keybridge.
      """
  ) { invocation in
    let words = hosted(invocation.operands)
    let isTerminal = Console.isTerminal(0) && Console.isTerminal(1)
    guard invocation.has("or-plain") else {
      guard isTerminal else {
        throw UserFacingError(
          "standard input and output of exec must be a terminal",
          hint: "--or-plain runs the program directly", status: .usage)
      }
      try refuseNesting()
      let settings = try SessionSettings(invocation, isReplay: false)
      // The terminal's own keys do nothing, so that only a keyboard can end the program.
      if var failure = obstacle(settings.configuration) {
        failure.hint = "--or-plain runs the program directly"
        throw failure
      }
      return try finish(host(words, settings, invocation))
    }
    var mask = sigset_t()
    sigprocmask(SIG_BLOCK, nil, &mask)
    guard !PlainProgram.isNeeded(isTerminal: isTerminal) else {
      throw PlainProgram.start(words, blocking: mask)
    }
    // Nothing that fails before the program runs may end a login.
    var hasStarted = false
    do {
      let settings = try SessionSettings(invocation, isReplay: false)
      if PlainProgram.canType(settings.configuration) {
        return try finish(host(words, settings, invocation) { hasStarted = true })
      }
    } catch {
      guard !hasStarted else { throw error }
      Console.printError(UserFacingError(describing: error).message)
    }
    throw PlainProgram.start(words, blocking: mask)
  }

  /// The options of the program's screen.
  static let screenOptions = [
    Option(
      "status", nil, .choice("PLACE", StatusPlace.allCases.map(\.rawValue)),
      help: "the status row: bottom or none"),
    Option(
      "scrollback", nil, .text("ROWS"),
      help: "rows to keep after they left the screen (10000)"),
    Option("assist", nil, help: "correct the text that is typed for PROGRAM"),
  ]

  /// The program to run: that of the command line, or else the shell.
  static func hosted(_ operands: some Collection<String>) -> [String] {
    operands.isEmpty ? [Console.environment("SHELL") ?? "/bin/sh"] : Array(operands)
  }

  /// Throws if this process runs in another `exec`.
  static func refuseNesting() throws {
    guard Console.environment(PlainProgram.marker) != nil else { return }
    throw UserFacingError(
      "this program already runs in 'keybridge exec'",
      hint: "run the program directly; if that 'exec' has ended, unset \(PlainProgram.marker)")
  }

  /// Ends this process with the status of the program, which may be any number.
  static func finish(_ status: Int32) -> ExitStatus {
    guard status == 0 else { Glibc.exit(status) }
    return .done
  }

  /// Runs a program in a terminal of its own, behind the engine.
  ///
  /// - Parameters:
  ///   - words: the program and its arguments.
  ///   - settings: the settings.
  ///   - invocation: the options.
  ///   - isTrial: whether the keys are those of the terminal.
  ///   - started: called once the program runs.
  /// - Returns: the status of the program.
  /// - Throws: why it cannot be run.
  static func host(
    _ words: [String], _ settings: SessionSettings, _ invocation: Invocation,
    isTrial: Bool = false, started: () -> Void = {}
  ) throws -> Int32 {
    let statusRows =
      try invocation.choice("status", as: StatusPlace.self) == StatusPlace.none ? 0 : 1
    let scrollback =
      try invocation.number("scrollback", in: Configuration.scrollbackLimits)
      ?? settings.configuration.scrollback
    let engine = settings.makeEngine()
    engine.programName = Keybridge.title
    let session = try Session(settings, engine: engine, statusRows: statusRows) {
      [unowned engine] in
      let rows = engine.screen.height - engine.keyboardArea.statusRows
      engine.window.subviews.first?.frame = CellRect(
        width: engine.screen.width, height: max(rows, 1))
    }
    let trial = isTrial ? try Trial(session, endsWithInterrupt: false) : nil
    let live = try trial?.live ?? LiveRun(session, isGrabbing: true)
    let program = try HostedProgram(
      session, loop: live.loop, scrollback: scrollback,
      version: "keybridge \(Keybridge.version)", assists: invocation.has("assist"))
    _ = engine.takeUpdates()
    live.childEnded = { [unowned program] in program.childEnded() }
    session.pipeline.observers.append(program)
    let output = ByteOutput(descriptor: 1, loop: live.loop)
    let mirror =
      try trial?.makeMirror(output, ordersText: false)
      ?? session.mirrors.makeTerminal(output, sendsSignals: false, ordersText: false)
    program.show = { [unowned mirror] in mirror.show(message: $0) }
    program.showCanGoBack = { [unowned mirror] in mirror.show(canGoBack: $0) }
    program.postponeDrawing = { [unowned mirror] in mirror.isPostponed = $0 }
    program.showCursorShape = { [unowned mirror] in mirror.show(cursorShape: $0) }
    program.color = { [unowned mirror] in mirror.session?.color($0) }
    session.pipeline.sinks = [program, mirror, live.log]
    mirror.session?.guardAgainstKill()
    mirror.session?.learnColors()
    if let trial {
      trial.keyboard.pasted = { [unowned program] in program.paste($0) }
    } else {
      mirror.session?.takePastes { [unowned program] in program.paste($0) }
    }
    do {
      try program.start(words, variables: [PlainProgram.marker: "1"])
      started()
    } catch {
      try mirror.finish()
      throw error
    }
    defer { program.end() }
    try live.run(showing: mirror)
    return program.status ?? ExitStatus.failed.rawValue
  }
}
