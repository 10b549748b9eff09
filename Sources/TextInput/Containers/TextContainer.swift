// SPDX-License-Identifier: Apache-2.0
import Keys
public import KeyCommands

/// A control that holds text and takes what is typed: ``TextField``, ``TextView``, ``WebField``.
///
/// UIKit's counterpart is `UITextInput`. Everything that changes is reported in the order of
/// reference 4.3. Offsets count UTF-16 code units.
open class TextContainer: Control, EditingResponder, HostedView {
  /// Its number within the engine; 0 before it first was in a window.
  public final var id: ContainerID { number }
  /// How its paragraphs fall into lines; a ``TextView`` without a width to wrap at wraps at its
  /// frame's, other containers do not wrap.
  public final var layout = LineLayout()
  /// The layout that counts.
  var lineLayout: LineLayout { layout }

  /// How it looks: one style for the whole container (F015).
  public final var style = ContainerStyle()
  /// Whether the next insertion replaces the whole text; that sets it back to false (4.1).
  ///
  /// Meanwhile all text shows as to be replaced, without a caret; a deletion takes all of it too,
  /// and ⎋ keeps it.
  public final var clearsOnInsertion: Bool {
    get { isCleared }
    set { isCleared = newValue }
  }

  /// Called when input was refused that the delegate was not consulted about, because of the keyboard type,
  /// ``maximumLength`` or ``pattern``.
  public final var didRefuse: ((RefusedInput) -> Void)?
  final var limits = InputLimits()

  // Not checked: a document knows nothing of containers, so nothing that it does comes back here.
  @exclusivity(unchecked) final var document = TextDocument()
  /// Whether each change by the person is also reported as `field.editingChanged` (4.3).
  final var reportsEditing = false
  final var queue = UpdateQueue()
  final var currentTraits: TextInputTraits
  /// The column that ↑ and ↓ keep to, in cells; nil when the last key was another (BND-6).
  final var goalColumn: Int?
  /// Whether Return inserts a newline; else newlines in inserted text become spaces (BND-10).
  final var allowsNewlines = true
  /// Whether a delegate was set, consulted by ``decide(about:_:)``; it may have been released since.
  final var hasDelegate = false
  /// Whether the last key was ⌃K (BND-9).
  final var isKilling = false
  /// Whether the next edit replaces the whole text because a secret is edited anew (FLD-4).
  final var emptiesOnEdit = false
  /// Whether typed text arrives; if not, keys that type go on to others, and there is no keyboard
  /// area (4.1).
  final var takesText = true
  /// Whether there is no selection at all, not even a caret (INP-2).
  final var hasNoSelection = false
  /// Whether the delegate is being asked about text that was marked.
  final var isAskedAboutMarked = false
  /// The character typed last, while a secure field shows it in clear (FLD-2).
  final var revealed: TextRange?
  final var revealTimer: EngineTimers.Token?
  /// The visual lines that are known, of the text as it was when they were last asked for.
  final var knownLines = KnownLines()
  /// Where the uppermost visual line begins that a view shows.
  final var scrollTop = 0
  /// What would be corrected when the word ends (AST-11).
  final var pendingCorrection: TextCorrection?
  /// Whether what stands before the caret was typed with help, and may be corrected at the end.
  final var mayCorrect = false
  /// Whether the delegate or an action is being asked or told: what changes now is the program's.
  final var isTelling = false
  private final var isCleared = false
  private final var hasNumber = false
  private final var number = ContainerID(rawValue: 0)

  init(name: String, frame: CellRect, traits: TextInputTraits) {
    currentTraits = traits
    super.init(name: name, frame: frame)
  }

  /// Whether it may have the focus: while it is enabled (RSP-1, RSP-10).
  open override var canBecomeFirstResponder: Bool { isEnabled }

  /// What it says of the text it expects; a change counts from the next key on (TRT-2).
  ///
  /// What is said here is also what is obeyed: a secret that is announced is kept (FLD-2).
  public final var traits: TextInputTraits {
    get { currentTraits }
    set {
      let newValue = possible(newValue)
      guard newValue != currentTraits else { return }
      currentTraits = newValue
      keepSecret()
      engine?.stages.overlay.tell([.traitsDidChange(id, newValue)])
      // What changes while editing begins is reported with its beginning.
      if engine?.textContainer === self, window?.focusStage == .settled {
        engine?.focusTracker.traitsDidChange(of: self)
      }
    }
  }

  /// Learns which engine it belongs to now; nil for none.
  package final func hostDidChange(to host: (any ResponderHost)?) {
    engineDidChange(to: host as? TextEngine)
  }

