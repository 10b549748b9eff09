// SPDX-License-Identifier: Apache-2.0
public import Keys

/// A responder with a place on the mirror and views inside; UIKit's counterpart is `UIView`.
///
/// A view shows nothing of its own unless its class draws: `CellDrawing`, in `TextInput`.
open class View: Responder {
  /// Where it stands in its superview, in cells.
  public final var frame: CellRect {
    get { place }
    set {
      let old = place
      place = newValue
      if newValue.size != old.size { sizeDidChange() }
    }
  }
  // Not public, so that the compiler sees every access and need not check each at run time.
  private final var place: CellRect
  /// Whether it is not shown; ⇥ goes past a hidden view and what is inside.
  public final var isHidden = false
  /// A number by which a program finds it; entry controls are numbered from 1 (FRM-1).
  public final var tag = 0
  /// Whether ⇥ goes through all that is inside before it goes on; tags count among the views inside (FRM-5).
  ///
  /// UIKit's counterpart is `focusGroupIdentifier`.
  public final var isFocusGroup = false
  /// What was taken from the texts inside, where they have a clipboard of their own: those of a window, and of a form if the
  /// user's settings say so.
  public private(set) final lazy var clipboard = Clipboard()
  /// The views inside, those in front last.
  public private(set) final var subviews: [View] = []
  /// The view it stands in.
  public private(set) final var superview: View? {
    get { around }
    set { around = newValue }
  }
  /// The controller whose root view this is.
  public internal(set) final var viewController: ViewController? {
    get { controller }
    set { controller = newValue }
  }
  // Not weak: whatever has weak references is slower to retain, and every key goes along the chain.
  // Superview and controller take themselves out when they go.
  private final unowned(unsafe) var around: View?
  private final unowned(unsafe) var controller: ViewController?

  /// Makes a view.
  public init(name: String = "", frame: CellRect = .zero) {
    place = frame
    super.init(name: name)
  }

  deinit {
    for view in subviews { view.superview = nil }
  }

  /// Its rectangle in its own cells.
  public final var bounds: CellRect { CellRect(width: frame.width, height: frame.height) }

  override var naturalNext: Responder? { viewController ?? superview }

  // MARK: The tree

  /// Puts a view in front of the others; it leaves where it was before.
  public final func addSubview(_ view: View) {
    insertSubview(view, at: subviews.count)
  }

  /// Puts a view at a place among the others; the index is cut to what there is.
  public final func insertSubview(_ view: View, at index: Int) {
    guard !isDescendant(of: view) else { return }
    view.removeFromSuperview()
    // Somebody whose editing ended by this may have put it elsewhere.
    guard view.superview == nil, !isDescendant(of: view) else { return }
    subviews.insert(view, at: min(max(index, 0), subviews.count))
    view.superview = self
    let host = window?.host
    view.forEachView { $0.attach(to: host) }
  }

  /// Takes the view out of its superview; what has the focus inside loses it unasked (RSP-5).
  public final func removeFromSuperview() {
    guard let superview else { return }
    let window = window
    let hadFocus = window?.firstResponder.map { window?.isFocused($0, inside: self) ?? false }
    // Out first: who is told of the end cannot give the focus back to what is going.
    superview.subviews.removeAll { $0 === self }
    self.superview = nil
    if hadFocus == true { window?.endFocus() }
    let host = self.window?.host
    forEachView { $0.attach(to: host) }
  }

  /// Whether it is a view or stands inside it.
  public final func isDescendant(of view: View) -> Bool {
    var candidate: View? = self
    while let current = candidate {
      if current === view { return true }
      candidate = current.superview
    }
    return false
  }

  /// The first view with a tag, itself included, from the front of the tree on; nil for none.
  public final func viewWithTag(_ tag: Int) -> View? {
    if self.tag == tag { return self }
    for view in subviews {
      if let found = view.viewWithTag(tag) { return found }
    }
    return nil
  }

  /// Tells it which host it belongs to now; nil for none.
  package final func attach(to host: (any ResponderHost)?) {
    (self as? any HostedView)?.hostDidChange(to: host)
    didMoveToWindow()
    viewController?.viewDidMoveToWindow()
  }

  /// Learns that it stands in another window now, or in none; UIKit's `didMoveToWindow()`.
  open func didMoveToWindow() {}

  /// Learns that its frame is larger or smaller now; the time to give what is inside its place.
  ///
  /// UIKit's counterpart is `layoutSubviews()`.
  open func sizeDidChange() {}

  /// Calls `body` for this view and all inside it, superviews first.
  package final func forEachView(_ body: (View) -> Void) {
    body(self)
    for view in subviews { view.forEachView(body) }
  }

  /// Whether it and everything around it is shown.
  package final var isShown: Bool {
    var candidate: View? = self
    while let view = candidate {
      if view.isHidden { return false }
      candidate = view.superview
    }
    return true
  }

  /// A rectangle of its own cells in the cells of its window.
  public final func convertToWindow(_ rect: CellRect) -> CellRect {
    var rect = rect
    var candidate: View? = self
    while let view = candidate, !(view is Window) {
      rect = rect.offset(x: view.frame.x, y: view.frame.y)
      candidate = view.superview
      if let around = candidate as? ScrollView { rect.y -= around.contentOffset }
    }
    return rect
  }

  // MARK: Editing

  /// Asks what has the focus inside to let it go (RSP-6).
  ///
  /// - Parameter force: takes it without asking (RSP-5).
  /// - Returns: whether nothing inside has the focus now.
  @discardableResult
  public final func endEditing(force: Bool) -> Bool {
    guard let window, let focused = window.firstResponder, window.isFocused(focused, inside: self)
    else { return true }
    if force {
      window.endFocus()
      return true
    }
    return window.focus(nil)
  }
}
