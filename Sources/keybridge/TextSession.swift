// SPDX-License-Identifier: Apache-2.0
import Bridge
import Devices
import Mirrors
import TextInput

/// The session of `run`, `replay` and `monitor`: one text view with the focus, or none if programs
/// have their own.
struct TextSession {
  let session: Session
  let view = TextView(name: "text")

  /// Assembles the stages.
  ///
  /// - Parameters:
  ///   - invocation: the options.
  ///   - isReplay: whether a capture replaces keyboards.
  ///   - hasDocument: false if all text belongs to programs.
  /// - Throws: the errors in the options or the settings.
  init(_ invocation: Invocation, isReplay: Bool, hasDocument: Bool = true) throws {
    let settings = try SessionSettings(invocation, isReplay: isReplay)
    let (engine, view) = (settings.makeEngine(), view)
    engine.programName = Keybridge.title
    session = try Session(settings, engine: engine) { [unowned engine, unowned view] in
      Self.fill(engine, with: view)
    }
    if hasDocument {
      engine.window.addSubview(view)
      view.becomeFirstResponder()
    }
    // These updates are dropped, because there is no sink yet.
    _ = engine.takeUpdates()
  }

  /// Shows a message in the window that is visible while no program has the keyboard.
  func showWaiting(at place: String) {
    let label = Label("Waiting for a program to connect to \(place.printable)".forConsole)
    label.numberOfLines = 2
    label.frame = CellRect(width: 80, height: 2)
    session.engine.window.addSubview(label)
  }

  /// Gives the view the whole screen above the keyboard area.
  private static func fill(_ engine: TextEngine, with view: TextView) {
    let rows = engine.window.keyboardLayoutGuide.y
    view.frame = CellRect(width: engine.screen.width, height: rows)
  }

  /// Creates the mirror on standard output; nil for none.
  func makeMirror(
    _ name: MirrorName, loop: EventLoop?, isExact: Bool = false
  ) throws -> (any UpdateSink)? {
    try session.mirrors.make(name, loop: loop, document: view, isExact: isExact)
  }

  /// Replays a capture into a mirror.
  func replay(
    _ path: String, mirror: MirrorName, isRealtime: Bool, isExact: Bool = false,
    isStrict: Bool = false, extension folder: String? = nil
  ) throws {
    try session.replay(
      path, isRealtime: isRealtime, isStrict: isStrict, extension: folder
    ) {
      try makeMirror(mirror, loop: nil, isExact: isExact)
    }
  }
}
