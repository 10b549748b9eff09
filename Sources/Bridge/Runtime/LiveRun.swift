// SPDX-License-Identifier: Apache-2.0
package import Devices
import Glibc
import Keys
package import Mirrors
package import Service
import TextInput

/// A session on the attached keyboards, with the loop, the signals and the processes that it needs.
package final class LiveRun {
  /// The loop that everything waits in.
  package let loop: EventLoop
  /// The keyboards.
  package let source: LiveSource
  /// The log of the run.
  package var log: ServiceLog { reports.log }
  /// Reads the settings again.
  let settingsReload: SettingsReload
  private let session: Session
  private let reports: LiveReports
  private let signals: SignalHandlers
  private let processes: CommandProcesses
  /// Whether the person looks at the terminal, and at the console, that the run is for.
  private var isLookedAt = (terminal: true, console: true) {
    didSet { session.pipeline.setActive(isLookedAt == (true, true)) }
  }

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
    let signals = SignalHandlers()
    self.signals = signals
    reports = LiveReports(
      ServiceLog(
        stream: Console.environment("JOURNAL_STREAM"), identifier: "keybridge",
        show: { Console.show($0, waits: false) }))
    var asides: [Int32: () -> Void] = [
      SIGWINCH: { signals.resized() }, SIGCHLD: { signals.childEnded() },
    ]
    // With a terminal, this signal says that the terminal is gone.
    if !Console.hasTerminal { asides[SIGHUP] = { signals.reload() } }
    loop = try EventLoop(asides: asides)
    processes = try CommandProcesses(loop: loop)
    source = LiveSource(
      options: session.configuration.liveOptions(isGrabbing: isGrabbing), loop: loop)
    InheritedRights.keep()
    settingsReload = SettingsReload(
      session, on: source, isGrabbing: isGrabbing, reports: reports)
    session.pipeline.releasesScanners = !isGrabbing
    let consoles = ConsoleWatch(loop: loop)
    consoles.changed = { [unowned self] in isLookedAt.console = $0 }
    source.consoles = consoles
    // The reload has reported what is wrong.
    signals.reload = { [unowned settingsReload] in _ = try? settingsReload.run() }
    signals.childEnded = { [unowned processes] in processes.reap() }
    processes.tell = { [unowned reports] in
      reports.report(LogEntry("command.process", .warning, $0))
    }
    session.settings.commands.start = { [unowned processes] in processes.start($0, for: $1) }
  }

  /// Calls `body` every so many microseconds, until the closure that this returns is called; never where the kernel
  /// has no timer to give.
  package func repeatedly(every period: Int64, _ body: @escaping () -> Void) -> () -> Void {
    guard let timer = try? LoopTimer(loop: loop, body) else { return {} }
    timer.set(loop.now.advanced(byMicroseconds: period), every: period)
    var kept = [timer]
    return { kept.removeAll() }
  }

  /// Runs until a signal or the panic chord ends it.
  ///
  /// - Parameter mirror: the mirror of standard output; nil for none. A terminal's shows the reports.
  /// - Throws: what ended the source, or a ``MirrorError``.
  package func run(showing mirror: (any UpdateSink)?) throws {
    defer { processes.end() }
    session.pipeline.observers += [reports, SecretGuard()]
    if let terminal = mirror as? TerminalMirror {
      follow(terminal)
    } else if source.devices.isEmpty {
      Console.complain("no keyboard yet; waiting for one", waits: false)
    }
    session.engine.modes.onUnsupportedChoice { [unowned reports] in
      reports.report(LogEntry(unsupported: $0))
    }
    // Now rather than while the kernel's buffer fills after the first key.
    session.layouts.prepareCompose()
    session.engine.prepare()
    StartupPages.giveBack()
    // Behind all that the start reads below /proc/self, which is root's from here on, and before the first key.
    SecretMemory.protect()
    if session.configuration.locksMemory == true { try SecretMemory.lock() }
    if try session.run(source) == .panic {
      // The mirror has given the terminal back.
      log.write(
        LogEntry(
          "panic", .warning, "Backspace+Escape+Enter: every keyboard has been let go"))
    }
  }

  /// Follows a terminal's size and its focus, which decides about the keyboards' grabs.
  private func follow(_ terminal: TerminalMirror) {
    let session = session
    reports.terminal = terminal
    signals.resized = { session.mirrors.fit.follow(terminal) }
    processes.isHeard = false
    terminal.session?.watch(on: loop) { [unowned self] isFocused in
      isLookedAt.terminal = isFocused
      terminal.show(isFocused: isFocused)
    }
  }
}

/// Has freed memory overwritten once there is a secret (FLD-2).
private final class SecretGuard: PipelineObserver {
  func secretAppeared() { SecretMemory.wipeFreed() }
}
