// SPDX-License-Identifier: Apache-2.0
public import Keys
import KeyCommands

/// The owner of a screen's views; UIKit's counterpart is `UIViewController`.
///
/// It stands in the chain behind its root view, which makes it the place for a screen's commands.
open class ViewController: Responder {
  /// Its root view.
  public final let view: View
  /// What it presents above itself.
  public private(set) final var presentedViewController: ViewController?
  /// Who presents it.
  public private(set) final weak var presentingViewController: ViewController?

  /// Makes a controller of a view; the view has no other controller.
  public init(name: String = "", view: View = View()) {
    self.view = view
    super.init(name: name)
    view.viewController = self
  }

  deinit {
    if view.viewController === self { view.viewController = nil }
  }

  override var naturalNext: Responder? { presentingViewController ?? view.superview }

  package override var nextForCommands: Responder? {
    presentingViewController == nil ? next : window?.host?.application
  }

  /// Learns that its view stands in another window now, or in none.
  ///
  /// UIKit's counterparts are `viewIsAppearing(_:)` and `viewDidDisappear(_:)`.
  open func viewDidMoveToWindow() {}

  /// Learns that the screen has another size now, in cells (NTF-15): the time to give views their places.
  ///
  /// Only the controllers that windows have as their root are told. UIKit's counterpart is
  /// `viewWillTransition(to:with:)`.
  open func viewWillTransition(to size: CellSize) {}

  /// Shows a controller above everything else; it is modal: the commands of what is below do not
  /// count while it is there (CMD-12).
  ///
  /// What has the focus loses it unasked, and ⇥ stays inside what is shown. Does nothing where this
  /// controller is in no window or presents already, or where the other is presented already or in
  /// this one's chain: a chain must not lead back into itself (RSP-7).
  public final func present(_ controller: ViewController) {
    guard presentedViewController == nil, controller.presentingViewController == nil,
      !hasInChain(controller), let window
    else { return }
    presentedViewController = controller
    controller.presentingViewController = self
    window.endEditing(force: true)
    // Whoever was told of that may have dismissed the controller again.
    guard presentedViewController === controller, window.host != nil else { return }
    window.presented.append(controller)
    window.addSubview(controller.view)
  }

  /// Takes away what it presents, else itself where it is presented.
  public final func dismiss() {
    guard let presented = presentedViewController else {
      presentingViewController?.dismiss()
      return
    }
    presented.dismissPresented()
    let window = presented.window
    presentedViewController = nil
    presented.presentingViewController = nil
    window?.presented.removeAll { $0 === presented }
    presented.view.removeFromSuperview()
  }

  private func hasInChain(_ controller: ViewController) -> Bool {
    sequence(first: self as Responder, next: \.next).contains { $0 === controller }
  }

  private func dismissPresented() {
    if presentedViewController != nil { dismiss() }
  }

  /// Declares a Done button: ⌘⏎ asks what has the focus in its view to let it go (F034).
  public final func declareDone(title: String = "Done") {
    let done = KeyCommand(
      id: "done", input: .return, modifiers: .command, title: title)
    addKeyCommand(done) { [weak self] _ in self?.view.endEditing(force: false) }
  }
}
