// SPDX-License-Identifier: Apache-2.0
import Keys

/// Updates the mode when focus or the user's choice changes (reference 11).
///
/// The layout of a mode is not applied by the engine (MOD-10): `mode.didChange` reports it to the
/// component that makes the keystrokes.
final class ModeTracker: EnginePart {
  /// The responder whose preference the mode follows; nil without focus.
  // Not weak, because objects with weak references are slower to retain, and every key retains the
  // focused text.
  private var owner: Responder?

  override func connect(to engine: TextEngine) {
    super.connect(to: engine)
    engine.modes.follow = { [unowned self] in follow($0) }
  }

  // MARK: The focus

  /// Updates the mode, and everything that depends on it, after focus moved.
  func followFocus() {
    let focused = engine.keyWindow?.focused
    guard focused !== owner else { return followPreference() }
    owner = focused
    engine.modes.focusDidMove(to: modePreference)
    adaptToFocus()
  }

  /// Updates the mode if the first responder's preference has changed.
  func followPreference() {
    engine.modes.preferenceDidChange(to: modePreference)
    adaptToFocus()
  }

  private func adaptToFocus() {
    engine.stages.heldKeys.focusOrSettingsDidChange()
    engine.stages.composition.methods.gather()
  }

  /// The preference of the first responder and its chain; nil if no text has focus.
  private var modePreference: ModePreference? {
    guard let container = engine.keyWindow?.focused as? TextContainer else { return nil }
    let chain = Array(sequence(first: container as Responder, next: \.next))
    let traits = container.traits
    let context = ModePreference.contextIdentifier(
      alongChain: chain.lazy.map(\.textInputContextIdentifier))
    return ModePreference(
      preferredMode: chain.lazy.compactMap(\.preferredInputModeLanguage).first,
      // A choice made in a secure field is not remembered.
      contextIdentifier: traits.isSecureTextEntry ? nil : context,
      requiresASCII: traits.isSecureTextEntry || traits.keyboardType.requiresASCII)
  }

  // MARK: Following

  /// Performs the steps after a change of mode.
  private func follow(_ steps: [ModeStep]) {
    for step in steps {
      switch step {
      case .commitComposition: engine.stages.composition.commit()
      // Clients that were notified of the commit may have switched to yet another mode.
      case .didChange(let mode) where mode.id == engine.modes.current.id: modeDidChange(to: mode)
      case .didChange: break
      }
    }
  }

  private func modeDidChange(to mode: TextInputMode) {
    engine.stages.heldKeys.languageDidChange(to: mode.primaryLanguage)
    engine.queue.append(.modeDidChange(mode))
    engine.assistance.conditionsDidChange()
    engine.modeDidChange(mode)
    engine.stages.composition.methods.gather()
  }

  /// Applies changed settings of the user.
  func settingsDidChange() {
    engine.keyboardArea.showsStatus = engine.settings.statusRow
    if !engine.settings.holdForAccents { engine.stages.heldKeys.endHold() }
    adaptToFocus()
    engine.assistance.conditionsDidChange()
  }
}

extension TextEngine {
  /// The mode's language, used for labels and traits.
  package var language: LanguageTag { modes.current.primaryLanguage }
  /// Whether directional inputs are mirrored, because the mode's script is right to left.
  var isMirrored: Bool { modes.current.script.isRightToLeft }
}
