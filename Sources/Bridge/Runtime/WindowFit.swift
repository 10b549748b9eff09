// SPDX-License-Identifier: Apache-2.0
import Mirrors
import TextInput

/// Fits the engine's window and its views to the terminal.
struct WindowFit {
  private let pipeline: Pipeline
  private let layOut: () -> Void
  private let statusRows: Int

  /// Creates it.
  ///
  /// - Parameters:
  ///   - pipeline: the pipeline of the engine.
  ///   - statusRows: the number of status rows of a terminal with several rows.
  ///   - layOut: positions the window's views.
  init(_ pipeline: Pipeline, statusRows: Int, layOut: @escaping () -> Void) {
    (self.pipeline, self.statusRows, self.layOut) = (pipeline, statusRows, layOut)
  }

  /// Fits the window to a terminal that was just taken over, and from now on the views to the
  /// keyboard area.
  func begin(columns: Int, rows: Int) {
    pipeline.engine.keyboardArea.addObserver(for: .willChangeFrame) { [layOut] _ in layOut() }
    fit(columns, rows)
    // These updates are dropped, because there is no sink yet.
    _ = pipeline.engine.takeUpdates()
  }

  /// Resizes the window and the mirror to the terminal's current size.
  func follow(_ terminal: TerminalMirror) {
    guard let size = terminal.session?.size else { return }
    fit(size.columns, size.rows)
    // The error occurs again in the next frame and is reported then.
    try? terminal.resize(columns: size.columns, rows: size.rows)
  }

  private func fit(_ columns: Int, _ rows: Int) {
    let engine = pipeline.engine
    // A terminal with a single row shows the document instead of the status.
    engine.keyboardArea.statusRows = rows > 1 ? statusRows : 0
    engine.screen = CellSize(width: columns, height: rows)
    engine.window.frame = CellRect(width: columns, height: rows)
    pipeline.deliver()
    layOut()
  }
}
