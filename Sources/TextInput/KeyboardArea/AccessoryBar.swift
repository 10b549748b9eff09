// SPDX-License-Identifier: Apache-2.0
public import KeyCommands
public import Keys

/// A row of buttons for the keyboard area; UIKit's counterpart is a `UIToolbar` as accessory.
///
/// F6 goes from the text into the bar, ← → go along its items, ⏎ or ␠ activates one, ⎋ goes back; all
/// other keys type (CIV-8, CIV-9).
open class AccessoryBar: View, CellDrawing {
  /// Its buttons, from left to right.
  public final var items: [AccessoryItem] {
    didSet { itemsDidChange(from: oldValue) }
  }
  /// The item that ⏎ would activate; nil while the keys are the text's.
  public private(set) final var highlightedItem: AccessoryItem?
  private final var commands: CommandRegistry?

  /// Makes a bar of some rows; only its height counts (CIV-4).
  public init(name: String = "", rows: Int = 1, items: [AccessoryItem] = []) {
    self.items = items
    super.init(name: name, frame: CellRect(width: 0, height: rows))
    for item in items { addSubview(item) }
  }

  private func itemsDidChange(from old: [AccessoryItem]) {
    for item in old where !items.contains(where: { $0 === item }) { item.removeFromSuperview() }
    for item in items { addSubview(item) }
    forgetCommands()
    guard let highlightedItem, !items.contains(where: { $0 === highlightedItem }) else { return }
    self.highlightedItem = enabledItems.first
  }

  /// The items that can be activated.
  final var enabledItems: [AccessoryItem] { items.filter { $0.isEnabled && !$0.isHidden } }

  // MARK: Drawing

  /// Draws its items one after the other, row by row, then the other views inside.
  open func drawCells(on canvas: inout CellCanvas) { canvas.draw(bar: self, in: canvas.pane) }

  /// Whether it draws the views inside by itself: yes, its items one after the other.
  open var drawsSubviews: Bool { true }

  // MARK: Keys

  /// Takes a key while the bar has the keys (CIV-9).
  ///
  /// - Returns: whether it took the key; what it leaves goes to the text.
  open func handle(_ keystroke: Keystroke) -> Bool {
    guard keystroke.modifiers.isDisjoint(with: .chord) else { return false }
    switch keystroke.charactersIgnoringModifiers {
    case .leftArrow: highlight(by: -1)
    case .rightArrow: highlight(by: 1)
    case .return, " ":
      // A held key activates once.
      if keystroke.event.phase == .press { highlightedItem?.activate() }
    default: return false
    }
    return true
  }

  final func beginHighlighting() {
    highlightedItem = enabledItems.first
  }

  final func endHighlighting() {
    highlightedItem = nil
  }

  private func highlight(by step: Int) {
    let items = enabledItems
    guard !items.isEmpty else { return }
    let index = items.firstIndex { $0 === highlightedItem } ?? 0
    highlightedItem = items[min(max(index + step, 0), items.count - 1)]
  }

  // MARK: Commands

  /// The key commands of its items.
  open override var keyCommands: CommandRegistry? {
    if let commands { return commands }
    let registry = CommandRegistry(items.compactMap(\.keyCommand))
    commands = registry
    return registry
  }

  /// Whether the command is that of an item which can be activated.
  open override func canPerform(_ command: KeyCommand) -> Bool {
    item(of: command) != nil || super.canPerform(command)
  }

  /// Activates the item whose command it is.
  open override func perform(_ command: KeyCommand) {
    guard let item = item(of: command) else { return super.perform(command) }
    item.activate()
  }

  private func item(of command: KeyCommand) -> AccessoryItem? {
    enabledItems.first { $0.keyCommand?.id == command.id }
  }

  final func forgetCommands() {
    commands = nil
  }
}
