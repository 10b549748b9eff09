// SPDX-License-Identifier: Apache-2.0
import Bridge
import Devices
import Mirrors
import Service
import TextInput

/// The session of `run`, `replay` and `monitor`: one text view that has the focus.
struct TextSession {
  let session: Session
  let view = TextView(name: "text")

  /// Makes the stages.
  init(_ invocation: Invocation, isReplay: Bool) throws {
    session = try Session(invocation, isReplay: isReplay, engine: TextEngine())
    session.engine.window.addSubview(view)
    view.becomeFirstResponder()
    // Nobody observes yet.
    _ = session.engine.takeUpdates()
  }

  /// What an observer must know to follow from here on.
  var snapshot: Snapshot {
    Snapshot(containers: [
      Snapshot.Contents(
        container: view.id, text: view.text, selection: view.selection, marked: view.markedRange)
    ])
  }

  /// Makes the mirror that standard output gets; nil for none.
  func makeMirror(_ name: MirrorName, loop: EventLoop?) throws -> (any UpdateSink)? {
    try session.makeMirror(name, loop: loop, document: view)
  }

  /// Plays a capture into a mirror.
  func replay(_ path: String, mirror: MirrorName, isRealtime: Bool) throws {
    try session.replay(path, isRealtime: isRealtime) { try makeMirror(mirror, loop: nil) }
  }
}