  /// Takes over the facts and the secrets of its engine.
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

  /// The engine it belongs to; nil while it is in no window.
  final var engine: TextEngine? { queue.engine }

  // MARK: What is there

  /// The text; a copy costs nothing.
  public final var storage: TextStorage { document.storage }
  /// What is selected.
  public final var selection: Selection { document.selection }
  /// Whether there is a selection, be it a caret (INP-2).
  public final var hasSelection: Bool { !hasNoSelection }
  /// On which line the caret shows at the end of a wrapped line.
  public final var affinity: TextAffinity { document.affinity }
  /// Where provisional text is; nil while none is marked.
  public final var markedRange: TextRange? { document.marked?.range }
  /// The provisional text in parts that show alike; empty while none is marked.
  public final var markedSegments: [MarkedSegment] { document.marked?.segments ?? [] }
  /// Whether there is any text, marked text included; UIKit's `hasText`.
  public final var hasText: Bool { document.storage.count > 0 }

  // MARK: What differs between the kinds

  /// Which kind it is.
  public var kind: ContainerKind { .textField }

  /// What of some traits it takes over when they are set.
  func possible(_ wanted: TextInputTraits) -> TextInputTraits { wanted }

  /// Why it cannot have some traits; nil where it can (DSP-4).
  func refusal(of traits: TextInputTraits) -> ContainerError? { nil }

  /// Asks the delegate whether editing may begin.
  package func shouldBeginEditing() -> Bool { true }

  /// Asks the delegate whether editing may end.
  package func shouldEndEditing() -> Bool { true }

  /// Asks the delegate whether text may change: what is in the range, and what is to be there.
  func decide(about range: TextRange, _ text: String) -> TextChangeDecision { .accept }

  /// Editing begins: what a field does before the fact is reported.
  package func editingWillBegin() {}

  /// Editing has begun; the fact is reported by now.
  func editingDidBegin() {}

  /// Editing has ended; the fact is reported by now.
  func editingDidEnd(_ reason: EditingEndReason) {}

  /// Tells the delegate and the actions of a fact that is reported.
  func tell(_ update: Update) {}

  /// Has the caret show, after a key.
  func showCaret() {}

  /// What is above the place scrolled to may have changed.
  func keepScroll(behind updates: ArraySlice<Update>) {}

  // MARK: Changing

  /// Whether anybody listens to facts.
  final var hasListeners: Bool { hasDelegate || hasAnyActions }

  /// Changes the document, and tells those who listen what came of it.
  final func mutate(_ change: (inout TextDocument, inout [DocumentChange]) -> Void) {
    let mutation = beginMutation()
    queue.collect(of: id, reportingEditing: reportsEditing) { change(&document, &$0) }
    end(mutation)
  }

  /// Replaces a range, and tells those who listen what came of it.
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

  /// A change of the document under way.
  private struct Mutation {
    /// Where its facts begin.
    let start: UpdateQueue.Position
    let hadNoSelection: Bool
  }

  private func beginMutation() -> Mutation {
    let mutation = Mutation(start: queue.end, hadNoSelection: hasNoSelection)
    hasNoSelection = false
    if revealed != nil { hideRevealed() }
    return mutation
  }

  private func end(_ mutation: Mutation) {
    let queue = queue
    let start = mutation.start
    if mutation.hadNoSelection { reportSelection(since: start) }
    if scrollTop > 0 { keepScroll(behind: queue.facts(since: start)) }
    if let engine, engine.stages.overlay.current != nil {
      engine.stages.overlay.tell(Array(queue.facts(since: start)))
    }
    if hasListeners {
      let wasTelling = isTelling
      isTelling = true
      defer { isTelling = wasTelling }
      for update in Array(queue.facts(since: start)) { tell(update) }
    }
    queue.settle()
  }

