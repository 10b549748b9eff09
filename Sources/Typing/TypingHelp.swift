// SPDX-License-Identifier: Apache-2.0
package import KeyCommands

/// The help with typing in one text (reference 10).
///
/// It belongs to its container while that is in a window, and asks the assistant for it. Its
/// memory is about the text as it was typed: another text, or one that has become secret, begins
/// without a memory.
package final class TypingHelp: TypingSupport {
  // The container and its help refer to each other, so that no key has to retain either; the
  // container drops its help when it leaves its window.
  let container: TextContainer
  let owner: any TypingHelpOwner
  /// The correction that the user sees for the current word, applied at its end (AST-11).
  ///
  /// This is the state of the text, not a memory of a search: the assistant remembers what it has
  /// searched for, and a correction may be offered, refused or dropped without a search.
  var pendingCorrection: TextCorrection?
  /// Whether the text before the caret was typed with assistance, and may be corrected at its end.
  var mayCorrect = false
  /// The memory of the text, apart from the offered correction.
  var help = Memory()
  /// The words that are marked as misspelled.
  let spelling: SpellingCheck

  /// The memory of a text.
  struct Memory {
    /// Whether the text before the caret was typed, rather than set, pasted or reached by moving
    /// the caret; only such a word is corrected.
    var isTyped = false
    /// The typed words whose correction was refused in this document, in lower case (AST-13).
    var refusedWords: Set<String> = []
    /// The start of the shortcut whose phrase was refused, for this occurrence only (AST-48).
    var refusedShortcut: Int?
    /// The correction that was applied last, while the caret stays behind it (AST-15).
    var applied: AppliedCorrection?
    /// The applied correction whose replacement was deleted last; typing its word again at its
    /// place refuses it (AST-13).
    var deleted: TextCorrection?
    /// The place behind a space that a chosen word brought along, which punctuation removes
    /// (AST-24).
    var automaticSpaceEnd: Int?
    /// The continuation shown after the caret (AST-28).
    var inline: InlinePrediction?
    /// The start of the word whose continuation was dismissed.
    var dismissedInline: Int?
  }

  /// Creates the help of a container that was typed into without any so far.
  package init(for container: TextContainer, by owner: any TypingHelpOwner) {
    self.container = container
    self.owner = owner
    spelling = SpellingCheck(of: container, by: owner)
  }

  deinit { owner.helpDidEnd(self) }

  /// The assistant, if it may help in this container: not if the text is or was secret (FLD-2).
  var helper: (any TypingAssistant)? {
    guard let assistant = owner.active, container.host != nil, container.knowsText,
      !container.isSecret
    else {
      return nil
    }
    return assistant
  }

  package var isHelping: Bool { helper != nil }
  package var offersCorrection: Bool { pendingCorrection != nil }

  // MARK: Changes of the text

  package func textDidChange(since start: UpdateQueue.Position) {
    if owner.isPredicting { followPredictions(since: start) }
    if spelling.isRunning || owner.active != nil || container.asksForSpelling {
      spelling.textDidChange(container.queue.notifications(since: start))
      spellingIsDue()
    }
  }

  /// Updates the offered correction after an editing command: typing and deleting request a new
  /// one, other changes of text or caret remove it.
  ///
  /// - Parameters:
  ///   - command: the command that was performed.
  ///   - revision: the revision of the text before.
  package func follow(_ command: EditingCommand, since revision: Int) {
    if container.textRevision == revision {
      reviewCorrection()
      if command.movesOnly {
        mayCorrect = false
        help.isTyped = false
      }
    } else if command.deletes || command.types {
      offerCorrection()
    } else {
      forgetCorrection(isTyped: command == .undo || command == .redo)
    }
  }

  package func textWasDeleted(since revision: Int) { follow(.deleteBackward, since: revision) }

  package func programDidReplace() { help.dismissedInline = nil }

  package func forgetCorrection() { forgetCorrection(isTyped: false) }

  package func correctionDidChange(
    _ correction: TextCorrection, to stage: TextCorrection.Stage
  ) {
    report(correction, stage)
  }

  // MARK: Spaces around text that is cut, deleted or pasted (reference 10.8)

  package var rangeToDelete: TextRange {
    let range = container.selection.range
    guard !container.isToBeReplaced, !range.isEmpty, let helper else { return range }
    let wide = container.wholeCharacters(helper.rangeToDelete(in: context(typing: "")))
    // An assistant cannot keep selected text.
    return wide.start <= range.start && wide.end >= range.end ? wide : range
  }

  package var deletionStart: Int {
    let caret = container.selection.head
    let start = container.storage.characterStart(before: caret)
    guard !container.isToBeReplaced, let helper else { return start }
    let typed = container.wholeCharacters(helper.rangeToDelete(in: context(typing: "")))
    return typed.end == caret ? min(typed.start, start) : start
  }

  package func characterWasDeleted() {
    helper?.characterWasDeleted(in: context(typing: ""))
  }

  package func textToPaste(_ text: String) -> String {
    // A container that limits its text receives exactly what was copied.
    guard !container.isToBeReplaced, !text.isEmpty, !container.isLimited, let helper else {
      return text
    }
    let spaced = helper.textToPaste(in: context(typing: text))
    return spaced == text ? text : container.fitting(spaced)
  }

  // MARK: Spelling

  package var misspelledRanges: [TextRange] { spelling.ranges }
  package var misspelledWord: TextRange? { spelling.word }
  package func showSpelling() { spelling.showGuesses() }
  package func spellingIsDue() {
    if spelling.isRunning { owner.spellingIsDue(by: self) }
  }
}
