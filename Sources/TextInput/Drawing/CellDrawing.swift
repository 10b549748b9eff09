// SPDX-License-Identifier: Apache-2.0
public import Responders

/// A view that draws itself, cell by cell; UIKit's counterpart is `UIView.draw(_:)`.
///
/// A mirror that shows cells, such as a terminal's, asks every view in the window that conforms, those in front last, and
/// then draws the views inside it. The built-in views conform; so may a view of yours:
///
/// ```swift
/// final class ProgressBar: View, CellDrawing {
///   var share = 0.5
///
///   func drawCells(on canvas: inout CellCanvas) {
///     let done = Int(share * Double(canvas.bounds.width))
///     canvas.fill(CellRect(width: done, height: 1), style: TextStyle(.reverse))
///     canvas.put("\(Int(share * 100)) %", x: 1, style: TextStyle(.bold))
///   }
/// }
/// ```
public protocol CellDrawing: View {
  /// Draws the view, without the views inside.
  ///
  /// Called whenever the mirror draws and a cell of the view shows. It must not change the view or the engine.
  ///
  /// - Parameter canvas: what to draw on; its cells are those of the view.
  func drawCells(on canvas: inout CellCanvas)

  /// Whether ``drawCells(on:)`` draws the views inside as well, with ``CellCanvas/draw(_:in:)``; no by default, and then
  /// the mirror draws them where their frames say.
  var drawsSubviews: Bool { get }
}

extension CellDrawing {
  /// No.
  public var drawsSubviews: Bool { false }
}
