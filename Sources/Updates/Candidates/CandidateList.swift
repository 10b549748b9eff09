// SPDX-License-Identifier: Apache-2.0

/// A list of candidates, shown in pages of one row or, expanded, in a grid (IME-6, IME-7, IME-8).
///
/// A value type: a key produces another list. The mirror shows it in the keyboard area or over the
/// text, as reported by `candidates.didChange`.
public struct CandidateList: Hashable, Sendable {
  /// The purpose of a list.
  @nonexhaustive
  public enum Kind: Hashable, Sendable, CaseIterable {
    /// The accented variants of a held letter (MOD-14).
    case accents
    /// The conversions of an input method.
    case inputMethod
    /// Predictions of the next word.
    case predictions
    /// Completions of a word.
    case completions
    /// The user's modes (MOD-8).
    case modes
    /// The endings of a URL (reference 3.2).
    case urlEndings
    /// Values to fill into a field.
    case fill
  }

  /// The purpose of the list.
  public let kind: Kind
  /// All candidates, best first.
  public let items: [Candidate]
  /// The typed text that the candidates replace, if the marked text no longer shows it; nil for
  /// none.
  public var reading: String?
  /// The number of candidates on a page, one for each selection key `1`–`9`; at least 1.
  public let pageSize: Int
  /// The index of the candidate that ⏎ takes; nil while the list is not entered (IME-9).
  public private(set) var highlighted: Int?
  /// The visible page, counted from 0; it contains the highlighted candidate, if there is one.
  public private(set) var page = 0
  /// Whether all candidates are shown in a grid.
  public private(set) var isExpanded = false

  /// Creates a list that shows its first page, or the page with the highlighted candidate.
  ///
  /// - Parameters:
  ///   - kind: the purpose of the list.
  ///   - items: all candidates, best first.
  ///   - pageSize: the number of candidates on a page; less than 1 counts as 1, and only 9 have a
  ///     selection key.
  ///   - highlighted: the index of the candidate that ⏎ takes; nil, or an index out of range, for a
  ///     list that is not entered.
  public init(
    _ kind: Kind, items: [Candidate], pageSize: Int = 9, highlighted: Int? = nil
  ) {
    self.kind = kind
    self.items = items
    self.pageSize = max(1, pageSize)
    if let highlighted, items.indices.contains(highlighted) { highlight(highlighted) }
  }

  /// The number of pages.
  public var pageCount: Int { items.isEmpty ? 0 : (items.count - 1) / pageSize + 1 }

  /// The indices of the visible candidates: a page's, or all of them.
  public var visible: Range<Int> { isExpanded ? items.indices : indices(ofPage: page) }

  /// The highlighted candidate.
  public var choice: Candidate? { highlighted.map { items[$0] } }

  /// Finds the candidate for a selection key on the visible page (IME-6).
  ///
  /// - Parameter number: the digit of the key, from 1.
  /// - Returns: its index in ``items``; nil if the page has no candidate for the key.
  public func index(forSelectionKey number: Int) -> Int? {
    let indices = indices(ofPage: page)
    guard (1...pageSize).contains(number), number <= indices.count else { return nil }
    return indices.lowerBound + number - 1
  }

  /// Returns the indices of the candidates on a page, which is a row of the grid.
  ///
  /// - Parameter page: the page, counted from 0.
  /// - Returns: the indices; empty for a page that does not exist.
  public func indices(ofPage page: Int) -> Range<Int> {
    guard (0..<pageCount).contains(page) else { return items.count..<items.count }
    let start = page * pageSize
    return start..<(start + min(pageSize, items.count - start))
  }

  private mutating func highlight(_ index: Int) {
    highlighted = index
    page = index / pageSize
  }
}

extension CandidateList {
  /// A movement in a list.
  public enum Move: Hashable, Sendable {
    /// To the next candidate; from the last to the first.
    case next
    /// To the previous candidate; from the first to the last.
    case previous
    /// To the next page, from the last to the first: PageDown, ⇧↓.
    case nextPage
    /// To the previous page, from the first to the last: PageUp, ⇧↑.
    case previousPage
    /// ↓: to the next row of the grid; in a page's row, to the next candidate. At the end of the
    /// row, the grid opens if there are more pages.
    case down
    /// ↑: to the previous row of the grid; in a page's row, to the previous candidate.
    case up
    /// Shows all candidates: ⌘↓.
    case expand
    /// Shows only the page with the highlighted candidate.
    case collapse
  }

  /// Computes the list after a movement.
  ///
  /// A movement by candidates enters a list that was not entered; turning pages does not.
  ///
  /// - Parameter move: the movement; in the grid each page is a row.
  /// - Returns: the new list; the same list if there is nothing to move to.
  public func moved(_ move: Move) -> CandidateList {
    guard !items.isEmpty else { return self }
    var result = self
    switch move {
    case .next: result.highlight(by: 1)
    case .previous: result.highlight(by: -1)
    case .nextPage: result.turn(by: 1)
    case .previousPage: result.turn(by: -1)
    case .down where isExpanded && highlighted != nil: result.changeRow(by: 1)
    case .up where isExpanded && highlighted != nil: result.changeRow(by: -1)
    case .down:
      if let highlighted, pageCount > 1, highlighted + 1 == visible.upperBound {
        result.isExpanded = true
      }
      result.highlight(by: 1)
    case .up: result.highlight(by: -1)
    case .expand: result.isExpanded = true
    case .collapse: result.isExpanded = false
    }
    return result
  }

  private mutating func highlight(by step: Int) {
    guard let highlighted else {
      return highlight(step > 0 ? visible.lowerBound : visible.upperBound - 1)
    }
    highlight((highlighted + step + items.count) % items.count)
  }

  private mutating func turn(by step: Int) {
    let place = highlighted.map { $0 % pageSize }
    page = (page + step + pageCount) % pageCount
    let indices = indices(ofPage: page)
    if let place { highlighted = min(indices.lowerBound + place, indices.upperBound - 1) }
  }

  /// Moves up or down in a column, and wraps around at its ends.
  private mutating func changeRow(by step: Int) {
    guard let highlighted else { return }
    let column = highlighted % pageSize
    // A short last row has fewer columns than the others.
    let rows = (items.count - 1 - column) / pageSize + 1
    highlight((page + step + rows) % rows * pageSize + column)
  }
}
