// SPDX-License-Identifier: Apache-2.0

/// What the keyboard area is made of, from top to bottom.
@nonexhaustive
public enum KeyboardPart: Hashable, Sendable, CaseIterable {
  /// The accessory of the first responder or its chain (CIV-1).
  case accessory
  /// An input view in place of candidates and status (CIV-1).
  case inputView
  /// The candidates of an input method, or predictions.
  case candidates
  /// Input mode, return label and locks.
  case status
}

/// How many rows each part of the keyboard area has.
struct KeyboardRows: Hashable {
  var accessory = 0
  var inputView = 0
  var candidates = 0
  var status = 0

  var total: Int { accessory + inputView + candidates + status }

  /// The rows of a part, counted from the area's top.
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
      (.accessory, accessory), (.inputView, inputView), (.candidates, candidates),
      (.status, status),
    ]
  }
}
