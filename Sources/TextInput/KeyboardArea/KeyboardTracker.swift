// SPDX-License-Identifier: Apache-2.0
public import Keys

/// What a program's content needs to know of the keyboard area, followed by the facts alone.
///
/// For programs that hear of the area from afar; views of the engine have ``View/keyboardLayoutGuide``
/// and ``ScrollView``. The rules are those for consumers in reference section 9.
public struct KeyboardTracker: Hashable, Sendable {
  /// Where the area covers the screen; nil while it is hidden or undocked (NTF-8).
  public private(set) var frame: CellRect?
  private var hasBegunInTurn = false

  /// Makes a tracker before anything was shown.
  public init() {}

  /// Learns the facts of a turn: what one `takeUpdates()` gave.
  ///
  /// - Returns: whether the content has another place now, and how the mirror gets there; nil for as
  ///   before.
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
      // NTF-7: the next field began editing already, so the area comes back within the turn.
      if !(hasBegunInTurn && change.frameEnd.isEmpty) { frame = nil }
    case .willChangeFrame:
      // NTF-8: after a hide the area is not the content's business; going away is told by willHide.
      if frame != nil, !change.frameEnd.isEmpty { frame = change.frameEnd }
    case .didShow, .didHide, .didChangeFrame: break
    }
  }

  /// How many rows at the bottom of some content the area covers (NTF-3).
  ///
  /// - Parameter content: where the content is on the screen, in cells.
  /// - Returns: rows from the content's bottom up to the area's top.
  public func overlap(with content: CellRect) -> Int {
    frame.map { content.bottomOverlap(with: $0) } ?? 0
  }

  /// What of some content is left to see (F053).
  public func visiblePart(of content: CellRect) -> CellRect {
    var part = content
    part.height -= overlap(with: content)
    return part
  }
}
