// SPDX-License-Identifier: Apache-2.0

/// Which accessory and which input view go with a first responder (CIV-1, CIV-3).
struct InputViews {
  /// A view that is shown, and the responder that supplies it.
  struct Supplied {
    let view: View
    let owner: Responder
  }

  private(set) var accessory: Supplied?
  private(set) var input: Supplied?
  /// Whether the first responder is text that takes what is typed: then there is something to say
  /// of input mode and return key.
  private(set) var takesText = false

  /// Nobody's.
  init() {}

  /// Asks a first responder, then its chain.
  init(for responder: Responder?) {
    guard let responder else { return }
    let container = responder as? TextContainer
    takesText = container?.takesText ?? false
    // What cannot be typed into shows nothing of its own (4.1); what its screen supplies stays.
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

  /// The views, those on top first.
  var shown: [Supplied] { [accessory, input].compactMap { $0 } }
}

/// The input views that a text has of its own (CIV-2).
struct OwnInputViews {
  var accessory: View?
  var input: View?
  var accessoryController: ViewController?
  var inputController: ViewController?
}

extension InputViews.Supplied {
  /// Puts the view behind its owner in the chain: what is inside can have the focus, and the owner
  /// is asked after it.
  func host(in engine: TextEngine) {
    guard view.superview == nil else { return }
    if root.next == nil, !leadsToView(owner) { root.next = owner }
    view.forEachView { $0.attach(to: engine) }
  }

  /// Takes the view out of the chain again.
  func release() {
    guard view.superview == nil else { return }
    if root.next === owner { root.next = nil }
    view.forEachView { $0.attach(to: nil) }
  }

  /// Where the view's chain leaves it: a controller's view goes through its controller.
  private var root: Responder { view.viewController ?? view }

  // A field that stands in an accessory may name the same accessory as its own.
  private func leadsToView(_ responder: Responder) -> Bool {
    var candidate: Responder? = responder
    while let current = candidate {
      if current === view || current === root { return true }
      candidate = current.next
    }
    return false
  }
}
