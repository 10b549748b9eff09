// SPDX-License-Identifier: Apache-2.0
public import TextInput

/// A screen of entry controls that are filled in one after the other (reference 14).
///
/// The controls carry the tags 1, 2, 3 …; Return goes to the next, and ends editing on the last.
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
  /// The view that holds the controls, and scrolls.
  public final let scrollView: ScrollView
  private final var observation: (area: KeyboardArea, KeyboardObservation)?

  /// Makes a form without controls.
  public init(name: String = "", frame: CellRect = .zero) {
    let view = ScrollView(frame: frame)
    // The content is longer by the area, so that its last entry can be centred too (FRM-6).
    view.adjustsInsetForKeyboard = true
    view.isFocusGroup = true
    scrollView = view
    super.init(name: name, view: view)
  }

  /// Follows the keyboard area of the engine that the form belongs to now.
  open override func viewDidMoveToWindow() {
    if let (area, observation) = observation { area.removeObserver(observation) }
    observation = view.window?.keyboardArea.map { area in
      (
        area, area.addObserver(for: .didChangeFrame) { [weak self] _ in self?.keyboardDidChange() }
      )
    }
  }

  // MARK: Entries

  /// The entry controls: from tag 1 to the first tag that is missing (FRM-1).
  public final var entries: [View] {
    var found: [View] = []
    while let next = view.viewWithTag(found.count + 1) { found.append(next) }
    return found
  }

  /// The entries that Return goes through: like ⇥ it goes past hidden ones (FRM-5).
  private final var shownEntries: [View] { entries.filter(\.isShown) }

  /// Adds entries below each other, and answers for those that are fields.
  ///
  /// - Parameters:
  ///   - rows: the entries, from top to bottom, each with a label.
  ///   - width: how many cells labels and entries have together.
  package final func add(_ rows: [LabelledRow], width: Int) {
    for row in rows {
      (row.view as? TextField)?.delegate = self
      if let label = row.label { view.addSubview(label) }
      view.addSubview(row.view)
    }
    scrollView.contentHeight = rows.layOut(width: width)
  }

  /// Labels Return: Next on all fields that are shown but the last, which is labelled Done (FRM-3).
  ///
  /// A field that says something else of Return, as Search or Go, keeps it.
  public final func labelReturnKeys() {
    let entries = shownEntries
    for (index, entry) in entries.enumerated() {
      guard let field = entry as? TextField,
        [.default, .next, .done].contains(field.traits.returnKeyType)
      else { continue }
      field.traits.returnKeyType = index == entries.count - 1 ? .done : .next
    }
  }

  /// Gives the focus to the first entry that is shown and takes it.
  ///
  /// - Returns: whether an entry has the focus now.
  @discardableResult
  public final func beginEntry() -> Bool {
    _ = window?.focusFirst(of: shownEntries)
    return entries.contains(where: \.isFirstResponder)
  }

  /// Gives the focus to the first entry behind one that is shown and takes it, and ends editing where
  /// none does (FRM-2).
  ///
  /// Where the entry does not let the focus go, or a delegate gives it to somebody else, that is the
  /// end of it.
  public final func advance(from entry: View) {
    let following = shownEntries.drop { $0.tag <= entry.tag }
    let attempt = window?.focusFirst(of: following) ?? .declined
    if attempt == .declined, entry.resignFirstResponder() {
      // Only the form's own: what its program has taken elsewhere stays.
      view.clipboard.clear()
      entryDidFinish()
    }
  }

  /// Learns that Return was pressed in the last entry and editing has ended.
  open func entryDidFinish() {}

  /// Goes on to the next entry; no field of a form exits by Return (FRM-2).
  open func textFieldShouldReturn(_ textField: TextField) -> Bool {
    guard textField.tag > 0 else { return true }
    advance(from: textField)
    return false
  }

  /// Shows the field in the middle of the rows that are left (FRM-6).
  open func textFieldDidBeginEditing(_ textField: TextField) {
    reveal(textField)
  }

  // MARK: What a form of one's own may answer

  // Written out, for a subclass cannot override a protocol's default.

  /// Yes.
  open func textFieldShouldBeginEditing(_ textField: TextField) -> Bool { true }
  /// Yes.
  open func textFieldShouldEndEditing(_ textField: TextField) -> Bool { true }
  /// Calls the method without a reason.
  open func textFieldDidEndEditing(_ textField: TextField, reason: EditingEndReason) {
    textFieldDidEndEditing(textField)
  }
  /// Does nothing.
  open func textFieldDidEndEditing(_ textField: TextField) {}
  /// Yes.
  open func textField(
    _ textField: TextField, shouldChangeCharactersIn range: TextRange, replacementString: String
  ) -> Bool { true }
  /// What ``textField(_:shouldChangeCharactersIn:replacementString:)`` says.
  open func textField(
    _ textField: TextField, decideAboutCharactersIn range: TextRange, replacementString: String
  ) -> TextChangeDecision {
    self.textField(textField, shouldChangeCharactersIn: range, replacementString: replacementString)
      ? .accept : .refuse
  }
  /// Does nothing.
  open func textFieldDidChangeSelection(_ textField: TextField) {}
  /// Yes.
  open func textFieldShouldClear(_ textField: TextField) -> Bool { true }

  // MARK: Scrolling

  /// The keyboard area has come, gone or changed: the focused entry stays in sight, and what was moved
  /// for it goes back once the area is hidden (FRM-11).
  open func keyboardDidChange() {
    if let focused = window?.firstResponder as? View, focused.isDescendant(of: view) {
      reveal(focused)
    } else {
      scrollView.contentOffset = min(scrollView.contentOffset, scrollView.largestOffset)
    }
  }

  /// Scrolls so that a view inside is in the middle of the rows that are left (FRM-6).
  open func reveal(_ entry: View) {
    let available = scrollView.frame.height - scrollView.adjustedContentInset
    guard available > 0 else { return }
    let centre = row(of: entry) + entry.frame.height / 2
    scrollView.contentOffset = Self.offset(centring: centre, available: available)
  }

  /// The first row of a view inside, in rows of the content.
  public final func row(of entry: View) -> Int {
    entry.convertToWindow(.zero).y - view.convertToWindow(.zero).y + scrollView.contentOffset
  }

  /// The row to show at the top so that another is in the middle; never above the first (FRM-6).
  ///
  /// - Parameters:
  ///   - centre: the row to be in the middle.
  ///   - available: how many rows show.
  /// - Returns: the first row that shows.
  public static func offset(centring centre: Int, available: Int) -> Int {
    max(0, centre - available / 2)
  }
}
