// SPDX-License-Identifier: Apache-2.0

/// The parts of the keyboard area, from top to bottom.
@nonexhaustive
public enum KeyboardPart: Hashable, Sendable, CaseIterable {
  /// The accessory of the first responder or its chain (CIV-1).
  case accessory
  /// An input view in place of candidates and status (CIV-1).
  case inputView
  /// The paper with the strokes of the character that is drawn.
  case ink
  /// The candidates of an input method, or predictions.
  case candidates
  /// The input mode, the label of the return key, and the locks.
  case status
}

/// The number of rows of each part of the keyboard area.
struct KeyboardRows: Hashable {
  var accessory = 0
  var inputView = 0
  var ink = 0
  var candidates = 0
  var status = 0

  var total: Int { accessory + inputView + ink + candidates + status }

  /// Returns the rows of a part, counted from the top of the area.
  func range(of part: KeyboardPart) -> Range<Int> {
    var top = 0
    for (other, rows) in parts {
      if other == part { return top..<top + rows }
      top += rows
    }
    return top..<top
  }

  private var parts: [(KeyboardPart, Int)] {
    [
      (.accessory, accessory), (.inputView, inputView), (.ink, ink), (.candidates, candidates),
      (.status, status),
    ]
  }
}
