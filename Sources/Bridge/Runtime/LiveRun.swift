// SPDX-License-Identifier: Apache-2.0
package import Devices
import Engines
import Glibc
import Keys
package import Mirrors
package import Service
import TextInput

/// A session on the attached keyboards, or on another source of keys, with the loop, the signals
/// and the processes that it needs.
package final class LiveRun {
  /// The loop in which the process waits.
  package let loop: EventLoop
  /// The attached keyboards, or the source in place of them.
  package let source: any RunSource
  /// Runs the session on the source.
  private let start: () throws -> EndReason
  /// Called when a child process has ended that is not a command's.
  package var childEnded: () -> Void = {}
  /// Called before the first key is read, while the process still has all rights.
  var willStart: () -> Void = {}
  /// The log of the run.
  package var log: ServiceLog { reports.log }
  let settingsReload: SettingsReload
  /// The language engines, for the control socket.
  var engineService: any EngineService { engines }
  /// The input extensions, for clients of the control socket.
  var extensionService: any ExtensionService { extensions }
  private let session: Session
  private let reports: LiveReports
  private let signals: SignalHandlers
  private let processes: CommandProcesses
  private let engines: SessionEngines
  private let extensions: SessionExtensions
  /// Starts programs in place of this process; nil if it does so itself.
  let launcher: Launcher?
  /// The rights that this process keeps while it runs; nil for all.
  package var confinement: ServiceConfinement?
  /// Whether the user is looking at this program: the terminal has the focus, and its console is in
  /// the foreground.
  private var isLookedAt = (terminal: true, console: true) {
    didSet { session.pipeline.setActive(isLookedAt == (true, true)) }
  }

  /// The signal handlers, filled in later: the loop needs them before the objects that they use
  /// exist.
  private final class SignalHandlers {
    var resized: () -> Void = {}
    var childEnded: () -> Void = {}
    var reload: () -> Void = {}
  }

  /// Opens the keyboards.
  ///
  /// Signals are blocked from here on, so that none interrupts the time between taking the terminal
  /// and restoring it.
  ///
  /// - Parameters:
  ///   - session: the stages.
  ///   - isGrabbing: false to grab no keyboard, so that other programs receive its keys too.
  ///   - launcher: starts programs in place of this process, which will be confined; nil if it will
  ///     not.
  ///   - makeSource: creates a source in place of the attached keyboards; nil for the keyboards.
  /// - Throws: why the loop cannot be created.
  package init(
    _ session: Session, isGrabbing: Bool, launcher: Launcher? = nil,
    makeSource: ((EventLoop) -> any RunSource)? = nil
  ) throws {
    self.session = session
    self.launcher = launcher
    let signals = SignalHandlers()
    self.signals = signals
    reports = LiveReports(
      ServiceLog(
        stream: Console.environment("JOURNAL_STREAM"), identifier: "keybridge",
        show: { Console.show($0, waits: false) }))
    var signalHandlers: [Int32: () -> Void] = [
      SIGWINCH: { signals.resized() }, SIGCHLD: { signals.childEnded() },
    ]
    // With a controlling terminal, this signal means that the terminal is gone.
    if !Console.hasTerminal { signalHandlers[SIGHUP] = { signals.reload() } }
    if isGrabbing { IgnoredSignals.ofStops.begin() }
    loop = try EventLoop(signalHandlers: signalHandlers)
    processes = try CommandProcesses(loop: loop)
    let calls = DelayedCalls(loop: loop)
    var host = EngineHost(
      loop: loop, now: { [unowned loop] in loop.now },
      schedule: { calls.schedule(after: $0, $1) }, parse: { JSONValue(line: $0) },
      notice: { _ in })
    // A key that waited behind an answer has its whole time from the answer on. It ends no request:
    // an answer that is read before a deadline is reported counts.
    host.willAnswer = { [timers = session.engine.timers] in timers.advance(to: $0) }
    host.didAnswer = { [pipeline = session.pipeline] in pipeline.deliver() }
    let report = { [reports] in reports.report($0) }
    engines = SessionEngines(
      session.configuration, host: host, launcher: launcher, report: report)
    extensions = SessionExtensions(
      session, host: host, on: loop, launcher: launcher, report: report)
    var keyboards: LiveSource?
    if let makeSource {
      let other = makeSource(loop)
      source = other
      start = { try session.run(other) }
    } else {
      let attached = LiveSource(
        options: session.configuration.liveOptions(isGrabbing: isGrabbing), loop: loop)
      keyboards = attached
      source = attached
      // Here the source has its type, for which the pipeline is specialized.
      start = { try session.run(attached) }
    }
    InheritedRights.keep()
    settingsReload = SettingsReload(
      session, on: source, loop: loop, isGrabbing: isGrabbing, launcher: launcher,
      reports: reports)
    session.pipeline.releasesScanners = !isGrabbing
    session.pipeline.writesBeforeOffers = true
    if let keyboards {
      let consoles = ConsoleWatch(loop: loop)
      consoles.changed = { [unowned self] in isLookedAt.console = $0 }
      keyboards.consoles = consoles
    }
    signals.reload = { [unowned settingsReload] in settingsReload.start() }
    signals.childEnded = { [unowned self] in
      processes.reap()
      engines.reap()
      extensions.reap()
      reapLauncher()
      childEnded()
    }
    if let launcher {
      launcher.watch(on: loop)
      processes.launch = { launcher.start($0, showsOutput: $1, completion: $2) }
      keyboards?.findHolder = { launcher.holder(of: $0) }
    }
    processes.report = { [unowned reports] in
      reports.report(LogEntry("command.process", .warning, $0))
    }
    session.settings.commands.start = { [unowned processes] in processes.start($0, for: $1) }
    session.settings.engines = engines
    session.settings.registerMethods(in: session.engine)
    session.settings.extensions = extensions
    session.pipeline.modeDidChange = { [unowned engines, unowned extensions] mode in
      engines.follow(mode)
      extensions.follow(mode)
    }
  }

  /// Calls `body` at an interval in microseconds; the returned closure cancels the calls.
  ///
  /// Never calls it if the kernel has no descriptor for a timer.
  package func repeatedly(every period: Int64, _ body: @escaping () -> Void) -> () -> Void {
    guard let timer = try? LoopTimer(loop: loop, body) else { return {} }
    timer.set(loop.now.advanced(byMicroseconds: period), every: period)
    var kept = [timer]
    return { kept.removeAll() }
  }

  /// Runs until a signal or the panic chord ends it.
  ///
  /// - Parameter mirror: the mirror on standard output; nil for none. A terminal mirror also shows
  ///   the reports.
  /// - Throws: the error that ended the source, or a ``MirrorError``.
  package func run(showing mirror: (any UpdateSink)?) throws {
    defer {
      processes.end()
      engines.stop()
      extensions.stop()
      launcher?.end()
    }
    session.pipeline.observers += [reports, SecretGuard()]
    if let terminal = mirror as? TerminalMirror {
      follow(terminal)
    } else if source.devices.isEmpty {
      Console.printError("no keyboard is attached; waiting for one", waits: false)
    }
    session.engine.modes.onUnsupportedChoice { [unowned reports] in
      reports.report(LogEntry(unsupported: $0))
    }
    // Loads the compose table now, so that the first key is not delayed.
    session.layouts.prepareCompose()
    session.engine.prepare()
    session.language.prepare()
    engines.follow(session.engine.modes.current)
    extensions.follow(session.engine.modes.current)
    StartupPages.giveBack()
    // Called after the start has read `/proc/self`, which belongs to root from here on, and before
    // the first key is read.
    SecretMemory.protect()
    if session.configuration.locksMemory { try SecretMemory.lock() }
    willStart()
    try confine()
    if try start() == .panic {
      // The mirror has restored the terminal.
      log.write(
        LogEntry(
          "panic", .warning, "Backspace+Escape+Enter: all keyboards have been released"))
    }
  }

  /// Gives up the rights that were needed for the start only.
  private func confine() throws {
    guard let confinement else { return }
    launcher?.waitUntilReady()
    let missing: [String]
    do {
      missing = try confinement.enter()
    } catch {
      throw UserFacingError(
        "the service cannot be confined: \(error.message)", hint: "start with --no-sandbox")
    }
    guard !missing.isEmpty else { return }
    reports.report(
      LogEntry(
        "sandbox.incomplete", .warning,
        "the kernel has \(missing.joined(separator: ", and ")); the service runs without"))
  }

  /// Reports that the launcher has ended; the service goes on typing.
  private func reapLauncher() {
    guard launcher?.reap() == true else { return }
    reports.report(
      LogEntry(
        "launcher.ended", .error,
        "the process \(Launcher.name) has ended: commands and engines cannot be started, and the"
          + " settings cannot be reloaded; restart keybridge"))
  }

  /// Follows the terminal's size, and its focus, which decides whether the keyboards are grabbed.
  private func follow(_ terminal: TerminalMirror) {
    let session = session
    reports.terminal = terminal
    signals.resized = { session.mirrors.fit.follow(terminal) }
    processes.showsOutput = false
    let showFocus = { [unowned self] (isFocused: Bool) in
      isLookedAt.terminal = isFocused
      terminal.show(isFocused: isFocused)
    }
    // The user could not see what the grabbed keyboards type.
    terminal.session?.watch(on: loop, onFocus: showFocus) { session.pipeline.end() }
  }
}

/// Overwrites freed memory once a secret exists (FLD-2).
private final class SecretGuard: PipelineObserver {
  func secretAppeared() { SecretMemory.wipeFreed() }
}
