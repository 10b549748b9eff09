// SPDX-License-Identifier: Apache-2.0
public import KeyCommands

/// A button of an ``AccessoryBar``; UIKit's counterpart is `UIBarButtonItem`.
///
/// It never has the focus, so the text keeps it (CIV-9).
open class AccessoryItem: Control, CellDrawing {
  /// What it shows.
  public final var title: String
  /// The key command that activates it while the bar is on show; nil for none.
  public final var keyCommand: KeyCommand? {
    didSet { (superview as? AccessoryBar)?.forgetCommands() }
  }

  /// Makes an item and what it does.
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

  /// Does what the item is for; nothing while it is disabled.
  public final func activate() {
    if isEnabled { sendActions(for: .primaryActionTriggered) }
  }

  /// Draws its title, highlighted where its bar says so.
  ///
  /// In a bar an item is as wide as its title and two cells.
  open func drawCells(on canvas: inout CellCanvas) { canvas.draw(item: self, in: canvas.pane) }

  /// The text that has the focus above the area it stands in.
  final var focusedText: TextContainer? { window?.engine?.textContainer }

  // MARK: Items that type

  /// An item that appends its title by setting the whole text: a program's change, which asks
  /// nobody (CIV-10, FLD-12).
  public static func appending(_ text: String) -> AccessoryItem {
    AccessoryItem(title: text) { item in
      guard let container = item.focusedText else { return }
      container.text += text
    }
  }

  /// An item that inserts its title at the caret as a key would: the delegate is asked (CIV-10, 4.3).
  public static func inserting(_ text: String) -> AccessoryItem {
    AccessoryItem(title: text) { $0.focusedText?.insertFromAccessory(text) }
  }
}

extension TextContainer {
  /// Inserts a text that was chosen, not typed, if the delegate agrees; what is being composed is
  /// kept first (IME-5), and those who compose are told (INP-12).
  ///
  /// Does nothing where no text is taken.
  public final func insertFromAccessory(_ text: String) {
    replaceFromAccessory(nil, with: text)
  }

  /// Replaces a range, else the selection, by a text that was chosen, if the delegate agrees.
  final func replaceFromAccessory(_ range: TextRange?, with text: String) {
    guard takesText else { return }
    endRun()
    commitMarkedText()
    change(range ?? selection.range, to: fitting(text), as: .other)
    engine?.programChanged(self)
    showCaret()
  }
}
