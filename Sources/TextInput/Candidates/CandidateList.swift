// SPDX-License-Identifier: Apache-2.0

/// Texts to choose from, in pages of one row or, expanded, in a grid (IME-6, IME-7, IME-8).
///
/// A value: what a key does to it is another list. It shows in the mirror's keyboard area or over
/// the text, as `candidates.didChange` reports it.
public struct CandidateList: Hashable, Sendable {
  /// What a list is about.
  @nonexhaustive
  public enum Kind: Hashable, Sendable, CaseIterable {
    /// The variants of a letter that is held (MOD-14).
    case accents
    /// What an input method makes of what was typed.
    case inputMethod
    /// What may come next.
    case predictions
    /// How a word may go on.
    case completions
    /// The user's modes (MOD-8).
    case modes
    /// How a URL may end (reference 3.2).
    case urlEndings
    /// What a field may be filled with.
    case fill
  }

  /// What the list is about.
  public let kind: Kind
  /// All candidates, best first.
  public let items: [Candidate]
  /// How many candidates a page has, one for each selection key `1`–`9`; at least 1.
  public let pageSize: Int
  /// The candidate that ⏎ takes; nil while the list is not entered (IME-9).
  public private(set) var highlighted: Int?
  /// The page shown, counted from 0; the one with the highlighted candidate, if any.
  public private(set) var page = 0
  /// Whether all candidates show, in a grid.
  public private(set) var isExpanded = false

  /// Makes a list that shows its first page, or the one with the highlighted candidate.
  ///
  /// A highlight outside of the items is none.
  public init(
    _ kind: Kind, items: [Candidate], pageSize: Int = 9, highlighted: Int? = nil
  ) {
    self.kind = kind
    self.items = items
    self.pageSize = max(1, pageSize)
    if let highlighted, items.indices.contains(highlighted) { highlight(highlighted) }
  }

  /// How many pages there are.
  public var pageCount: Int { items.isEmpty ? 0 : (items.count - 1) / pageSize + 1 }

  /// The indices of the candidates that show: a page's, or all of them.
  public var visible: Range<Int> { isExpanded ? items.indices : indices(ofPage: page) }

  /// The highlighted candidate.
  public var choice: Candidate? { highlighted.map { items[$0] } }

  /// Finds the candidate that a selection key picks on the current page (IME-6).
  ///
  /// - Parameter number: what is on the key, from 1.
  /// - Returns: its index in ``items``; nil where the page has none for the key.
  public func index(forSelectionKey number: Int) -> Int? {
    let indices = indices(ofPage: page)
    guard (1...pageSize).contains(number), number <= indices.count else { return nil }
    return indices.lowerBound + number - 1
  }

  /// The indices of a page's candidates, which are a row of the grid; none for a page that is not.
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
  /// A way to move in a list.
  public enum Move: Hashable, Sendable {
    /// One candidate on, at the end back to the first.
    case next
    /// One candidate back, before the first to the last.
    case previous
    /// One page on, after the last the first: PageDown, ⇧↓.
    case nextPage
    /// One page back, before the first the last: PageUp, ⇧↑.
    case previousPage
    /// ↓: one row down in the grid. In the row of a page, the next candidate; at its end, if there
    /// are more pages, the grid opens.
    case down
    /// ↑: one row up in the grid, the candidate before in the row of a page.
    case up
    /// All candidates show: ⌘↓.
    case expand
    /// Only the page with the highlighted candidate shows.
    case collapse
  }

  /// Moves in the list.
  ///
  /// Moving by candidates enters a list that is not entered; turning pages does not.
  ///
  /// - Parameter move: where to; in the grid each page is a row.
  /// - Returns: the list after the move; the same where there is nothing to move to.
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

  /// Goes up or down a column, past its end to its other end.
  private mutating func changeRow(by step: Int) {
    guard let highlighted else { return }
    let column = highlighted % pageSize
    // A last row that is short has fewer columns than the others.
    let rows = (items.count - 1 - column) / pageSize + 1
    highlight((page + step + rows) % rows * pageSize + column)
  }
}
