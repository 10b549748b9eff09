// SPDX-License-Identifier: Apache-2.0

/// The text that a person cut, copied, killed or used for a search in the texts of one program.
///
/// A window has one clipboard, which is deleted with it. Another window belongs to another program,
/// whose texts have no access to it. A form has a clipboard of its own if the user's settings say
/// so.
public final class Clipboard {
  /// The text of ⌘X ⌘C ⌘V.
  public let pasteboard = Pasteboard()
  /// The text of ⌃K ⌃Y.
  public let killBuffer = Pasteboard()
  /// The text that ⌘E stores and ⌘G searches for; empty for none.
  public var searchText = ""
  /// Cancels the timer that clears the clipboard.
  package var cancelExpiry: () -> Void = {}

  /// Makes an empty one.
  public init() {}

  deinit { cancelExpiry() }

  /// Whether the clipboard contains no text.
  public var isEmpty: Bool {
    pasteboard.text.isEmpty && killBuffer.text.isEmpty && searchText.isEmpty
  }

  /// Deletes all text in the clipboard.
  public func clear() {
    pasteboard.text = ""
    killBuffer.text = ""
    searchText = ""
    cancelExpiry()
    cancelExpiry = {}
  }
}
