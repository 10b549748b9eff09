// SPDX-License-Identifier: Apache-2.0
import Keys
public import KeyCommands

/// A control with editable text: ``TextField``, ``TextView`` or ``WebField``.
///
/// The UIKit counterpart is `UITextInput`. All changes are reported in the order of reference 4.3.
/// Offsets count UTF-16 code units.
open class TextContainer: Control, EditingResponder, HostedView {
  /// The container's number within the engine; 0 until it is first added to a window.
  public final var id: ContainerID { number }
  /// The layout of visual lines; without a wrap width, a ``TextView`` wraps at its frame's width,
  /// and other containers do not wrap.
  public final var layout = LineLayout()
  /// The effective layout of visual lines.
  var lineLayout: LineLayout { layout }

  /// The style of the whole container (F015).
  public final var style = ContainerStyle()
  /// Whether the next insertion replaces the whole text and then sets this to false (4.1).
  ///
  /// Until then, all text is marked to be replaced, and no caret is shown. A deletion deletes all
  /// of it too, and ⎋ keeps it.
  public final var clearsOnInsertion: Bool {
    get { isCleared }
    set { isCleared = newValue }
  }

  /// Called when input was refused without consulting the delegate: because of the keyboard type,
  /// ``maximumLength`` or ``pattern``.
  public final var didRefuse: ((RefusedInput) -> Void)?
  final var limits = InputLimits()

  // Exclusivity is checked in debug builds only, because a document has no reference to containers.
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  final var document = TextDocument()
  /// Whether each change by the user is also reported as `field.editingChanged` (4.3).
  final var reportsEditing = false
  final var queue = UpdateQueue()
  /// The effective traits: the declared ones, and secure while the text is a filled password.
  final var currentTraits: TextInputTraits
  /// The traits that the program declared.
  package final var declaredTraits: TextInputTraits
  /// The state of a filled password in this text (TRT-22).
  final var filledSecret = FilledSecret()
  /// The column that ↑ and ↓ keep, in cells; nil after any other key (BND-6).
  final var goalColumn: Int?
  /// Whether Return inserts a newline; if not, newlines in inserted text become spaces (BND-10).
  final var allowsNewlines = true
  /// Whether a delegate was set, which ``consultDelegate(_:_:)`` consults; the delegate may be
  /// released already.
  final var hasDelegate = false
  /// Whether the previous key was ⌃K (BND-9).
  final var isKilling = false
  /// Whether the next edit replaces the whole text, because a secret is being edited again (FLD-4).
  final var emptiesOnEdit = false
  /// Whether the container accepts typed text; if not, keys that type are passed on, and the
  /// keyboard area is hidden (4.1).
  final var takesText = true
  /// Whether there is no selection at all, not even a caret (INP-2).
  final var hasNoSelection = false
  /// Whether the delegate is being consulted about marked text.
  final var isConsultingAboutMarked = false
  /// The last typed character, while a secure field shows it in clear (FLD-2).
  final var revealed: TextRange?
  final var revealTimer: EngineTimers.Token?
  /// The cached visual lines, valid for the text at the last access.
  final var knownLines = KnownLines()
  /// The start of the first visual line that a view shows.
  final var scrollTop = 0
  /// The correction offered for the current word, applied at its end (AST-11).
  final var pendingCorrection: TextCorrection?
  /// Whether the text before the caret was typed with assistance, and may be corrected at its end.
  final var mayCorrect = false
  /// The misspelled words, from the first change by the user on; nil if spelling is not checked.
  final var spelling: SpellingMarks?
  final var spellingTimer: EngineTimers.Token?
  /// The state of the text's typing assistance.
  final var help = TypingHelp()
  /// Returns whether the assistant may replace a range, which the typed text may extend; by default
  /// it always may.
  package final var allowsSubstitution: ((TextRange) -> Bool)?
  private final var isCleared = false
  private final var hasNumber = false
  private final var number = ContainerID(rawValue: 0)

  init(name: String, frame: CellRect, traits: TextInputTraits) {
    (currentTraits, declaredTraits) = (traits, traits)
    super.init(name: name, frame: frame)
  }

  /// Whether the container may have focus: while it is enabled (RSP-1, RSP-10).
  open override var canBecomeFirstResponder: Bool { isEnabled }

  /// The traits of the expected text; a change takes effect at the next key (TRT-2).
  ///
  /// The traits are also enforced: a text declared secure is kept secret (FLD-2), and a filled
  /// password is secure whatever was declared (TRT-22).
  public final var traits: TextInputTraits {
    get { currentTraits }
    set {
      declaredTraits = possible(newValue)
      applyTraits()
    }
  }

