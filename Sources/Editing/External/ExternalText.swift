// SPDX-License-Identifier: Apache-2.0
public import KeyCommands
public import Keys

/// A text that a toolkit owns: the engine composes, corrects and predicts for it, and the toolkit
/// edits (EXT-1).
///
/// The engine types into a copy of what is around the caret. At the end of each turn it sends what
/// has changed as one message, and every key that is not text as another (EXT-2). The toolkit
/// reports how its text looks afterwards with ``report(_:seen:cause:)``, which corrects the copy if
/// the toolkit has refused, cut or changed something. Selection, undo, and keys that move or delete
/// belong to the toolkit.
///
/// UIKit has no counterpart: there a text that implements `UITextInput` answers within the call.
public final class ExternalText: TextContainer, FlushedText {
  /// The number of messages without a report after which keys are dropped (EXT-24).
  package static let unseenLimit = 256
  /// For how long a message may be without a report before nothing is replaced any more, in
  /// microseconds (EXT-24).
  static let answerLimit: Int64 = 1_000_000
  /// The length of the copy at which it is replaced by a report that agrees with it, in UTF-16 code
  /// units.
  private static let copyLimit = 4 * Surroundings.byteLimit

  /// The toolkit that receives the messages.
  public weak var client: (any ExternalTextClient)?
  /// Whether the toolkit inserts text that is being composed when the focus of the text ends, so
  /// that the engine sends nothing then (EXT-12).
  public var insertsFallbackItself = false
  /// Whether keys that are not text are sent as messages; if not, they are passed along the chain
  /// of responders.
  public var sendsKeys = true

  /// Whether typed text is inserted; if not, every key is sent as a key (EXT-19).
  public var isEditable = true {
    didSet {
      guard isEditable != oldValue else { return }
      if !isEditable { unmarkText() }
      takenTextMayHaveChanged()
      // A dead key pressed while the text was not editable does not apply to later input.
      if isEditable, isFirstResponder { host?.abandonSequence() }
      queue.notifyObserver(of: .traitsDidChange(id, traits))
      if isFirstResponder { reloadInputViews() }
    }
  }
  /// Whether inserted text may contain newlines (EXT-17).
  public var isMultiline: Bool {
    get { allowsNewlines }
    set { allowsNewlines = newValue }
  }

  /// The number of reports with the cause ``Surroundings/Cause/other`` (EXT-7).
  public private(set) var revision = 0
  /// The number of the last message.
  public private(set) var lastNumber = 0

  /// The text as the toolkit has it after all messages.
  private var sent = ExternalCopy()
  private var unseen = UnseenMessages()
  /// Whether the toolkit reports which messages it has handled.
  private var reportsSeen = false
  /// The number of the current composition, or of the last one.
  private var composition = 0
  /// The report that waits for the end of the composition; nil for none.
  private var waiting: Surroundings?
  /// Whether the copy may differ from that report in how much of the text it has.
  private var mayDiffer = true

  /// The changes since the last message.
  private var turn = ExternalTurn()
  /// Whether a change is one that the toolkit has made.
  private var isAdopting = false

  /// The keys whose press was sent and whose end is not.
  private var pressed: [PhysicalKey: Keystroke] = [:]
  private var hasReportedDroppedKeys = false
  /// The last key that later keys have waited for; nil once the toolkit has handled it.
  private var wait: ToolkitWait?

  /// Creates a text whose surroundings are not known yet (EXT-9).
  ///
  /// - Parameters:
  ///   - name: the name of the text on the wire.
  ///   - traits: the kind of text that the toolkit expects.
  public init(name: String = "", traits: TextInputTraits = TextInputTraits()) {
    super.init(name: name, frame: .zero, traits: traits)
    notesChanges = true
    performsKeys = false
    knowsText = false
    isFollowed = true
    allowsNewlines = false
    document.levelsOfUndo = 0
    allowsSubstitution = { [unowned self] in mayReplace(from: $0.start) }
  }

