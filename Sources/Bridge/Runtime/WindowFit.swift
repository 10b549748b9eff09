// SPDX-License-Identifier: Apache-2.0
import Mirrors
import TextInput

/// Fits the engine's window and its views to the terminal.
struct WindowFit {
  private let pipeline: Pipeline
  private let layOut: () -> Void

  /// Creates it.
  ///
  /// - Parameters:
  ///   - pipeline: the pipeline of the engine.
  ///   - layOut: gives the window's views their places.
  init(_ pipeline: Pipeline, layOut: @escaping () -> Void) {
    (self.pipeline, self.layOut) = (pipeline, layOut)
  }

  /// Fits the window to a terminal that has just been taken, and its views to the keyboard area from now on.
  func begin(columns: Int, rows: Int) {
    pipeline.engine.keyboardArea.addObserver(for: .willChangeFrame) { [layOut] _ in layOut() }
    fit(columns, rows)
    // No sink is there yet.
    _ = pipeline.engine.takeUpdates()
  }

  /// Follows the terminal's size.
  func follow(_ terminal: TerminalMirror) {
    guard let size = terminal.session?.size else { return }
    fit(size.columns, size.rows)
    // An error occurs again at the next frame, where it is reported.
    try? terminal.resize(columns: size.columns, rows: size.rows)
  }

  private func fit(_ columns: Int, _ rows: Int) {
    let engine = pipeline.engine
    // A terminal of one row shows the document, not the status.
    engine.keyboardArea.statusRows = rows > 1 ? 1 : 0
    engine.screen = CellSize(width: columns, height: rows)
    engine.window.frame = CellRect(width: columns, height: rows)
    pipeline.deliver()
    layOut()
  }
}
