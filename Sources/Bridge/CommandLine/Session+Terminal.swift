// SPDX-License-Identifier: Apache-2.0
import Glibc
package import Mirrors
import TextInput

extension Session {
  /// Takes the terminal and makes a mirror of the engine's key window.
  ///
  /// From now on ``layOut`` is called whenever there is more or less room for the window's views.
  ///
  /// - Parameter output: a writer to standard output.
  /// - Returns: the mirror, which has taken the terminal.
  /// - Throws: what keeps the terminal from being used.
  package func makeTerminalMirror(_ output: ByteOutput) throws -> TerminalMirror {
    let kind = try TerminalKind(name: Console.environment("TERM"))
    // The kernel stops whoever sets its terminal from the background; any other terminal may be set.
    let foreground = tcgetpgrp(1)
    guard foreground < 0 || foreground == getpgrp() else {
      throw Complaint(
        "the terminal cannot be used from the background", mend: "add --mirror none, or text")
    }
    let session = try TerminalSession(descriptor: 1, kind: kind, output: output)
    let size = session.size
    let layOut = layOut
    engine.keyboardArea.addObserver(for: .willChangeFrame) { _ in layOut() }
    fit(CellSize(width: size.columns, height: size.rows))
    // Nobody observes yet.
    _ = engine.takeUpdates()
    let mirror = TerminalMirror(
      engine: engine, output: output, session: session, kind: kind, size: size,
      words: .english(for: kind))
    storage.move(to: mirror)
    return mirror
  }

  /// Follows the terminal's size.
  func resize(_ terminal: TerminalMirror) {
    guard let size = terminal.session?.size else { return }
    fit(CellSize(width: size.columns, height: size.rows))
    // What fails here fails again at the next frame, where it is reported.
    try? terminal.resize(columns: size.columns, rows: size.rows)
  }

  /// Tells the engine and its program how large the screen is.
  private func fit(_ size: CellSize) {
    // A terminal of one row shows the document, not the status.
    engine.keyboardArea.statusRows = size.height > 1 ? 1 : 0
    engine.screen = size
    engine.window.frame = CellRect(width: size.width, height: size.height)
    pipeline.deliver()
    layOut()
  }
}
