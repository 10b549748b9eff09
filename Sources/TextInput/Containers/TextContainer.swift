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
  final var currentTraits: TextInputTraits
  /// The column that ↑ and ↓ keep to, in cells; nil when the last key was another (BND-6).
  final var goalColumn: Int?
  /// Whether the last key was ⌃K (BND-9).
  final var isKilling = false
  private final var hasNumber = false

  init(name: String, frame: CellRect, traits: TextInputTraits) {
    currentTraits = traits
    super.init(name: name, frame: frame)
  }

  /// Whether it may have the focus: while it is enabled (RSP-1, RSP-10).
  open override var canBecomeFirstResponder: Bool { isEnabled }

  /// What it says of the text it expects; a change counts from the next key on (TRT-2).
  open var traits: TextInputTraits {
    get { currentTraits }
    set {
      guard newValue != currentTraits else { return }
      currentTraits = newValue
      if engine?.textContainer === self { engine?.traitsDidChange(of: self) }
    }
  }

  override func attach(to engine: TextEngine?) {
    super.attach(to: engine)
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

  // MARK: Changing

  /// Changes the document, and tells those who listen what came of it.
  final func mutate(_ change: (inout TextDocument, inout [Update]) -> Void) {
    let start = queue.updates.count
    change(&document, &queue.updates)
    if hasListeners {
      for update in Array(queue.updates[start...]) { tell(update) }
    }
    queue.settle()
  }

  /// Replaces a range as the person's doing, if the delegate agrees (4.3, FLD-10).
  ///
  /// - Returns: whether it was agreed to.
  @discardableResult
  final func change(
    _ range: TextRange, to text: String, as kind: UndoStep.Kind, caret: Int? = nil
  ) -> Bool {
    guard let text = permitted(text) else { return false }
    guard !(range.isEmpty && text.isEmpty) else { return true }
    var range = range
    if asksBeforeChange {
      guard shouldChange(range, to: text) else { return false }
      // FLD-11: the delegate may have changed the text meanwhile.
      range = wholeCharacters(range)
    }
    mutate { $0.edit(range, with: text, as: kind, caret: caret, into: &$1) }
    return true
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

  /// Whether typed text arrives: only then is there a keyboard area (4.1).
  var takesText: Bool { true }

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

  /// Whether an editing command would take its key now; when not, the key goes on to others.
  ///
  /// Movements and deletions always do, also where nothing is left to move or delete.
  open func canPerform(_ command: EditingCommand) -> Bool {
    switch command {
    case .cut, .copy: !selection.isCaret && !currentTraits.isSecureTextEntry
    case .paste, .pastePlain: !pasteboard.text.isEmpty
    case .undo: document.canUndo || document.marked != nil
    case .redo: document.canRedo && document.marked == nil
    case .cancel: document.marked != nil
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
