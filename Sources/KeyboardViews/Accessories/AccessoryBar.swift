// SPDX-License-Identifier: Apache-2.0
public import KeyCommands
public import Keys

/// A row of buttons for the keyboard area; the UIKit counterpart is a `UIToolbar` as accessory.
///
/// F6 moves from the text into the bar, ← → move along its items, ⏎ or ␠ activates an item, ⎋ moves
/// back; all other keys type (CIV-8, CIV-9).
open class AccessoryBar: View, CellDrawing {
  /// The buttons, from left to right.
  public final var items: [AccessoryItem] {
    didSet { itemsDidChange(from: oldValue) }
  }
  /// The item that ⏎ would activate; nil while the text receives the keys.
  public private(set) final var highlightedItem: AccessoryItem?
  private final var commands: [KeyCommand]?

  /// Creates a bar; its width is the area's (CIV-4).
  ///
  /// - Parameters:
  ///   - name: the bar's name on the wire.
  ///   - rows: the number of visible rows. Items that do not fit in one row continue in the next,
  ///     and the bar scrolls to the highlighted item.
  ///   - items: the buttons, from left to right.
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
  package final var enabledItems: [AccessoryItem] { items.filter { $0.isEnabled && !$0.isHidden } }

  // MARK: Drawing

  /// Draws the items one after the other, row by row, then the other subviews.
  ///
  /// - Parameter canvas: the canvas to draw on.
  open func drawCells(on canvas: inout CellCanvas) { canvas.draw(bar: self, in: canvas.pane) }

  /// Whether the bar draws its subviews itself; true, because it places its items.
  open var drawsSubviews: Bool { true }

  // MARK: Keys

  /// Handles a key while the bar receives the keys (CIV-9).
  ///
  /// - Parameter keystroke: the key.
  /// - Returns: whether the key was handled; if not, it is passed on to the text.
  open func handle(_ keystroke: Keystroke) -> Bool {
    guard keystroke.modifiers.isDisjoint(with: .chord) else { return false }
    switch keystroke.charactersIgnoringModifiers {
    case .leftArrow: highlight(by: -1)
    case .rightArrow: highlight(by: 1)
    case .return, " ":
      // A held key activates once.
      if keystroke.event.phase == .press { activateHighlighted() }
    default: return false
    }
    return true
  }

  /// Activates the highlighted item, after what is pending in the text was committed, as before a
  /// command (CMD-35).
  private func activateHighlighted() {
    guard let item = highlightedItem else { return }
    if !item.typesText { keyboardHost?.commitPending() }
    // A delegate that was consulted may have removed the item.
    if item === highlightedItem { item.activate() }
  }

  package final func beginHighlighting() {
    highlightedItem = enabledItems.first
  }

  package final func endHighlighting() {
    highlightedItem = nil
  }

  private func highlight(by step: Int) {
    let items = enabledItems
    guard !items.isEmpty else { return }
    let index = items.firstIndex { $0 === highlightedItem } ?? 0
    highlightedItem = items[min(max(index + step, 0), items.count - 1)]
  }

  // MARK: Commands

  /// The key commands of the items.
  open override var keyCommands: [KeyCommand]? {
    if let commands { return commands }
    let commands = items.compactMap(\.keyCommand)
    self.commands = commands
    return commands
  }

  /// Reports whether a command belongs to an enabled item.
  ///
  /// - Parameter command: the command to check.
  /// - Returns: whether it can be performed now.
  open override func canPerform(_ command: KeyCommand) -> Bool {
    item(of: command) != nil || super.canPerform(command)
  }

  /// Activates the item of a command.
  ///
  /// - Parameter command: the command to perform.
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
