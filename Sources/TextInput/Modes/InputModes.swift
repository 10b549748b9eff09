// SPDX-License-Identifier: Apache-2.0

/// A change of mode that the user asks for (MOD-8).
@nonexhaustive
public enum ModeSwitch: Hashable, Sendable {
  /// To the next mode of the list, after the last the first: ⌃⌥␠, the Globe key.
  case next
  /// Back to the mode used before, or on to the next where there was none: ⌃␠.
  case previous
  /// From a mode with Latin letters to the last used one without, or back: a tap on Caps Lock.
  case toggleLatin
  /// To the mode with an id, chosen from a list.
  case choose(String)
}

/// What follows from a change of mode, to be done in order.
public enum ModeStep: Hashable, Sendable {
  /// What the old mode's input method composes is committed as shown (MOD-9, IME-5).
  case commitComposition
  /// `mode.didChange` is reported; what the new mode needs is brought up.
  case didChange(TextInputMode)
}

/// Which mode is typed in: the user's list, the user's switches, and what focus makes of them.
///
/// It belongs to the user's side, to whoever owns the engine. A program gets to see modes, which are
/// values, and its responders state what they prefer
/// (``Responder/preferredInputModeLanguage``, ``Responder/textInputContextIdentifier``); nothing of
/// theirs leads to a switch (MOD-2).
///
/// Every change comes back as steps, which the engine has followed by then; no steps, no change
/// (MOD-7).
public final class InputModes {
  /// The modes the user has.
  public private(set) var list: ModeList
  /// The mode that is typed in; one of ``list``, or American English if none of them fits: none is
  /// supported, or none types the ASCII that is required.
  public private(set) var current: TextInputMode
  /// The names of the input methods that exist.
  ///
  /// A mode that needs another method is unsupported: it is not offered, and while it would be the one to
  /// type in, the one used before it is. It returns as soon as its method is registered.
  public internal(set) var inputMethods: Set<String> = [] {
    didSet { if inputMethods != oldValue { settle() } }
  }
  // The mode without regard to what fits: it comes back when a field that requires ASCII is left, and
  // when its method is registered.
  private var base: TextInputMode
  // Ids by last use, the base first.
  private var recent: [String] = []
  private var preference: ModePreference?
  private var userHasChosen = false
  private let memory: any InputMemory
  private var reportUnsupported: ((TextInputMode) -> Void)?
  /// Does what follows from a change.
  var follow: ([ModeStep]) -> Void = { _ in }

  /// Begins with the mode last used, or the first of the list where none is remembered.
  public init(_ list: ModeList, memory: any InputMemory = VolatileMemory()) {
    self.list = list
    self.memory = memory
    // Who has one mode needs no memory of it.
    let last = list.modes.count > 1 ? memory.lastModeIdentifier : nil
    base = last.flatMap { list[$0] } ?? list.modes.first ?? .english
    recent = [base.id]
    current = .english
    current = fits(base) ? base : fallback
  }

  // MARK: The user's side

  /// Changes the list: modes enabled, disabled, ordered, given another layout.
  ///
  /// If the current mode is no longer there, the one used before takes its place.
  @discardableResult
  public func setList(_ list: ModeList) -> [ModeStep] {
    self.list = list
    base = list[base.id] ?? lastUsed { _ in true } ?? list.modes.first ?? .english
    return settle()
  }

  /// Switches as the user asks, and remembers the choice for the context that has the focus (MOD-4).
  ///
  /// The choice holds until the focus leaves (MOD-3). Where ASCII is required only modes that type
  /// it come into question.
  @discardableResult
  public func perform(_ change: ModeSwitch) -> [ModeStep] {
    guard let mode = target(of: change), mode.id != current.id else { return [] }
    base = mode
    userHasChosen = true
    if let context { memory.setModeIdentifier(mode.id, inContext: context) }
    return settle()
  }

  /// Calls a function once: when a mode that was chosen in an earlier run is first passed over because it
  /// is unsupported, which may be now.
  public func onUnsupportedChoice(_ report: @escaping (TextInputMode) -> Void) {
    reportUnsupported = report
    if list.modes.count > 1 { passOver(memory.lastModeIdentifier) }
  }

  /// Returns whether a mode needs no input method, or one that exists.
  public func supports(_ mode: TextInputMode) -> Bool {
    mode.inputMethod.map(inputMethods.contains) ?? true
  }

  /// Forgets what was chosen in a context; UIKit's `clearTextInputContextIdentifier(_:)`.
  public func clearContext(_ identifier: String) {
    memory.clearContext(identifier)
  }

  /// The modes to choose from, for the overlay that a held Globe key opens (MOD-8).
  public var choices: CandidateList {
    let modes = list.modes.filter(fits)
    return CandidateList(
      .modes, items: modes.map { Candidate($0.displayName, annotation: $0.id) },
      highlighted: modes.firstIndex { $0.id == current.id })
  }

  // MARK: What the focus does

  /// Chooses a mode for what the focus moved to: the preferred one, else the one remembered for its
  /// context, else the one last used anywhere (MOD-3, MOD-4, MOD-5, MOD-6).
  ///
  /// - Parameter preference: what the new first responder says; nil if there is none.
  /// - Returns: what follows from the change.
  @discardableResult
  public func focusDidMove(to preference: ModePreference?) -> [ModeStep] {
    userHasChosen = false
    return preferenceDidChange(to: preference)
  }

  /// Considers anew what the first responder says, when it says something else than before.
  ///
  /// What the user chose since the focus came stays chosen (MOD-3).
  @discardableResult
  public func preferenceDidChange(to preference: ModePreference?) -> [ModeStep] {
    self.preference = preference
    if !userHasChosen {
      let preferred = preference?.preferredMode.flatMap { list.mode(meantBy: $0, where: supports) }
      base = preferred ?? remembered ?? base
    }
    return settle()
  }

  // MARK: Choosing

  private var context: String? {
    preference?.contextIdentifier.flatMap { $0.isEmpty ? nil : $0 }
  }

  private var remembered: TextInputMode? {
    guard list.modes.count > 1, let context else { return nil }
    let id = memory.modeIdentifier(inContext: context)
    if let mode = id.flatMap({ list[$0] }), supports(mode) { return mode }
    passOver(id)
    return nil
  }

  /// Reports a remembered mode that is unsupported, once.
  private func passOver(_ id: String?) {
    guard let reportUnsupported, let id,
      let mode = list[id] ?? TextInputMode.builtin.first(where: { $0.id == id }), !supports(mode)
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

  /// The mode to type in while the base does not fit.
  private var fallback: TextInputMode {
    lastUsed(where: fits) ?? list.modes.first(where: fits) ?? .english
  }

  @discardableResult
  private func settle() -> [ModeStep] {
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