  public override var kind: ContainerKind { .external }

  /// Returns false: keys that edit belong to the toolkit.
  ///
  /// - Parameter command: the command.
  /// - Returns: false.
  public override func canPerform(_ command: EditingCommand) -> Bool { false }

  /// Returns the traits without the continuation after the caret, which the toolkit cannot show.
  override func possible(_ wanted: TextInputTraits) -> TextInputTraits {
    var traits = wanted
    traits.inlinePredictionType = .no
    return traits
  }

  // MARK: Changes by the engine

  override func willType(_ text: String) {
    // Text that was refused has changed nothing, so that its turn has not ended.
    if !turn.hasChanged { turn.plain = "" }
    guard filtersText else {
      turn.plain += text
      return
    }
    if case .text(let kept) = currentTraits.filter(text, language: host?.language ?? .english) {
      turn.plain += kept
    }
  }

  package override func sequenceWillComplete(with keystroke: Keystroke) {
    let letter = keystroke.charactersIgnoringModifiers.rawValue
    turn.letter = keystroke.modifiers.contains(.shift) ? letter.uppercased() : letter
  }

  override func notify(_ update: Update) {
    guard !isAdopting else { return }
    switch update {
    case .textDidChange(_, let range, _, _): noteChange(at: range.start)
    case .markedDidChange(_, let range, _):
      if range == nil {
        turn.hasEndedComposition = true
        // The text that the composition had replaced may be back.
        noteChange(at: sent.replaced.start)
      }
      noteChange()
    case .selectionDidChange: if document.marked != nil { noteChange() }
    default: break
    }
  }

  private func noteChange(at offset: Int) {
    turn.textChanged(at: offset)
    noteChange()
  }

  private func noteChange() {
    guard !turn.hasChanged else { return }
    turn.hasChanged = true
    host?.mustFlush(self)
  }

  /// Sends what has changed since the last message; called at the end of each turn.
  package func flush() {
    guard turn.hasChanged else { return }
    let old = sent
    // The engine may restore a selection that it had replaced, which no message can do.
    if !selection.isCaret, document.marked == nil, turn.hasChangedText {
      let caret = Selection(caret: selection.range.end)
      adopt { $0.select(caret, into: &$1) }
    }
    sent = copy
    defer { turn = ExternalTurn() }
    guard !insertsFallbackItself || isFirstResponder else { return }
    var edit = edit(from: old)
    let isEdit = !edit.text.isEmpty || !edit.before.isEmpty || !edit.after.isEmpty
    let preedit = preedit(after: old)
    if isEdit {
      edit.preedit = preedit
      send(.edit(edit))
    } else if !isSecret,
      turn.hasEndedComposition && preedit != nil || sent.showsOtherPreedit(than: old)
    {
      send(
        .preedit(preedit ?? ExternalPreedit(composition: composition, segments: [], caret: 0)))
    }
    adoptWaiting()
  }

  private var copy: ExternalCopy {
    ExternalCopy(storage: storage, selection: selection, marked: document.marked)
  }

  /// Returns the change of the text without what is being composed.
  private func edit(from old: ExternalCopy) -> ExternalEdit {
    guard let firstChange = turn.firstChange else { return ExternalEdit() }
    var edit = sent.edit(from: old, firstChange: firstChange)
    if turn.hasEndedComposition, old.marked != nil, !isSecret { edit.composition = composition }
    // The text that a composition has made does not depend on the surroundings.
    let isTyped = edit.composition != nil || edit.text == turn.plain
    if !edit.before.isEmpty || !edit.after.isEmpty || !isTyped { edit.revision = revision }
    if edit.composition != nil {
      edit.plain = turn.letter
    } else if edit.revision != nil, !turn.plain.isEmpty {
      edit.plain = turn.plain
    }
    return edit
  }

