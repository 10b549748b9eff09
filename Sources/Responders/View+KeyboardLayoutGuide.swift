// SPDX-License-Identifier: Apache-2.0
public import Keys

/// Where content that does not scroll ends; the engine itself moves nothing (FRM-12).
extension View {
  /// The part of the view that the keyboard area covers, in the view's cells.
  ///
  /// It has no height, at the view's bottom, while the area is hidden or elsewhere. What is lowest in
  /// the view ends at its top.
  /// UIKit's counterpart is `UIView.keyboardLayoutGuide`.
  public final var keyboardLayoutGuide: CellRect {
    let rows = keyboardOverlap
    return CellRect(x: 0, y: frame.height - rows, width: frame.width, height: rows)
  }

  /// How many rows at its bottom the docked area covers (NTF-3).
  final var keyboardOverlap: Int {
    guard let area = window?.host?.keyboardFrame else { return 0 }
    return convertToWindow(bounds).bottomOverlap(with: area)
  }
}
