// SPDX-License-Identifier: Apache-2.0
public import KeyCommands
import Keys

/// Calls the input methods for keys, and performs the actions of their answers.
final class InputMethodHost: EnginePart {
  /// The methods that are called in every mode.
  var everywhere: [any InputMethod] = [] { didSet { gather() } }
  /// The methods to call now: those of every mode, then the current mode's.
  private(set) var active: [any InputMethod] = []
  /// The candidates of a method; nil for none.
  private(set) var candidates: CandidateList?
  /// Whether one of the active methods may answer later.
  private(set) var mayAnswerLate = false
  /// Whether the marked text belongs to a method.
  private var isMarking = false
  private var registered: [String: Registration] = [:]
  /// The methods that a chord summons, in any mode.
  fileprivate var summonable: [Chord: any InputMethod] = [:]
  /// The method that a chord has summoned; it is called first while it marks text.
  private var summoned: (any InputMethod)?
  /// The number of calls of methods, and of changes not made by them; identifies the latest of
  /// these.
  private var turn: UInt64 = 0

  /// The call that follows the last reply when its notifications are delivered.
  private var sequel: Sequel? {
    didSet { engine.hasUndeliveredReply = sequel != nil }
  }

  private struct Sequel {
    /// The committed text; nil if the method continues its reply.
    let committed: String?
    let method: any InputMethod
    var turn: UInt64
  }

  private struct Registration {
    let method: any InputMethod
    let isThirdParty: Bool
  }

  // MARK: Active methods

  func register(_ method: (any InputMethod)?, named name: String, isThirdParty: Bool) {
    registered[name] = method.map { Registration(method: $0, isThirdParty: isThirdParty) }
    engine.modes.inputMethods = Set(registered.keys)
    gather()
  }

  /// The input method of the current mode; nil if it needs none, or if the focused text accepts
  /// none.
  var methodOfMode: (any InputMethod)? {
    guard let name = engine.modes.current.inputMethod, let registration = registered[name],
      !registration.isThirdParty
        || engine.textContainer?.traits.offersThirdPartyInputMethods ?? true
    else { return nil }
    return registration.method
  }

  /// Determines the active methods.
  func gather() {
    let methods = [summoned].compactMap(\.self) + everywhere + [methodOfMode].compactMap(\.self)
    if !methods.elementsEqual(active, by: { $0 === $1 }) {
      // Text marked by a method that is no longer active is committed as shown.
      if isMarking, let container = engine.textContainer { container.commitMarkedText() }
      isMarking = false
      candidates = nil
      // Replies to earlier requests are too late.
      turn += 1
      let previous = active
      active = methods
      // A method whose reply is outstanding must not wait for it.
      if engine.waitingKey != nil, let container = engine.textContainer {
        let context = InputMethodContext(of: container, in: engine, turn: turn)
        for method in previous where !methods.contains(where: { $0 === method }) {
          method.contextDidChange(context)
        }
      }
    }
    mayAnswerLate = methods.contains(where: \.answersLater)
    if mayAnswerLate { engine.waits = true }
    engine.candidateRow.mayHaveChanged()
  }

  // MARK: Keys

  /// Passes a press to the methods.
  ///
  /// - Returns: whether one of them handled it; nil if no method has an opinion.
  func offer(_ keystroke: Keystroke, in container: TextContainer) -> Bool? {
    for method in active {
      let isTaken = carryOut(keystroke, of: method, in: container) {
        method.handle(keystroke, in: $0)
      }
      if let isTaken { return isTaken }
    }
    if isMarking { keepMarkedText(before: keystroke, in: container) }
    return nil
  }

  /// Carries out the answer of a method to a press.
  ///
  /// - Returns: whether the method handled the press; nil if it has no opinion.
  private func carryOut(
    _ keystroke: Keystroke, of method: any InputMethod, in container: TextContainer,
    _ ask: (InputMethodContext) -> InputMethodAnswer
  ) -> Bool? {
    turn += 1
    if sequel != nil { sequel = nil }
    let asked = turn
    let reply: InputMethodReply
    switch ask(InputMethodContext(of: container, in: engine, turn: turn)) {
    case .noOpinion: return nil
    case .now(let known): reply = known
    case .later(let send):
      switch engine.waitForAnswer(about: container, send: send) {
      case .answered(.input(let late)) where turn == asked: reply = late
      // Focus has moved, so the key has no effect.
      case .cancelled: return true
      case .answered, .timedOut, .overrun:
        // A reply from now on is too late.
        let isUnchanged = turn == asked
        turn += 1
        let context = InputMethodContext(of: container, in: engine, turn: turn)
        guard isUnchanged, let known = method.replyAfterTimeout(in: context) else {
          // The press is passed on so that no letter is lost, and the method starts again.
          method.contextDidChange(context)
          show(nil)
          keepMarkedText(before: keystroke, in: container)
          return false
        }
        reply = known
      }
    }
    let begin = turn
    perform(reply.actions, of: method, in: container)
    if turn == begin, reply.continuesAfterDelivery {
      sequel = Sequel(committed: nil, method: method, turn: turn)
    } else if turn == begin, let text = reply.committedText {
      sequel = Sequel(committed: text, method: method, turn: turn)
    }
    // A client that was notified of the actions may have moved focus; the key is then not passed
    // on.
    guard reply.passesKeyOn, container === engine.textContainer else { return true }
    keepMarkedText(before: keystroke, in: container)
    return false
  }

