// SPDX-License-Identifier: Apache-2.0

/// A text whose edits cost the same in a document of ten bytes and of ten million.
///
/// Offsets are UTF-16 code units, as in UIKit; the text is kept in UTF-8. It is a *page*, open where
/// the last edit was, between two ropes: typing changes the page alone, and going elsewhere closes
/// it and opens another for the price of a logarithm. A copy is cheap and shares everything.
///
/// Surrogate pairs are never split: an offset in the middle of one counts as the pair's beginning
/// where a range starts, and as its end where a range ends. Offsets outside the text are cut to it.
public struct TextStorage: Sendable {
  private(set) var before: Rope?
  private(set) var page = TextPage()
  private(set) var after: Rope?
  /// The UTF-16 units in `before` and in `after`.
  private(set) var unitsBefore = 0
  private var unitsAfter = 0
  /// The least offset at which the text has changed since ``takeFirstChange()``; all of it is new at
  /// first.
  private var firstChange = 0

  /// Makes an empty text.
  public init() {}

  /// Makes a text of a string.
  public init(_ text: String) {
    before = Rope.make(Array(text.utf8))
    unitsBefore = before?.counts.units ?? 0
  }

  /// How many UTF-16 code units there are.
  public var count: Int { unitsBefore + page.units + unitsAfter }

  /// How many bytes the text has in UTF-8.
  public var utf8Count: Int {
    (before?.counts.bytes ?? 0) + page.bytes.count + (after?.counts.bytes ?? 0)
  }

  /// Whether there is no text.
  public var isEmpty: Bool { count == 0 }

  /// Replaces a range.
  ///
  /// - Returns: how many UTF-16 code units the new text has.
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

  /// Where the text has changed since this was last asked: nowhere before this offset.
  mutating func takeFirstChange() -> Int {
    defer { firstChange = .max }
    return firstChange
  }

  package func clamped(_ range: TextRange) -> TextRange {
    TextRange(min(max(range.start, 0), count), min(max(range.end, 0), count))
  }

  /// Opens the page at an offset, so that reading and editing around it cost least.
  ///
  /// The text stays as it is.
  mutating func attend(to offset: Int) {
    if offset < unitsBefore || offset > unitsBefore + page.units { openPage(at: offset) }
  }

  // MARK: The page

  /// Closes the page and opens the leaf that holds an offset.
  private mutating func openPage(at offset: Int) {
    closePage()
    // Everything is in `before` now.
    guard let all = before else { return }
    let parts = all.split(at: min(offset, all.counts.units))
    setRopes(parts.before, parts.after)
    page = TextPage(parts.leaf)
    // Whoever edits at the end of a leaf reads on behind it: after each ⌫ what follows is asked
    // whether it joins what is left.
    if unitsBefore + page.units - offset < 64 { pullLeaf() }
  }

  /// Adds the leaf behind the page to the page.
  private mutating func pullLeaf() {
    guard let rope = after else { return }
    let parts = rope.split(at: 0)
    page = TextPage(page.bytes + parts.leaf)
    setRopes(before, parts.after)
  }

  private mutating func closePage() {
    var bytes = page.bytes
    page = TextPage()
    // A page that deletions left small joins its neighbour, so that leaves stay few.
    if bytes.count < Rope.leafLimit / 4, let before {
      let parts = before.split(at: before.counts.units)
      if parts.leaf.count + bytes.count <= Rope.leafLimit {
        self.before = parts.before
        bytes = parts.leaf + bytes
      }
    }
    setRopes(Rope.join(Rope.join(before, Rope.make(bytes)), after), nil)
  }

  /// Removes units from the front of `after`.
  private mutating func dropAfter(_ units: Int) {
    guard let rope = after else { return }
    guard units < rope.counts.units else { return setRopes(before, nil) }
    let parts = rope.split(at: units)
    let skipped = units - (parts.before?.counts.units ?? 0)
    let leaf = TextPage(parts.leaf)
    let rest = leaf.withPiece(base: 0) { Array($0.bytes[$0.place(atOrAfter: skipped).byte...]) }
    setRopes(before, Rope.join(Rope.make(rest), parts.after))
  }

  /// Moves the part of a large page that is far from the last edit into the ropes.
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
