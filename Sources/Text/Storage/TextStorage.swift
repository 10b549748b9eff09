// SPDX-License-Identifier: Apache-2.0

/// A text in which the cost of an edit is almost independent of the length.
///
/// Offsets are UTF-16 code units, as in UIKit; the text is stored as UTF-8. A *page* around the
/// last edit lies between two ropes. Typing changes only the page; an edit elsewhere closes it and
/// opens another in logarithmic time. A copy is cheap and shares its contents.
///
/// Surrogate pairs are never split: an offset inside a pair counts as the start of the pair at the
/// start of a range, and as its end at the end of a range. Offsets outside the text are clamped.
public struct TextStorage: Sendable {
  private(set) var before: Rope?
  private(set) var page = TextPage()
  private(set) var after: Rope?
  /// The number of UTF-16 units in `before`, and then in `after`.
  private(set) var unitsBefore = 0
  private var unitsAfter = 0
  /// The lowest offset at which the text changed since ``takeFirstChange()``; 0 initially, because
  /// all of the text is new.
  private var firstChange = 0

  /// Creates an empty text.
  public init() {}

  /// Creates a text from a string.
  ///
  /// - Parameter text: the contents; reading them takes time in proportion to their length.
  public init(_ text: String) {
    before = Rope.make(Array(text.utf8))
    unitsBefore = before?.counts.units ?? 0
  }

  /// The number of UTF-16 code units.
  public var count: Int { unitsBefore + page.units + unitsAfter }

  /// The number of bytes in UTF-8.
  public var utf8Count: Int {
    (before?.counts.bytes ?? 0) + page.bytes.count + (after?.counts.bytes ?? 0)
  }

  /// Whether the text is empty.
  public var isEmpty: Bool { count == 0 }

  /// Replaces a range with a text.
  ///
  /// - Parameters:
  ///   - range: the range, clamped to the text.
  ///   - text: the new text.
  /// - Returns: the number of UTF-16 code units of the new text.
  @discardableResult
  public mutating func replace(_ range: TextRange, with text: String) -> Int {
    let range = clamped(range)
    firstChange = min(firstChange, range.start)
    attend(to: range.start)
    let pageEnd = unitsBefore + page.units
    if range.end > pageEnd + Rope.leafLimit {
      dropAfter(range.end - pageEnd)
    } else {
      while range.end > unitsBefore + page.units { pullLeaf() }
    }
    let (start, end) = page.withPiece(base: unitsBefore) { piece in
      let start = piece.place(atOrBefore: range.start)
      return (start, range.isEmpty ? start : piece.place(atOrAfter: range.end))
    }
    let unitsOutside = page.units - (end.unit - start.unit)
    var text = text
    text.withUTF8 { page.replace(from: start, to: end, with: $0) }
    let inserted = page.units - unitsOutside
    if page.bytes.count > 2 * Rope.leafLimit { spill() }
    return inserted
  }

  /// Returns the lowest offset at which the text changed since the last call, and resets it.
  mutating func takeFirstChange() -> Int {
    defer { firstChange = .max }
    return firstChange
  }

  package func clamped(_ range: TextRange) -> TextRange {
    TextRange(min(max(range.start, 0), count), min(max(range.end, 0), count))
  }

  /// Opens the page at an offset, so that reading and editing near it are cheap; the text is
  /// unchanged.
  mutating func attend(to offset: Int) {
    if offset < unitsBefore || offset > unitsBefore + page.units { openPage(at: offset) }
  }

  // MARK: The page

  /// Closes the page and opens the leaf that holds an offset.
  private mutating func openPage(at offset: Int) {
    closePage()
    // At this point, all of the text is in `before`.
    guard let all = before else { return }
    let parts = all.split(at: min(offset, all.counts.units))
    setRopes(parts.before, parts.after)
    page = TextPage(parts.leaf)
    // An edit at the end of a leaf also reads the text after it: after each ⌫ the following code
    // point is checked for joining the character before it.
    if unitsBefore + page.units - offset < 64 { pullLeaf() }
  }

  /// Appends the leaf after the page to the page.
  private mutating func pullLeaf() {
    guard let rope = after else { return }
    let parts = rope.split(at: 0)
    page = TextPage(page.bytes + parts.leaf)
    setRopes(before, parts.after)
  }

  private mutating func closePage() {
    var bytes = page.bytes
    page = TextPage()
    // A page that deletions made small is merged with its neighbour, to keep the number of leaves
    // low.
    if bytes.count < Rope.leafLimit / 4, let before {
      let parts = before.split(at: before.counts.units)
      if parts.leaf.count + bytes.count <= Rope.leafLimit {
        self.before = parts.before
        bytes = parts.leaf + bytes
      }
    }
    setRopes(Rope.join(Rope.join(before, Rope.make(bytes)), after), nil)
  }

  /// Removes units from the start of `after`.
  private mutating func dropAfter(_ units: Int) {
    guard let rope = after else { return }
    guard units < rope.counts.units else { return setRopes(before, nil) }
    let parts = rope.split(at: units)
    let skipped = units - (parts.before?.counts.units ?? 0)
    let leaf = TextPage(parts.leaf)
    let rest = leaf.withPiece(base: 0) { Array($0.bytes[$0.place(atOrAfter: skipped).byte...]) }
    setRopes(before, Rope.join(Rope.make(rest), parts.after))
  }

  /// Moves the parts of a large page that are far from the last edit into the ropes.
  private mutating func spill() {
    let limit = Rope.leafLimit
    let (front, end) = page.bytes.withUnsafeBufferPointer { bytes in
      (
        UTF8Walk.start(atOrBefore: max(0, page.editByte - limit / 2), in: bytes),
        UTF8Walk.start(atOrBefore: min(bytes.count, page.editByte + limit / 2), in: bytes)
      )
    }
    if end < page.bytes.count {
      setRopes(before, Rope.join(Rope.make(page.takeEnd(from: end)), after))
    }
    if front > 0 {
      setRopes(Rope.join(before, Rope.make(page.takeFront(bytes: front))), after)
    }
  }

  private mutating func setRopes(_ before: Rope?, _ after: Rope?) {
    self.before = before
    self.after = after
    unitsBefore = before?.counts.units ?? 0
    unitsAfter = after?.counts.units ?? 0
  }
}
