// SPDX-License-Identifier: Apache-2.0
package import Keys

/// The key that is held for variants of what it typed, and the variants of the current language
/// (MOD-14).
package final class LetterHold {
  private var pressAndHold = PressAndHold()
  private var letterVariants = LetterVariantTable()

  /// Starts with no key held.
  package init() {}

  /// Whether a key event can have a meaning here.
  package var isWatching: Bool { pressAndHold.isWatching }
  /// The time at which to call ``advance(to:)``; nil while no list is about to open.
  package var nextDeadline: Timestamp? { pressAndHold.nextDeadline }
  /// The open list; nil for none.
  package var list: CandidateList? { pressAndHold.list }
  /// The text of the held key, or of the open list.
  package var letter: String? { pressAndHold.letter }

  /// Records the language of the current mode.
  package func languageDidChange(to language: LanguageTag) { letterVariants.language = language }

  /// Returns the variants of a key's text; none if the key repeats instead (MOD-15).
  package func variants(of text: String) -> [String] { letterVariants.variants(of: text) }

  /// Starts waiting after a press has typed a letter.
  package func letterWasTyped(by keystroke: Keystroke, variants: [String]) {
    pressAndHold.letterWasTyped(by: keystroke, variants: variants)
  }

  /// Starts waiting after a key has typed the first of several URL endings.
  package func urlEndingWasTyped(_ ending: String, by keystroke: Keystroke, variants: [String]) {
    pressAndHold.textWasTyped(ending, by: keystroke, variants: variants, kind: .urlEndings)
  }

  /// Processes a key event before it is passed on.
  package func handle(_ keystroke: Keystroke) -> PressAndHold.Answer {
    pressAndHold.handle(keystroke)
  }

  /// Advances the time.
  ///
  /// - Returns: whether a list opened.
  package func advance(to now: Timestamp) -> Bool { pressAndHold.advance(to: now) != nil }

  /// Takes a variant of the open list, without a key.
  package func choose(_ index: Int) -> PressAndHold.Answer { pressAndHold.choose(index) }

  /// Stops waiting and closes the list, because focus or text changed.
  package func cancel() { _ = pressAndHold.cancel() }
}
