// SPDX-License-Identifier: Apache-2.0
import Bridge
import Mirrors
import Service

/// The programs that `try` runs.
private enum TrialKind: String, CaseIterable {
  case run, exec, kiosk
}

/// `keybridge try`: types with the keys of the terminal itself.
extension Subcommand {
  static let `try` = Subcommand(
    "try", "type with the terminal's own keys, over SSH or in a container",
    operands: "[run|exec|kiosk] [-- PROGRAM [ARGUMENT…]]", operandLimit: .max,
    operand: .choice("WHAT", TrialKind.allCases.map(\.rawValue)),
    options: { CommonOptions.layout + screenOptions },
    discussion: """
      'run' shows a document, and is the default; 'exec' runs PROGRAM, and 'kiosk' a
      form in Python. No keyboard, service or group is needed. Control+] counts as
      Command for the next key. Control-C ends 'run' and 'kiosk', Control+] Control-C
      all three.
      """
  ) { invocation in
    let word = invocation.operands.first ?? TrialKind.run.rawValue
    let rest = invocation.operands.dropFirst()
    guard let kind = TrialKind(rawValue: word) else {
      throw UserFacingError(
        "invalid value '\(word.excerpt)' for try",
        hint: "expected \(TrialKind.allCases.map(\.rawValue).alternatives);"
          + " a program follows 'exec --'", status: .usage)
    }
    if kind != .exec, let extra = rest.first {
      throw UserFacingError(
        "unexpected argument '\(extra.excerpt)' for try \(word)",
        hint: "only 'keybridge try exec' runs a program", status: .usage)
    }
    guard Console.isTerminal(0), Console.isTerminal(1) else {
      throw UserFacingError(
        "standard input and output of try must be a terminal",
        hint: "'keybridge replay' needs neither a keyboard nor a terminal", status: .usage)
    }
    switch kind {
    case .run: return try tryText(TextSession(invocation, isReplay: false).session)
    case .exec:
      try refuseNesting()
      let settings = try SessionSettings(invocation, isReplay: false)
      return try finish(host(hosted(rest), settings, invocation, isTrial: true))
    case .kiosk: return try tryKiosk(invocation)
    }
  }

  /// Shows the document of a session to type in.
  static func tryText(_ session: Session) throws -> ExitStatus {
    let trial = try Trial(session, endsWithInterrupt: true)
    let mirror = try trial.makeMirror(ByteOutput(descriptor: 1, loop: trial.live.loop))
    session.pipeline.sinks = [mirror, trial.live.log]
    try trial.live.run(showing: mirror)
    return .done
  }

  /// Runs the example kiosk.
  private static func tryKiosk(_ invocation: Invocation) throws -> ExitStatus {
    let files = try ExampleKiosk()
    let text = try TextSession(invocation, isReplay: false, hasDocument: false)
    let session = text.session
    let trial = try Trial(session, endsWithInterrupt: true)
    let live = trial.live
    let kiosk = try KioskRun(loop: live.loop)
    defer { kiosk.end() }
    let sockets = ServiceSockets(programs: kiosk.socket, version: Keybridge.version)
    let hubs = try sockets.serve(session, on: live)
    try kiosk.start(files)
    let mirror = try trial.makeMirror(ByteOutput(descriptor: 1, loop: live.loop))
    kiosk.submitted = { [unowned mirror] in mirror.show(message: $0) }
    live.childEnded = { [unowned kiosk] in
      if kiosk.reap() { session.pipeline.end() }
    }
    session.pipeline.sinks = [live.log] + hubs + [mirror]
    try live.run(showing: mirror)
    if let failure = kiosk.failure { throw failure }
    return .done
  }
}
