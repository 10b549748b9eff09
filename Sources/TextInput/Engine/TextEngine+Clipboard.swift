// SPDX-License-Identifier: Apache-2.0

/// The clipboard of the program in the key window.
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
