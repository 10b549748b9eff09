// SPDX-License-Identifier: Apache-2.0
package import Devices
import Glibc
import Keys
package import Mirrors
package import Service
import TextInput

/// A session on the attached keyboards, with all that happens beside typing: the terminal's size, its
/// focus, its messages.
package final class LiveRun {
  /// The loop that everything waits in.
  package let loop: EventLoop
  /// The keyboards.
  package let source: LiveSource
  private let session: Session
  private let signals: SignalHandlers
  private let processes: CommandProcesses
  private let isGrabbing: Bool
  /// What is told to whoever looks after the machine.
  package let log: ServiceLog
  /// Tells that person, or the one at the terminal.
  private var tell: (LogEntry) -> Void

  /// The loop is given its handlers before there is anything to handle.
  private final class SignalHandlers {
    var resized: () -> Void = {}
    var childEnded: () -> Void = {}
    var reload: () -> Void = {}
  }

  /// Opens the keyboards.
  ///
  /// Signals are blocked from here on, so that none comes between a terminal's change and its end.
  ///
  /// - Parameters:
  ///   - session: the stages.
  ///   - isGrabbing: false to leave every keyboard to others as well.
  /// - Throws: what keeps a loop from being made.
  package init(_ session: Session, isGrabbing: Bool) throws {
    self.session = session
    self.isGrabbing = isGrabbing
    let signals = SignalHandlers()
    self.signals = signals
    let log = ServiceLog(
      stream: Console.environment("JOURNAL_STREAM"), identifier: "keybridge",
      show: { Console.show($0, waits: false) })
    self.log = log
    tell = { log.write($0) }
    var asides: [Int32: () -> Void] = [
      SIGWINCH: { signals.resized() }, SIGCHLD: { signals.childEnded() },
    ]
    // Whoever has a terminal hears by this signal that it is gone.
    if !Console.hasTerminal { asides[SIGHUP] = { signals.reload() } }
    loop = try EventLoop(asides: asides)
    processes = try CommandProcesses(loop: loop)
    source = LiveSource(
      options: session.configuration.liveOptions(isGrabbing: isGrabbing), loop: loop)
    session.pipeline.letsScannersGo = !isGrabbing
    signals.reload = { [unowned self] in reload() }
    signals.childEnded = { [unowned processes] in processes.reap() }
    processes.tell = { [unowned self] in tell(LogEntry("command.process", .warning, $0)) }
    session.commands.start = { [unowned processes] in processes.start($0, for: $1) }
  }

  /// Follows a terminal's size, shows on it what a person should know, and has its focus decide about
  /// the keyboards'.
  package func follow(_ terminal: TerminalMirror) {
    let (session, pipeline) = (session, session.pipeline)
    signals.resized = { session.resize(terminal) }
    processes.isHeard = false
    tell = { entry in
      for line in entry.message.split(separator: "\n") { terminal.show(message: String(line)) }
    }
    pipeline.onNotice = { if $0.isTrouble { terminal.show(message: $0.message.text) } }
    pipeline.onLocks = { terminal.show(locks: $0) }
    terminal.session?.watch(on: loop) { isFocused in
      pipeline.setActive(isFocused)
      terminal.show(isFocused: isFocused)
    }
  }

  /// Tells the log what a person should know, from here on.
  package func tellTroubles() {
    session.tellTroubles { [log] in log.write($0) }
  }

  /// Reads the settings again: `SIGHUP` where there is no terminal.
  package func reload() {
    // What is wrong has been told.
    _ = try? reloadNow()
  }

  /// Reads the settings again, and tells what came of it.
  ///
  /// - Returns: what was told.
  /// - Throws: what is wrong with them; then all is as it was.
  func reloadNow() throws(ReloadFailure) -> [String] {
    do {
      let waiting = try session.reload(on: source, isGrabbing: isGrabbing)
      var lines = session.current.settings.commandMistakes
      lines.append("the settings have been read again")
      if !waiting.isEmpty {
        lines.append(
          "what they say of \(waiting.joined(separator: ", ")) counts from the next start on")
      }
      tell(LogEntry("settings.reloaded", .notice, lines.joined(separator: "\n")))
      return lines
    } catch {
      let complaint = Complaint(describing: error)
      let lines = [complaint.message + (complaint.mend.map { "; \($0)" } ?? "")]
      let all = lines + ["the settings stay as they were"]
      tell(LogEntry("settings.refused", .error, all.joined(separator: "\n")))
      throw ReloadFailure(lines: lines)
    }
  }

  /// Calls `body` every so many microseconds, until what is returned is called; where the kernel has
  /// no timer to give, never.
  package func repeatedly(every period: Int64, _ body: @escaping () -> Void) -> () -> Void {
    guard let timer = try? LoopTimer(loop: loop, body) else { return {} }
    timer.set(loop.now.advanced(byMicroseconds: period), every: period)
    var kept = [timer]
    return { kept.removeAll() }
  }

  /// Runs until a signal or the panic chord ends it.
  package func run() throws {
    defer { processes.end() }
    session.engine.modes.onUnsupportedChoice { [unowned self] in tell(LogEntry(unsupported: $0)) }
    // Now rather than while the kernel's buffer fills behind the first key.
    session.layouts.prepareCompose()
    session.engine.prepare()
    session.pipeline.onSecret = { CoreDumps.forbid() }
    StartupPages.giveBack()
    if try session.run(source) == .panic {
      // The screen is the terminal's again.
      log.write(
        LogEntry(
          "panic", .warning, "Backspace+Escape+Enter: every keyboard has been let go"))
    }
  }
}

extension LogEntry {
  /// A mode that was chosen in an earlier run is unsupported now.
  fileprivate init(unsupported mode: TextInputMode) {
    self.init(
      "mode.unsupported", .notice,
      "the mode \(mode.id), which was chosen earlier, is unsupported: its input method"
        + " \(mode.inputMethod ?? "") is not available; another mode is used in its place")
  }
}
