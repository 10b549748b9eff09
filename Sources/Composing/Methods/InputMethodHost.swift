// SPDX-License-Identifier: Apache-2.0
package import KeyCommands
import Keys

/// Calls the input methods for keys, and performs the actions of their answers.
package final class InputMethodHost {
  // Not a weak reference, because every key of a method reads it; a host outlives its methods.
  private unowned(unsafe) var connected: (any ComposingHost)?
  /// The methods that are called in every mode.
  package var everywhere: [any InputMethod] = [] { didSet { gather() } }
  /// The methods to call now: those of every mode, then the current mode's.
  private var active: [any InputMethod] = [] { didSet { hasMethods = !active.isEmpty } }
  private var hasMethods = false
  /// The candidates of a method; nil for none.
  package private(set) var candidates: CandidateList?
  /// The ink of a method; nil for none.
  package private(set) var ink: Ink?
  /// Whether the current mode's method takes ink for the focused text.
  package private(set) var takesInk = false
  /// Whether room for ink is kept, because some was drawn and more may follow (NTF-9).
  package private(set) var keepsRoomForInk = false {
    didSet { if keepsRoomForInk != oldValue { engine.inkRoomDidChange() } }
  }
  /// Whether one of the active methods may answer later.
  package private(set) var mayAnswerLate = false
  /// Whether the marked text belongs to a method.
  private var isMarking = false
  private var registered: [String: Registration] = [:]
  /// The methods that a chord summons, in any mode.
  package var summonable: [Chord: any InputMethod] = [:]
  /// The method that a chord has summoned; it is called first while it marks text.
  private var summoned: (any InputMethod)?
  /// The number of calls of methods, and of changes not made by them; identifies the latest of
  /// these.
  private var turn: UInt64 = 0

  /// The call that follows the last reply when its notifications are delivered.
  private var sequel: Sequel? {
    didSet { engine.replyIsUndelivered(sequel != nil) }
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

  /// Starts without a method.
  package init() {}

  /// Connects the methods to their engine, before they are used.
  package func connect(to engine: any ComposingHost) { connected = engine }

  private var engine: any ComposingHost { connected.unsafelyUnwrapped }

  // MARK: Active methods

  /// Whether a method must see the keys.
  package var isActive: Bool { hasMethods }

  package func register(_ method: (any InputMethod)?, named name: String, isThirdParty: Bool) {
    registered[name] = method.map { Registration(method: $0, isThirdParty: isThirdParty) }
    engine.modes.inputMethods = Set(registered.keys)
    gather()
  }

  /// The input method of the current mode; nil if it needs none, or if the focused text accepts
  /// none.
  package var methodOfMode: (any InputMethod)? {
    guard let name = engine.modes.current.inputMethod, let registration = registered[name],
      !registration.isThirdParty || engine.textContainer?.offersThirdPartyInputMethods ?? true
    else { return nil }
    return registration.method
  }

  /// Determines the active methods.
  package func gather() {
    let methods = [summoned].compactMap(\.self) + everywhere + [methodOfMode].compactMap(\.self)
    if !methods.elementsEqual(active, by: { $0 === $1 }) {
      // Text marked by a method that is no longer active is committed as shown.
      if isMarking, let container = engine.textContainer { container.commitMarkedText() }
      isMarking = false
      candidates = nil
      draw(nil)
      // Replies to earlier requests are too late.
      turn += 1
      let previous = active
      active = methods
      // A method whose reply is outstanding must not wait for it.
      if engine.hasSuspendedKey, let container = engine.textContainer {
        let context = InputMethodContext(of: container, in: engine, turn: turn)
        for method in previous where !methods.contains(where: { $0 === method }) {
          method.contextDidChange(context)
        }
      }
    }
    mayAnswerLate = methods.contains(where: \.answersLater)
    if mayAnswerLate { engine.methodMayAnswerLate() }
    updateTakesInk()
    engine.candidatesMayHaveChanged()
  }

  /// Determines whether the text takes ink; what was drawn for one that takes none any more is
  /// dropped.
  private func updateTakesInk() {
    // Most methods read keys only, and need no context.
    guard let method = methodOfMode, let container = engine.textContainer else {
      (takesInk, keepsRoomForInk) = (false, false)
      return
    }
    takesInk = method.takesInk(in: InputMethodContext(of: container, in: engine, turn: turn))
    guard !takesInk else { return }
    if ink != nil { contextDidChange(in: container) }
    keepsRoomForInk = false
  }

  // MARK: Keys

  /// Passes a press to the methods.
  ///
  /// - Returns: whether one of them handled it; nil if no method has an opinion.
  package func pass(_ keystroke: Keystroke, in container: TextContainer) -> Bool? {
    for method in active {
      let isTaken = carryOut(keystroke, of: method, in: container) {
        method.handle(keystroke, in: $0)
      }
      if let isTaken { return isTaken }
    }
    if isMarking { keepMarkedText(before: keystroke, in: container) }
    return nil
  }

  /// Passes what was drawn to the method of the mode.
  package func pass(_ ink: InkEvent, in container: TextContainer) {
    guard takesInk, let method = methodOfMode else { return }
    // Text that a program or a summoned method has marked would be replaced by the character.
    if container.markedRange != nil { engine.commitComposition() }
    _ = carryOut(nil, of: method, in: container) { method.handle(ink, in: $0) }
  }

  /// Carries out the answer of a method to a press, or to ink if there is none.
  ///
  /// - Returns: whether the method handled the press; nil if it has no opinion.
  private func carryOut(
    _ keystroke: Keystroke?, of method: any InputMethod, in container: TextContainer,
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
      switch engine.waitForReply(in: container, send: send) {
      case .answered(.input(let late)) where turn == asked: reply = late
      // The key has chosen something before the text changed, so it is no letter to keep.
      case .answered(.input(let late)) where late.actions.isEmpty && !late.passesKeyOn:
        return true
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
          draw(nil)
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
  package func summon(_ keystroke: Keystroke, in container: TextContainer) -> Bool? {
    let modifiers = keystroke.modifiers.intersection(.chord)
    guard summoned == nil, !summonable.isEmpty, !container.isSecret,
      let method = summonable[Chord(keystroke.charactersIgnoringModifiers, modifiers)]
    else { return nil }
    engine.commitComposition()
    summoned = method
    gather()
    defer { dismissIfDone(in: container) }
    return pass(keystroke, in: container)
  }

  /// Ends the turn of a summoned method that marks no text any more.
  package func dismissIfDone(in container: TextContainer) {
    guard summoned != nil, !isMarking || container.markedRange == nil else { return }
    summoned = nil
    let isLatest = sequel?.turn == turn
    gather()
    if isLatest { sequel?.turn = turn }
  }

  /// Lets the methods take a visible candidate; nothing is typed if no method handles its digit.
  package func choose(_ index: Int, with digit: Keystroke) {
    guard let container = engine.textContainer, container.takesText else { return }
    for method in active {
      let isTaken = carryOut(digit, of: method, in: container) { method.choose(index, in: $0) }
      if isTaken != nil { return }
    }
    _ = pass(digit, in: container)
  }

  /// Commits text that a method left marked, because typed text would replace it and letters would
  /// be lost.
  private func keepMarkedText(before keystroke: Keystroke?, in container: TextContainer) {
    guard let keystroke, keystroke.insertsText, container.markedRange != nil,
      !engine.isComposingSequence, container === engine.textContainer
    else { return }
    isMarking = false
    container.commitMarkedText()
  }

  /// Whether the method of the last reply has more to show.
  package var continuesReply: Bool { sequel.map { $0.committed == nil } ?? false }

  /// Lets the method of the last reply go on, unless something else has happened since then.
  package func replyWasDelivered() {
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
      perform(actions, of: sequel.method, for: context)
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

  /// The text for actions of a method that do not answer a key; nil if the method is not active.
  package func context(of method: any InputMethod) -> InputMethodContext? {
    guard active.contains(where: { $0 === method }), let container = engine.textContainer,
      container.takesText
    else { return nil }
    return InputMethodContext(of: container, in: engine, turn: turn)
  }

  /// Performs actions of a method that do not answer a key.
  ///
  /// - Returns: false if it is too late and nothing was done.
  @discardableResult
  package func perform(
    _ actions: [InputMethodAction], of method: any InputMethod, for context: InputMethodContext
  ) -> Bool {
    guard context.turn == turn, active.contains(where: { $0 === method }),
      engine.textContainer?.id == context.container
    else { return false }
    engine.performUnasked { [self] in
      if let container = engine.textContainer { perform(actions, of: method, in: container) }
    }
    return true
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
    if action.changesText { container.typing?.forgetCorrection() }
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
    case .replace(let change):
      isMarking = false
      container.replaceAround(
        before: change.before, after: change.after, with: change.text, caret: change.caret)
    case .moveCaret(let units):
      isMarking = false
      container.moveCaret(by: units)
    case .show(let list): show(list)
    case .draw(let ink): draw(ink)
    }
  }

  private func draw(_ ink: Ink?) {
    guard ink != self.ink else { return }
    self.ink = ink
    if ink != nil { keepsRoomForInk = true }
    engine.inkDidChange(to: ink)
  }

  private func show(_ list: CandidateList?) {
    guard list != candidates else { return }
    candidates = list
    engine.candidatesMayHaveChanged()
  }

  // MARK: Ends and changes

  /// Lets the methods finish their compositions, because focus leaves or the mode changes (IME-5).
  package func finish(in container: TextContainer) {
    for method in active {
      turn += 1
      let context = InputMethodContext(of: container, in: engine, turn: turn)
      perform(method.finish(in: context), of: method, in: container)
    }
    show(nil)
    draw(nil)
  }

  /// Notifies the methods of a change not made by them (INP-12).
  package func contextDidChange(in container: TextContainer) {
    guard !active.isEmpty else { return }
    turn += 1
    isMarking = false
    notify(where: { _ in true }, in: container)
    show(nil)
    draw(nil)
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
