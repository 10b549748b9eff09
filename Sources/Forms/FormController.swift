// SPDX-License-Identifier: Apache-2.0
public import TextInput

/// A screen of entry controls that are filled in one after the other (reference 14).
///
/// The controls have the tags 1, 2, 3 and so on. Return moves to the next one, and ends editing in
/// the last.
///
/// ```swift
/// let form = FormController(name: "address")
/// for (index, name) in ["street", "city"].enumerated() {
///   let field = TextField(name: name, frame: CellRect(y: index, width: 30, height: 1))
///   field.tag = index + 1
///   field.delegate = form
///   form.view.addSubview(field)
/// }
/// window.rootViewController = form
/// form.beginEntry()
/// ```
open class FormController: ViewController, TextFieldDelegate {
  /// The view that contains the controls and scrolls.
  public final let scrollView: ScrollView
  private final var observation: (area: KeyboardArea, KeyboardObservation)?

  /// Creates a form without controls.
  ///
  /// - Parameters:
  ///   - name: the form's name on the wire.
  ///   - frame: the rectangle of the form's view in its superview, in cells.
  public init(name: String = "", frame: CellRect = .zero) {
    let view = ScrollView(frame: frame)
    // The inset extends the content by the keyboard area, so that the last entry can be centred too
    // (FRM-6).
    view.adjustsInsetForKeyboard = true
    view.isFocusGroup = true
    scrollView = view
    super.init(name: name, view: view)
  }

  /// Observes the keyboard area of the engine that the form now belongs to.
  open override func viewDidMoveToWindow() {
    if let (area, observation) = observation { area.removeObserver(observation) }
    observation = view.window?.keyboardArea.map { area in
      (
        area, area.addObserver(for: .didChangeFrame) { [weak self] _ in self?.keyboardDidChange() }
      )
    }
  }

  // MARK: Entries

  /// The entry controls, from tag 1 to the first missing tag (FRM-1).
  public final var entries: [View] {
    var found: [View] = []
    while let next = view.viewWithTag(found.count + 1) { found.append(next) }
    return found
  }

  /// The entries that Return moves through; like ⇥, it skips hidden ones (FRM-5).
  private final var shownEntries: [View] { entries.filter(\.isShown) }

  /// Adds entries below each other, and becomes the delegate of those that are fields.
  ///
  /// - Parameters:
  ///   - rows: the entries with their labels, from top to bottom.
  ///   - width: the width of a label and an entry together, in cells.
  package final func add(_ rows: [LabelledRow], width: Int) {
    for row in rows {
      (row.view as? TextField)?.delegate = self
      if let label = row.label { view.addSubview(label) }
      view.addSubview(row.view)
    }
    scrollView.contentHeight = rows.layOut(width: width)
  }

  /// Labels Return on all visible fields: Done on the last, Next on the others (FRM-3).
  ///
  /// A field with another label for Return, such as Search or Go, keeps it.
  public final func labelReturnKeys() {
    let entries = shownEntries
    for (index, entry) in entries.enumerated() {
      guard let field = entry as? TextField,
        [.default, .next, .done].contains(field.traits.returnKeyType)
      else { continue }
      field.traits.returnKeyType = index == entries.count - 1 ? .done : .next
    }
  }

  /// Gives the focus to the first visible entry that accepts it.
  ///
  /// - Returns: whether an entry has the focus now.
  @discardableResult
  public final func beginEntry() -> Bool {
    _ = window?.focusFirst(of: shownEntries)
    return entries.contains(where: \.isFirstResponder)
  }

  /// Gives the focus to the next visible entry that accepts it; without one, ends editing (FRM-2).
  ///
  /// Does nothing more if the entry refuses to give up the focus, or if a delegate moves the focus
  /// elsewhere.
  ///
  /// - Parameter entry: the entry to leave; the following ones are those with higher tags.
  public final func advance(from entry: View) {
    let following = shownEntries.drop { $0.tag <= entry.tag }
    let attempt = window?.focusFirst(of: following) ?? .declined
    if attempt == .declined, entry.resignFirstResponder() {
      // Clears only the form's pasteboard; text that was copied elsewhere in the program is kept.
      view.clipboard.clear()
      entryDidFinish()
    }
  }

