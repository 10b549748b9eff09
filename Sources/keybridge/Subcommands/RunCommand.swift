// SPDX-License-Identifier: Apache-2.0
import Bridge
import Captures
import Devices
import Glibc
import Keys
import Mirrors
import Service

/// `keybridge run`: reads the attached keyboards, and serves the sockets.
extension Subcommand {
  static let run = Subcommand(
    "run", "start the bridge on the keyboards; Backspace+Escape+Enter ends it",
    options: {
      [CommonOptions.device] + CommonOptions.layout + [
        MirrorName.option,
        Option("no-grab", nil, help: "do not grab the keyboards"),
        Option(
          "or-replay", nil, .file("CAPTURE"),
          help: "capture to replay if no keyboard can be read"),
        Option(
          "or-try", nil, help: "offer 'keybridge try' if no keyboard can be read"),
        ServiceSandbox.option,
      ] + ServiceSockets.Role.allCases.map(\.option)
    },
    discussion: ""
  ) { invocation in
    let sockets = ServiceSockets(invocation, version: Keybridge.version)
    for option in ["or-replay", "or-try"] where invocation.has(option) && !sockets.isEmpty {
      throw UserFacingError(
        "--\(option) serves no sockets",
        hint: "leave out --\(option): 'keybridge run' with a socket waits for a keyboard; or leave"
          + " out --socket, --control and --observe",
        status: .usage)
    }
    let mirror =
      try invocation.choice("mirror", as: MirrorName.self)
      ?? (!sockets.isEmpty ? .nothing : Console.isTerminal(1) ? .terminal : .text)
    guard mirror != .text || !sockets.has(.programs) else {
      throw UserFacingError(
        "--mirror text prints the document of 'run', which does not exist with --socket",
        hint: "use --mirror json or terminal, which show the texts of programs",
        status: .usage)
    }
    // Forked before anything else is open, so that the process has nothing of the service.
    let sandbox = try ServiceSandbox.begin(invocation)
    let text = try TextSession(
      invocation, isReplay: false, hasDocument: !sockets.has(.programs))
    // Checked first, so that an invalid capture is an error even if a keyboard is connected.
    if let capture = invocation.value("or-replay"), capture != "-" { try check(capture) }
    let offersTrial =
      invocation.has("or-try") && mirror == .terminal && Console.isTerminal(0)
      && Console.isTerminal(1)
    if offersTrial || invocation.has("or-replay"),
      let obstacle = obstacle(text.session.configuration)
    {
      sandbox?.launcher.end()
      if offersTrial { return try offerTrial(insteadOf: obstacle, text.session) }
      if let capture = invocation.value("or-replay") {
        return try replay(capture, insteadOf: obstacle, in: text, mirror: mirror)
      }
    }
    return try runLive(text, mirror: mirror, sockets, sandbox, invocation)
  }

  private static func runLive(
    _ text: TextSession, mirror: MirrorName, _ sockets: ServiceSockets, _ sandbox: ServiceSandbox?,
    _ invocation: Invocation
  ) throws -> ExitStatus {
    let session = text.session
    let live = try LiveRun(
      session, isGrabbing: !invocation.has("no-grab"), launcher: sandbox?.launcher)
    live.confinement = sandbox?.confinement(of: session, sockets)
    // Unset, because child processes must not send watchdog notifications.
    let watchdog = Watchdog(
      limit: Console.takeEnvironment("WATCHDOG_USEC"),
      process: Console.takeEnvironment("WATCHDOG_PID"), own: getpid())
    let manager = Console.takeEnvironment("NOTIFY_SOCKET").flatMap {
      ServiceNotifier(
        address: $0, loop: live.loop, watchdog: watchdog, schedule: live.repeatedly,
        status: keyboardCount)
    }
    // The notifier of the service manager is finished first, because other sinks may still have
    // much to write.
    var sinks: [any UpdateSink] = [manager].compactMap { $0 } + [live.log]
    sinks += try sockets.serve(session, on: live, manager: manager)
    if mirror == .terminal, let name = sockets.name(of: .programs) { text.showWaiting(at: name) }
    let main = try text.makeMirror(mirror, loop: live.loop)
    sinks += [main].compactMap { $0 }
    session.pipeline.sinks = sinks
    try live.run(showing: main)
    return .done
  }

  private static func check(_ capture: String) throws {
    var status = stat()
    // A pipe could not be read again for the replay.
    guard stat(capture, &status) != 0 || status.st_mode & S_IFMT != S_IFIFO else { return }
    do {
      _ = try CaptureReader(path: capture)
    } catch {
      throw UserFacingError(error, path: capture)
    }
  }

  /// Returns why no keyboard can be read, with a hint; nil if one can.
  static func obstacle(_ configuration: Configuration) -> UserFacingError? {
    let options = configuration.liveOptions(isGrabbing: false)
    let listings = DeviceListing.all()
    let selected = listings.filter { options.takes($0.node) }
    if selected.contains(where: \.access.isReadable) { return nil }
    guard let keyboard = selected.first(where: { $0.access == .notPermitted }) ?? selected.first
    else {
      return listings.contains { $0.info.kind?.isKeyboard ?? true }
        ? UserFacingError(
          "no attached keyboard is selected", hint: "'keybridge devices' lists the keyboards")
        : UserFacingError(
          "no keyboard is attached",
          hint: """
            attach a keyboard (in a virtual machine or container, pass one through), check that
            'keybridge devices' lists it, and start 'keybridge run' again; 'keybridge run' without
            --or-replay waits for a keyboard
            """)
    }
    let (path, name) = (keyboard.info.path, keyboard.info.name)
    let message =
      switch keyboard.access {
      case .failed(let errno): SourceNotice.openFailed(path: path, name: name, errno: errno).message
      case .noNode: SourceNotice.openFailed(path: path, name: name, errno: ENOENT).message
      case .notPermitted, .full, .readOnly:
        ("the attached keyboard may not be read", Hints.permission)
      }
    return UserFacingError(message.text, hint: message.hint)
  }

  /// Says why no keyboard can be read, and uses the terminal's own keys after Return.
  private static func offerTrial(
    insteadOf obstacle: UserFacingError, _ session: Session
  ) throws -> ExitStatus {
    Console.printError(obstacle.message)
    for line in (obstacle.hint ?? "").split(separator: "\n") { Console.printError("  \(line)") }
    Console.printError(
      "press Return to type with the keys of this terminal ('keybridge try'), Control-C to end")
    var byte: UInt8 = 0
    // The terminal gives whole lines.
    repeat {
      let count = read(0, &byte, 1)
      if count < 0, errno == EINTR { continue }
      guard count == 1 else { return .failed }
    } while byte != UInt8(ascii: "\n")
    return try tryText(session)
  }

  private static func replay(
    _ capture: String, insteadOf obstacle: UserFacingError, in text: TextSession, mirror: MirrorName
  ) throws -> ExitStatus {
    Console.printError(obstacle.message)
    Console.printError("replaying \(capture) instead")
    let name = mirror == .terminal && !Console.isTerminal(1) ? .text : mirror
    try text.replay(capture, mirror: name, isRealtime: name == .terminal)
    // The text mirror has already ended its last line, so it needs no newline.
    if name != .text { try Console.print("") }
    for line in (obstacle.hint ?? "").split(separator: "\n") { Console.printError(String(line)) }
    return .done
  }
}
