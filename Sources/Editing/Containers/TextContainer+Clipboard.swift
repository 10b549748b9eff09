// SPDX-License-Identifier: Apache-2.0

/// The clipboard for text that is cut, killed or searched for: the program's, or the form's if the
/// user's setting says so.
extension TextContainer {
  /// The clipboard that the container shares with other texts.
  package final var clipboardInUse: Clipboard {
    guard let host, let window else { return Clipboard() }
    guard host.settings.pasteboardPerForm else { return window.clipboard }
    return formAround?.clipboard ?? window.clipboard
  }

  private final var formAround: View? {
    var view = superview
    while let candidate = view, !candidate.isFocusGroup { view = candidate.superview }
    return view
  }

  /// Stores something in the clipboard, for the time that the user's setting says.
  final func take(_ keep: (Clipboard) -> Void) {
    let clipboard = clipboardInUse
    keep(clipboard)
    host?.limitLife(of: clipboard)
  }

  /// Ends a person's session: empties the text and deletes everything that could restore it.
  ///
  /// Marked text, undo steps, refused corrections and the clipboard are cleared. The delegate is
  /// not consulted, and its pending responses have no effect.
  public final func endSession() {
    host?.cancelRequests(about: self)
    cancelMarking()
    // No change of an empty text is reported; its undo steps could bring text back.
    if hasText {
      text = ""
    } else {
      document.forgetHistory()
      forgetKeys()
      programDidChange()
    }
    clipboardInUse.clear()
  }
}
