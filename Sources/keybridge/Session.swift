// SPDX-License-Identifier: Apache-2.0
import Bridge
import Devices
import Glibc
import Keys
import Layouts
import Mirrors
import Service
import TextInput

/// What `run`, `replay` and `monitor` share: the stages, and one text view that has the focus.
struct Session {
  let configuration: Configuration
  let layouts: KeyboardLayouts
  let engine = TextEngine()
  let view = TextView(name: "text")
  let pipeline: Pipeline

  /// Makes the stages.
  ///
  /// - Parameters:
  ///   - invocation: the options.
  ///   - isReplay: whether a capture is what will be run.
  /// - Throws: what is wrong with the options or the settings file.
  init(_ invocation: Invocation, isReplay: Bool) throws {
    let file = CommonOptions.settingsFile(invocation, isReplay: isReplay)
    let configuration = try CommonOptions.configuration(invocation, file: file)
    self.configuration = configuration
    layouts = try KeyboardLayouts(
      sources: configuration.sources,
      settingsFor: { configuration.settings(for: $0).layout })
    try LayoutCheck(configuration, file: file).run(on: layouts)
    engine.settings.holdForAccents = configuration.holdsForAccents
    engine.window.addSubview(view)
    view.becomeFirstResponder()
    // Nobody observes yet.
    _ = engine.takeUpdates()
    pipeline = Pipeline(
      layouts: layouts, engine: engine, repeatTiming: configuration.repeatTiming,
      startingLocks: configuration.startingLocks)
    // A reader that goes away is an error of the write, never a signal.
    signal(SIGPIPE, SIG_IGN)
  }

  /// Tells on standard error of what a person should know.
  ///
  /// - Parameter waits: whether for whoever reads it, which a live run must not.
  func tellTroubles(waits: Bool) {
    pipeline.onNotice = { Console.notice($0, waits: waits) }
    pipeline.onLayoutError = { error, device in
      Console.complain(
        "\(device.label): \(Complaint(error).message); it types nothing", waits: waits)
    }
  }

  /// Runs the pipe on a source; a reader that has gone away ends it without a word.
  func run(_ source: some KeySource) throws -> EndReason {
    do {
      return try pipeline.run(source)
    } catch let error as MirrorError where error.isBrokenPipe {
      return .finished
    }
  }

  /// What an observer must know to follow from here on.
  var snapshot: Snapshot {
    Snapshot(containers: [Snapshot.Contents(of: view)])
  }

  /// An encoder of lines; each mirror has its own, because it learns the keyboards' names.
  func makeEncoder() -> WireEncoder {
    WireEncoder(keysymName: { keysymName($0) })
  }
}

/// What `--mirror` can be.
enum MirrorName: String, CaseIterable {
  case terminal, text, json, keystrokes
  /// Standard output stays empty; who wants to know connects to the socket.
  case nothing = "none"

  static let option = Option(
    "mirror", "m", .choice("MIRROR", allCases.map(\.rawValue)),
    help: "print: terminal, text, json, keystrokes or none")
}

extension Session {
  /// Makes the mirror that standard output gets.
  ///
  /// - Parameters:
  ///   - name: which mirror.
  ///   - loop: the loop of a live run, which must not wait for who reads; nil for a replay, whose
  ///     text mirror prints the final document, not line by line.
  /// - Returns: the mirror, the terminal's having taken the terminal; nil for none.
  /// - Throws: what keeps the terminal from being used.
  func makeMirror(_ name: MirrorName, loop: EventLoop?) throws -> (any UpdateSink)? {
    let output = ByteOutput(descriptor: 1, loop: loop)
    switch name {
    case .json: return JSONMirror(output: output, encoder: makeEncoder())
    case .keystrokes: return KeystrokesMirror(output: output, encoder: makeEncoder())
    case .text where loop == nil:
      let view = view
      return DocumentTextMirror(output: output) { write in view.storage.forEachChunk(write) }
    case .text: return RunningTextMirror(container: view.id, output: output)
    case .terminal: return try makeTerminalMirror(output)
    case .nothing: return nil
    }
  }

  private func makeTerminalMirror(_ output: ByteOutput) throws -> TerminalMirror {
    guard let kind = TerminalKind(name: Console.environment("TERM")) else {
      throw Complaint(
        "this terminal cannot move its cursor (TERM=\(Console.environment("TERM") ?? ""))",
        mend: "--mirror text goes anywhere")
    }
    // The kernel stops whoever sets its terminal from the background; any other terminal may be set.
    let foreground = tcgetpgrp(1)
    guard foreground < 0 || foreground == getpgrp() else {
      throw Complaint(
        "the terminal cannot be used from the background", mend: "add --mirror none, or text")
    }
    let session = try TerminalSession(descriptor: 1, kind: kind, output: output)
    let size = session.size
    keepLaidOut()
    layOut(columns: size.columns, rows: size.rows)
    // Nobody observes yet.
    _ = engine.takeUpdates()
    return TerminalMirror(
      engine: engine, output: output, session: session, kind: kind, size: size,
      words: .english(for: kind))
  }

  /// Lays everything out anew for a terminal of another size.
  func layOut(columns: Int, rows: Int) {
    // A terminal of one row shows the document, not the status.
    engine.keyboardArea.statusRows = rows > 1 ? 1 : 0
    engine.screen = CellSize(width: columns, height: rows)
    pipeline.deliver()
    Self.fill(engine, with: view)
  }

  /// Has the text end where the keyboard area begins, whatever is in it.
  private func keepLaidOut() {
    engine.keyboardArea.addObserver(for: .willChangeFrame) { [unowned engine, unowned view] _ in
      Self.fill(engine, with: view)
    }
  }

  /// Gives the view all of the screen that the keyboard area leaves.
  private static func fill(_ engine: TextEngine, with view: TextView) {
    engine.window.frame = CellRect(width: engine.screen.width, height: engine.screen.height)
    let rows = engine.window.keyboardLayoutGuide.y
    view.frame = CellRect(width: engine.screen.width, height: rows)
    view.layout.wrapWidth = engine.screen.width
    // As much as there is room for, and the caret.
    view.scroll(toTop: view.topOffset)
    view.scrollToVisible(view.selection.head)
  }
}
