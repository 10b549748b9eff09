// SPDX-License-Identifier: Apache-2.0

/// The line of a caret whose offset both ends a wrapped line and begins the next one (INP-13).
///
/// The raw values are those of UIKit's `UITextStorageDirection`.
public enum TextAffinity: Int, Hashable, Sendable {
  /// At the start of the lower line.
  case forward = 0
  /// At the end of the upper line.
  case backward = 1
}
