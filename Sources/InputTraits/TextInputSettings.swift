// SPDX-License-Identifier: Apache-2.0

/// The user's settings for all text input; programs can neither read nor change them.
///
/// ``support(of:)`` reports which settings have an effect in this version, and why others have
/// none. ``ResolvedTraits`` combines the settings with the traits of a field.
///
/// A new value has the defaults. The settings override traits, with one exception: an explicit
/// spell-check trait overrides the setting in its field (D21).
public struct TextInputSettings: Hashable, Sendable {
  // Typing

  /// Whether typing mistakes are corrected.
  public var autocorrection = true
  /// Whether capitals are typed automatically.
  public var autocapitalization = true
  /// Whether two spaces become a period and a space (AST-7).
  public var periodShortcut = true
  /// Whether tapping Caps Lock switches between the Latin mode and the other mode (MOD-8).
  public var capsLockSwitchesMode = false
  /// Whether tapping Shift does the same.
  public var shiftSwitchesMode = false
  /// Whether spelling is checked.
  public var spellChecking = true
  /// Whether quotes and hyphens become typographic.
  public var smartPunctuation = true
  /// Whether cutting and pasting adjust the surrounding spaces.
  public var smartInsertDelete = true
  /// Whether predicted continuations are shown, in the line and in the prediction row.
  public var predictions = true
  /// Whether two hyphens become an em dash immediately (AST-37, D2).
  public var twoHyphensToEm = false
  /// Whether three dots become an ellipsis (AST-41).
  public var smartEllipsis = false
  /// Whether holding a letter offers its accents instead of repeating it (MOD-15).
  public var holdForAccents = true
  /// Whether a secure field briefly shows the last typed character (FLD-2).
  public var revealLast = true
  /// Whether Option and Command are swapped, as on PC keyboards.
  public var swapsOptionAndCommand = false

  // Privacy

  /// Whether words are learned from typing, and offered later.
  public var learning = true
  /// Whether text that is cut, copied, killed or searched for in a form can be used only in that
  /// form, until it is finished.
  public var pasteboardPerForm = false
  /// The time in seconds after which text that was cut, copied, killed or searched for is
  /// forgotten, 1 to 86400; 0 for never.
  public var pasteboardExpiry = 0
  /// Whether a program may choose a value to fill into its own fields, as a program with buttons on
  /// a touch screen needs (TRT-21).
  public var programsChooseFills = false

  // Keyboard area

  /// Whether the status row is shown (NTF-11).
  public var statusRow = true
  /// The time ⌘ is held before its commands are shown, in milliseconds, 300 to 3000 (CMD-19).
  public var discoverabilityDelay = 1000
  /// The time after the first chords of a sequence before the possible continuations are shown, in
  /// milliseconds, 0 to 3000.
  public var continuationDelay = 500
  /// The time within which the next chord of a sequence such as ⌘K ⌘C must follow, in milliseconds,
  /// 300 to 60000.
  public var sequenceTimeout = 3000

  // Compatibility

  /// Whether each focus change hides and shows the keyboard area (NTF-6, D3).
  public var legacyHideShow = false
  /// Whether a text view begins editing only after the keyboard area is shown (FLD-6, D7).
  public var viewShowsBeforeBegin = false
  /// Whether commands are dispatched before text (D8).
  public var legacyCommandsFirst = false

  /// Creates the default settings.
  public init() {}
}
