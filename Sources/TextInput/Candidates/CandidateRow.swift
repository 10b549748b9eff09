// SPDX-License-Identifier: Apache-2.0
import Keys

/// The candidate row: the open list, or else an input method's candidates, or else the prediction
/// row with values to fill in and predicted words.
final class CandidateRow: EnginePart {
  /// The visible list; nil for none.
  private(set) var shown: CandidateList?
  /// The source of values for the fields on the screen.
  fileprivate(set) var autoFill: (any FillSuggester)?
  private var fillings = FillRow()
  /// The number of suggestions that were accepted.
  private var fillCount = 0
  /// Whether fields are being filled: their traits may change, but no value is offered again.
  private var isFilling = false
  private var predictions: PredictionRow?
  /// The container that had predictions, for which the row stays even while it is empty.
  private var reservedFor: ContainerID?
  /// Whether the keyboard area has a row for candidates.
  private var isThere = false

  /// Reports the candidates if they changed, and reserves room for them in the keyboard area.
  ///
  /// For an input method, and for a text that had predictions, the row is reserved even while it is
  /// empty; otherwise it would appear and disappear with each word (NTF-9).
  func mayHaveChanged() {
    let stages = engine.stages
    let methods = stages.composition.methods
    let list =
      stages.heldKeys.held.list ?? (stages.overlay.current as? ListOverlay)?.list
      ?? methods.candidates ?? rowList
    if list != shown {
      shown = list
      engine.queue.append(.candidatesDidChange(list, in: engine.textContainer?.id))
    }
    if reservedFor != engine.textContainer?.id { reservedFor = nil }
    let isNeeded =
      list != nil || reservedFor != nil
      || engine.textContainer != nil && methods.methodOfMode != nil
    if isNeeded != isThere {
      isThere = isNeeded
      engine.keyboardArea.showsCandidates = isNeeded
    }
  }

