// SPDX-License-Identifier: Apache-2.0
import Keys

/// The dead-key or Compose sequence that all keyboards share.
///
/// The cases, each with the text shown while the sequence is pending and the text typed at its end:
///
/// ```
/// 1  ´ e            ´ → é      completed by the table
/// 2  Compose ' e    · ' → é    Compose itself is shown as a dot, which is never typed
/// 3  ´ x            ´ → ´x     abandoned: a printable key types the shown text before its own
/// 4  ´ ˛            ´ → ´˛     abandoned by another dead key, which is typed as an accent too
/// 5  ´ ⌫, ´ ⎋       ´ →        abandoned: the key is consumed
/// 6  ´ ←, ´ ⏎       ´ →        abandoned: the key keeps its meaning; the engine types the ´
/// 7  ´ ´´´´ (held)  ´          a repeat never takes part in a sequence
/// 8  ´ ␠, ´ ´       ´ → ´ ´´   if ⌥ produces dead keys, as on Apple's keyboards
/// ```
///
/// The table is loaded when it is first needed, so that other keys have no cost.
final class ComposeSequence {
  private let sources: LayoutSources
  private let context: XkbContext
  private var state: ComposeState?
  private var hasTable = false
  private var hasTried = false
  // The text that the keys of the sequence would type on their own.
  private var shown = ""
  // Whether the table may have sequences that begin with any key; nil until it is needed. Every key
  // reads it until the table is loaded.
  @exclusivity(unchecked) private var isUnusual: Bool?
  // Keysyms known not to begin a sequence, each at the index given by its number modulo 64.
  private var strangers = [Keysym](repeating: .none, count: 64)
  // The dead key, if it is the only key of the sequence so far.
  private var onlyDeadKey = Keysym.none

  /// The mistakes in the user's compose file; empty until the table is loaded.
  private(set) var mistakes: [ComposeMistake] = []

  /// Whether a sequence is pending.
  private(set) var isWaiting = false

  /// Creates a sequence that is not pending.
  init(_ sources: LayoutSources, in context: XkbContext) {
    self.sources = sources
    self.context = context
  }

  /// The text to show while the sequence is pending.
  var preview: String {
    shown.isEmpty ? Keystroke.Composition.placeholder : shown
  }

  /// Loads the table now instead of at the first key that needs it.
  func prepare() {
    guard !hasTried else { return }
    hasTried = true
    state = ComposeState(sources, in: context, mistakes: &mistakes)
    hasTable = state != nil
  }

  /// Determines whether any key may begin a sequence: in a user's table, and in those of a few
  /// locales.
  private func findIfUnusual() -> Bool {
    let isUnusual =
      !sources.composeFile.isEmpty
      || !ComposeFiles(folder: sources.composeFolder).isUsual(sources.usedComposeLocale)
    self.isUnusual = isUnusual
    return isUnusual
  }

  /// Processes the press of a key that may type.
  ///
  /// - Parameters:
  ///   - keysym: the key's symbol; never a modifier's.
  ///   - text: the text that the key types on its own; replaced by the text to type.
  ///   - isApple: whether a dead key types its bare accent when a space or the same dead key
  ///     follows.
  /// - Returns: the state of the sequence.
  func press(
    _ keysym: Keysym, typing text: inout String, isApple: Bool
  ) -> Keystroke.Composition {
    if !hasTried, keysym.mayBeginSequence || isUnusual ?? findIfUnusual() { prepare() }
    guard hasTable else { return .none }
    let stranger = Int(keysym.rawValue % 64)
    if !isWaiting, strangers[stranger] == keysym { return .none }
    if isApple, onlyDeadKey != .none, keysym == .space || keysym == onlyDeadKey {
      text = keysym == .space ? shown : shown + shown
      cancel()
      return .completed
    }
    switch state?.feed(keysym.rawValue) {
    case .composing:
      onlyDeadKey = isWaiting || !keysym.isDead ? .none : keysym
      shown += keysym.isDead ? keysym.spacingForm : text
      isWaiting = true
      text = ""
      return .pending(preview: preview)
    case .composed:
      text = state?.text ?? text
      cancel()
      return .completed
    case .cancelled:
      defer { cancel() }
      return giveUp(at: keysym, typing: &text)
    case .nothing, nil:
      if !isWaiting {
        // Moved out during the change, because modifying the property in place would cost an
        // exclusivity check.
        var known = strangers
        strangers = []
        known[stranger] = keysym
        strangers = known
      }
      return .none
    }
  }

  /// Processes the repeat of a key (case 7).
  func `repeat`(_ keysym: Keysym, typing text: inout String) -> Keystroke.Composition {
    guard isWaiting, text.isPrintable || keysym.isDead || keysym == .compose else { return .none }
    text = ""
    return .pending(preview: preview)
  }

  /// Resets the sequence.
  func cancel() {
    state?.reset()
    isWaiting = false
    shown = ""
    onlyDeadKey = .none
  }

  private func giveUp(
    at keysym: Keysym, typing text: inout String
  ) -> Keystroke.Composition {
    if keysym == .backSpace || keysym == .escape { return .cancelled(swallowed: true) }
    if keysym.isDead { text = keysym.spacingForm }
    if text.isPrintable { text = shown + text }
    return .cancelled(swallowed: false)
  }
}
