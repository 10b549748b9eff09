// SPDX-License-Identifier: Apache-2.0
import Keys

/// The candidate row: the open list, or else an input method's candidates, or else the prediction
/// row with values to fill in and predicted words.
package final class CandidateRow {
  // Neither a weak nor a strong reference: the row never outlives its host.
  private unowned(unsafe) var connected: (any KeyboardHost)?
  private let area: KeyboardArea
  /// The sources in front of the row's own words and values, the first one first.
  private var sources: [any CandidateSource] = []
  /// The visible list; nil for none.
  private var shown: CandidateList?
  /// The source of the visible list; nil for the row's own words and values.
  private var shownBy: (any CandidateSource)?
  private var isOutdated: Bool {
    get { area.isRowOutdated }
    set { area.isRowOutdated = newValue }
  }
  private var suggester: (any FillSuggester)?
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

  /// Creates the row of a keyboard area.
  package init(in area: KeyboardArea) { self.area = area }

  /// Connects the row to its engine, and to the sources that come before its own words and values.
  package func connect(to host: any KeyboardHost, _ sources: [any CandidateSource]) {
    connected = host
    self.sources = sources
  }

  /// Ends the connection, because the engine is being released.
  package func end() { sources = [] }

  private var host: any KeyboardHost { connected.unsafelyUnwrapped }

  /// The visible candidates; nil for none.
  package var list: CandidateList? {
    update()
    return shown
  }

  /// The source of values for the fields on the screen; nil for none.
  package var autoFill: (any FillSuggester)? {
    get { suggester }
    set {
      suggester = newValue
      reloadFillings()
    }
  }

  // MARK: The end of a turn

  /// Records that candidates, or the need for room for them, may have changed.
  ///
  /// A list that ends is reported at once, before what follows from its choice (NTF-5).
  package func setNeedsUpdate() {
    isOutdated = true
    guard shown != nil else { return }
    let hasEnded = shownBy.map { $0.candidates == nil } ?? (rowList == nil)
    if hasEnded { update() }
  }

  /// Reports the candidates if they changed, and reserves room for them in the keyboard area;
  /// called at the end of a turn.
  ///
  /// For an input method, and for a text that had predictions, the row is reserved even while it is
  /// empty; otherwise it would appear and disappear with each word (NTF-9).
  package func update() {
    guard isOutdated else { return }
    isOutdated = false
    shownBy = sources.first { $0.candidates != nil }
    let list = shownBy?.candidates ?? rowList
    if list != shown {
      shown = list
      host.link.queue.append(.candidatesDidChange(list, in: host.textContainer?.id))
    }
    if reservedFor != host.textContainer?.id { reservedFor = nil }
    let isNeeded = list != nil || reservedFor != nil || host.hasInputMethod
    if isNeeded != isThere {
      isThere = isNeeded
      area.showsCandidates = isNeeded
    }
  }

  /// Chooses a candidate of the visible page, exactly as its digit would (F029).
  ///
  /// A program may not choose a value to fill in, unless the settings allow it (TRT-21).
  package func choose(_ number: Int, byProgram isProgram: Bool) -> CandidateChoice {
    guard host.isActive, 1...9 ~= number, let list, let index = list.index(forSelectionKey: number)
    else { return .notOffered }
    if isProgram, !host.settings.programsChooseFills {
      guard list.items[index].role != .filling else { return .notPermitted }
    }
    let source = shownBy
    // The digit would wait behind the person's keys, which may leave the list, or open another one.
    guard source?.choosesAtOnce == true ? !host.hasPendingKeystroke : !host.mustQueue else {
      return .notOffered
    }
    if let source {
      host.performLikeKey { source.choose(index) }
    } else {
      // Digits select nothing in the prediction row until it receives the keys.
      let choose = chooser
      host.performLikeKey { choose(index) }
    }
    return .chosen
  }

  // MARK: The prediction row

  /// A slot of the prediction row.
  private enum Entry {
    case filling(FillSuggestion)
    case prediction(PredictionRow.Choice)
  }

  /// Whether the prediction row has anything to choose.
  package var hasRow: Bool { rowList != nil }

  /// Whether the row has values to fill into the focused text.
  package var hasFillings: Bool { !fillings.suggestions.isEmpty }

  /// Whether words are predicted.
  package var hasPredictions: Bool { predictions != nil }

  /// Shows predictions next to the values to fill in; nil for none.
  package func show(_ row: PredictionRow?) {
    guard row != nil || predictions != nil else { return }
    predictions = row
    if let row { reservedFor = row.container }
    setNeedsUpdate()
  }

  /// Gives up the room for predictions, because they may have been turned off.
  package func endReservation() {
    guard reservedFor != nil else { return }
    reservedFor = nil
    setNeedsUpdate()
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
  package func enterRow() {
    guard let list = rowList?.moved(.next) else { return }
    let choose = chooser
    if predictions != nil, let container = host.textContainer {
      host.open(list, about: container, choose: choose)
    } else {
      host.open(list, choose: choose)
    }
  }

  /// Performs the choice of a slot of the row as it is now, even if the row has changed by then.
  private var chooser: (Int) -> Void {
    let fillings = fillings
    guard let predictions else {
      return { [unowned self] in accept(fillings.suggestions[$0], for: fillings.fields) }
    }
    let entries = slots(of: predictions).map(\.entry)
    return { [unowned self, container = host.textContainer] index in
      switch entries[index] {
      case .filling(let suggestion): accept(suggestion, for: fillings.fields)
      case .prediction(let choice):
        guard let container, container === host.textContainer else { return }
        container.help?.accept(choice)
        host.textDidChange(in: container)
        container.showCaret()
      }
    }
  }

  // MARK: Values to fill in

  /// The container for which values were last requested.
  package var fillingsOwner: ContainerID? { fillings.owner }

  /// Requests the values to fill in.
  ///
  /// This is done when the text gets the focus; the values are kept while it has the focus (TRT-11,
  /// AST-25).
  package func reloadFillings() {
    guard !isFilling else { return }
    let hadRow = !fillings.suggestions.isEmpty || reservedFor != nil
    fillings = FillRow(owner: host.textContainer?.id)
    if let suggester, let container = host.textContainer, container.takesText,
      container.isFillable
    {
      let onScreen = (host.keyWindow?.focusOrder ?? []).compactMap { $0 as? TextContainer }
      let fields = onScreen.contains { $0 === container } ? onScreen : [container]
      let suggestions = suggester.suggestions(
        for: fields.map { FillField($0.traits, hasText: $0.hasText) },
        focused: fields.firstIndex { $0 === container } ?? 0, program: program,
        at: host.timers.now)
      fillings = FillRow(
        owner: container.id, suggestions: suggestions,
        isSecret: container.traits.isSecureTextEntry, fields: fields)
    }
    if hadRow || !fillings.suggestions.isEmpty { setNeedsUpdate() }
  }

  /// The program that the fields belong to (TRT-15, TRT-20); an additional window counts as a
  /// program of its own.
  private var program: ProgramIdentity {
    guard let keyWindow = host.keyWindow, keyWindow !== host.window else {
      return ProgramIdentity(host.application.name, user: host.window.user)
    }
    return ProgramIdentity(keyWindow.name, user: keyWindow.user)
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
    setNeedsUpdate()
  }
}
