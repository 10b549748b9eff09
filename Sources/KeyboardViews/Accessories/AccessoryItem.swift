// SPDX-License-Identifier: Apache-2.0
public import KeyCommands

/// A button of an ``AccessoryBar``; the UIKit counterpart is `UIBarButtonItem`.
///
/// It never has focus, so the text keeps it (CIV-9).
open class AccessoryItem: Control, CellDrawing {
  /// The text on the button.
  public final var title: String
  /// Whether the item changes the text at the caret, as a key would, and is no command.
  final var typesText = false
  /// The key command that activates the item while the bar is visible; nil for none.
  public final var keyCommand: KeyCommand? {
    didSet { (superview as? AccessoryBar)?.forgetCommands() }
  }

  /// Creates an item with its action.
  ///
  /// - Parameters:
  ///   - title: the text on the button.
  ///   - name: the item's name on the wire.
  ///   - keyCommand: the key command that activates the item while the bar is visible; nil for
  ///     none.
  ///   - action: called with the item when it is activated; nil for no action.
  public init(
    title: String, name: String = "", keyCommand: KeyCommand? = nil,
    action: ((AccessoryItem) -> Void)? = nil
  ) {
    self.title = title
    self.keyCommand = keyCommand
    super.init(name: name)
    guard let action else { return }
    addAction(for: .primaryActionTriggered) { [unowned self] in action(self) }
  }

  /// Performs the action of the item; no effect while the item is disabled.
  public final func activate() {
    if isEnabled { sendActions(for: .primaryActionTriggered) }
  }

  /// Draws the title, highlighted according to the bar.
  ///
  /// In a bar an item is two cells wider than its title.
  ///
  /// - Parameter canvas: the canvas to draw on.
  open func drawCells(on canvas: inout CellCanvas) { canvas.draw(item: self, in: canvas.pane) }

  /// The focused text container of the item's window.
  final var focusedText: TextContainer? { keyboardHost?.textContainer }

  // MARK: Items that type

  /// Makes an item that appends its title by setting the whole text.
  ///
  /// This is a change by the program, about which the delegate is not consulted (CIV-10, FLD-12).
  ///
  /// - Parameter text: the title.
  /// - Returns: the item.
  public static func appending(_ text: String) -> AccessoryItem {
    let item = AccessoryItem(title: text) { item in
      guard let container = item.focusedText else { return }
      container.text += text
    }
    item.typesText = true
    return item
  }

  /// Makes an item that inserts its title at the caret like a key, after consulting the delegate
  /// (CIV-10, 4.3).
  ///
  /// - Parameter text: the title.
  /// - Returns: the item.
  public static func inserting(_ text: String) -> AccessoryItem {
    let item = AccessoryItem(title: text) { $0.focusedText?.insertFromAccessory(text) }
    item.typesText = true
    return item
  }
}

extension TextContainer {
  /// Inserts a text that was chosen rather than typed, if the delegate agrees.
  ///
  /// Marked text is committed first (IME-5), and composition and input methods are notified
  /// (INP-12). Has no effect if the container accepts no text.
  ///
  /// - Parameter text: the text to insert.
  public final func insertFromAccessory(_ text: String) {
    replaceFromAccessory(nil, with: text)
  }

  /// Replaces a range, or else the selection, with a text that was chosen, if the delegate agrees.
  final func replaceFromAccessory(_ range: TextRange?, with text: String) {
    guard takesText else { return }
    endRun()
    commitMarkedText()
    change(range ?? selection.range, to: fitting(text), as: .other)
    programDidChange()
    showCaret()
  }
}
