// SPDX-License-Identifier: Apache-2.0

/// A change of mode requested by the user (MOD-8).
@nonexhaustive
public enum ModeSwitch: Hashable, Sendable {
  /// To the next mode of the list, and from the last to the first: ⌃⌥␠, the Globe key.
  case next
  /// To the previously used mode, or to the next mode if there is none: ⌃␠.
  case previous
  /// From a mode with Latin letters to the last used one without, or back: a tap on Caps Lock.
  case toggleLatin
  /// To the mode with an identifier, chosen from a list.
  case choose(String)
}

/// A step that follows a change of mode; steps are performed in order.
public enum ModeStep: Hashable, Sendable {
  /// The composition of the old mode's input method is committed as shown (MOD-9, IME-5).
  case commitComposition
  /// `mode.didChange` is reported, and the new mode is set up.
  case didChange(TextInputMode)
}

/// The current input mode, determined by the user's list, the user's switches, and focus.
///
/// It belongs to the owner of the engine, on behalf of the user. Programs can read modes, which are
/// values, and their responders can state preferences (``Responder/preferredInputModeLanguage``,
/// ``Responder/textInputContextIdentifier``). No interface for programs switches modes (MOD-2).
///
/// Every change returns the steps that the engine has performed for it; without steps nothing has
/// changed (MOD-7).
public final class InputModes {
  /// The user's modes.
  public private(set) var list: ModeList
  /// The current mode: one of ``list``, or American English if none of them is supported and types
  /// the required ASCII.
  public private(set) var current: TextInputMode {
    get { currentInUse }
    set { currentInUse = newValue }
  }
  /// The language of the current mode, without a copy of the mode.
  package var language: LanguageTag { currentInUse.primaryLanguage }
  // Stored privately, because every key reads it (decision 5).
  private var currentInUse: TextInputMode
  /// The names of the registered input methods.
  ///
  /// A mode whose method is not registered is unsupported: it is not available, and the previously
  /// used mode replaces it. It becomes current again once its method is registered.
  public package(set) var inputMethods: Set<String> = [] {
    didSet { if inputMethods != oldValue { applyBase() } }
  }
  /// The modes of extensions that the user has enabled; they follow the user's own.
  package var extensionModes: [TextInputMode] = [] {
    didSet {
      guard extensionModes != oldValue else { return }
      // The mode of an earlier run was not known at the start.
      if let last = memory.lastModeIdentifier, base.id == recent.last,
        let mode = extensionModes.first(where: { $0.id == last })
      {
        base = mode
      }
      setList(ModeList(list.modes.filter { !$0.isOfExtension }))
    }
  }
  // The mode to use if it fits the focused text. It is restored when focus leaves a field that
  // requires ASCII, and when its input method is registered.
  private var base: TextInputMode
  // The identifiers in the order of last use, starting with `base`.
  private var recent: [String] = []
  private var preference: ModePreference?
  private var userHasChosen = false
  private let memory: any InputMemory
  private var reportUnsupported: ((TextInputMode) -> Void)?
  /// Performs the steps that a change of mode requires.
  package var follow: ([ModeStep]) -> Void = { _ in }

  /// Starts with the last used mode, or with the first of the list if none is remembered.
  ///
  /// - Parameters:
  ///   - list: the user's modes.
  ///   - memory: the memory of the user's choices; the default one forgets them when the program
  ///     ends.
  public init(_ list: ModeList, memory: any InputMemory = VolatileMemory()) {
    self.list = list
    self.memory = memory
    // A user with a single mode has no choice to remember.
    let last = list.modes.count > 1 ? memory.lastModeIdentifier : nil
    base = last.flatMap { list.mode(meantBy: $0) } ?? list.modes.first ?? .english
    recent = [base.id]
    currentInUse = .english
    current = fits(base) ? base : fallback
  }

  // MARK: The user's side

