// SPDX-License-Identifier: Apache-2.0
import Bridge
import Devices
import Mirrors
import TextInput

/// The session of `run`, `replay` and `monitor`: one text view that has the focus, or none where programs
/// have their own.
struct TextSession {
  let session: Session
  let view = TextView(name: "text")

  /// Makes the stages.
  ///
  /// - Parameters:
  ///   - invocation: what was asked for.
  ///   - isReplay: whether a capture stands in for keyboards.
  ///   - hasDocument: false where everything that is typed into is the programs'.
  /// - Throws: what is wrong with the options or the settings.
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
    // Nobody observes yet.
    _ = engine.takeUpdates()
  }

  /// Says in the window that is there while no program has the keyboard what is waited for.
  func showWaiting(at place: String) {
    let label = Label("Waiting for a program at \(place.printable)".forConsole)
    label.numberOfLines = 2
    label.frame = CellRect(width: 80, height: 2)
    session.engine.window.addSubview(label)
  }

  /// Gives the view all of the screen that the keyboard area leaves.
  private static func fill(_ engine: TextEngine, with view: TextView) {
    let rows = engine.window.keyboardLayoutGuide.y
    view.frame = CellRect(width: engine.screen.width, height: rows)
  }

  /// Makes the mirror that standard output gets; nil for none.
  func makeMirror(
    _ name: MirrorName, loop: EventLoop?, isExact: Bool = false
  ) throws -> (any UpdateSink)? {
    try session.mirrors.make(name, loop: loop, document: view, isExact: isExact)
  }

  /// Plays a capture into a mirror.
  func replay(
    _ path: String, mirror: MirrorName, isRealtime: Bool, isExact: Bool = false
  ) throws {
    try session.replay(path, isRealtime: isRealtime) {
      try makeMirror(mirror, loop: nil, isExact: isExact)
    }
  }
}