  /// Makes the declared traits effective.
  final func applyTraits() {
    var newValue = declaredTraits
    if filledSecret.isHeld { newValue.isSecureTextEntry = true }
    guard newValue != currentTraits else { return }
    currentTraits = newValue
    keepSecret()
    if spelling != nil { engine?.assistance.spellingIsDue(in: self) }
    if isSecure { forgetHelp() }
    if let engine, engine.textContainer === self { engine.assistance.conditionsDidChange() }
    engine?.stages.overlay.notify([.traitsDidChange(id, newValue)])
    // If the traits change at the beginning of editing, they are reported together with that
    // beginning.
    if engine?.textContainer === self, window?.focusStage == .settled {
      engine?.focusTracker.traitsDidChange(of: self)
    }
  }

  /// Called when the container belongs to another engine; nil for none.
  package final func hostDidChange(to host: (any ResponderHost)?) {
    engineDidChange(to: host as? TextEngine)
  }

  /// Connects the container to the update queue and the secrets of its engine.
  func engineDidChange(to engine: TextEngine?) {
    if let old = self.engine, old !== engine { old.cancelRequests(about: self) }
    queue = engine?.queue ?? UpdateQueue()
    guard let engine else { return }
    if !hasNumber {
      hasNumber = true
      number = engine.focusTracker.numberContainer()
    }
    keepSecret()
  }

  /// The engine of the container; nil while it is in no window.
  final var engine: TextEngine? { queue.engine }

  // MARK: State

  /// The text; a copy is cheap.
  public final var storage: TextStorage { document.storage }
  /// The selection.
  public final var selection: Selection { document.selection }
  /// Whether there is a selection or a caret (INP-2).
  public final var hasSelection: Bool { !hasNoSelection }
  /// The line on which a caret at the end of a wrapped line is shown.
  public final var affinity: TextAffinity { document.affinity }
  /// The range of the marked text; nil while none is marked.
  public final var markedRange: TextRange? { document.marked?.range }
  /// The segments of the marked text; empty while none is marked.
  public final var markedSegments: [MarkedSegment] { document.marked?.segments ?? [] }
  /// The range of the focused segment of the marked text, which candidates are shown for; nil for
  /// none.
  final var focusedSegment: TextRange? {
    guard let marked = document.marked else { return nil }
    var start = marked.range.start
    for segment in marked.segments {
      let end = start + segment.text.utf16.count
      if segment.style == .focused { return TextRange(start, end) }
      start = end
    }
    return nil
  }
  /// Whether there is any text, including marked text; UIKit's `hasText`.
  public final var hasText: Bool { document.storage.count > 0 }

  // MARK: Differences between the kinds

  /// The kind of the container.
  public var kind: ContainerKind { .textField }

  /// Returns the traits with those replaced that this kind of container does not support.
  func possible(_ wanted: TextInputTraits) -> TextInputTraits { wanted }

  /// Returns the reason why the container does not support some traits; nil if it supports them
  /// (DSP-4).
  func refusal(of traits: TextInputTraits) -> ContainerError? { nil }

  /// Asks the delegate whether editing may begin.
  package func shouldBeginEditing() -> Bool { true }

  /// Asks the delegate whether editing may end.
  package func shouldEndEditing() -> Bool { true }

  /// Asks the delegate about a change of text.
  func consultDelegate(_ range: TextRange, _ text: String) -> TextChangeDecision { .accept }

  /// Called when editing begins, before it is reported.
  package func editingWillBegin() {}

  /// Called after the beginning of editing was reported.
  func editingDidBegin() {}

  /// Called after the end of editing was reported.
  func editingDidEnd(_ reason: EditingEndReason) {}

  /// Notifies the delegate and the actions of a reported update.
  func notify(_ update: Update) {}

  /// Makes the caret visible after a key.
  func showCaret() {}

  /// Adjusts the scroll position to changes of the text above it.
  func keepScroll(behind updates: ArraySlice<Update>) {}

  // MARK: Changing

  /// Whether a delegate or an action must be notified of updates.
  final var hasListeners: Bool { hasDelegate || hasAnyActions }

  /// Changes the document, and notifies the delegate and the actions.
  final func mutate(_ change: (inout TextDocument, inout [DocumentChange]) -> Void) {
    let mutation = beginMutation()
    queue.collect(of: id, reportingEditing: reportsEditing) { change(&document, &$0) }
    end(mutation)
  }