  /// Changes the list: enabled modes, their order and their layouts.
  ///
  /// If the current mode is removed, the previously used mode replaces it. Modes of extensions are
  /// added at the end; a mode of one that is not enabled is left out.
  ///
  /// - Parameter list: the new list.
  /// - Returns: the steps that followed the change.
  @discardableResult
  public func setList(_ list: ModeList) -> [ModeStep] {
    let enabled = Set(extensionModes.map(\.id))
    let own = list.modes.filter { !$0.isOfExtension || enabled.contains($0.id) }
    // A mode keeps its place, and the language that its extension has set.
    let list = ModeList((own.isEmpty ? ModeList().modes : own) + extensionModes)
    self.list = list
    base = list[base.id] ?? lastUsed { _ in true } ?? list.modes.first ?? .english
    return applyBase()
  }

  /// Changes the language of a mode whose input method types several (reference 13.2, F111);
  /// UIKit's `primaryLanguage` of an input view controller.
  ///
  /// The mode's identifier stays, so that it is an input method of its own
  /// (``TextInputMode/isOfExtension``).
  ///
  /// - Parameters:
  ///   - language: the language.
  ///   - id: the mode's identifier.
  /// - Returns: the steps that followed the change.
  @discardableResult
  public func setLanguage(_ language: LanguageTag, of id: String) -> [ModeStep] {
    guard let mode = list[id], mode.isOfExtension, mode.primaryLanguage != language else {
      return []
    }
    list.setLanguage(language, of: id)
    if base.id == id { base.primaryLanguage = language }
    guard current.id == id else { return [] }
    current.primaryLanguage = language
    let steps = [ModeStep.didChange(current)]
    follow(steps)
    return steps
  }

  /// Switches modes for the user, and remembers the choice for the focused context (MOD-4).
  ///
  /// The choice applies until focus leaves (MOD-3). If ASCII is required, only modes that type it
  /// are available.
  ///
  /// - Parameter change: the requested change.
  /// - Returns: the steps that followed the change.
  @discardableResult
  public func perform(_ change: ModeSwitch) -> [ModeStep] {
    guard let mode = target(of: change), mode.id != current.id else { return [] }
    base = mode
    userHasChosen = true
    if let context { memory.setModeIdentifier(mode.id, inContext: context) }
    return applyBase()
  }

  /// Switches to the user's previous mode, or to the first of the list, but not to some modes.
  ///
  /// - Parameter isLeft: returns whether a mode is one of these.
  /// - Returns: the steps that followed the change.
  @discardableResult
  package func leave(_ isLeft: (TextInputMode) -> Bool) -> [ModeStep] {
    let mode =
      lastUsed { fits($0) && !isLeft($0) } ?? list.modes.first { fits($0) && !isLeft($0) }
    return mode.map { perform(.choose($0.id)) } ?? []
  }

  /// Sets a function that is called at most once, when a mode remembered from an earlier run is
  /// skipped because it is unsupported; possibly immediately.
  ///
  /// - Parameter report: the function.
  public func onUnsupportedChoice(_ report: @escaping (TextInputMode) -> Void) {
    reportUnsupported = report
    if list.modes.count > 1 { passOver(memory.lastModeIdentifier) }
  }

  /// Reports whether a mode needs no input method, or a registered one.
  ///
  /// - Parameter mode: the mode to check.
  /// - Returns: whether it is supported.
  public func supports(_ mode: TextInputMode) -> Bool {
    mode.inputMethod.map(inputMethods.contains) ?? true
  }

  /// Removes the mode remembered for a context; UIKit's `clearTextInputContextIdentifier(_:)`.
  ///
  /// - Parameter identifier: the context.
  public func clearContext(_ identifier: String) {
    memory.clearContext(identifier)
  }

