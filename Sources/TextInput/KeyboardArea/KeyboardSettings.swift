// SPDX-License-Identifier: Apache-2.0

/// How the keyboard area behaves towards programs written for older systems.
public struct KeyboardSettings: Hashable, Sendable {
  /// Whether each move of the focus hides and shows the area although it stays in place (NTF-6).
  public var legacyHideShow: Bool
  /// Whether the area is announced before a text view's editing begins, and not after it (FLD-6).
  public var viewShowsBeforeBegin: Bool

  /// Makes settings; by default the area does as now (NTF-5, FLD-6).
  public init(legacyHideShow: Bool = false, viewShowsBeforeBegin: Bool = false) {
    self.legacyHideShow = legacyHideShow
    self.viewShowsBeforeBegin = viewShowsBeforeBegin
  }
}