  /// Replaces a range, and notifies the delegate and the actions.
  final func edit(
    _ range: TextRange, with text: String, as kind: UndoStep.Kind, caret: Int? = nil,
    origin: TextChangeOrigin = .user, beneath substitutions: Int = 0
  ) {
    let mutation = beginMutation()
    let edit = document.edit(
      range, with: text, as: kind, caret: caret, origin: origin, beneath: substitutions)
    if let edit { queue.append(edit, of: id, reportingEditing: reportsEditing) }
    end(mutation)
  }

  /// A change of the document in progress.
  private struct Mutation {
    /// The position at which its updates begin.
    let start: UpdateQueue.Position
    let hadNoSelection: Bool
  }

  private func beginMutation() -> Mutation {
    let mutation = Mutation(start: queue.end, hadNoSelection: hasNoSelection)
    hasNoSelection = false
    if revealed != nil { hideRevealed() }
    if filledSecret.stage == .emptied { dropFilledSecret() }
    return mutation
  }

  private func end(_ mutation: Mutation) {
    let queue = queue
    let start = mutation.start
    if filledSecret.isHeld, storage.count == 0, !filledSecret.isFilling {
      filledSecretWasEmptied()
    }
    if mutation.hadNoSelection { reportSelection(since: start) }
    if scrollTop > 0 { keepScroll(behind: queue.facts(since: start)) }
    if let engine {
      if engine.assistance.isPredicting { followPredictions(since: start) }
      if spelling != nil || engine.assistance.active != nil
        || currentTraits.spellCheckingType == .yes
      {
        followSpelling(queue.facts(since: start), in: engine)
      }
      if engine.stages.overlay.current != nil {
        engine.stages.overlay.notify(Array(queue.facts(since: start)))
      }
    }
    if hasListeners {
      for update in Array(queue.facts(since: start)) { notify(update) }
    }
    queue.settle()
  }

  /// Replaces a range on behalf of the user, if the delegate agrees (4.3, FLD-10).
  ///
  /// - Returns: whether the change was accepted.
  @discardableResult
  final func change(
    _ range: TextRange, to text: String, as kind: UndoStep.Kind, caret: Int? = nil,
    beneath substitutions: Int = 0
  ) -> Bool {
    guard !hasNoSelection else { return false }
    var (range, caret, kind) = (range, caret, kind)
    let replacesAll = isToBeReplaced
    if replacesAll { (range, caret) = (TextRange(0, storage.count), nil) }
    guard var text = permitted(text, replacing: range) else { return false }
    guard !(range.isEmpty && text.isEmpty) else { return true }
    if hasDelegate {
      // ⌃⌫ may delete only a part of a character. If that part is unchanged after the delegate was
      // consulted, only it is deleted.
      let part = wholeCharacters(range) == range ? nil : storage.substring(range)
      let tookText = takesText
      switch consultDelegate(range, text) {
      case .accept: break
      case .refuse: return false
      case .replace(let other):
        guard let other = permitted(fitting(other), replacing: range) else { return false }
        text = other
        caret = nil
        guard !(range.isEmpty && text.isEmpty) else { return true }
        // A change that inserts text is not merged with deletions (UND-2).
        if kind == .deletingBackward || kind == .deletingForward { kind = .other }
      }
      // The delegate may have changed or marked text in the meantime (FLD-11).
      if document.marked != nil { mutate { $0.unmark(into: &$1) } }
      range = storage.clamped(range)
      if part == nil || storage.substring(range) != part { range = wholeCharacters(range) }
      // It may also have changed the limits, or what the text takes.
      guard takesText || !tookText, let allowed = permitted(text, replacing: range) else {
        return false
      }
      text = allowed
      guard !(range.isEmpty && text.isEmpty) else { return true }
    }
    if clearsOnInsertion || emptiesOnEdit { keepText() }
    edit(range, with: text, as: kind, caret: caret, beneath: substitutions)
    noteEdit(of: range, to: text)
    if isSecure, kind == .typing { reveal(text) }
    return true
  }

  final func wholeCharacters(_ range: TextRange) -> TextRange {
    let range = storage.clamped(range)
    let end = storage.characterBoundary(atOrAfter: range.end)
    var start = storage.characterBoundary(atOrAfter: range.start)
    if start > range.start { start = storage.characterStart(before: start) }
    return TextRange(start, end)
  }

