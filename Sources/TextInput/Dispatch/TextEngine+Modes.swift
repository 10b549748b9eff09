// SPDX-License-Identifier: Apache-2.0
import Keys

/// Which mode is typed in: the focus proposes, the user's keys decide, the engine follows (reference
/// 11).
///
/// A mode's layout is not the engine's business (MOD-10): `mode.didChange` carries it to whoever makes
/// the keystrokes.
extension TextEngine {
  /// The mode's language, as labels and traits depend on it.
  var language: LanguageTag { modes.current.primaryLanguage }

  // MARK: The focus

  /// Has the mode follow the focus, and what depends on the focus with it.
  func followFocus() {
    let focused = keyWindow?.focused
    guard focused !== modeOwner else { return followPreference() }
    modeOwner = focused
    modes.focusDidMove(to: modePreference)
    adaptToFocus()
  }

  /// Has the mode follow what the first responder says, when it says something else than before.
  func followPreference() {
    modes.preferenceDidChange(to: modePreference)
    adaptToFocus()
  }

  private func adaptToFocus() {
    let isSecure = textContainer?.traits.isSecureTextEntry ?? false
    holdsLetters = settings.holdForAccents && !isSecure
    gatherMethods()
  }

  /// What the first responder and its chain say; nothing where no text has the focus.
  private var modePreference: ModePreference? {
    guard let container = keyWindow?.focused as? TextContainer else { return nil }
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
  func follow(_ steps: [ModeStep]) {
    for step in steps {
      switch step {
      case .commitComposition: commitComposition()
      // What the commit told may have led to yet another mode.
      case .didChange(let mode) where mode.id == modes.current.id: modeDidChange(to: mode)
      case .didChange: break
      }
    }
  }

  /// Keeps what is composed as it shows (MOD-9, IME-5).
  func commitComposition() {
    (overlay as? ListOverlay)?.close()
    endHold()
    if isComposing { abandonComposition() }
    guard let container = textContainer, container.markedRange != nil else { return }
    finishMethods(in: container)
    container.commitMarkedText()
    for method in methods { method.contextDidChange(in: container) }
  }

  private func modeDidChange(to mode: TextInputMode) {
    letterVariants.language = mode.primaryLanguage
    queue.append(.modeDidChange(mode))
    gatherMethods()
  }

  // MARK: Input methods

  /// Says which input method a mode means by a name.
  ///
  /// A mode whose method is not there types what the keys say: typing never stops for it (MOD-12).
  ///
  /// - Parameters:
  ///   - method: the method; nil takes it away.
  ///   - name: what modes call it, ``TextInputMode/inputMethod``.
  ///   - isThirdParty: whether it did not come with Keybridge; such a one is not asked for phone
  ///     numbers (CIV-16).
  public func registerInputMethod(
    _ method: (any InputMethod)?, named name: String, isThirdParty: Bool = false
  ) {
    registeredMethods[name] = method.map {
      RegisteredMethod(method: $0, isThirdParty: isThirdParty)
    }
    gatherMethods()
  }

  /// The input method of the current mode; nil where it needs none, where the one it names is not
  /// there, and where the focused text takes none.
  public var inputMethodOfMode: (any InputMethod)? {
    guard let name = modes.current.inputMethod, let registered = registeredMethods[name],
      !registered.isThirdParty
        || textContainer?.traits.offersThirdPartyInputMethods ?? true
    else { return nil }
    return registered.method
  }

  /// Finds out which methods are asked now.
  func gatherMethods() {
    methods = inputMethods + [inputMethodOfMode].compactMap(\.self)
    candidatesMayHaveChanged()
  }

  // MARK: The user's settings

  func settingsDidChange() {
    modeKeys.capsLockSwitches = settings.capsLockSwitchesMode
    commandsFirst = settings.legacyCommandsFirst
    keyboardArea.showsStatus = settings.statusRow
    if !settings.holdForAccents { endHold() }
    adaptToFocus()
  }
}

/// An input method that modes name.
struct RegisteredMethod {
  let method: any InputMethod
  let isThirdParty: Bool
}
