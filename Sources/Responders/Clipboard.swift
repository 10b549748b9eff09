// SPDX-License-Identifier: Apache-2.0

/// What a person has taken from the texts of one program: cut or copied, killed, or to be searched for.
///
/// A window has one, and goes with it: a further window is a program of its own, whose texts never see it. A form may have
/// one of its own, where the user's settings say so.
public final class Clipboard {
  /// What ⌘X ⌘C ⌘V use.
  public let pasteboard = Pasteboard()
  /// What ⌃K ⌃Y use.
  public let killBuffer = Pasteboard()
  /// What ⌘E and ⌘G search for; empty for nothing.
  public var searchText = ""
  /// Cancels the timer that will clear it.
  package var cancelExpiry: () -> Void = {}

  /// Makes an empty one.
  public init() {}

  deinit { cancelExpiry() }

  /// Whether nothing has been taken.
  public var isEmpty: Bool {
    pasteboard.text.isEmpty && killBuffer.text.isEmpty && searchText.isEmpty
  }

  /// Forgets everything that was taken.
  public func clear() {
    pasteboard.text = ""
    killBuffer.text = ""
    searchText = ""
    cancelExpiry()
    cancelExpiry = {}
  }
}
