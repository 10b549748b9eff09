// SPDX-License-Identifier: Apache-2.0

/// The clipboard for text that is cut, killed or searched for: the program's, or the form's if the
/// user's setting says so.
extension TextContainer {
  /// The clipboard that the container shares with other texts.
  final var clipboardInUse: Clipboard {
    guard let engine, let window else { return Clipboard() }
    guard engine.settings.pasteboardPerForm else { return window.clipboard }
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
    engine?.limitLife(of: clipboard)
  }

  /// Ends a person's session: empties the text and deletes everything that could restore it.
  ///
  /// Marked text, undo steps, refused corrections and the clipboard are cleared. The delegate is
  /// not consulted, and its pending responses have no effect.
  public final func endSession() {
    engine?.cancelRequests(about: self)
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

extension TextEngine {
  /// The clipboard of the program in the key window.
  public var clipboard: Clipboard {
    textContainer?.clipboardInUse ?? (keyWindow ?? window).clipboard
  }

  /// The text that ⌘X, ⌘C and ⌘V use in the focused text.
  public var pasteboard: Pasteboard { clipboard.pasteboard }
  /// The text that ⌃K and ⌃Y use in the focused text.
  public var killBuffer: Pasteboard { clipboard.killBuffer }
  /// The text that ⌘E stores and ⌘G searches for in the focused text.
  public var findSession: FindSession {
    get { FindSession(query: clipboard.searchText) }
    set { clipboard.searchText = newValue.query }
  }

  /// Schedules the clearing of a clipboard after the time that the user has set.
  package func limitLife(of clipboard: Clipboard) {
    clipboard.cancelExpiry()
    clipboard.cancelExpiry = {}
    let seconds = settings.pasteboardExpiry
    guard seconds > 0 else { return }
    let token = timers.schedule(after: Int64(seconds) * 1_000_000) { [weak clipboard] in
      clipboard?.clear()
    }
    clipboard.cancelExpiry = { [weak timers] in timers?.cancel(token) }
  }
}
