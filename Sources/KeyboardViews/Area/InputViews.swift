// SPDX-License-Identifier: Apache-2.0

/// The accessory and the input view of a first responder (CIV-1, CIV-3).
struct InputViews {
  /// A visible view, and the responder that supplies it.
  struct Supplied {
    let view: View
    let owner: Responder
  }

  private(set) var accessory: Supplied?
  private(set) var input: Supplied?
  /// Whether the first responder is text that accepts typing, so that the status row shows its mode
  /// and its return key.
  private(set) var takesText = false

  /// Creates an empty value.
  init() {}

  /// Collects the views of a first responder, then of its chain.
  init(for responder: Responder?) {
    guard let responder else { return }
    let container = responder as? TextContainer
    takesText = container?.takesText ?? false
    // A container that accepts no text does not show its own views (4.1), but the views of its
    // chain stay.
    var candidate = container != nil && !takesText ? responder.next : responder
    let hidesInput = container != nil && !takesText
    while let current = candidate, accessory == nil || (input == nil && !hidesInput) {
      if accessory == nil {
        accessory = Self.supplied(
          current.inputAccessoryView ?? current.inputAccessoryViewController?.view, by: current)
      }
      if input == nil, !hidesInput {
        input = Self.supplied(
          current.inputView ?? current.inputViewController?.view, by: current)
      }
      candidate = current.next
    }
  }

  private static func supplied(_ view: View?, by owner: Responder) -> Supplied? {
    view.map { Supplied(view: $0, owner: owner) }
  }

  /// The visible views, from top to bottom.
  var shown: [Supplied] { [accessory, input].compactMap { $0 } }
}

extension InputViews.Supplied {
  /// Inserts the view before its owner in the responder chain: views inside it can then have focus,
  /// and the owner is their next responder.
  func host(in engine: any KeyboardHost) {
    guard view.superview == nil else { return }
    if root.next == nil, !leadsToView(owner) { root.next = owner }
    view.forEachView { $0.attach(to: engine) }
  }

  /// Removes the view from the chain.
  func release() {
    guard view.superview == nil else { return }
    if root.next === owner { root.next = nil }
    view.forEachView { $0.attach(to: nil) }
  }

  /// The last responder of the view's own chain: a controller's view is followed by its controller.
  private var root: Responder { view.viewController ?? view }

  // A field inside an accessory may have the same accessory as its own.
  private func leadsToView(_ responder: Responder) -> Bool {
    var candidate: Responder? = responder
    while let current = candidate {
      if current === view || current === root { return true }
      candidate = current.next
    }
    return false
  }
}
