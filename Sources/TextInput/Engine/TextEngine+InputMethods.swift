// SPDX-License-Identifier: Apache-2.0
public import KeyCommands

/// Registering input methods, and performing their later answers.
extension TextEngine {
  /// The input methods that are called in every mode, in this order.
  public var inputMethods: [any InputMethod] {
    get { stages.composition.methods.everywhere }
    set { stages.composition.methods.everywhere = newValue }
  }

  /// Registers an input method under the name that modes refer to.
  ///
  /// A mode whose method is not registered is not available; another mode is used instead.
  ///
  /// - Parameters:
  ///   - method: the method; nil unregisters it.
  ///   - name: the name in ``TextInputMode/inputMethod``.
  ///   - isThirdParty: whether the method is not part of Keybridge; such a method is not called for
  ///     phone numbers (CIV-16).
  public func registerInputMethod(
    _ method: (any InputMethod)?, named name: String, isThirdParty: Bool = false
  ) {
    stages.composition.methods.register(method, named: name, isThirdParty: isThirdParty)
  }

  /// Registers an input method that a chord summons in any mode, while a text that is no secret has
  /// focus.
  ///
  /// The method receives the press of the chord, and later keys before any other method, until it
  /// marks no text any more. Until then it costs nothing.
  ///
  /// - Parameters:
  ///   - method: the method; nil unregisters it.
  ///   - chord: the chord, with ⌃, ⌥ or ⌘.
  public func registerInputMethod(_ method: (any InputMethod)?, summonedBy chord: Chord) {
    stages.composition.methods.summonable[chord] = method
  }

  /// Reports whether a mode can be used: it needs no input method, or a registered one.
  ///
  /// - Parameter mode: the mode to check.
  /// - Returns: whether it can be used.
  public func supports(_ mode: TextInputMode) -> Bool { modes.supports(mode) }

  /// The input method of the current mode; nil if it needs none, or if the focused text accepts
  /// none.
  public var inputMethodOfMode: (any InputMethod)? { stages.composition.methods.methodOfMode }

  /// Returns the text for actions of an input method that do not answer a key.
  ///
  /// - Parameter method: the input method.
  /// - Returns: the focused text; nil if the method is not in use, or if no text has focus.
  public func context(of method: any InputMethod) -> InputMethodContext? {
    stages.composition.methods.context(of: method)
  }

  /// Performs actions of an input method without a key, for example to show candidates that it
  /// looked up.
  ///
  /// - Parameters:
  ///   - actions: the actions to perform.
  ///   - method: the input method that performs them.
  ///   - context: the context that the method received.
  /// - Returns: false if it is too late and nothing was done: another key was pressed, the text was
  ///   changed by something else, or focus or mode changed.
  @discardableResult
  public func perform(
    _ actions: [InputMethodAction], of method: any InputMethod, for context: InputMethodContext
  ) -> Bool {
    stages.composition.methods.perform(actions, of: method, for: context)
  }

  /// Opens the list of the user's modes, in which a key chooses (F109); nothing happens if there is
  /// one mode only.
  ///
  /// The UIKit counterpart is `handleInputModeList(from:with:)`.
  public func openModeList() {
    let list = modes.choices
    guard list.items.count > 1 else { return }
    open(list) { [unowned self] index in
      if let id = list.items[index].annotation { modes.perform(.choose(id)) }
    }
  }

  /// Reports that a key was typed without the extension of a mode (CIV-19).
  ///
  /// - Parameter id: the mode's identifier.
  public func extensionWasBypassed(in id: String) {
    state.queue.append(.modeExtensionBypassed(id: id))
  }

  /// Called when a pending dead key or compose sequence must be dropped.
  ///
  /// The reason is that another component handled the key, focus moved, or the program changed the
  /// text. The component that makes the keystrokes must reset its compose state:
  /// `cancelComposition()` of the layouts.
  public var compositionAbandoned: () -> Void {
    get { state.compositionAbandoned }
    set { state.compositionAbandoned = newValue }
  }

  /// Whether held letters offer no variants, whatever the settings say: while the text is the input
  /// of another program, whose keys repeat.
  package var suspendsVariants: Bool {
    get { stages.heldKeys.isSuspended }
    set { stages.heldKeys.isSuspended = newValue }
  }

  /// The mode's language, used for labels and traits.
  package var language: LanguageTag { state.language }
  /// Whether directional inputs are mirrored, because the mode's script is right to left.
  var isMirrored: Bool { state.isMirrored }
}
