// SPDX-License-Identifier: Apache-2.0

/// Where cut, killed and searched text is kept: with the program, or by the user's setting with the
/// form.
extension TextContainer {
  /// The clipboard that it shares with other texts.
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

  /// Keeps something in the clipboard, for as long as the user's setting says.
  final func take(_ keep: (Clipboard) -> Void) {
    let clipboard = clipboardInUse
    keep(clipboard)
    engine?.limitLife(of: clipboard)
  }

  /// Ends a person's session: empties the text and forgets what could bring it back.
  ///
  /// Marked text, undo steps and the clipboard are cleared. The delegate is not consulted, and its
  /// pending answers have no effect.
  public final func endSession() {
    engine?.cancelRequests(about: self)
    cancelMarking()
    text = ""
    clipboardInUse.clear()
  }
}

extension TextEngine {
  /// The clipboard at the focus: that of the key window's program.
  public var clipboard: Clipboard {
    textContainer?.clipboardInUse ?? (keyWindow ?? window).clipboard
  }

  /// The text of ⌘X ⌘C ⌘V at the focus.
  public var pasteboard: Pasteboard { clipboard.pasteboard }
  /// The text of ⌃K ⌃Y at the focus.
  public var killBuffer: Pasteboard { clipboard.killBuffer }
  /// The text that ⌘E and ⌘G search for at the focus.
  public var findSession: FindSession {
    get { FindSession(query: clipboard.searchText) }
    set { clipboard.searchText = newValue.query }
  }

  /// Has a clipboard cleared once the time is over that the user has set.
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
