// SPDX-License-Identifier: Apache-2.0
import Keys

/// The answer of an overlay to a key.
struct OverlayAnswer {
  /// Whether the key was handled; if not, it is processed by the text as usual.
  var isHandled: Bool
  /// Whether the overlay closes.
  var closes = false
  /// The effects on stages, in order, after the overlay has closed.
  var actions: [StageAction] = []

  /// The overlay handled the key, and stays.
  static var handled: OverlayAnswer {
    OverlayAnswer(isHandled: true)
  }
  /// The overlay handled the key, and closes.
  static var close: OverlayAnswer {
    OverlayAnswer(isHandled: true, closes: true)
  }
  /// The key has no meaning here: the overlay closes, and the text receives the key.
  static var closeAndPassOn: OverlayAnswer {
    OverlayAnswer(isHandled: false, closes: true)
  }
}

/// Something open in front of the text that receives keys first: candidates, accents, an accessory.
///
/// The text keeps focus.
protocol KeyOverlay: AnyObject {
  /// Processes a press or a repeat.
  func handle(_ keystroke: Keystroke) -> OverlayAnswer

  /// Called after the overlay was opened.
  func didOpen()
  /// Called after the overlay was closed, once.
  func didClose()

  /// Follows any change of a text while the overlay is open.
  ///
  /// - Returns: whether the overlay must close, because its subject may no longer exist.
  func follow(_ update: Update) -> Bool
}

extension KeyOverlay {
  func didOpen() {}
  func didClose() {}
  func follow(_ update: Update) -> Bool { false }
}