  /// Summons the method of a chord, and passes the press to it.
  ///
  /// - Returns: whether it handled the press; nil if the chord summons none.
  func summon(_ keystroke: Keystroke, in container: TextContainer) -> Bool? {
    let modifiers = keystroke.modifiers.intersection(.chord)
    guard summoned == nil, !summonable.isEmpty, !container.isSecret,
      let method = summonable[Chord(keystroke.charactersIgnoringModifiers, modifiers)]
    else { return nil }
    engine.stages.composition.commit()
    summoned = method
    gather()
    defer { dismissIfDone(in: container) }
    return offer(keystroke, in: container)
  }

  /// Ends the turn of a summoned method that marks no text any more.
  func dismissIfDone(in container: TextContainer) {
    guard summoned != nil, !isMarking || container.markedRange == nil else { return }
    summoned = nil
    let isLatest = sequel?.turn == turn
    gather()
    if isLatest { sequel?.turn = turn }
  }

  /// Lets the methods take a visible candidate; nothing is typed if no method handles its digit.
  func choose(_ index: Int, with digit: Keystroke) {
    guard let container = engine.textContainer, container.takesText else { return }
    for method in active {
      let isTaken = carryOut(digit, of: method, in: container) { method.choose(index, in: $0) }
      if isTaken != nil { return }
    }
    _ = offer(digit, in: container)
  }

  /// Commits text that a method left marked, because typed text would replace it and letters would
  /// be lost.
  private func keepMarkedText(before keystroke: Keystroke, in container: TextContainer) {
    guard keystroke.insertsText, container.markedRange != nil,
      !engine.stages.composition.isComposing, container === engine.textContainer
    else { return }
    isMarking = false
    container.commitMarkedText()
  }

  /// Whether the method of the last reply has more to show.
  var continuesReply: Bool { sequel.map { $0.committed == nil } ?? false }

  /// Lets the method of the last reply go on, unless something else has happened since then.
  func replyWasDelivered() {
    guard let sequel else { return }
    self.sequel = nil
    guard sequel.turn == turn, let container = engine.textContainer else { return }
    let isActive = active.contains { $0 === sequel.method }
    let context = InputMethodContext(of: container, in: engine, turn: turn)
    if let text = sequel.committed {
      guard let method = isActive ? sequel.method : methodOfMode, ends(with: text, container)
      else { return }
      method.didCommit(text, isOwn: isActive, in: context)
    } else if isActive {
      let actions = sequel.method.actionsAfterDelivery(in: context)
      engine.perform(actions, of: sequel.method, for: context)
    }
  }

  /// Whether a committed text ends at the caret; the delegate may have refused or replaced it.
  private func ends(with text: String, _ container: TextContainer) -> Bool {
    guard container.markedRange == nil, container.selection.isCaret else { return false }
    let caret = container.selection.head
    let start = caret - text.utf16.count
    return start >= 0
      && CodeUnits(container.storage.substring(TextRange(start, caret))) == CodeUnits(text)
  }

  /// Whether a method may still perform actions for a context; see
  /// ``TextEngine/perform(_:of:for:)``.
  func isCurrent(_ context: InputMethodContext, of method: any InputMethod) -> Bool {
    context.turn == turn && active.contains { $0 === method }
      && engine.textContainer?.id == context.container
  }

  /// Performs actions of a method that do not answer a key.
  func performUnasked(_ actions: [InputMethodAction], of method: any InputMethod) {
    if let container = engine.textContainer { perform(actions, of: method, in: container) }
  }

  private func perform(
    _ actions: [InputMethodAction], of method: any InputMethod, in container: TextContainer
  ) {
    let begin = turn
    for action in actions {
      // A client that was notified of an action may have moved focus or changed the text.
      guard container === engine.textContainer, turn == begin else { return }
      perform(action, in: container)
    }
    container.showCaret()
    // To the other methods, this is a change that they did not make (INP-12).
    guard active.count > 1, actions.contains(where: \.changesText) else { return }
    notify(where: { $0 !== method }, in: container)
  }

  private func perform(_ action: InputMethodAction, in container: TextContainer) {
    // Text of a method is not typed letter by letter, so the word around it is not corrected.
    if action.changesText { container.forgetCorrection() }
    switch action {
    case .mark(let segments, let selected):
      container.mark(segments, selected: selected)
      isMarking = container.markedRange != nil
    case .commit(let text):
      isMarking = false
      container.insert(text)
    case .delete(let before, let after):
      isMarking = false
      container.deleteAround(before: before, after: after)
    case .show(let list): show(list)
    }
  }

  private func show(_ list: CandidateList?) {
    guard list != candidates else { return }
    candidates = list
    engine.candidateRow.mayHaveChanged()
  }

  // MARK: Ends and changes

  /// Lets the methods finish their compositions, because focus leaves or the mode changes (IME-5).
  func finish(in container: TextContainer) {
    for method in active {
      turn += 1
      let context = InputMethodContext(of: container, in: engine, turn: turn)
      perform(method.finish(in: context), of: method, in: container)
    }
    show(nil)
  }

  /// Notifies the methods of a change not made by them (INP-12).
  func contextDidChange(in container: TextContainer) {
    guard !active.isEmpty else { return }
    turn += 1
    isMarking = false
    notify(where: { _ in true }, in: container)
    show(nil)
  }

  private func notify(where isNotified: (any InputMethod) -> Bool, in container: TextContainer) {
    let context = InputMethodContext(of: container, in: engine, turn: turn)
    for method in active where isNotified(method) { method.contextDidChange(context) }
  }
}

extension InputMethodReply {
  /// The text that the last commit leaves before the caret; nil if nothing is committed, or if more
  /// text follows.
  fileprivate var committedText: String? {
    guard case .commit(let text)? = actions.last(where: \.changesText), !text.isEmpty else {
      return nil
    }
    return text
  }
}

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
    let methods = stages.composition.methods
    guard methods.isCurrent(context, of: method) else { return false }
    perform { methods.performUnasked(actions, of: method) }
    return true
  }
}