  /// Returns what is being composed now, which may be a new composition; nil for nothing, and in a
  /// secret (EXT-18).
  private func preedit(after old: ExternalCopy) -> ExternalPreedit? {
    if document.marked != nil, !isSecret, old.marked == nil || turn.hasEndedComposition {
      composition += 1
    }
    return shownPreedit
  }

  /// The text that is being composed, as the toolkit shows it.
  private var shownPreedit: ExternalPreedit? {
    guard let marked = document.marked, !isSecret else { return nil }
    return ExternalPreedit(
      composition: composition, segments: marked.segments,
      caret: selection.head - marked.range.start)
  }

  private func send(_ content: ExternalMessage.Content) {
    lastNumber += 1
    var entry = UnseenMessages.Entry(number: lastNumber, sentAt: host?.timers.now ?? .zero)
    switch content {
    case .edit(let edit): (entry.edit, entry.preedit) = (edit, edit.preedit)
    case .preedit(let preedit):
      entry.edit = ExternalEdit()
      entry.preedit = preedit.segments.isEmpty ? nil : preedit
    case .key: break
    }
    unseen.append(entry)
    if !reportsSeen { unseen.trim(to: Self.unseenLimit) }
    if unseen.count == Self.unseenLimit { takenTextMayHaveChanged() }
    client?.externalText(self, didSend: ExternalMessage(number: lastNumber, content: content))
  }

  /// Whether too many messages are unseen, so that keys are dropped (EXT-24).
  private var isOverloaded: Bool { reportsSeen && unseen.count >= Self.unseenLimit }

  private func takenTextMayHaveChanged() { acceptsText = isEditable && !isOverloaded }

  /// Whether the text from an offset to the caret may be replaced: it is known, and the toolkit
  /// reports in time (EXT-9, EXT-24).
  private func mayReplace(from start: Int) -> Bool {
    guard knowsText, !isSecret else { return false }
    if let oldest = unseen.oldest, let now = host?.timers.now,
      now.microseconds(since: oldest) > Self.answerLimit
    {
      return false
    }
    guard start < selection.range.start else { return true }
    return client?.externalText(self, mayReplaceFrom: start) ?? true
  }

  // MARK: Keys

  public override var wantsPresses: Bool { sendsKeys }
  public override var wantsPressesOfText: Bool { false }

  /// Sends a press that nothing else handles (EXT-14).
  ///
  /// - Parameter keystroke: the press.
  /// - Returns: true.
  public override func pressBegan(_ keystroke: Keystroke) -> Bool {
    guard !isOverloaded else {
      if !hasReportedDroppedKeys { client?.externalTextDidDropKeys(self) }
      hasReportedDroppedKeys = true
      return true
    }
    pressed[keystroke.event.key] = keystroke
    send(.began, keystroke)
    waitUntilHandled()
    return true
  }

  /// Lets later keys wait until the toolkit has handled the last message (EXT-26).
  ///
  /// They do not wait for a second key of a toolkit that is late with the first one.
  private func waitUntilHandled() {
    guard reportsSeen, wait == nil, unseen.hasUnseen(lastNumber) else { return }
    let wait = ToolkitWait(self, number: lastNumber)
    self.wait = wait
    host?.mustWait(wait)
  }

  public override func pressRepeated(_ keystroke: Keystroke) {
    if pressed[keystroke.event.key] != nil, !isOverloaded { send(.repeated, keystroke) }
  }

  public override func pressEnded(_ keystroke: Keystroke) { end(keystroke, as: .ended) }
  public override func pressCancelled(_ keystroke: Keystroke) { end(keystroke, as: .cancelled) }

  /// Sends the end of a key as the toolkit knows the key; the layout may have changed meanwhile.
  private func end(_ keystroke: Keystroke, as phase: ExternalKey.Phase) {
    guard var key = pressed.removeValue(forKey: keystroke.event.key) else { return }
    key.event = keystroke.event
    if phase == .ended { key.modifiers = keystroke.modifiers }
    send(phase, key)
  }

