// SPDX-License-Identifier: Apache-2.0
import Keys
import TextInput

/// Suggestions after a commit: a list that is not entered until ↓ (IME-9).
struct FollowOns {
  /// The effect of a key on the list.
  enum Effect {
    /// The list is closed, and the key acts as usual.
    case dismissed
    /// The list stays open.
    case shows(CandidateList)
    /// The list is closed without another effect.
    case closed
    /// A suggestion was chosen.
    case chosen(String)
  }

  /// The number of suggestions on a page.
  let pageSize: Int
  /// The open list; nil for none.
  private(set) var list: CandidateList?

  init(pageSize: Int) { self.pageSize = pageSize }

  /// Opens a list; nil or no usable suggestion closes it.
  mutating func open(_ suggestions: [Candidate]?) {
    let usable = (suggestions ?? []).filter { ConversionRequest.isText($0.text) }.prefix(50)
    list =
      usable.isEmpty
      ? nil : CandidateList(.inputMethod, items: Array(usable), pageSize: pageSize)
  }

  /// Closes the list.
  mutating func close() { list = nil }

  /// Takes the suggestion with an index; nil if no list is open, or without such a suggestion.
  mutating func choose(_ index: Int) -> String? {
    guard let list, list.items.indices.contains(index) else { return nil }
    self.list = nil
    return list.items[index].text
  }

  /// Applies a key; nil if no list is open.
  mutating func handle(_ keystroke: Keystroke) -> Effect? {
    guard let list else { return nil }
    guard list.highlighted != nil else {
      if keystroke.isPlain(.downArrow) { return show(list.moved(.next)) }
      self.list = nil
      // ⎋ only closes the list.
      return keystroke.isPlain(.escape) ? .closed : .dismissed
    }
    switch ListKey(inPages: keystroke, spaceTakes: true) {
    case .move(let move): return show(list.moved(move))
    case .take: return take(list.highlighted)
    case .pick(let number):
      return list.index(forSelectionKey: number).map { take($0) } ?? .shows(list)
    case .dismiss:
      self.list = nil
      return .closed
    case nil:
      self.list = nil
      return .dismissed
    }
  }

  private mutating func show(_ moved: CandidateList) -> Effect {
    list = moved
    return .shows(moved)
  }

  private mutating func take(_ index: Int?) -> Effect {
    defer { list = nil }
    return index.flatMap { list?.items[$0].text }.map(Effect.chosen) ?? .closed
  }
}