  /// Replaces a range as the person's doing, if the delegate agrees (4.3, FLD-10).
  ///
  /// - Returns: whether it was agreed to.
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
      // ⌃⌫ deletes less than a character; where that is still there, it stays at that.
      let part = wholeCharacters(range) == range ? nil : storage.substring(range)
      switch asks(range, text) {
      case .accept: break
      case .refuse: return false
      case .replace(let other):
        guard let other = permitted(fitting(other), replacing: range) else { return false }
        text = other
        caret = nil
        guard !(range.isEmpty && text.isEmpty) else { return true }
        // UND-2: what puts text in is no deletion, and joins none.
        if kind != .typing { kind = .other }
      }
      // FLD-11: the delegate may have changed or marked text meanwhile.
      if document.marked != nil { mutate { $0.unmark(into: &$1) } }
      range = storage.clamped(range)
      if part == nil || storage.substring(range) != part { range = wholeCharacters(range) }
    }
    if replacesAll || clearsOnInsertion { keepText() }
    edit(range, with: text, as: kind, caret: caret, beneath: substitutions)
    if isSecure, kind == .typing { reveal(text) }
    return true
  }

  /// Asks the delegate; what it changes meanwhile is the program's doing.
  final func asks(_ range: TextRange, _ text: String) -> TextChangeDecision {
    let wasTelling = isTelling
    isTelling = true
    defer { isTelling = wasTelling }
    return decide(about: range, text)
  }

  final func wholeCharacters(_ range: TextRange) -> TextRange {
    let range = storage.clamped(range)
    let end = storage.characterBoundary(atOrAfter: range.end)
    var start = storage.characterBoundary(atOrAfter: range.start)
    if start > range.start { start = storage.characterStart(before: start) }
    return TextRange(start, end)
  }

  /// A text as it may stand in this container.
  final func fitting(_ text: String) -> String {
    guard !allowsNewlines, text.unicodeScalars.contains(where: Self.endsLine) else { return text }
    return String(text.map { $0.isNewline ? " " : $0 })
  }

  private static func endsLine(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0A...0x0D, 0x85, 0x2028, 0x2029: true
    default: false
    }
  }

  /// Ends the goal column and the run of ⌃K: a key went elsewhere (BND-6, BND-9).
  final func endRun() {
    goalColumn = nil
    isKilling = false
  }

  // MARK: Input views

  /// What is shown above the keyboard area (CIV-2); a change while it has the focus counts from
  /// `reloadInputViews()` on (CIV-6).
  open override var inputAccessoryView: View? {
    get { ownInputViews.accessory }
    set { ownInputViews.accessory = newValue }
  }

  /// What is shown in place of candidates and status; physical keys type all the same (CIV-8).
  open override var inputView: View? {
    get { ownInputViews.input }
    set { ownInputViews.input = newValue }
  }

  /// The controller of an accessory, which counts where no view is set.
  open override var inputAccessoryViewController: ViewController? {
    get { ownInputViews.accessoryController }
    set { ownInputViews.accessoryController = newValue }
  }

  /// The controller of an input view, which counts where no view is set.
  open override var inputViewController: ViewController? {
    get { ownInputViews.inputController }
    set { ownInputViews.inputController = newValue }
  }
  private final var ownInputViews = OwnInputViews()

  /// Learns of an editing command before it is performed; a field answers Return here.
  ///
  /// - Returns: whether it has dealt with the command.
  func intercept(_ command: EditingCommand) -> Bool { false }

  // MARK: Editing commands

  /// Whether it can perform a command now: one that was added to it, or an editing command by its
  /// name, as a menu or the user's settings may have on any keys.
  open override func canPerform(_ command: KeyCommand) -> Bool {
    super.canPerform(command) || EditingCommand(rawValue: command.id).map(canPerform) == true
  }

  /// Performs a command; an editing command does what its own keys do.
  open override func perform(_ command: KeyCommand) {
    guard !super.canPerform(command), let editing = EditingCommand(rawValue: command.id) else {
      return super.perform(command)
    }
    guard let engine, engine.textContainer === self else { return perform(editing) }
    engine.stages.text.carryOut(editing, in: self)
  }

  /// Whether an editing command would take its key now; when not, the key goes on to others.
  ///
  /// Movements and deletions always do, also where nothing is left to move or delete.
  open func canPerform(_ command: EditingCommand) -> Bool {
    switch command {
    case .cut, .copy, .useSelectionForFind:
      !selection.isCaret && !isSecure && !hasNoSelection
    case .clear: false
    case .paste, .pastePlain: !pasteboard.text.isEmpty
    case .undo: document.canUndo || document.marked != nil
    case .redo: document.canRedo && document.marked == nil
    case .cancel: document.marked != nil || pendingCorrection != nil || isToBeReplaced
    case .findNext, .findPrevious: engine?.findSession.query.isEmpty == false
    case .scrollToSelection, .scrollCaretToMiddle: false
    case let action where action.isAction: false
    default: true
    }
  }

  /// What ⌘X ⌘C ⌘V use: the engine's.
  final var pasteboard: Pasteboard { engine?.pasteboard ?? Pasteboard() }
  /// What ⌃K ⌃Y use: the engine's.
  final var killBuffer: Pasteboard { engine?.killBuffer ?? Pasteboard() }
  /// How many lines a page has.
  open var pageLength: Int { 1 }
}