  private func send(_ phase: ExternalKey.Phase, _ keystroke: Keystroke) {
    flush()
    send(.key(ExternalKey(phase: phase, keystroke: keystroke)))
    // Without reports, the place of the caret is unknown after another key.
    if phase == .began, !knowsText { forgetCopy() }
  }

  // MARK: Reports of the toolkit

  /// Takes over what the toolkit reports about its text.
  ///
  /// - Parameters:
  ///   - surroundings: the text around the caret; nil if the toolkit does not know it.
  ///   - seen: the number of the last message that it has handled; 0 for none.
  ///   - cause: whether anything but these messages has changed the text or the caret.
  /// - Throws: why the report is refused; nothing changes then.
  public func report(
    _ surroundings: Surroundings?, seen: Int, cause: Surroundings.Cause = .other
  ) throws(SurroundingsError) {
    guard (0...lastNumber).contains(seen) else { throw .unknownNumber(seen) }
    try surroundings?.check()
    didHandle(seen)
    if surroundings != nil, isSecure { throw .isSecret }
    reportsSeen = true
    hasReportedDroppedKeys = false
    takenTextMayHaveChanged()
    if cause == .other { revision += 1 }
    guard let surroundings else {
      if cause == .other || knowsText { forgetCopy() }
      knowsText = false
      return
    }
    mayDiffer = cause == .edit && knowsText && (mayDiffer || waiting == nil)
    knowsText = true
    waiting = surroundings
    adoptWaiting()
  }

  /// Notes that the toolkit has handled messages exactly as they were sent, without a report.
  ///
  /// - Parameter number: the number of the last of them.
  public func didHandle(_ number: Int) {
    unseen.removeSeen(through: number)
    if let wait, wait.number <= number { endWait() }
  }

  private func endWait() {
    wait?.end()
    wait = nil
  }

  /// Ends a composition that the toolkit has ended (EXT-11).
  ///
  /// - Parameters:
  ///   - number: the number of the composition.
  ///   - isInserted: whether the toolkit has inserted the fallback; if not, the text was dropped.
  ///   - seen: the number of the last message that it has handled.
  /// - Throws: that no message has the number `seen`; nothing changes then.
  public func compositionDidEnd(
    _ number: Int, isInserted: Bool, seen: Int
  ) throws(SurroundingsError) {
    guard (0...lastNumber).contains(seen) else { throw .unknownNumber(seen) }
    didHandle(seen)
    let rest = isInserted ? unseen.textTyped(afterEndOf: number) : ""
    unseen.voidEdits(of: number)
    if number == composition, let marked = document.marked {
      endRun()
      let text = storage.substring(marked.range)
      let inserted = isInserted ? String(text.dropLast(rest.count)) : ""
      adopt { $0.commit(inserted, into: &$1) }
      programDidChange()
      if !rest.isEmpty { change(selection.range, to: rest, as: .other) }
      turn.plain = rest
      flush()
    } else if !rest.isEmpty {
      // The copy has it already. An edit ends what is shown, so it shows a newer composition again.
      var edit = ExternalEdit(text: rest)
      edit.preedit = shownPreedit
      send(.edit(edit))
    }
  }

  /// Ends the composition, which the toolkit has inserted because it lost its connection, and
  /// forgets what was sent (EXT-23).
  package func clientDidDisconnect() {
    if document.marked != nil {
      endRun()
      adopt { $0.unmark(into: &$1) }
      programDidChange()
    }
    restart()
  }

  /// Begins the stream again with the number 1, because the toolkit has connected again (EXT-23).
  public func restart() {
    (lastNumber, revision, composition) = (0, 0, 0)
    unseen.removeAll()
    pressed = [:]
    endWait()
    (reportsSeen, hasReportedDroppedKeys, knowsText) = (false, false, false)
    waiting = nil
    takenTextMayHaveChanged()
    forgetCopy()
    turn = ExternalTurn()
  }

