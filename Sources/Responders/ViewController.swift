// SPDX-License-Identifier: Apache-2.0
public import Keys
import KeyCommands

/// The owner of a screen's views; the UIKit counterpart is `UIViewController`.
///
/// It follows its root view in the chain, which makes it the place for a screen's commands.
open class ViewController: Responder {
  /// The root view.
  public final let view: View
  /// The controller that this controller presents.
  public private(set) final var presentedViewController: ViewController?
  /// The controller that presents this one.
  public private(set) final weak var presentingViewController: ViewController? {
    didSet { DispatchRevision.advance() }
  }

  /// Creates a controller.
  ///
  /// - Parameters:
  ///   - name: the controller's name on the wire; it need not be unique.
  ///   - view: the root view, which must have no controller yet; the controller becomes its next
  ///     responder.
  public init(name: String = "", view: View = View()) {
    self.view = view
    super.init(name: name)
    view.viewController = self
    notesChanges = type(of: self) == ViewController.self
  }

  deinit {
    if view.viewController === self { view.viewController = nil }
    // A controller that it presented follows its own view from now on.
    DispatchRevision.advance()
  }

  override var naturalNext: Responder? { presentingViewController ?? view.superview }

  package override var nextForCommands: Responder? {
    presentingViewController == nil ? next : root?.viewHost?.application
  }

  /// Called after the view moved to another window or to none.
  ///
  /// The UIKit counterparts are `viewIsAppearing(_:)` and `viewDidDisappear(_:)`.
  open func viewDidMoveToWindow() {}

  /// Called when the size of the screen changes (NTF-15); override it to lay out views.
  ///
  /// Only the root view controllers of windows are called. The UIKit counterpart is
  /// `viewWillTransition(to:with:)`.
  ///
  /// - Parameter size: the new size, in cells.
  open func viewWillTransition(to size: CellSize) {}

  /// Presents a controller modally, above all other views of the window (CMD-12).
  ///
  /// The responder with focus loses it without being asked. While the controller is presented, ⇥
  /// stays inside it and commands of the views below are disabled. Has no effect if this controller
  /// is in no window or already presents another, or if `controller` is already presented or in
  /// this controller's chain, which must not contain a cycle (RSP-7).
  ///
  /// - Parameter controller: the controller to present.
  public final func present(_ controller: ViewController) {
    guard presentedViewController == nil, controller.presentingViewController == nil,
      !hasInChain(controller), let root
    else { return }
    presentedViewController = controller
    controller.presentingViewController = self
    root.endEditing(force: true)
    // A delegate notified of the end of editing may have dismissed the controller already.
    guard presentedViewController === controller, root.viewHost != nil else { return }
    root.presented.append(controller)
    root.addSubview(controller.view)
  }

  /// Dismisses the presented controller, or else this controller if it is presented.
  public final func dismiss() {
    guard let presented = presentedViewController else {
      presentingViewController?.dismiss()
      return
    }
    presented.dismissPresented()
    let root = presented.root
    presentedViewController = nil
    presented.presentingViewController = nil
    root?.presented.removeAll { $0 === presented }
    presented.view.removeFromSuperview()
  }

  private func hasInChain(_ controller: ViewController) -> Bool {
    sequence(first: self as Responder, next: \.next).contains { $0 === controller }
  }

  private func dismissPresented() {
    if presentedViewController != nil { dismiss() }
  }

  /// Adds a Done command: ⌘⏎ ends editing in the controller's view, if that is allowed (F034).
  ///
  /// - Parameter title: the title of the command.
  public final func declareDone(title: String = "Done") {
    let done = KeyCommand(
      id: "done", input: .return, modifiers: .command, title: title)
    addKeyCommand(done) { [weak self] _ in self?.view.endEditing(force: false) }
  }
}
