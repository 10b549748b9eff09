// SPDX-License-Identifier: Apache-2.0

/// The messages of a frame, of which the status row shows one.
struct FrameMessages {
  /// A message of Keybridge, which is shown first.
  var notice: String?
  /// The title or the bell of the program, which is shown if there is no notice.
  var report: String?

  /// Returns the message to show, and forgets both.
  mutating func take() -> String? {
    defer { (notice, report) = (nil, nil) }
    return notice ?? report
  }
}
