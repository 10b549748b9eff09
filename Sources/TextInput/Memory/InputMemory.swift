// SPDX-License-Identifier: Apache-2.0

/// What an engine knows beyond the life of the process: modes, learned choices, settings.
///
/// The engine does no input or output of its own; whoever embeds it decides where this is kept.
/// ``VolatileMemory`` keeps it as long as the process lives. The system's counterpart has no public
/// API; UIKit shows it as `textInputContextIdentifier` and as lists that learn.
///
/// Storage trouble never stops typing: nothing here throws, and what was set is answered at least
/// until the process ends. Two strings are the same only if their code units are, so that the two
/// spellings of é stay two choices.
///
/// - Important: What a secure field holds must never get here, neither as a choice nor as a context
///   (IME-10). A memory cannot tell; that is the caller's duty.
public protocol InputMemory: AnyObject {
  // MARK: Modes

  /// The mode remembered for a context (MOD-4).
  ///
  /// - Parameter contextIdentifier: as `UIResponder.textInputContextIdentifier`.
  /// - Returns: the mode's identifier; nil where the user never switched.
  func modeIdentifier(inContext contextIdentifier: String) -> String?

  /// Remembers the mode that the user switched to in a context (MOD-4).
  func setModeIdentifier(_ modeIdentifier: String, inContext contextIdentifier: String)

  /// Forgets the mode of a context; `UIResponder.clearTextInputContextIdentifier(_:)`.
  func clearContext(_ contextIdentifier: String)

  /// The mode last used anywhere, for where there is no context (MOD-6); nil before the first, and to
  /// forget it.
  var lastModeIdentifier: String? { get set }

  // MARK: Choices

  /// What was chosen for an input before, the best first (IME-10).
  ///
  /// Better is what was chosen more often, and of two equals what was chosen last. No clock is asked.
  func choices(for input: String, kind: LearnedKind) -> [LearnedChoice]

  /// Learns that the user chose something for an input.
  func noteChoice(_ choice: String, for input: String, kind: LearnedKind)

  /// Forgets one choice and how often it was made.
  func forgetChoice(_ choice: String, for input: String, kind: LearnedKind)

  /// Forgets every choice of every kind.
  func forgetChoices()

  // MARK: Settings

  /// What the user set; nil for what was never set.
  func setting(_ key: String) -> String?

  /// Keeps what the user set; nil removes it.
  func setSetting(_ key: String, to value: String?)
}