  /// Returns a text as this container can hold it, without newlines if those are not allowed.
  final func fitting(_ text: String) -> String {
    guard !allowsNewlines else { return text }
    var text = text
    return text.withUTF8 { bytes in
      guard bytes.indices.contains(where: { Self.lineEnd(at: $0, in: bytes) > 0 }) else {
        return nil
      }
      var fitting: [UInt8] = []
      fitting.reserveCapacity(bytes.count)
      var index = 0
      while index < bytes.count {
        let length = Self.lineEnd(at: index, in: bytes)
        // CR LF is one newline.
        let isSecond = bytes[index] == 0x0A && index > 0 && bytes[index - 1] == 0x0D
        if !isSecond { fitting.append(length > 0 ? 0x20 : bytes[index]) }
        index += max(1, length)
      }
      return String(decoding: fitting, as: UTF8.self)
    } ?? text
  }

  /// Returns the number of bytes of the line end that begins at a byte of UTF-8; 0 if none does.
  private static func lineEnd(at index: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
    switch bytes[index] {
    case 0x0A...0x0D: 1
    case 0xC2: bytes[index + 1] == 0x85 ? 2 : 0
    case 0xE2: bytes[index + 1] == 0x80 && bytes[index + 2] & 0xFE == 0xA8 ? 3 : 0
    default: 0
    }
  }

  /// Clears the goal column and ends the run of ⌃K, because another key was pressed (BND-6, BND-9).
  final func endRun() {
    goalColumn = nil
    isKilling = false
  }

  // MARK: Input views

  /// The view above the keyboard area (CIV-2); while the container has focus, a change takes effect
  /// at `reloadInputViews()` (CIV-6).
  open override var inputAccessoryView: View? {
    get { ownInputViews.accessory }
    set { ownInputViews.accessory = newValue }
  }

  /// The view in place of candidates and status; physical keys still type (CIV-8).
  open override var inputView: View? {
    get { ownInputViews.input }
    set { ownInputViews.input = newValue }
  }

  /// The controller of an accessory view, used if no view is set.
  open override var inputAccessoryViewController: ViewController? {
    get { ownInputViews.accessoryController }
    set { ownInputViews.accessoryController = newValue }
  }

  /// The controller of an input view, used if no view is set.
  open override var inputViewController: ViewController? {
    get { ownInputViews.inputController }
    set { ownInputViews.inputController = newValue }
  }
  private final var ownInputViews = OwnInputViews()

  /// Intercepts an editing command before it is performed; a field handles Return here.
  ///
  /// - Returns: whether the command was performed.
  func intercept(_ command: EditingCommand) -> Bool { false }

  // MARK: Editing commands

  /// Reports whether the container can perform a command: an added one, or an editing command by
  /// its name, which a menu or the user's settings may bind to any keys.
  ///
  /// - Parameter command: the command to check.
  /// - Returns: whether it can be performed now.
  open override func canPerform(_ command: KeyCommand) -> Bool {
    super.canPerform(command) || EditingCommand(rawValue: command.id).map(canPerform) == true
  }

  /// Performs a command; an editing command does the same as its own keys.
  ///
  /// - Parameter command: the command to perform.
  open override func perform(_ command: KeyCommand) {
    guard !super.canPerform(command), let editing = EditingCommand(rawValue: command.id) else {
      return super.perform(command)
    }
    guard let engine, engine.textContainer === self else { return perform(editing) }
    engine.stages.text.carryOut(editing, in: self)
  }

  /// Whether a command is an editing command that the container performs itself.
  final func isEditing(_ command: KeyCommand) -> Bool {
    !super.canPerform(command) && EditingCommand(rawValue: command.id) != nil
  }

  /// Reports whether an editing command would take its key now; if not, the key is passed on.
  ///
  /// Movements and deletions always do, even if there is nothing left to move or delete.
  ///
  /// - Parameter command: the command to check.
  /// - Returns: whether it would take its key.
  open func canPerform(_ command: EditingCommand) -> Bool {
    switch command {
    case .cut, .copy, .useSelectionForFind:
      !selection.isCaret && !isSecure && !hasNoSelection
    case .clear: false
    case .paste, .pastePlain: !clipboardInUse.pasteboard.text.isEmpty
    case .undo: document.canUndo || document.marked != nil
    case .redo: document.canRedo && document.marked == nil
    case .cancel: document.marked != nil || pendingCorrection != nil || isToBeReplaced
    case .findNext, .findPrevious: !clipboardInUse.searchText.isEmpty
    case .scrollToSelection, .scrollCaretToMiddle: false
    case .nextMisspelling: hasMisspelling
    case .showSpelling: misspelledWord != nil
    case let action where action.isAction: false
    default: true
    }
  }

  /// The number of lines of a page.
  open var pageLength: Int { 1 }
}
