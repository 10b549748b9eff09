// SPDX-License-Identifier: Apache-2.0
import Keys

/// The sequence of dead keys or Compose that all keyboards share, key by key.
///
/// The cases, each with what is shown while the sequence waits and what is typed in the end:
///
/// ```
/// 1  ´ e            ´ → é      completed by the table
/// 2  Compose ' e    · ' → é    Compose itself is shown as a dot that is never typed
/// 3  ´ x            ´ → ´x     given up: a printable key brings along what was shown
/// 4  ´ ˛            ´ → ´˛     given up by another dead key, which then stands alone and ends it
/// 5  ´ ⌫, ´ ⎋       ´ →        given up: the key is used up
/// 6  ´ ←, ´ ⏎       ´ →        given up: the key keeps its meaning; the engine types the ´
/// 7  ´ ´´´´ (held)  ´          a repeat is never taken into a sequence
/// 8  ´ ␠, ´ ´       ´ → ´ ´´   where ⌥ makes the dead keys, as Apple's keyboards do
/// ```
///
/// The table is loaded when it is first needed: until then a key costs nothing here.
final class ComposeSequence {
  private let sources: LayoutSources
  private let context: XkbContext
  private var state: ComposeState?
  private var hasTable = false
  private var hasTried = false
  // What the sequence's keys would type, standing alone.
  private var shown = ""
  // Keys that have been seen to begin nothing, each in the place that its number gives it.
  private var strangers = [Keysym](repeating: .none, count: 64)
  // The dead key that is the whole sequence so far.
  private var onlyDeadKey = Keysym.none

  /// Whether a sequence waits for its next key.
  private(set) var isWaiting = false

  /// Makes a sequence that is not going on.
  init(_ sources: LayoutSources, in context: XkbContext) {
    self.sources = sources
    self.context = context
  }

  /// What to show while the sequence waits.
  var preview: String {
    shown.isEmpty ? Keystroke.Composition.placeholder : shown
  }

  /// Loads the table now instead of at the first key that needs it.
  func prepare() {
    guard !hasTried else { return }
    hasTried = true
    state = ComposeState(sources, in: context)
    hasTable = state != nil
  }

  /// Takes the press of a key that may type.
  ///
  /// - Parameters:
  ///   - keysym: the key's symbol, not a modifier's.
  ///   - text: what the key types by itself; set to what it types in the end.
  ///   - isApple: whether a dead key and a space, or the same dead key again, give the bare accent.
  /// - Returns: what became of the sequence.
  func press(
    _ keysym: Keysym, typing text: inout String, isApple: Bool
  ) -> Keystroke.Composition {
    if !hasTried, keysym.mayBeginSequence || !sources.composeFile.isEmpty { prepare() }
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
        // Taken out meanwhile, so that looking at it needs no check at run time.
        var known = strangers
        strangers = []
        known[stranger] = keysym
        strangers = known
      }
      return .none
    }
  }

  /// Takes the repeat of a key (case 7).
  func `repeat`(_ keysym: Keysym, typing text: inout String) -> Keystroke.Composition {
    guard isWaiting, text.isPrintable || keysym.isDead || keysym == .compose else { return .none }
    text = ""
    return .pending(preview: preview)
  }

  /// Forgets the sequence in progress.
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
