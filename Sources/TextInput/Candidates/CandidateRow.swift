// SPDX-License-Identifier: Apache-2.0
import Keys

/// The one row of candidates: what is open, else what an input method offers, else what can be filled in.
final class CandidateRow: EnginePart {
  /// What is on show; nil for nothing.
  private(set) var shown: CandidateList?
  /// Where values for the fields of the screen come from.
  fileprivate(set) var autoFill: (any FillSuggester)?
  private var fillings = FillRow()
  /// Whether the row is there because the engine has something to show in it.
  private var isThere = false

  /// Tells of the candidates where they are others, and has the keyboard area make room for them.
  ///
  /// The row is there for an input method also while it is empty: it would come and go with each
  /// word (NTF-9).
  func mayHaveChanged() {
    let stages = engine.stages
    let methods = stages.composition.methods
    let list =
      stages.heldKeys.pressAndHold.list ?? (stages.overlay.current as? ListOverlay)?.list
      ?? methods.candidates ?? fillings.list
    if list != shown {
      shown = list
      engine.queue.append(.candidatesDidChange(list, in: engine.textContainer?.id))
    }
    let isNeeded = list != nil || engine.textContainer != nil && methods.methodOfMode != nil
    if isNeeded != isThere {
      isThere = isNeeded
      engine.keyboardArea.showsCandidates = isNeeded
    }
  }

  /// Chooses a candidate of the page that shows, exactly as its digit would (F029).
  func choose(_ number: Int) -> Bool {
    guard 1...9 ~= number, let list = shown, list.index(forSelectionKey: number) != nil
    else { return false }
    // What could be filled in has no digits before it is entered.
    if list == fillings.list { enterFillings() }
    let methods = engine.stages.composition.methods
    if list == methods.candidates {
      engine.perform { [engine] in
        methods.choose(with: Self.keystroke(of: number, .press, in: engine))
      }
      return true
    }
    for phase in [KeyEvent.Phase.press, .release] {
      engine.handle(Self.keystroke(of: number, phase, in: engine))
    }
    return true
  }

  private static func keystroke(
    of number: Int, _ phase: KeyEvent.Phase, in engine: TextEngine
  ) -> Keystroke {
    Keystroke(
      event: KeyEvent(
        time: engine.timers.now, device: engine.keyboards.typedOn,
        code: KeyCode(rawValue: UInt16(number + 1)), phase: phase),
      keysym: Keysym(rawValue: UInt32(0x30 + number)), text: phase == .press ? "\(number)" : "",
      charactersIgnoringModifiers: KeyInput("\(number)"))
  }

  // MARK: Fillings

  /// Whether something can be filled in.
  var hasFillings: Bool { fillings.list != nil }

  /// The text that was last asked about.
  var fillingsOwner: ContainerID? { fillings.owner }

  /// Asks anew what can be filled in: made when the focus comes, kept while it stays (TRT-11, AST-25).
  func reloadFillings() {
    let hadRow = !fillings.suggestions.isEmpty
    fillings = FillRow(owner: engine.textContainer?.id)
    if let autoFill, let container = engine.textContainer, container.takesText,
      container.isFillable
    {
      let onScreen = (engine.keyWindow?.focusOrder ?? []).compactMap { $0 as? TextContainer }
      let fields = onScreen.contains { $0 === container } ? onScreen : [container]
      let suggestions = autoFill.suggestions(
        for: fields.map { FillField($0.traits, hasText: $0.hasText) },
        focused: fields.firstIndex { $0 === container } ?? 0, program: asker,
        at: engine.timers.now)
      fillings = FillRow(
        owner: container.id, suggestions: suggestions,
        isSecret: container.traits.isSecureTextEntry, fields: fields)
    }
    if hadRow || !fillings.suggestions.isEmpty { mayHaveChanged() }
  }

  /// Whose the fields are (TRT-15): a further window is a program of its own.
  private var asker: String {
    guard let keyWindow = engine.keyWindow, keyWindow !== engine.window else {
      return engine.application.name
    }
    return keyWindow.name
  }

  /// Gives the keys to the row (AST-23).
  func enterFillings() {
    guard let list = fillings.list else { return }
    let row = fillings
    engine.stages.overlay.open(list.moved(.next)) { [unowned self] in
      accept(row.suggestions[$0], for: row.fields)
    }
  }

  /// Fills every field that the suggestion has a value for; the focus stays (F091).
  private func accept(_ suggestion: FillSuggestion, for fields: [TextContainer]) {
    fillings = FillRow(owner: fillings.owner)
    for fill in suggestion.fills where fields.indices.contains(fill.field) {
      fields[fill.field].fill(with: fill.text)
    }
    mayHaveChanged()
  }
}

extension TextEngine {
  /// The candidates on show; nil for none.
  public var candidates: CandidateList? { candidateRow.shown }

  /// Where values for the fields of the screen come from; nil for nowhere (reference 3.4).
  public var autoFill: (any FillSuggester)? {
    get { candidateRow.autoFill }
    set {
      candidateRow.autoFill = newValue
      candidateRow.reloadFillings()
    }
  }

  /// Asks anew what can be filled in, because the values are others.
  public func reloadFillSuggestions() { candidateRow.reloadFillings() }

  /// Chooses a candidate of the page that shows, exactly as its digit would (F029).
  ///
  /// - Parameter number: the digit, 1 to 9.
  /// - Returns: whether there was such a candidate to choose.
  @discardableResult
  public func chooseCandidate(_ number: Int) -> Bool { candidateRow.choose(number) }
}
