// SPDX-License-Identifier: Apache-2.0
import Glibc
import KeyCommands
package import Keys
package import Mirrors
import TerminalScreen
package import TextInput

/// A program in a terminal of its own, behind an engine.
package final class HostedProgram {
  /// The view of the program's screen, with the focus inside.
  package var view: View { screenView }
  /// Shows a message in the status row.
  package var show: (String) -> Void = { _ in }
  /// Shows whether ⎋ gives the focus back to the program.
  package var showCanGoBack: (Bool) -> Void = { _ in }
  /// Postpones what is drawn on the outer terminal, or ends that.
  package var postponeDrawing: (Bool) -> Void = { _ in }
  /// Shows a shape of the cursor, as in DECSCUSR.
  package var showCursorShape: (Int) -> Void = { _ in }
  /// Returns a colour of the outer terminal in red, green and blue; nil if it is unknown.
  package var color: (TerminalColor) -> TextStyle.Color? = { _ in nil } {
    didSet { screen.color = color }
  }
  /// The exit status of the program, 128 and the number for a signal; nil while it runs.
  package private(set) var status: Int32?

  private let host: ProgramHost
  private let screen: ProgramScreen
  private let screenView: ProgramView
  private let terminal: PseudoTerminal
  private let keyboard: ProgramKeyboard
  private var commands: TerminalCommands?
  private var overlays: ProgramOverlays?
  private var timer: ProgramHost.Timer?
  private var echoTimer: ProgramHost.Timer?
  /// Whether drawing is postponed because the program probably draws what was typed.
  private var awaitsEcho = false {
    didSet { if awaitsEcho != oldValue { postponeDrawing(awaitsEcho) } }
  }
  private var pace = DrawingPace()
  /// The time that the timer is set to; nil for none.
  private var drawingTime: Timestamp?
  private var hadFocus = true
  /// The messages to show at the end of the frame, after the title of a command.
  private var messages = FrameMessages()

  /// Creates the program's terminal and its view, which gets the focus.
  ///
  /// - Parameters:
  ///   - host: the running program; the window of its engine has no other view.
  ///   - scrollback: the number of rows that are kept after they left the screen.
  ///   - version: the name and version that programs can query.
  ///   - assists: whether the text that is typed for the program is corrected.
  /// - Throws: why the kernel gives no terminal.
  package init(
    _ host: ProgramHost, scrollback: Int, version: String, assists: Bool
  ) throws {
    self.host = host
    screen = ProgramScreen(columns: 80, rows: 24, scrollback: scrollback, version: version)
    screenView = ProgramView(screen)
    terminal = try PseudoTerminal(loop: host.loop)
    keyboard = ProgramKeyboard(screen, terminal: terminal, view: screenView)
    timer = try host.makeTimer { [unowned self] in draw() }
    echoTimer = try host.makeTimer { [unowned self] in echoIsLate() }
    screen.updateChanged = { [unowned self] in updateChanged(begins: $0) }
    terminal.received = { [unowned self] in receive($0) }
    terminal.refused = { [unowned self] in notify("The program does not read its input") }
    terminal.failed = { [unowned self] in
      notify("The program did not get its input: \(String(cString: strerror($0)))")
    }
    keyboard.wasSent = { [unowned self] in awaitEcho() }
    keyboard.notReplaced = { [unowned self] in notify("The text was not replaced") }
    screenView.resized = { [unowned self] in fit() }
    host.engine.window.addSubview(screenView)
    let overlays = ProgramOverlays(
      host, view: screenView, screen: screen, keyboard: keyboard, assists: assists,
      notify: { [unowned self] in notify($0) },
      focusMoved: { [unowned self] in showCanGoBack(!$0) })
    self.overlays = overlays
    commands = TerminalCommands(
      screenView, screen: screen, keyboard: keyboard, overlays: overlays,
      redraw: { [unowned self] in draw() }, notify: { [unowned self] in notify($0) })
  }

  /// Starts the program, after the view has its size.
  ///
  /// - Parameters:
  ///   - words: the program and its arguments.
  ///   - variables: additions to the environment.
  /// - Throws: why it cannot be started.
  package func start(_ words: [String], variables: [String: String]) throws {
    fit()
    try terminal.start(
      words, variables: variables.merging(["TERM": "xterm-256color"]) { $1 }, by: host.launch)
    screenView.update()
  }

  /// Pastes what was pasted at the outer terminal, as ⌘V does, into what has the focus.
  ///
  /// - Parameter text: the text; nil if it was too long.
  package func paste(_ text: String?) {
    guard let text else { return refusePaste() }
    if screenView.input.text.isFirstResponder {
      // A command commits text that is being composed (CMD-35).
      screenView.input.text.unmarkText()
      commands?.paste(text)
    } else if let container = host.engine.window.firstResponder as? TextContainer {
      container.paste(text)
    }
    updatesWillBeDelivered()
    draw()
  }

  private func refusePaste() {
    notify("A paste longer than 1 MB was not taken")
    draw()
  }

  /// Called when a child process of this one has ended.
  package func childEnded() {
    guard let ended = terminal.reap() else { return }
    status = ended
    terminal.drain()
    host.end()
  }

  /// Ends the program, because the run has ended.
  package func end() { terminal.hangUp() }

  private func fit() {
    let size = screenView.frame
    guard size.width > 0, size.height > 0 else { return }
    screen.resize(columns: size.width, rows: size.height)
    terminal.resize(columns: size.width, rows: size.height)
    overlays?.resize()
    screenView.update()
  }

  private func notify(_ message: String) { messages.notice = message }

  // MARK: Output

  private func receive(_ bytes: UnsafeBufferPointer<UInt8>) {
    screen.feed(bytes)
    terminal.write(screen.takeReplies(), as: .reply)
    var isOtherScreen = false
    for event in screen.takeEvents() {
      switch event {
      case .bell: messages.report = "Bell"
      case .title(let title): messages.report = title
      case .copy(let text): host.engine.window.clipboard.pasteboard.text = text
      case .screenSwitched: isOtherScreen = true
      }
    }
    keyboard.screenDidChange(isOtherScreen: isOtherScreen)
    drawSoon()
  }

  /// Called in the middle of output when the program begins or ends an update.
  private func updateChanged(begins: Bool) {
    if pace.updateChanged(begins: begins, at: host.now()) { draw() }
  }

  private func drawSoon() {
    let now = host.now()
    let due = pace.due(at: now)
    guard now < due else { return draw() }
    guard due != drawingTime else { return }
    drawingTime = due
    timer?(due)
  }

  /// Postpones drawing until the program shows what was typed, so that a key is drawn once.
  private func awaitEcho() {
    guard !awaitsEcho, let echoTimer else { return }
    awaitsEcho = true
    echoTimer(host.now().advanced(byMicroseconds: DrawingPace.echoLimit))
  }

  private func echoIsLate() {
    awaitsEcho = false
    host.deliver()
  }

  private func draw() {
    if drawingTime != nil { timer?(nil) }
    drawingTime = nil
    if awaitsEcho { echoTimer?(nil) }
    awaitsEcho = false
    pace.drew(at: host.now())
    screenView.update()
    host.deliver()
  }

  // MARK: Turns

  /// Called when the locks of the keyboards change.
  package func locksChanged(to locks: LockLEDs) { keyboard.hasNumLock = locks.contains(.numLock) }

  /// Called after each event, before updates are delivered.
  package func updatesWillBeDelivered() {
    overlays?.ensureFocus()
    keyboard.flush()
    keyboard.followSecrecy()
    let hasFocus = host.engine.isActive
    if hasFocus != hadFocus { keyboard.reportFocus(hasFocus) }
    hadFocus = hasFocus
  }
}

/// A sink in front of the mirror, which prints the text of the window when it finishes.
extension HostedProgram: UpdateSink {
  package var interest: SinkInterest { .state }

  package func frameEnded() {
    if let message = messages.take() { show(message) }
    // The fields of Keybridge have the user's shape.
    showCursorShape(screenView.input.text.isFirstResponder ? screen.cursorShape : 0)
  }

  /// Drops the text that was typed for the program, so that the shell's screen does not show it.
  package func finish() {
    keyboard.end()
    overlays?.clear()
  }
}
