// SPDX-License-Identifier: Apache-2.0
import Keys

/// The keys that were typed while a keystroke waits, in order.
struct KeyQueue {
  /// A key that is queued: as its layout is still to translate it, or translated.
  enum Item {
    case event(KeyEvent)
    case keystroke(Keystroke)

    var event: KeyEvent {
      switch self {
      case .event(let event): event
      case .keystroke(let keystroke): keystroke.event
      }
    }
  }

  /// How many are kept; further presses are dropped, and reported once.
  static let limit = 4096

  private var items: [Item] = []
  private var next = 0
  /// The keys whose press was dropped: their ends are dropped too.
  ///
  /// Every other end is kept, whatever the limit says, so that no key stays down.
  private var droppedPresses: Set<PhysicalKey> = []
  /// Whether keys were dropped since the queue was last empty.
  private(set) var hasDropped = false

  var isEmpty: Bool { next == items.count }
  var count: Int { items.count - next }
  /// When the first of them was typed or released; nil for none.
  var firstTime: Timestamp? { isEmpty ? nil : items[next].event.time }
  /// When the first of them was pressed; nil for none.
  var firstPressTime: Timestamp? {
    isEmpty ? nil : items[next...].first { $0.event.phase == .press }?.event.time
  }

  /// Adds a key.
  ///
  /// - Returns: false for the first one that is dropped.
  mutating func append(_ item: Item) -> Bool {
    let key = item.event.key
    switch item.event.phase {
    case .press, .repeat, .found:
      guard count < Self.limit else {
        defer { hasDropped = true }
        droppedPresses.insert(key)
        return hasDropped
      }
    case .release, .cancel:
      guard droppedPresses.remove(key) == nil else { return true }
    }
    items.append(item)
    return true
  }

  /// Takes the first one; nil for none.
  mutating func popFirst() -> Item? {
    guard next < items.count else { return nil }
    defer {
      next += 1
      if isEmpty {
        items.removeAll(keepingCapacity: items.count <= 64)
        next = 0
        hasDropped = false
      }
    }
    return items[next]
  }
}
