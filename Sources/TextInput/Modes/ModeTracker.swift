// SPDX-License-Identifier: Apache-2.0
import Keys

/// Which mode is typed in: the focus proposes, the user's keys decide, the engine follows (reference
/// 11).
///
/// A mode's layout is not the engine's business (MOD-10): `mode.didChange` carries it to whoever makes
/// the keystrokes.
final class ModeTracker: EnginePart {
  /// Whose preferences the mode follows; nil again once the focus is nobody's.
  // Not weak: whatever has weak references is slower to retain, and every key does that to the focused text.
  private var owner: Responder?

  override func connect(to engine: TextEngine) {
    super.connect(to: engine)
    engine.modes.follow = { [unowned self] in follow($0) }
  }

  // MARK: The focus

  /// Has the mode follow the focus, and what depends on the focus with it.
  func followFocus() {
    let focused = engine.keyWindow?.focused
    guard focused !== owner else { return followPreference() }
    owner = focused
    engine.modes.focusDidMove(to: modePreference)
    adaptToFocus()
  }

  /// Has the mode follow what the first responder says, when it says something else than before.
  func followPreference() {
    engine.modes.preferenceDidChange(to: modePreference)
    adaptToFocus()
  }

  private func adaptToFocus() {
    engine.stages.heldKeys.focusOrSettingsDidChange()
    engine.stages.composition.methods.gather()
  }

  /// What the first responder and its chain say; nothing where no text has the focus.
  private var modePreference: ModePreference? {
    guard let container = engine.keyWindow?.focused as? TextContainer else { return nil }
    let chain = Array(sequence(first: container as Responder, next: \.next))
    let traits = container.traits
    let context = ModePreference.contextIdentifier(
      alongChain: chain.lazy.map(\.textInputContextIdentifier))
    return ModePreference(
      preferredMode: chain.lazy.compactMap(\.preferredInputModeLanguage).first,
      // What is chosen where text is secret leaves no trace.
      contextIdentifier: traits.isSecureTextEntry ? nil : context,
      requiresASCII: traits.isSecureTextEntry || traits.keyboardType.requiresASCII)
  }

  // MARK: Following

  /// Does what follows from a change of mode.
  private func follow(_ steps: [ModeStep]) {
    for step in steps {
      switch step {
      case .commitComposition: engine.stages.composition.commit()
      // What the commit told may have led to yet another mode.
      case .didChange(let mode) where mode.id == engine.modes.current.id: modeDidChange(to: mode)
      case .didChange: break
      }
    }
  }

  private func modeDidChange(to mode: TextInputMode) {
    engine.stages.heldKeys.languageDidChange(to: mode.primaryLanguage)
    engine.queue.append(.modeDidChange(mode))
    engine.modeDidChange(mode)
    engine.stages.composition.methods.gather()
  }

  /// Does what follows from other settings of the user's.
  func settingsDidChange() {
    engine.keyboardArea.showsStatus = engine.settings.statusRow
    if !engine.settings.holdForAccents { engine.stages.heldKeys.endHold() }
    adaptToFocus()
  }
}

extension TextEngine {
  /// The mode's language, as labels and traits depend on it.
  var language: LanguageTag { modes.current.primaryLanguage }
  /// Whether inputs that point somewhere have changed places: the mode writes from right to left.
  var isMirrored: Bool { modes.current.script.isRightToLeft }
}