  /// Sends messages again that the toolkit cannot have received, because it was not connected.
  ///
  /// Replacements are left out, and so is text that was being composed: the toolkit inserts its
  /// fallback.
  ///
  /// - Parameter messages: the messages, in order.
  package func resend(_ messages: [ExternalMessage]) {
    var begun: [PhysicalKey: Keystroke] = [:]
    for message in messages {
      switch message.content {
      case .edit(let edit):
        let text = edit.revision == nil ? edit.text : edit.plain ?? ""
        if !text.isEmpty { send(.edit(ExternalEdit(text: text))) }
      case .preedit: break
      case .key(let key):
        let physical = key.keystroke.event.key
        if key.phase == .began { begun[physical] = key.keystroke }
        guard begun[physical] != nil else { continue }
        if key.phase == .ended || key.phase == .cancelled { begun[physical] = nil }
        send(.key(key))
      }
    }
    pressed = begun
    guard let preedit = preedit(after: ExternalCopy()) else { return }
    sent = copy
    send(.preedit(preedit))
  }

  /// Makes the copy equal to the last report, once nothing is being composed.
  private func adoptWaiting() {
    guard let reported = waiting, document.marked == nil else { return }
    waiting = nil
    defer { mayDiffer = true }
    let wanted = unseen.applied(to: reported, revision: revision)
    let own = Surroundings(text, selection: selection)
    guard wanted != own else { return }
    if mayDiffer, storage.count <= Self.copyLimit, wanted.agrees(with: own) { return }
    adopt(wanted, from: own)
  }

  /// Replaces the copy; a deletion before the caret keeps what is known about the word.
  private func adopt(_ wanted: Surroundings, from own: Surroundings) {
    let rest = own.selection.head - wanted.selection.head
    let isDeletion =
      own.selection.isCaret && wanted.selection.isCaret && rest > 0
      && own.text.utf16.dropLast(own.text.utf16.count - wanted.selection.head)
        .elementsEqual(wanted.text.utf16.prefix(wanted.selection.head))
      && own.text.utf16.dropFirst(own.selection.head)
        .elementsEqual(wanted.text.utf16.dropFirst(wanted.selection.head))
    let revision = textRevision
    adopt { document, changes in
      if isDeletion {
        document.replace(
          TextRange(wanted.selection.head, own.selection.head), with: "", selecting: .automatic,
          into: &changes)
      } else {
        document.setText(wanted.text, selecting: .automatic, into: &changes)
        document.select(wanted.selection, into: &changes)
      }
    }
    if isDeletion {
      support?.textWasDeleted(since: revision)
      host?.programChanged(self)
    } else {
      forgetKeys()
      programDidChange()
    }
  }

  /// Changes the copy as the toolkit has changed its text, so that nothing is sent.
  private func adopt(_ change: (inout TextDocument, inout [DocumentChange]) -> Void) {
    isAdopting = true
    mutate(change)
    isAdopting = false
    sent = copy
  }

  /// Empties the copy, because the text around the caret is unknown.
  private func forgetCopy() {
    guard hasText, document.marked == nil else { return }
    adopt { $0.setText("", selecting: .automatic, into: &$1) }
    forgetKeys()
    programDidChange()
  }
}

extension Surroundings {
  /// Checks a report.
  ///
  /// - Throws: why it is refused.
  fileprivate func check() throws(SurroundingsError) {
    guard text.utf8.count <= Self.byteLimit else { throw .tooLong(bytes: text.utf8.count) }
    let units = text.utf16
    for offset in [selection.anchor, selection.head] {
      guard (0...units.count).contains(offset) else { throw .badOffset(offset) }
      let index = units.index(units.startIndex, offsetBy: offset)
      guard String.Index(index, within: text.unicodeScalars) != nil else {
        throw .badOffset(offset)
      }
    }
  }
}
