// SPDX-License-Identifier: Apache-2.0
public import Keys

/// The lower limit of content that does not scroll; the engine itself moves no views (FRM-12).
extension View {
  /// The part of the view that the keyboard area covers, in the view's cells.
  ///
  /// It has no height and lies at the view's bottom while the area is hidden or elsewhere. The
  /// lowest content should end at its top. The UIKit counterpart is `UIView.keyboardLayoutGuide`.
  public final var keyboardLayoutGuide: CellRect {
    let rows = keyboardOverlap
    return CellRect(x: 0, y: frame.height - rows, width: frame.width, height: rows)
  }

  /// The number of rows at the bottom that the docked area covers (NTF-3).
  final var keyboardOverlap: Int {
    guard let area = root?.viewHost?.keyboardFrame else { return 0 }
    return convertToWindow(bounds).bottomOverlap(with: area)
  }
}
