// SPDX-License-Identifier: Apache-2.0
public import Responders

/// A view that draws itself, cell by cell; the UIKit counterpart is `UIView.draw(_:)`.
///
/// A mirror of cells, such as a terminal's, calls every such view in the window from back to front,
/// and then draws its subviews. The built-in views conform, and custom views can:
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
  /// Draws the view, without its subviews.
  ///
  /// Called whenever the mirror draws and a cell of the view is visible. It must not change the
  /// view or the engine.
  ///
  /// - Parameter canvas: the canvas; its cells are those of the view.
  func drawCells(on canvas: inout CellCanvas)

  /// Whether ``drawCells(on:)`` draws the subviews too, with ``CellCanvas/draw(_:in:)``; false by
  /// default, and the mirror then draws them at their frames.
  var drawsSubviews: Bool { get }
}

extension CellDrawing {
  /// False.
  public var drawsSubviews: Bool { false }
}
