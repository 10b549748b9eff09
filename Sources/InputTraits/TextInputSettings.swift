// SPDX-License-Identifier: Apache-2.0

/// What the user chose for text input everywhere; a program reads and changes none of it.
///
/// This version does not act on all of them: ``support(of:)`` says on which, and why not on others. At
/// most, these decide what ``ResolvedTraits`` has.
///
/// A new value has the defaults. Traits work within these settings, with one exception: an explicit
/// spell-check trait wins in its field (D21).
public struct TextInputSettings: Hashable, Sendable {
  // Typing

  /// Whether typing mistakes are corrected.
  public var autocorrection = true
  /// Whether capitals come by themselves.
  public var autocapitalization = true
  /// Whether two spaces make a period (AST-7).
  public var periodShortcut = true
  /// Whether a tap of Caps Lock switches between the Latin mode and the other (MOD-8).
  public var capsLockSwitchesMode = false
  /// Whether spelling is checked.
  public var spellChecking = true
  /// Whether quotes and hyphens become typographic.
  public var smartPunctuation = true
  /// Whether cutting and pasting mend the spaces around.
  public var smartInsertDelete = true
  /// Whether continuations are shown, in the line and in the prediction row.
  public var predictions = true
  /// Whether two hyphens make an em dash at once (AST-37, D2).
  public var twoHyphensToEm = false
  /// Whether three dots become an ellipsis (AST-41).
  public var smartEllipsis = false
  /// Whether holding a letter offers its accents instead of repeating it (MOD-15).
  public var holdForAccents = true
  /// Whether a secure field shows the character typed last for a moment (FLD-2).
  public var revealLast = true
  /// Whether Option and Command change places, as on PC keyboards.
  public var swapsOptionAndCommand = false

  // Privacy

  /// Whether what is cut, copied, killed or searched for in a form stays in that form, until it is finished.
  public var pasteboardPerForm = false
  /// After how many seconds what was cut, copied, killed or searched for is forgotten, 1 to 86400; 0 for never.
  public var pasteboardExpiry = 0

  // Keyboard area

  /// Whether there is a status row (NTF-11).
  public var statusRow = true
  /// How long ⌘ is held before its commands are shown, in milliseconds, 300 to 3000 (CMD-19).
  public var discoverabilityDelay = 1000
  /// How long the first keys of a sequence are waited upon before what can follow is shown, in
  /// milliseconds, 0 to 3000.
  public var continuationDelay = 500
  /// How long a sequence such as ⌘K ⌘C waits for its next chord, in milliseconds, 300 to 60000.
  public var sequenceTimeout = 3000

  // Compatibility

  /// Whether each move of the focus hides and shows the keyboard area (NTF-6, D3).
  public var legacyHideShow = false
  /// Whether a view begins only when the keyboard area has been shown (FLD-6, D7).
  public var viewShowsBeforeBegin = false
  /// Whether commands come before text (D8).
  public var legacyCommandsFirst = false

  /// Makes the default settings.
  public init() {}
}
