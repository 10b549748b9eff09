// SPDX-License-Identifier: Apache-2.0
public import KeyCommands

/// A control that holds text and takes what is typed: ``TextField``, ``TextView``, ``WebField``.
///
/// UIKit's counterpart is `UITextInput`. Everything that changes is reported in the order of
/// reference 4.3. Offsets count UTF-16 code units.
open class TextContainer: Control {
  /// Its number within the engine; 0 before it first was in a window.
  public private(set) final var id = ContainerID(rawValue: 0)
  /// How its paragraphs fall into lines; by default they are not wrapped.
  public final var layout = LineLayout()

  final var document = TextDocument(id: ContainerID(rawValue: 0))
  final var queue = UpdateQueue(isKept: false)
  final weak var engine: TextEngine?
  final var currentTraits: Traits
  /// The column that ↑ and ↓ keep to, in cells; nil when the last key was another (BND-6).
  final var goalColumn: Int?
  /// Whether the last key was ⌃K (BND-9).
  final var isKilling = false
  /// Where the uppermost visual line begins that a view shows.
  final var scrollTop = 0
  /// What would be corrected when the word ends (AST-11).
  final var pendingCorrection: TextCorrection?
  /// Whether the delegate or an action is being asked or told: what changes now is the program's.
  final var isTelling = false
  private final var hasNumber = false

  init(name: String, frame: CellRect, traits: Traits) {
    currentTraits = traits
    super.init(name: name, frame: frame)
  }

  /// Whether it may have the focus: while it is enabled (RSP-1, RSP-10).
  open override var canBecomeFirstResponder: Bool { isEnabled }

  /// What it says of the text it expects; a change counts from the next key on (TRT-2).
  open var traits: Traits {
    get { currentTraits }
    set {
      guard newValue != currentTraits else { return }
      currentTraits = newValue
      if engine?.textContainer === self { engine?.traitsDidChange(of: self) }
    }
  }

  override func attach(to engine: TextEngine?) {
    self.engine = engine
    queue = engine?.queue ?? UpdateQueue(isKept: false)
    guard let engine, !hasNumber else { return }
    hasNumber = true
    id = engine.numberContainer()
    document.id = id
  }

  // MARK: What is there

  /// The text; a copy costs nothing.
  public final var storage: TextStorage { document.storage }
  /// What is selected.
  public final var selection: Selection { document.selection }
  /// On which line the caret shows at the end of a wrapped line.
  public final var affinity: TextAffinity { document.affinity }
  /// Where provisional text is; nil while none is marked.
  public final var markedRange: TextRange? { document.marked?.range }
  /// Whether there is any text, marked text included; UIKit's `hasText`.
  public final var hasText: Bool { document.storage.count > 0 }

  // MARK: What differs between the kinds

  /// Whether Return inserts a newline; else newlines in inserted text become spaces (BND-10).
  var allowsNewlines: Bool { true }

  /// Asks the delegate whether editing may begin.
  func shouldBeginEditing() -> Bool { true }

  /// Asks the delegate whether editing may end.
  func shouldEndEditing() -> Bool { true }

  /// Whether ``shouldChange(_:to:)`` has anybody to ask.
  var asksBeforeChange: Bool { false }

  /// Asks the delegate whether text may change: what is in the range, and what is to be there.
  func shouldChange(_ range: TextRange, to text: String) -> Bool { true }

  /// Editing begins: what a field does before the fact is reported.
  func editingWillBegin() {}

  /// Editing has begun; the fact is reported by now.
  func editingDidBegin() {}

  /// Editing has ended; the fact is reported by now.
  func editingDidEnd(_ reason: EditingEndReason) {}

  /// Whether anybody listens to facts.
  var hasListeners: Bool { false }

  /// Tells the delegate and the actions of a fact that is reported.
  func tell(_ update: Update) {}

  /// Has the caret show, after a key.
  func showCaret() {}

  /// What is above the place scrolled to may have changed.
  func keepScroll(behind updates: ArraySlice<Update>) {}

  // MARK: Changing

  /// Changes the document, and tells those who listen what came of it.
  final func mutate(_ change: (inout TextDocument, inout [Update]) -> Void) {
    let start = queue.updates.count
    change(&document, &queue.updates)
    if scrollTop > 0 { keepScroll(behind: queue.updates[start...]) }
    if hasListeners {
      let wasTelling = isTelling
      isTelling = true
      defer { isTelling = wasTelling }
      for update in Array(queue.updates[start...]) { tell(update) }
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
    guard !(range.isEmpty && text.isEmpty) else { return true }
    var range = range
    if asksBeforeChange {
      guard asks(range, text) else { return false }
      // FLD-11: the delegate may have changed the text meanwhile.
      range = wholeCharacters(range)
    }
    mutate {
      $0.edit(range, with: text, as: kind, caret: caret, beneath: substitutions, into: &$1)
    }
    return true
  }

  /// Asks the delegate; what it changes meanwhile is the program's doing.
  final func asks(_ range: TextRange, _ text: String) -> Bool {
    let wasTelling = isTelling
    isTelling = true
    defer { isTelling = wasTelling }
    return shouldChange(range, to: text)
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

  /// Learns of an editing command before it is performed; a field answers Return here.
  ///
  /// - Returns: whether it has dealt with the command.
  func intercept(_ command: EditingCommand) -> Bool { false }

  // MARK: Editing commands

  /// Whether an editing command would take its key now; when not, the key goes on to others.
  ///
  /// Movements and deletions always do, also where nothing is left to move or delete.
  open func canPerform(_ command: EditingCommand) -> Bool {
    switch command {
    case .cut, .copy: !selection.isCaret && !currentTraits.isSecureTextEntry
    case .paste, .pastePlain: !pasteboard.text.isEmpty
    case .undo: document.canUndo || document.marked != nil
    case .redo: document.canRedo && document.marked == nil
    case .cancel: document.marked != nil || pendingCorrection != nil
    case .useSelectionForFind: !selection.isCaret && !currentTraits.isSecureTextEntry
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
