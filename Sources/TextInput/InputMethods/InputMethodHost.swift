// SPDX-License-Identifier: Apache-2.0
import Keys

/// Asks the input methods about keys, and performs the actions that they answer with.
final class InputMethodHost: EnginePart {
  /// The methods that are asked in every mode.
  var everywhere: [any InputMethod] = [] { didSet { gather() } }
  /// The methods to ask now: those of every mode, then the current mode's.
  private(set) var active: [any InputMethod] = []
  /// What a method offers to choose from; nil for nothing.
  private(set) var candidates: CandidateList?
  /// Whether a method that is asked now may answer later.
  private(set) var mayAnswerLate = false
  /// Whether what is marked is a method's.
  private var isMarking = false
  private var registered: [String: Registration] = [:]
  /// Counts the keys that methods were asked about, and the changes that were not theirs.
  private var turn: UInt64 = 0

  private struct Registration {
    let method: any InputMethod
    let isThirdParty: Bool
  }

  // MARK: Who is asked

  func register(_ method: (any InputMethod)?, named name: String, isThirdParty: Bool) {
    registered[name] = method.map { Registration(method: $0, isThirdParty: isThirdParty) }
    engine.modes.inputMethods = Set(registered.keys)
    gather()
  }

  /// The input method of the current mode; nil where it needs none, and where the focused text takes none.
  var methodOfMode: (any InputMethod)? {
    guard let name = engine.modes.current.inputMethod, let registration = registered[name],
      !registration.isThirdParty
        || engine.textContainer?.traits.offersThirdPartyInputMethods ?? true
    else { return nil }
    return registration.method
  }

  /// Finds out which methods are asked now.
  func gather() {
    let methods = everywhere + [methodOfMode].compactMap(\.self)
    if !methods.elementsEqual(active, by: { $0 === $1 }) {
      // What a method marked that is not asked any more stays as it is shown.
      if isMarking, let container = engine.textContainer { container.commitMarkedText() }
      isMarking = false
      candidates = nil
      // Replies to what was asked before come too late.
      turn += 1
      active = methods
    }
    mayAnswerLate = methods.contains(where: \.answersLater)
    if mayAnswerLate { engine.waits = true }
    engine.candidateRow.mayHaveChanged()
  }

  // MARK: Keys

  /// Asks the methods about a press.
  ///
  /// - Returns: whether one of them took it; nil where none has an opinion.
  func offer(_ keystroke: Keystroke, in container: TextContainer) -> Bool? {
    for method in active {
      turn += 1
      let asked = turn
      let context = InputMethodContext(of: container, in: engine, turn: turn)
      let reply: InputMethodReply
      switch method.handle(keystroke, in: context) {
      case .noOpinion: continue
      case .now(let known): reply = known
      case .later(let send):
        switch engine.waitForAnswer(about: container, send: send) {
        case .answered(.input(let late)) where turn == asked: reply = late
        // The focus has gone: the key leaves no trace.
        case .cancelled: return true
        // No letter is lost, and what comes from now on comes too late. The method begins anew.
        case .answered, .timedOut:
          turn += 1
          method.contextDidChange(InputMethodContext(of: container, in: engine, turn: turn))
          show(nil)
          keepMarkedText(before: keystroke, in: container)
          return false
        }
      }
      perform(reply.actions, of: method, in: container)
      // Who was told of what it did may have moved the focus: the key is nobody's there.
      guard reply.passesKeyOn, container === engine.textContainer else { return true }
      keepMarkedText(before: keystroke, in: container)
      return false
    }
    if isMarking { keepMarkedText(before: keystroke, in: container) }
    return nil
  }

  /// Asks the methods about the digit of a candidate on show; nothing is typed where none takes it.
  func choose(with keystroke: Keystroke) {
    guard let container = engine.textContainer, container.takesText else { return }
    _ = offer(keystroke, in: container)
  }

