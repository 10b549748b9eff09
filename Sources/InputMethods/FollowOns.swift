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
    /// The list, which was entered, is closed without another effect.
    case closed
    /// A suggestion was chosen.
    case chosen(String)
  }

  /// The number of suggestions on a page.
  let pageSize: Int
  /// The open list; nil for none.
  private(set) var list: CandidateList?
  /// Whether the text that is being committed may have suggestions.
  var isWanted = false
  /// The number of the request for suggestions that is outstanding; nil for none.
  fileprivate(set) var asked: Int?
  private var lastAsked = 0

  /// Begins a request, and returns its number.
  fileprivate mutating func ask() -> Int {
    isWanted = false
    lastAsked += 1
    asked = lastAsked
    return lastAsked
  }

  init(pageSize: Int) { self.pageSize = pageSize }

  /// Opens a list; nil or no usable suggestion closes it.
  mutating func open(_ suggestions: [Candidate]?) {
    let usable = ConversionRequest.checked(suggestions)
    list =
      usable.isEmpty
      ? nil : CandidateList(.inputMethod, items: usable, pageSize: pageSize)
  }

  /// Closes the list.
  mutating func close() {
    list = nil
    isWanted = false
  }

  /// Returns the suggestion with an index; nil if no list is open, or without such a suggestion.
  func suggestion(_ index: Int) -> String? {
    guard let list, list.items.indices.contains(index) else { return nil }
    return list.items[index].text
  }

  /// Applies a key; nil if no list is open.
  mutating func handle(_ keystroke: Keystroke) -> Effect? {
    guard let list else { return nil }
    guard list.highlighted != nil else {
      if keystroke.isPlain(.downArrow) { return show(list.moved(.next)) }
      self.list = nil
      return .dismissed
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

/// A method that suggests what may follow a text that it committed (IME-9).
protocol FollowingMethod: InputMethod {
  var converter: (any Converter)? { get }
  var services: MethodServices { get }
  var followOns: FollowOns { get set }
  /// Whether text is being composed.
  var isComposing: Bool { get }
  /// Drops the composition and the suggestions.
  func drop()
  /// Handles a key without suggestions.
  func process(_ keystroke: Keystroke, in context: InputMethodContext) -> InputMethodAnswer
}

extension FollowingMethod {
  /// Handles a key, which may choose a suggestion.
  func handleAfterCommit(
    _ keystroke: Keystroke, in context: InputMethodContext
  ) -> InputMethodAnswer {
    followOns.isWanted = false
    cancelFollowOns()
    switch followOns.handle(keystroke) {
    case nil: return process(keystroke, in: context)
    case .shows(let list): return .handled(.show(list))
    case .closed: return .handled(.show(nil))
    case .chosen(let text): return .now(commit(text, in: context))
    case .dismissed:
      switch process(keystroke, in: context) {
      case .noOpinion: return .declined(.show(nil))
      case .now(var reply):
        reply.actions.insert(.show(nil), at: 0)
        return .now(reply)
      case .later(let send): return .later(send)
      }
    }
  }

  /// Commits a text; what may follow it is asked when the commit was delivered.
  func commit(_ text: String, in context: InputMethodContext) -> InputMethodReply {
    drop()
    followOns.isWanted = converter != nil && !context.forbidsLearning
    return InputMethodReply([.show(nil), .commit(text)])
  }

  package func didCommit(_ text: String, isOwn: Bool, in context: InputMethodContext) {
    guard followOns.isWanted || !isOwn, let converter, !context.forbidsLearning else { return }
    let language = context.mode.primaryLanguage.description
    let number = followOns.ask()
    converter.follow(context.textBefore(with: ""), in: language) {
      [weak self, services] suggestions in
      guard let self, followOns.asked == number else { return }
      followOns.asked = nil
      followOns.open(suggestions)
      if followOns.list != nil { services.perform([.show(followOns.list)], self, context) }
    }
  }

  /// Closes the list, and makes outstanding suggestions unwanted.
  func closeFollowOns() {
    cancelFollowOns()
    followOns.close()
  }

  private func cancelFollowOns() {
    guard followOns.asked != nil else { return }
    followOns.asked = nil
    converter?.cancel()
  }
}