  /// The available modes, for the list that a held Globe key opens (MOD-8).
  public var choices: CandidateList {
    let modes = list.modes.filter(fits)
    return CandidateList(
      .modes, items: modes.map { Candidate($0.displayName, annotation: $0.id) },
      highlighted: modes.firstIndex { $0.id == current.id })
  }

  // MARK: Focus

  /// Chooses a mode for the new focus (MOD-3, MOD-4, MOD-5, MOD-6).
  ///
  /// This is the preferred mode, or else the one remembered for its context, or else the one used
  /// last in any context.
  ///
  /// - Parameter preference: the preference of the new first responder; nil if there is none.
  /// - Returns: the steps that followed the change.
  @discardableResult
  public func focusDidMove(to preference: ModePreference?) -> [ModeStep] {
    userHasChosen = false
    return preferenceDidChange(to: preference)
  }

  /// Applies a changed preference of the first responder.
  ///
  /// A mode that the user chose since focus arrived stays current (MOD-3).
  ///
  /// - Parameter preference: the new preference; nil if there is none.
  /// - Returns: the steps that followed the change.
  @discardableResult
  public func preferenceDidChange(to preference: ModePreference?) -> [ModeStep] {
    self.preference = preference
    if !userHasChosen {
      let preferred = preference?.preferredMode.flatMap { list.mode(meantBy: $0, where: supports) }
      base = preferred ?? remembered ?? base
    }
    return applyBase()
  }

  // MARK: Choosing

  private var context: String? {
    preference?.contextIdentifier.flatMap { $0.isEmpty ? nil : $0 }
  }

  private var remembered: TextInputMode? {
    guard list.modes.count > 1, let context else { return nil }
    let id = memory.modeIdentifier(inContext: context)
    if let mode = id.flatMap({ list.mode(meantBy: $0, where: supports) }) { return mode }
    passOver(id)
    return nil
  }

  /// Reports a remembered mode that is unsupported, once.
  private func passOver(_ id: String?) {
    guard let reportUnsupported, let id,
      let mode = list.mode(meantBy: id) ?? ModeList(TextInputMode.builtin).mode(meantBy: id),
      !supports(mode)
    else { return }
    self.reportUnsupported = nil
    reportUnsupported(mode)
  }

  private func fits(_ mode: TextInputMode) -> Bool {
    supports(mode) && (preference?.requiresASCII != true || mode.isASCIICapable)
  }

  private func target(of change: ModeSwitch) -> TextInputMode? {
    switch change {
    case .next: return next
    case .previous: return lastUsed { $0.id != current.id && fits($0) } ?? next
    case .toggleLatin:
      let isOther = { [current] (mode: TextInputMode) in
        self.fits(mode) && (mode.script == .latin) != (current.script == .latin)
      }
      return lastUsed(where: isOther) ?? list.modes.first(where: isOther)
    case .choose(let id): return list[id].flatMap { fits($0) ? $0 : nil }
    }
  }

  private var next: TextInputMode? { list.mode(after: current.id, where: fits) }

  private func lastUsed(where fits: (TextInputMode) -> Bool) -> TextInputMode? {
    recent.lazy.compactMap { self.list[$0] }.first(where: fits)
  }

  /// The mode that replaces `base` while it does not fit.
  private var fallback: TextInputMode {
    lastUsed(where: fits) ?? list.modes.first(where: fits) ?? .english
  }

  /// Makes `base` the current mode, or the mode that replaces it while it does not fit.
  ///
  /// - Returns: the steps that follow a switch; none if the mode stays.
  @discardableResult
  private func applyBase() -> [ModeStep] {
    if recent.first != base.id {
      recent.removeAll { $0 == base.id }
      recent.insert(base.id, at: 0)
      memory.lastModeIdentifier = base.id
    }
    let mode = fits(base) ? base : fallback
    let isSwitch = mode.id != current.id
    current = mode
    guard isSwitch else { return [] }
    let steps = [ModeStep.commitComposition, .didChange(mode)]
    follow(steps)
    return steps
  }
}