  /// Called when Return was pressed in the last entry and editing has ended.
  open func entryDidFinish() {}

  /// Moves to the next entry: in a form, Return does not just exit a field (FRM-2).
  ///
  /// - Parameter textField: the field in which Return was pressed.
  /// - Returns: false; true for a field without a positive tag, which is no entry, so that Return
  ///   exits it.
  open func textFieldShouldReturn(_ textField: TextField) -> Bool {
    guard textField.tag > 0 else { return true }
    advance(from: textField)
    return false
  }

  /// Scrolls the field to the middle of the visible rows (FRM-6).
  ///
  /// - Parameter textField: the field that has the focus.
  open func textFieldDidBeginEditing(_ textField: TextField) {
    reveal(textField)
  }

  // MARK: Delegate methods for subclasses to override

  // Implemented explicitly, because a subclass cannot override a protocol's default implementation.

  /// Returns true.
  open func textFieldShouldBeginEditing(_ textField: TextField) -> Bool { true }
  /// Returns true.
  open func textFieldShouldEndEditing(_ textField: TextField) -> Bool { true }
  /// Calls the method without a reason.
  open func textFieldDidEndEditing(_ textField: TextField, reason: EditingEndReason) {
    textFieldDidEndEditing(textField)
  }
  /// Does nothing.
  open func textFieldDidEndEditing(_ textField: TextField) {}
  /// Returns true.
  open func textField(
    _ textField: TextField, shouldChangeCharactersIn range: TextRange, replacementString: String
  ) -> Bool { true }
  /// Returns the decision of ``textField(_:shouldChangeCharactersIn:replacementString:)``.
  open func textField(
    _ textField: TextField, decideAboutCharactersIn range: TextRange, replacementString: String
  ) -> TextChangeDecision {
    self.textField(textField, shouldChangeCharactersIn: range, replacementString: replacementString)
      ? .accept : .refuse
  }
  /// Does nothing.
  open func textFieldDidChangeSelection(_ textField: TextField) {}
  /// Returns true.
  open func textFieldShouldClear(_ textField: TextField) -> Bool { true }

  // MARK: Scrolling

  /// Called when the keyboard area has appeared, disappeared or changed.
  ///
  /// Keeps the focused entry visible, and restores the scroll position when the area is hidden
  /// (FRM-11).
  open func keyboardDidChange() {
    if let focused = window?.firstResponder as? View, focused.isDescendant(of: view) {
      reveal(focused)
    } else {
      scrollView.contentOffset = min(scrollView.contentOffset, scrollView.largestOffset)
    }
  }

  /// Scrolls a view inside the form to the middle of the visible rows, or not at all if the whole
  /// content fits into them (FRM-6).
  ///
  /// - Parameter entry: a view inside the form, at any depth; without visible rows there is no
  ///   effect.
  open func reveal(_ entry: View) {
    let available = scrollView.frame.height - scrollView.adjustedContentInset
    guard available > 0 else { return }
    guard contentRows > available else {
      scrollView.contentOffset = 0
      return
    }
    let centre = row(of: entry) + entry.frame.height / 2
    scrollView.contentOffset = Self.offset(centring: centre, available: available)
  }

  /// The rows of the content: its declared height, or those that the views take if they are more.
  private final var contentRows: Int {
    view.subviews.reduce(scrollView.contentHeight) { max($0, $1.frame.maxY) }
  }

  /// Returns the first row of a view inside the form, in rows of the content.
  ///
  /// - Parameter entry: a view inside the form, at any depth.
  /// - Returns: the row, counted from 0 at the top of the content.
  public final func row(of entry: View) -> Int {
    entry.convertToWindow(.zero).y - view.convertToWindow(.zero).y + scrollView.contentOffset
  }

  /// Returns the row to show at the top so that another one is in the middle; never negative
  /// (FRM-6).
  ///
  /// - Parameters:
  ///   - centre: the row that is to be in the middle.
  ///   - available: the number of visible rows.
  /// - Returns: the first visible row.
  public static func offset(centring centre: Int, available: Int) -> Int {
    max(0, centre - available / 2)
  }
}