  /// Commits what a method left marked: what a key types would take its place, and letters would be lost.
  private func keepMarkedText(before keystroke: Keystroke, in container: TextContainer) {
    guard keystroke.insertsText, container.markedRange != nil,
      !engine.stages.composition.isComposing, container === engine.textContainer
    else { return }
    isMarking = false
    container.commitMarkedText()
  }

  /// Whether a method may still do what it wants because of a context; see ``TextEngine/perform(_:of:for:)``.
  func isCurrent(_ context: InputMethodContext, of method: any InputMethod) -> Bool {
    context.turn == turn && active.contains { $0 === method }
      && engine.textContainer?.id == context.container
  }

  /// Does what a method wants that is not an answer to a key.
  func performUnasked(_ actions: [InputMethodAction], of method: any InputMethod) {
    if let container = engine.textContainer { perform(actions, of: method, in: container) }
  }

  private func perform(
    _ actions: [InputMethodAction], of method: any InputMethod, in container: TextContainer
  ) {
    let begin = turn
    for action in actions {
      // Who was told of one may have moved the focus, or changed the text.
      guard container === engine.textContainer, turn == begin else { return }
      perform(action, in: container)
    }
    container.showCaret()
    // INP-12: to the others it is a change that they did not cause.
    guard active.count > 1, actions.contains(where: \.changesText) else { return }
    tell(where: { $0 !== method }, in: container)
  }

  private func perform(_ action: InputMethodAction, in container: TextContainer) {
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

  /// Has the methods bring what they compose to its end: the focus goes, or the mode changes (IME-5).
  func finish(in container: TextContainer) {
    for method in active {
      turn += 1
      let context = InputMethodContext(of: container, in: engine, turn: turn)
      perform(method.finish(in: context), of: method, in: container)
    }
    show(nil)
  }

  /// Tells the methods of a change that was not theirs (INP-12).
  func contextDidChange(in container: TextContainer) {
    guard !active.isEmpty else { return }
    turn += 1
    isMarking = false
    tell(where: { _ in true }, in: container)
    show(nil)
  }

  private func tell(where isTold: (any InputMethod) -> Bool, in container: TextContainer) {
    let context = InputMethodContext(of: container, in: engine, turn: turn)
    for method in active where isTold(method) { method.contextDidChange(context) }
  }
}

extension TextEngine {
  /// The input methods that are asked in every mode, in the order in which they are asked.
  public var inputMethods: [any InputMethod] {
    get { stages.composition.methods.everywhere }
    set { stages.composition.methods.everywhere = newValue }
  }

  /// Says which input method a mode means by a name.
  ///
  /// A mode whose method is not registered is not offered: another one is typed in.
  ///
  /// - Parameters:
  ///   - method: the method; nil takes it away.
  ///   - name: what modes call it, ``TextInputMode/inputMethod``.
  ///   - isThirdParty: whether it did not come with Keybridge; such a one is not asked for phone
  ///     numbers (CIV-16).
  public func registerInputMethod(
    _ method: (any InputMethod)?, named name: String, isThirdParty: Bool = false
  ) {
    stages.composition.methods.register(method, named: name, isThirdParty: isThirdParty)
  }

  /// Returns whether a mode can be typed in: it needs no input method, or one that is registered.
  public func supports(_ mode: TextInputMode) -> Bool { modes.supports(mode) }

  /// The input method of the current mode; nil where it needs none, and where the focused text takes none.
  public var inputMethodOfMode: (any InputMethod)? { stages.composition.methods.methodOfMode }

  /// Does what an input method wants without a key: candidates that it had to look up, for instance.
  ///
  /// - Parameters:
  ///   - actions: what to do.
  ///   - method: who wants it.
  ///   - context: what the method was asked with.
  /// - Returns: false where it came too late, and nothing is done: another key was pressed since, something else changed
  ///   the text, or the focus or the mode is another.
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
