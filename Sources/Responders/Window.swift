// SPDX-License-Identifier: Apache-2.0
package import KeyCommands
public import Keys

/// A window's number within one engine.
public struct WindowID: RawRepresentable, Hashable, Sendable {
  /// The number, counted from 0.
  public var rawValue: UInt32

  /// Creates an identifier from a number.
  ///
  /// - Parameter rawValue: the number, counted from 0 within the engine.
  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }
}

/// The root of a program's views, with its focus and the order of ⇥; the UIKit counterpart is
/// `UIWindow`.
///
/// At most one responder of a window has focus, and only the key window's responder receives keys
/// (RSP-2).
public final class Window: View {
  /// The window's number within the engine.
  public package(set) var id = WindowID(rawValue: 0)
  /// The engine that the window belongs to; nil once the window is closed.
  ///
  /// Not public, because modes and settings are the user's and responders must not reach them
  /// (MOD-2).
  package var host: (any ResponderHost)? {
    get { hostInUse }
    set {
      hostInUse = newValue
      application = newValue?.application
    }
  }
  // A plain pointer and not a weak reference, because objects with weak references are slower to
  // retain. The host clears it in `deinit`.
  private unowned(unsafe) var hostInUse: (any ResponderHost)?
  private var application: Responder? { didSet { DispatchRevision.advance() } }
  /// The user of the program that the window belongs to; nil for the user of this process.
  package var user: UInt32?
  /// Whether input methods of extensions may be used in the window's texts (CIV-17).
  ///
  /// The UIKit counterpart is `application(_:shouldAllowExtensionPointIdentifier:)` for
  /// `UIApplication.ExtensionPointIdentifier.keyboard`. A change has effect when focus moves.
  public var allowsThirdPartyInputMethods = true
  /// The responder that has focus in this window.
  public var firstResponder: Responder? { focused }
  /// The controller whose view fills the window.
  public var rootViewController: ViewController? {
    willSet {
      if newValue !== rootViewController { rootViewController?.view.removeFromSuperview() }
    }
    didSet {
      if let view = rootViewController?.view, view.superview !== self { addSubview(view) }
      DispatchRevision.advance()
    }
  }

  package var focused: Responder? { focus }
  var focus: Responder? { didSet { DispatchRevision.advance() } }
  /// The progress of notifying ``focused`` about its focus.
  package internal(set) var focusStage = FocusStage.entering
  /// The number of focus moves so far, by which a move made by a delegate in between is detected.
  var focusMoves = 0
  /// The number of focus moves under way, each made by a delegate during the one before.
  var focusDepth = 0
  /// The responders that are being consulted about whether editing may begin or end.
  var consulted: [Responder] = []
  /// Whether the window is being closed, so that nothing in it can get focus.
  package var isClosing = false
  /// The controllers presented in this window, the topmost last.
  var presented: [ViewController] = [] { didSet { DispatchRevision.advance() } }

  /// Changes the main menu while this is the key window; used if the window belongs to a program of
  /// its own (CMD-28).
  ///
  /// Nil for no change.
  package var buildsMainMenu: ((inout MenuBuilder) -> Void)?

  package init(name: String) {
    super.init(name: name)
    notesChanges = true
  }

  override var naturalNext: Responder? { application }
  override var asRoot: (any ViewRoot)? { self }

  /// Whether this window receives keys.
  public var isKeyWindow: Bool { host?.keyWindow === self }

  /// The size of the screen; empty once the window is closed.
  ///
  /// The UIKit counterpart is `UIWindow.screen`.
  public var screen: CellSize { host?.screen ?? .zero }

  /// Makes this window the key window.
  public func makeKey() {
    withHost { $0.makeKey(self) }
  }

  /// Calls `body` with the host, if there is one, and keeps the host alive during the call.
  package func withHost(_ body: (any ResponderHost) -> Void) {
    guard let host else { return }
    withExtendedLifetime(host) { body(host) }
  }

  /// Closes the window; a responder in it loses focus without being asked (RSP-5).
  public func close() {
    withHost { $0.close(self) }
  }

  /// The topmost presented controller; nil if none is presented.
  package var topmost: ViewController? { presented.last { $0.view.superview === self } }

  /// The responder at which key events start while nothing has focus (RSP-11).
  package var rootResponder: Responder { topmost ?? rootViewController ?? self }

  /// The views that ⇥ visits: entry controls by their tags, then the others as they were added
  /// (FRM-5).
  ///
  /// The views of an ``View/isFocusGroup`` are visited together, in their own order. While a
  /// controller is presented, only its views are visited.
  public var focusOrder: [View] {
    var group = FocusGroup()
    for view in topmost.map({ [$0.view] }) ?? subviews { group.add(view) }
    return group.order
  }
}

/// The window as seen by the views in it.
extension Window: ViewRoot {
  var viewHost: (any ViewHost)? { host }

  func hasFocus(inside view: View) -> Bool {
    guard let focused else { return false }
    if view === self { return true }
    if let focusedView = focused as? View { return focusedView.isDescendant(of: view) }
    if let controller = focused as? ViewController {
      return controller.view.isDescendant(of: view)
    }
    return false
  }

  func resignFocus() -> Bool { focus(nil) }
}

extension Responder {
  /// The window that this responder's chain goes through; nil if it goes through none.
  public final var window: Window? {
    var candidate: Responder? = self
    while let responder = candidate {
      if let window = responder as? Window { return window }
      candidate = responder.next
    }
    return nil
  }

  /// Updates the accessory view and the input view (CIV-6), immediately if they are visible.
  public final func reloadInputViews() {
    window?.host?.reloadInputViews()
  }
}

/// The views that ⇥ visits in turn, with their tags.
private struct FocusGroup {
  private var tagged: [View] = []
  private var others: [View] = []

  /// Adds a view and its subviews.
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

  /// The views by their tags; views with equal tags keep the order in which they were added.
  var order: [View] {
    let byTag = tagged.enumerated().sorted {
      ($0.element.tag, $0.offset) < ($1.element.tag, $1.offset)
    }
    return byTag.map(\.element) + others
  }
}
