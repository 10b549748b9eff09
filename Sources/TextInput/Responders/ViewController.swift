// SPDX-License-Identifier: Apache-2.0

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

  override var naturalNext: Responder? { presentingViewController ?? view.superview }

  override var nextForCommands: Responder? {
    presentingViewController == nil ? next : window?.engine?.application
  }

  /// Learns that its view has come into an engine's windows, or with nil has left them.
  func didMove(to engine: TextEngine?) {}

  /// Shows a controller above everything else; it is modal: the commands of what is below do not
  /// count while it is there (CMD-12).
  ///
  /// Does nothing where this controller is in no window or presents already.
  public final func present(_ controller: ViewController) {
    guard presentedViewController == nil, let window else { return }
    window.endEditing(force: true)
    presentedViewController = controller
    controller.presentingViewController = self
    window.addSubview(controller.view)
  }

  /// Takes away what it presents, else itself where it is presented.
  public final func dismiss() {
    guard let presented = presentedViewController else {
      presentingViewController?.dismiss()
      return
    }
    presented.dismissPresented()
    presented.view.removeFromSuperview()
    presented.presentingViewController = nil
    presentedViewController = nil
  }

  private func dismissPresented() {
    if presentedViewController != nil { dismiss() }
  }
}
