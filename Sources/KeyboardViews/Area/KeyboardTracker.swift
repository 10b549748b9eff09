// SPDX-License-Identifier: Apache-2.0
public import Keys

/// Tracks the keyboard area for a program's content, from updates alone.
///
/// It is for programs that receive updates remotely; views in the engine use
/// ``View/keyboardLayoutGuide`` and ``ScrollView``. The rules are those for consumers in reference
/// section 9.
public struct KeyboardTracker: Hashable, Sendable {
  /// The part of the screen that the area covers; nil while the area is hidden or undocked (NTF-8).
  public private(set) var frame: CellRect?
  private var hasBegunInTurn = false

  /// Creates a tracker with the area hidden.
  public init() {}

  /// Processes the updates of a turn.
  ///
  /// - Parameter turn: the result of one `takeUpdates()`.
  /// - Returns: the change, with its animation, if the content must move; nil otherwise.
  @discardableResult
  public mutating func receive(_ turn: [Update]) -> KeyboardChange? {
    let before = frame
    var last: KeyboardChange?
    hasBegunInTurn = false
    for update in turn {
      switch update {
      case .focusDidBegin: hasBegunInTurn = true
      case .focusDidEnd: hasBegunInTurn = false
      case .keyboard(let event, let change):
        receive(event, change)
        last = change
      default: break
      }
    }
    return frame == before ? nil : last
  }

  private mutating func receive(_ event: KeyboardEvent, _ change: KeyboardChange) {
    switch event {
    case .willShow: frame = change.frameEnd
    case .willHide:
      // The next field already began editing, so the area is shown again within the turn (NTF-7).
      if !(hasBegunInTurn && change.frameEnd.isEmpty) { frame = nil }
    case .willChangeFrame:
      // After `willHide` the content ignores the area (NTF-8).
      if frame != nil, !change.frameEnd.isEmpty { frame = change.frameEnd }
    case .didShow, .didHide, .didChangeFrame: break
    }
  }

  /// Counts the rows at the bottom of some content that the area covers (NTF-3).
  ///
  /// - Parameter content: the rectangle of the content on the screen, in cells.
  /// - Returns: the rows from the content's bottom up to the area's top.
  public func overlap(with content: CellRect) -> Int {
    frame.map { content.bottomOverlap(with: $0) } ?? 0
  }

  /// Computes the visible part of some content (F053).
  ///
  /// - Parameter content: the rectangle of the content on the screen, in cells.
  /// - Returns: the part above the area.
  public func visiblePart(of content: CellRect) -> CellRect {
    var part = content
    part.height -= overlap(with: content)
    return part
  }
}
