// SPDX-License-Identifier: Apache-2.0
public import KeyCommands

/// A control with editable text: ``TextField``, ``TextView`` or ``WebField``.
///
/// The UIKit counterpart is `UITextInput`. All changes are reported in the order of reference 4.3.
/// Offsets count UTF-16 code units.
open class TextContainer: Control, HostedText, HostedView {
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
  /// The connection with the host, and the queue of updates.
  final var link = HostLink()
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
  /// Whether keys other than text are performed in the text; if not, they are passed on.
  package final var performsKeys = true
  /// Whether the text around the caret is known, so that it can be helped with.
  package final var knowsText = true
  /// Whether ``notify(_:)`` is called even without a delegate.
  final var isFollowed = false
  /// Whether a delegate was set, which ``consultDelegate(_:_:)`` consults; the delegate may be
  /// released already.
  final var hasDelegate = false
  /// Whether the previous key was ⌃K (BND-9).
  final var isKilling = false
  /// Whether the next edit replaces the whole text, because a secret is being edited again (FLD-4).
  final var emptiesOnEdit = false
  /// The value of ``takesText``.
  // Stored internally, like other properties that every key reads (decision 5).
  final var acceptsText = true
  /// Whether there is no selection at all, not even a caret (INP-2).
  final var isWithoutSelection = false
  /// Whether the delegate is being consulted about marked text.
  final var isConsultingAboutMarked = false
  /// The last typed character, while a secure field shows it in clear (FLD-2).
  final var revealed: TextRange?
  final var revealTimer: EngineTimers.Token?
  /// The cached visual lines, valid for the text at the last access.
  final var knownLines = KnownLines()
  /// The start of the first visual line that a view shows.
  final var scrollTop = 0
  /// Called before the caret is made visible, for a view whose size follows the text.
  final var caretWillShow: (() -> Void)?
  /// The continuation that is shown after the caret.
  final var continuation: String? { didSet { isContinued = continuation != nil } }
  /// The value of ``hasContinuation``.
  final var isContinued = false
  /// The help with typing; nil without an assistant.
  final var support: (any TypingSupport)?
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
    support?.spellingIsDue()
    if isSecure { support?.forgetText() }
    host?.traitsDidChange(of: self)
  }

  /// Called when the container belongs to another engine; nil for none.
  package final func hostDidChange(to host: (any ViewHost)?) {
    editingHostDidChange(to: host as? any EditingHost)
  }

  /// Connects the container to the update queue and the secrets of its host.
  func editingHostDidChange(to host: (any EditingHost)?) {
    if let old = self.host, old !== host { old.cancelRequests(about: self) }
    if host?.link !== link { endHelp() }
    link = host?.link ?? HostLink()
    guard let host else { return }
    if !hasNumber {
      hasNumber = true
      number = host.numberContainer()
    }
    helpMayBegin()
    keepSecret()
  }

  /// Called when the host may help with typing for the first time.
  package final func helpMayBegin() {
    if support == nil { support = host?.makeTypingSupport(for: self) }
  }

  /// Ends the help with typing, because the container leaves its window, or its host ends.
  package final func endHelp() { support = nil }

  /// The host of the container; nil while it is in no window.
  package final var host: (any EditingHost)? { link.host }
  /// The updates that were not taken yet; without a host none are kept.
  package final var queue: UpdateQueue { link.queue }
  /// The help with typing; nil without an assistant.
  package final var typing: (any TypingSupport)? { support }

  // MARK: State

  /// The text; a copy is cheap.
  public final var storage: TextStorage { document.storage }
  /// The selection.
  public final var selection: Selection { document.selection }
  /// Whether there is a selection or a caret (INP-2).
  public final var hasSelection: Bool { !isWithoutSelection }
  /// Whether the container accepts typed text; if not, keys that type are passed on, and the
  /// keyboard area is hidden (4.1).
  package final var takesText: Bool { acceptsText }
  /// The line on which a caret at the end of a wrapped line is shown.
  public final var affinity: TextAffinity { document.affinity }
  /// The range of the marked text; nil while none is marked.
  public final var markedRange: TextRange? { document.marked?.range }
  /// The segments of the marked text; empty while none is marked.
  public final var markedSegments: [MarkedSegment] { document.marked?.segments ?? [] }
  /// The range of the focused segment of the marked text, which candidates are shown for; nil for
  /// none.
  package final var focusedSegment: TextRange? {
    guard let marked = document.marked else { return nil }
    var start = marked.range.start
    for segment in marked.segments {
      let end = start + segment.text.utf16.count
      if segment.style == .focused { return TextRange(start, end) }
      start = end
    }
    return nil
  }
  /// Whether a delegate is consulted about changes.
  package final var consultsDelegate: Bool { hasDelegate }
  /// Whether Return inserts a newline.
  package final var takesNewlines: Bool { allowsNewlines }
  /// Whether there is any text, including marked text; UIKit's `hasText`.
  public final var hasText: Bool { document.storage.count > 0 }

  /// Sets a function that is called before the caret is made visible, for a view whose size follows
  /// the text.
  package final func follow(_ caretWillShow: @escaping () -> Void) {
    self.caretWillShow = caretWillShow
  }

  /// Clears the goal column and ends the run of ⌃K, because another key was pressed (BND-6, BND-9).
  package final func endRun() {
    goalColumn = nil
    isKilling = false
  }

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
  package func consultDelegate(_ range: TextRange, _ text: String) -> TextChangeDecision { .accept }

  /// Called before a key types a text, or an input method or a program inserts it.
  func willType(_ text: String) {}

  /// Called before a key completes a sequence of dead or compose keys.
  package func sequenceWillComplete(with keystroke: Keystroke) {}

  /// Called when editing begins, before it is reported.
  package func editingWillBegin() {}

  /// Called after the beginning of editing was reported.
  func editingDidBegin() {}

  /// Called after the end of editing was reported.
  func editingDidEnd(_ reason: EditingEndReason) {}

  /// Notifies the delegate and the actions of a reported update.
  func notify(_ update: Update) {}

  /// Makes the caret visible after a key.
  package func showCaret() {}

  /// Adjusts the scroll position to changes of the text above it.
  func keepScroll(behind updates: ArraySlice<Update>) {}

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

  // MARK: Editing commands

  /// Intercepts an editing command before it is performed; a field handles Return here.
  ///
  /// - Returns: whether the command was performed.
  func intercept(_ command: EditingCommand) -> Bool { false }

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
    guard let host, host.isFocused(self) else { return perform(editing) }
    host.perform(editing, in: self)
  }

  /// Whether a command is an editing command that the container performs itself.
  package final func isEditing(_ command: KeyCommand) -> Bool {
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
      !selection.isCaret && !isSecure && !isWithoutSelection
    case .clear: false
    case .paste, .pastePlain: !clipboardInUse.pasteboard.text.isEmpty
    case .undo: document.canUndo || document.marked != nil
    case .redo: document.canRedo && document.marked == nil
    case .cancel: document.marked != nil || isToBeReplaced || support?.offersCorrection == true
    case .findNext, .findPrevious: !clipboardInUse.searchText.isEmpty
    case .scrollToSelection, .scrollCaretToMiddle: false
    case .nextMisspelling: !misspelledRanges.isEmpty
    case .showSpelling: support?.misspelledWord != nil
    case let action where action.isAction: false
    default: true
    }
  }

  /// The number of lines of a page.
  open var pageLength: Int { 1 }
}