  /// Chooses a candidate of the visible page, exactly as its digit would (F029).
  ///
  /// A program may not choose a value to fill in, unless the settings allow it (TRT-21).
  func choose(_ number: Int, byProgram isProgram: Bool) -> CandidateChoice {
    let methods = engine.stages.composition.methods
    // The row may belong to an older text.
    if engine.assistance.isDue { engine.assistance.requestWhatIsDue() }
    if methods.continuesReply { methods.replyWasDelivered() }
    guard 1...9 ~= number, let list = shown, let index = list.index(forSelectionKey: number)
    else { return .notOffered }
    if isProgram, !engine.settings.programsChooseFills {
      guard list.items[index].role != .filling else { return .notPermitted }
    }
    // The digit would wait behind the person's keys, which may leave the list, or open another one.
    guard list == methods.candidates || !engine.mustQueue else { return .notOffered }
    // Digits select nothing in the prediction row until it receives the keys.
    if list == rowList { enterRow() }
    if list == methods.candidates {
      // The list belongs to the text before a press that still waits for its method.
      guard engine.pendingKeystroke == nil else { return .notOffered }
      engine.performLikeKey { [engine] in
        methods.choose(index, with: Self.keystroke(of: number, .press, in: engine))
      }
      return .chosen
    }
    for phase in [KeyEvent.Phase.press, .release] {
      engine.handle(Self.keystroke(of: number, phase, in: engine))
    }
    return .chosen
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

  // MARK: The prediction row

  /// A slot of the prediction row.
  private enum Entry {
    case filling(FillSuggestion)
    case prediction(PredictionRow.Choice)
  }

  /// Whether the prediction row has anything to choose.
  var hasRow: Bool { rowList != nil }

  /// Whether the row has values to fill into the focused text.
  var hasFillings: Bool { !fillings.suggestions.isEmpty }

  /// Whether words are predicted.
  var hasPredictions: Bool { predictions != nil }

  /// Shows predictions next to the values to fill in; nil for none.
  func show(_ row: PredictionRow?) {
    guard row != nil || predictions != nil else { return }
    predictions = row
    if let row { reservedFor = row.container }
    mayHaveChanged()
  }

  /// Gives up the room for predictions, because they may have been turned off.
  func endReservation() {
    guard reservedFor != nil else { return }
    reservedFor = nil
    mayHaveChanged()
  }

  /// The prediction row, which is not entered (IME-9); nil if it is empty.
  private var rowList: CandidateList? {
    guard let predictions else { return fillings.list }
    return CandidateList(
      .predictions, items: slots(of: predictions).map(\.candidate),
      pageSize: PredictionRow.size)
  }

  /// The slots: the literal and the correction, then values to fill in, then words (AST-22,
  /// AST-25).
  private func slots(of row: PredictionRow) -> [(candidate: Candidate, entry: Entry)] {
    let own = row.slots.map { (candidate: $0.candidate, entry: Entry.prediction($0.choice)) }
    let first = own.prefix { $0.candidate.role != .completion }
    let values = zip(fillings.list?.items ?? [], fillings.suggestions).map {
      (candidate: $0, entry: Entry.filling($1))
    }
    return Array((first + values + own[first.endIndex...]).prefix(PredictionRow.size))
  }

  /// Lets the row receive the keys (AST-23).
  func enterRow() {
    guard let list = rowList else { return }
    guard let predictions else { return enterFillings(list) }
    let entries = slots(of: predictions).map(\.entry)
    let container = engine.textContainer
    let fields = fillings.fields
    engine.stages.overlay.open(list.moved(.next), about: container) { [unowned self] in
      switch entries[$0] {
      case .filling(let suggestion): accept(suggestion, for: fields)
      case .prediction(let choice):
        guard let container, container === engine.textContainer else { return }
        container.help?.accept(choice)
        engine.stages.text.textDidChange(in: container)
        container.showCaret()
      }
    }
  }

  // MARK: Values to fill in

  /// The container for which values were last requested.
  var fillingsOwner: ContainerID? { fillings.owner }

  /// Requests the values to fill in.
  ///
  /// This is done when the text gets the focus; the values are kept while it has the focus (TRT-11,
  /// AST-25).
  func reloadFillings() {
    guard !isFilling else { return }
    let hadRow = !fillings.suggestions.isEmpty || reservedFor != nil
    fillings = FillRow(owner: engine.textContainer?.id)
    if let autoFill, let container = engine.textContainer, container.takesText,
      container.isFillable
    {
      let onScreen = (engine.keyWindow?.focusOrder ?? []).compactMap { $0 as? TextContainer }
      let fields = onScreen.contains { $0 === container } ? onScreen : [container]
      let suggestions = autoFill.suggestions(
        for: fields.map { FillField($0.traits, hasText: $0.hasText) },
        focused: fields.firstIndex { $0 === container } ?? 0, program: program,
        at: engine.timers.now)
      fillings = FillRow(
        owner: container.id, suggestions: suggestions,
        isSecret: container.traits.isSecureTextEntry, fields: fields)
    }
    if hadRow || !fillings.suggestions.isEmpty { mayHaveChanged() }
  }

  /// The program that the fields belong to (TRT-15, TRT-20); an additional window counts as a
  /// program of its own.
  private var program: ProgramIdentity {
    guard let keyWindow = engine.keyWindow, keyWindow !== engine.window else {
      return ProgramIdentity(engine.application.name, user: engine.window.user)
    }
    return ProgramIdentity(keyWindow.name, user: keyWindow.user)
  }

  private func enterFillings(_ list: CandidateList) {
    let row = fillings
    engine.stages.overlay.open(list.moved(.next)) { [unowned self] in
      accept(row.suggestions[$0], for: row.fields)
    }
  }

  /// Fills every field for which the suggestion has a value; focus stays (F091).
  private func accept(_ suggestion: FillSuggestion, for fields: [TextContainer]) {
    fillings = FillRow(owner: fillings.owner)
    fillCount += 1
    let group = UndoGroup(number: fillCount)
    isFilling = true
    for fill in suggestion.fills where fields.indices.contains(fill.field) {
      fields[fill.field].fill(with: fill.text, isSecret: fill.isSecret, in: group)
    }
    isFilling = false
    mayHaveChanged()
  }
}

extension TextEngine {
  /// The visible candidates; nil for none.
  public var candidates: CandidateList? { candidateRow.shown }

  /// The source of values for the fields on the screen; nil for none (reference 3.4).
  public var autoFill: (any FillSuggester)? {
    get { candidateRow.autoFill }
    set {
      candidateRow.autoFill = newValue
      candidateRow.reloadFillings()
    }
  }

  /// Requests the values to fill in again, because they changed.
  public func reloadFillSuggestions() { candidateRow.reloadFillings() }

  /// Chooses a candidate of the visible page, exactly as its digit would (F029).
  ///
  /// - Parameter number: the digit, 1 to 9.
  /// - Returns: whether the candidate existed.
  @discardableResult
  public func chooseCandidate(_ number: Int) -> Bool {
    candidateRow.choose(number, byProgram: false) == .chosen
  }

  /// Chooses a candidate of the visible page for a program, which may choose a value to fill in
  /// only if the setting ``TextInputSettings/programsChooseFills`` allows it (TRT-21).
  package func chooseCandidate(_ number: Int, byProgram isProgram: Bool) -> CandidateChoice {
    candidateRow.choose(number, byProgram: isProgram)
  }
}
