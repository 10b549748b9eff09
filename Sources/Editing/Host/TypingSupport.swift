// SPDX-License-Identifier: Apache-2.0
package import Keys
package import Text
package import Updates

/// The help with typing in one text, as the text knows it: what it corrects, predicts and marks.
///
/// A text without an assistant has none, and costs nothing more.
package protocol TypingSupport: AnyObject {
  /// Whether typed text may be helped with: there is an assistant for it, and it is no secret.
  var isHelping: Bool { get }

  // MARK: Typing

  /// Types text on behalf of the user, after the assistant's substitutions.
  ///
  /// - Parameters:
  ///   - text: the text, as the container can hold it.
  ///   - kind: the kind of the undo step.
  ///   - keystroke: the key that typed the text on its own; nil for a sequence of keys, or none.
  func type(_ text: String, as kind: UndoStep.Kind, by keystroke: Keystroke?)
  /// Makes the pending corrections before editing ends or Return is processed (FLD-9, AST-12).
  func makePendingCorrections()
  /// The range to delete for the selection; the selection or a range that contains it.
  var rangeToDelete: TextRange { get }
  /// The start of what ⌫ deletes before the caret.
  var deletionStart: Int { get }
  /// Called after ⌫ deleted a character.
  func characterWasDeleted()
  /// Returns the text to insert for a text that is pasted in place of the selection.
  func textToPaste(_ text: String) -> String

  // MARK: Corrections

  /// Whether a correction is offered.
  var offersCorrection: Bool { get }
  /// Refuses the offered correction (AST-13).
  ///
  /// - Returns: whether there was one.
  func rejectCorrection() -> Bool
  /// Reports that undo or redo has taken back or made a correction.
  func correctionDidChange(_ correction: TextCorrection, to stage: TextCorrection.Stage)

  // MARK: Changes of the text

  /// Called after a change of text or selection, with the position of its updates.
  func textDidChange(since start: UpdateQueue.Position)
  /// Called after the user replaced a range by a text.
  func userDidReplace(_ range: TextRange, with text: String)
  /// Called after the owner of the text has deleted text before the caret, as its ⌫ does.
  ///
  /// - Parameter revision: the revision of the text before.
  func textWasDeleted(since revision: Int)
  /// Called when a program has replaced a part of the text.
  func programDidReplace()
  /// Called when something other than typing has changed the text or the caret.
  func forgetCorrection()
  /// Forgets everything about the text, because it is another one or has become secret (FLD-2).
  func forgetText()

  // MARK: Spelling

  /// The words that are marked as misspelled, in order; empty while spelling is not checked.
  var misspelledRanges: [TextRange] { get }
  /// The misspelled word that is selected, or that the caret touches; nil for none.
  var misspelledWord: TextRange? { get }
  /// Shows the corrections of the misspelled word at the caret.
  func showSpelling()
  /// Called when words that were not checked so far may have to be.
  func spellingIsDue()
}
