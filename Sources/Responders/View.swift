// SPDX-License-Identifier: Apache-2.0
import KeyCommands
public import Keys

/// A responder with a rectangle on the mirror and subviews; the UIKit counterpart is `UIView`.
///
/// A view draws nothing of its own unless its class conforms to `CellDrawing`, in `TextInput`.
open class View: Responder {
  /// The rectangle in the superview, in cells.
  public final var frame: CellRect {
    get { place }
    set {
      let old = place
      place = newValue
      if newValue.size != old.size { sizeDidChange() }
    }
  }
  // Not public, because the compiler then sees every access and omits the exclusivity check at run
  // time.
  private final var place: CellRect
  /// Whether the view is hidden; ⇥ skips a hidden view and its subviews.
  public final var isHidden = false
  /// A number by which a program finds the view; entry controls are numbered from 1 (FRM-1).
  public final var tag = 0
  /// Whether ⇥ visits all views inside this one before it moves on; tags order only the views
  /// inside (FRM-5).
  ///
  /// UIKit's counterpart is `focusGroupIdentifier`.
  public final var isFocusGroup = false
  /// The clipboard of the texts inside.
  ///
  /// Used for a window, and for a form if the user's settings say so.
  public private(set) final lazy var clipboard = Clipboard()
  /// The subviews, from back to front.
  public private(set) final var subviews: [View] = []
  /// The view that contains this view.
  public private(set) final var superview: View? {
    get { around }
    set { around = newValue }
  }
  /// The controller whose root view this is.
  public internal(set) final var viewController: ViewController? {
    get { controller }
    set { controller = newValue }
  }
  // A plain pointer and not a weak reference, because objects with weak references are slower to
  // retain, and every key travels along the chain. The superview and the controller clear it in
  // `deinit`.
  private final unowned(unsafe) var around: View? { didSet { DispatchRevision.advance() } }
  private final unowned(unsafe) var controller: ViewController? {
    didSet { DispatchRevision.advance() }
  }

  /// Creates a view.
  ///
  /// - Parameters:
  ///   - name: the view's name on the wire; it need not be unique.
  ///   - frame: the rectangle in the superview, in cells.
  public init(name: String = "", frame: CellRect = .zero) {
    place = frame
    super.init(name: name)
    notesChanges = type(of: self) == View.self
  }

  deinit {
    for view in subviews { view.superview = nil }
  }

  /// The view's rectangle in its own cells, with the origin at zero.
  public final var bounds: CellRect { CellRect(width: frame.width, height: frame.height) }

  override var naturalNext: Responder? { viewController ?? superview }

  // MARK: The tree

  /// Adds a view in front of the other subviews; it is removed from its previous superview.
  ///
  /// - Parameter view: the view to add; ignored if it contains this view.
  public final func addSubview(_ view: View) {
    insertSubview(view, at: subviews.count)
  }

  /// Inserts a view at an index among the subviews; it is removed from its previous superview.
  ///
  /// - Parameters:
  ///   - view: the view to insert; ignored if it contains this view.
  ///   - index: the index, clamped to the number of subviews.
  public final func insertSubview(_ view: View, at index: Int) {
    guard !isDescendant(of: view) else { return }
    view.removeFromSuperview()
    // A delegate notified of the end of editing may have moved the view.
    guard view.superview == nil, !isDescendant(of: view) else { return }
    subviews.insert(view, at: min(max(index, 0), subviews.count))
    view.superview = self
    let host = root?.viewHost
    view.forEachView { $0.attach(to: host) }
  }

  /// Removes the view from its superview; a responder inside loses focus without being asked
  /// (RSP-5).
  public final func removeFromSuperview() {
    guard let superview else { return }
    let root = root
    let hadFocus = root?.hasFocus(inside: self) == true
    // Removed first, so that a delegate notified of the end cannot give focus back to this view.
    superview.subviews.removeAll { $0 === self }
    self.superview = nil
    if hadFocus { root?.endFocus() }
    let host = self.root?.viewHost
    forEachView { $0.attach(to: host) }
  }

  /// Reports whether the view is a given view or inside it.
  ///
  /// - Parameter view: the possible ancestor.
  /// - Returns: whether this view is `view` or a descendant of it.
  public final func isDescendant(of view: View) -> Bool {
    var candidate: View? = self
    while let current = candidate {
      if current === view { return true }
      candidate = current.superview
    }
    return false
  }

  /// Finds a view with a tag, depth first, starting with this view.
  ///
  /// - Parameter tag: the tag to look for.
  /// - Returns: the first view with the tag; nil if there is none.
  public final func viewWithTag(_ tag: Int) -> View? {
    if self.tag == tag { return self }
    for view in subviews {
      if let found = view.viewWithTag(tag) { return found }
    }
    return nil
  }

  /// Notifies the view, and its controller, that it belongs to another host; nil for none.
  package final func attach(to host: (any ViewHost)?) {
    (self as? any HostedView)?.hostDidChange(to: host)
    didMoveToWindow()
    viewController?.viewDidMoveToWindow()
  }

  /// Called after the view moved to another window or to none; UIKit's `didMoveToWindow()`.
  open func didMoveToWindow() {}

  /// Called after the size of the frame changed; override it to lay out subviews.
  ///
  /// The UIKit counterpart is `layoutSubviews()`.
  open func sizeDidChange() {}

  /// Calls `body` for this view and all views inside it, superviews first.
  package final func forEachView(_ body: (View) -> Void) {
    body(self)
    for view in subviews { view.forEachView(body) }
  }

  /// Whether neither the view nor a view that contains it is hidden.
  package final var isShown: Bool {
    var candidate: View? = self
    while let view = candidate {
      if view.isHidden { return false }
      candidate = view.superview
    }
    return true
  }

  /// The number of rows by which the subviews are shifted up.
  var subviewShift: Int { 0 }

  /// Converts a rectangle to the cells of the window.
  ///
  /// - Parameter rect: a rectangle in the cells of this view.
  /// - Returns: the rectangle in the cells of its window.
  public final func convertToWindow(_ rect: CellRect) -> CellRect {
    var rect = rect
    var candidate: View? = self
    while let view = candidate, view.asRoot == nil {
      rect = rect.offset(x: view.frame.x, y: view.frame.y)
      candidate = view.superview
      rect.y -= candidate?.subviewShift ?? 0
    }
    return rect
  }

  // MARK: Editing

  /// Asks the responder with focus inside this view to give up focus (RSP-6).
  ///
  /// - Parameter force: whether to take focus away without asking (RSP-5).
  /// - Returns: whether no responder inside has focus now.
  @discardableResult
  public final func endEditing(force: Bool) -> Bool {
    guard let root, root.hasFocus(inside: self) else { return true }
    if force {
      root.endFocus()
      return true
    }
    return root.resignFocus()
  }
}
