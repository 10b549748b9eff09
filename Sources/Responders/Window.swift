// SPDX-License-Identifier: Apache-2.0
public import Keys

/// A window's number within one engine.
public struct WindowID: RawRepresentable, Hashable, Sendable {
  /// The number, counted from 0.
  public var rawValue: UInt32

  /// Makes an identifier from a number.
  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }
}

/// The root of a program's views; UIKit's counterpart is `UIWindow`.
///
/// At most one responder of a window has the focus, and only the key window's gets keys (RSP-2).
public final class Window: View {
  /// Its number within the engine.
  public package(set) var id = WindowID(rawValue: 0)
  /// The engine it belongs to; nil once it is closed.
  ///
  /// Not public: modes and settings are the user's, and no responder finds a way to them (MOD-2).
  package var host: (any ResponderHost)? {
    get { hostInUse }
    set {
      hostInUse = newValue
      application = newValue?.application
    }
  }
  // Not weak, for what has weak references is slower to retain; the host takes itself out when it goes.
  private unowned(unsafe) var hostInUse: (any ResponderHost)?
  private var application: Responder?
  /// Who has the focus here.
  public var firstResponder: Responder? { focused }
  /// The controller whose view fills the window.
  public var rootViewController: ViewController? {
    willSet {
      if newValue !== rootViewController { rootViewController?.view.removeFromSuperview() }
    }
    didSet { if let view = rootViewController?.view, view.superview !== self { addSubview(view) } }
  }

  package var focused: Responder? { focus }
  var focus: Responder?
  /// How far the one in ``focused`` has been told that it is.
  package internal(set) var focusStage = FocusStage.entering
  /// Counts the moves of the focus, so that one which a delegate makes in between is noticed.
  var focusMoves = 0
  /// How many moves are under way, each made by somebody whom the one before it asked or told.
  var focusDepth = 0
  /// Who is being asked whether its editing may begin or end.
  var questioned: [Responder] = []
  /// Whether the window is going, so that nothing in it gets the focus any more.
  package var isClosing = false
  /// What is presented in this window, the topmost last.
  var presented: [ViewController] = []

  package init(name: String) {
    super.init(name: name)
  }

  override var naturalNext: Responder? { application }

  /// Whether keys are for this window.
  public var isKeyWindow: Bool { host?.keyWindow === self }

  /// How large the screen is that it stands on; of no size once it is closed.
  ///
  /// UIKit's counterpart is `UIWindow.screen`.
  public var screen: CellSize { host?.screen ?? .zero }

  /// Makes this the window that gets keys.
  public func makeKey() {
    withHost { $0.makeKey(self) }
  }

  /// Does something with the host, which stays alive meanwhile, whatever those who are told let go.
  package func withHost(_ body: (any ResponderHost) -> Void) {
    guard let host else { return }
    withExtendedLifetime(host) { body(host) }
  }

  /// Takes the window away; what has the focus in it loses it unasked (RSP-5).
  public func close() {
    withHost { $0.close(self) }
  }

  /// What is presented above everything else; nil for nothing.
  package var topmost: ViewController? { presented.last { $0.view.superview === self } }

  /// Where key events start while nothing has the focus (RSP-11).
  package var rootResponder: Responder { topmost ?? rootViewController ?? self }

  /// Whether the focus is a view's or something's inside it, a controller's of such a view too.
  func isFocused(_ focused: Responder, inside view: View) -> Bool {
    if view === self { return true }
    if let focusedView = focused as? View { return focusedView.isDescendant(of: view) }
    if let controller = focused as? ViewController {
      return controller.view.isDescendant(of: view)
    }
    return false
  }

  /// What ⇥ goes through: entry controls by their tags, then the others as they were added (FRM-5).
  ///
  /// The views of a ``View/isFocusGroup`` come together, ordered among themselves. While something is presented, nothing
  /// outside it.
  public var focusOrder: [View] {
    var group = FocusGroup()
    for view in topmost.map({ [$0.view] }) ?? subviews { group.add(view) }
    return group.order
  }
}

/// The views that ⇥ goes through one after the other, with their tags.
private struct FocusGroup {
  private var tagged: [View] = []
  private var others: [View] = []

  /// Adds a view and what is inside.
  mutating func add(_ view: View) {
    guard !view.isHidden else { return }
    if view.canBecomeFirstResponder {
      if view.tag > 0 { tagged.append(view) } else { others.append(view) }
    }
    if view.isFocusGroup {
      var group = FocusGroup()
      for subview in view.subviews { group.add(subview) }
      others += group.order
    } else {
      for subview in view.subviews { add(subview) }
    }
  }

  /// All of them; equal tags keep the order in which they were added.
  var order: [View] {
    let byTag = tagged.enumerated().sorted {
      ($0.element.tag, $0.offset) < ($1.element.tag, $1.offset)
    }
    return byTag.map(\.element) + others
  }
}
