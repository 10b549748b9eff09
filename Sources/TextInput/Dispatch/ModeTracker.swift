// SPDX-License-Identifier: Apache-2.0
import Keys

/// Updates the mode when focus or the user's choice changes (reference 11).
///
/// The layout of a mode is not applied by the engine (MOD-10): `mode.didChange` reports it to the
/// component that makes the keystrokes.
final class ModeTracker {
  private let state: EngineState
  private let performer: ActionPerformer
  /// The responder whose preference the mode follows; nil without focus.
  // Not weak, because objects with weak references are slower to retain, and every key retains the
  // focused text.
  private var owner: Responder?

  init(_ performer: ActionPerformer) {
    state = performer.state
    self.performer = performer
    state.modes.follow = { [unowned self] in follow($0) }
  }

  // MARK: The focus

  /// Updates the mode, and everything that depends on it, after focus moved.
  func followFocus() {
    let focused = state.keyWindow?.focused
    guard focused !== owner else { return followPreference() }
    owner = focused
    state.modes.focusDidMove(to: modePreference)
    adaptToFocus()
  }

  /// Updates the mode if the first responder's preference has changed.
  func followPreference() {
    state.modes.preferenceDidChange(to: modePreference)
    adaptToFocus()
  }

  private func adaptToFocus() {
    performer.stages.heldKeys.focusOrSettingsDidChange()
    performer.stages.composition.methods.gather()
  }

  /// The preference of the first responder and its chain; nil if no text has focus.
  private var modePreference: ModePreference? {
    guard let container = state.keyWindow?.focused as? TextContainer else { return nil }
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
      case .commitComposition: performer.commitComposition()
      // Clients that were notified of the commit may have switched to yet another mode.
      case .didChange(let mode) where mode.id == state.modes.current.id: modeDidChange(to: mode)
      case .didChange: break
      }
    }
  }

  private func modeDidChange(to mode: TextInputMode) {
    performer.stages.heldKeys.languageDidChange(to: mode.primaryLanguage)
    state.queue.append(.modeDidChange(mode))
    state.assistance.conditionsDidChange()
    state.modeDidChange(mode)
    performer.stages.composition.methods.gather()
  }

  /// Applies changed settings of the user.
  func settingsDidChange() {
    state.keyboardArea.showsStatus = state.settings.statusRow
    if !state.settings.holdForAccents { performer.stages.heldKeys.endHold() }
    adaptToFocus()
    state.assistance.conditionsDidChange()
  }
}
