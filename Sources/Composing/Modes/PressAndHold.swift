// SPDX-License-Identifier: Apache-2.0
public import Keys

/// A state machine for a held key that offers variants of its letter (MOD-14, MOD-15, MOD-16).
///
/// ```
/// 1. e down ─────── release                    e
/// 2. e down ──────────── deadline   2          e, list opens; é for e
/// 3. e down ──────────── deadline   release    e, the list stays open
/// 4. e down ──────────── deadline   ⎋          e, the list closes
/// 5. e down ──────────── deadline   x          e, the list closes, x
/// 6. e down ── x down                          e x; x may open a list, e no more
/// ```
///
/// The letter is typed at its press, by the caller. Call ``handle(_:)`` before a key is processed,
/// ``letterWasTyped(by:variants:)`` after it typed, and ``advance(to:)`` at ``nextDeadline``.
public struct PressAndHold: Hashable, Sendable {
  /// The treatment of a key.
  public enum Answer: Hashable, Sendable {
    /// The key is passed on.
    case passOn
    /// The key is a repeat and types nothing.
    case suppressRepeat
    /// The list opens or its highlight moves; the key is not passed on.
    case showList(CandidateList)
    /// The list closes, and the variant replaces the letter before the caret, with one
    /// `shouldChange` for the letter's range and one undo step (MOD-16). The key is not passed on.
    case replace(letter: String, with: String)
    /// The list closes and the letter stays; `passOn` tells whether the key is passed on.
    case keepLetter(passOn: Bool)
  }

  /// The time after which a held key opens the list.
  public var delay: Duration {
    get { .microseconds(delayInMicroseconds) }
    set { delayInMicroseconds = newValue.inMicroseconds }
  }
  // In microseconds, because every press of a letter adds this to a timestamp, and a `Duration`
  // would require a division.
  private var delayInMicroseconds: Int64 = 500_000
  /// Whether held keys offer variants; if not, all keys repeat (MOD-15).
  public var isEnabled = true {
    didSet { if !isEnabled { state = .idle } }
  }
  private var state = State.idle
  // The keys that are down and whose repeats type nothing: their press was handled here, or their
  // letter was held. They are few, so an array suffices.
  private var silenced: [PhysicalKey] = []

  private enum State: Hashable {
    case idle
    case waiting(Hold, deadline: Timestamp)
    case open(Hold, CandidateList)
  }

  private struct Hold: Hashable {
    var key: PhysicalKey
    var letter: String
    var variants: [String]
    var kind: CandidateList.Kind
  }

  /// Starts with no key held.
  public init() {}

  /// The time at which to call ``advance(to:)``; nil while no list is about to open.
  public var nextDeadline: Timestamp? {
    if case .waiting(_, let deadline) = state { deadline } else { nil }
  }

  /// Whether a key event can have a meaning here.
  public var isWatching: Bool {
    if case .idle = state { !silenced.isEmpty } else { true }
  }

  /// The text of the held key, or of the open list.
  public var letter: String? {
    switch state {
    case .idle: nil
    case .waiting(let hold, _), .open(let hold, _): hold.letter
    }
  }

  /// The open list; nil for none.
  public var list: CandidateList? {
    if case .open(_, let list) = state { list } else { nil }
  }

  /// Starts waiting after a press has typed a letter.
  ///
  /// - Parameters:
  ///   - keystroke: the press.
  ///   - variants: the variants of the letter, best first; empty for a key that repeats.
  public mutating func letterWasTyped(by keystroke: Keystroke, variants: [String]) {
    guard isEnabled, !keystroke.event.code.isKeypad,
      keystroke.modifiers.isDisjoint(with: [.control, .command])
    else { return }
    textWasTyped(keystroke.text, by: keystroke, variants: variants, kind: .accents)
  }

  /// Starts waiting after a press has typed a text with alternatives, even if ``isEnabled`` is
  /// false.
  ///
  /// - Parameters:
  ///   - text: the typed text.
  ///   - keystroke: the press.
  ///   - variants: the alternatives, best first; empty for a key that repeats.
  ///   - kind: the kind of list.
  public mutating func textWasTyped(
    _ text: String, by keystroke: Keystroke, variants: [String], kind: CandidateList.Kind
  ) {
    let event = keystroke.event
    guard event.phase == .press, !variants.isEmpty else { return }
    let hold = Hold(key: event.key, letter: text, variants: variants, kind: kind)
    silence(hold.key)
    state = .waiting(hold, deadline: event.time.advanced(byMicroseconds: delayInMicroseconds))
  }

  private mutating func silence(_ key: PhysicalKey) {
    if !silenced.contains(key) { silenced.append(key) }
  }

  private mutating func release(_ key: PhysicalKey) {
    silenced.removeAll { $0 == key }
  }

  /// Processes a key event before it is passed on; call it for releases too, and without focus.
  ///
  /// - Parameter keystroke: the event.
  /// - Returns: its treatment.
  public mutating func handle(_ keystroke: Keystroke) -> Answer {
    let key = keystroke.event.key
    switch keystroke.event.phase {
    case .found:
      return .passOn
    case .press:
      release(key)
      return answer(to: keystroke)
    case .repeat:
      if case .open(let hold, _) = state, hold.key != key { return answer(to: keystroke) }
      return silenced.contains(key) ? .suppressRepeat : .passOn
    case .release:
      release(key)
      if case .waiting(let hold, _) = state, hold.key == key { state = .idle }
      return .passOn
    case .cancel:
      release(key)
      return cancel(from: key.device)
    }
  }

  /// Advances the time; a key held long enough opens its list.
  ///
  /// - Parameter now: the current time.
  /// - Returns: the list that opened, with its first candidate highlighted; nil if none did.
  public mutating func advance(to now: Timestamp) -> CandidateList? {
    guard case .waiting(let hold, let deadline) = state, now >= deadline else { return nil }
    let list = CandidateList(hold.kind, items: hold.variants.map { Candidate($0) }, highlighted: 0)
    state = .open(hold, list)
    return list
  }

  /// Takes a variant of the open list, because a client chose it (F029).
  ///
  /// - Parameter index: the index of the variant.
  /// - Returns: `replace`; `passOn` if no list is open, or the list has no such variant.
  public mutating func choose(_ index: Int) -> Answer {
    guard case .open(let hold, let list) = state, list.items.indices.contains(index) else {
      return .passOn
    }
    state = .idle
    return .replace(letter: hold.letter, with: list.items[index].text)
  }

  /// Stops waiting and closes the list, because focus or text changed.
  ///
  /// - Returns: whether a list was open.
  public mutating func cancel() -> Bool {
    defer { state = .idle }
    return list != nil
  }

  /// Cancels the hold of a keyboard that was disconnected.
  private mutating func cancel(from device: DeviceID) -> Answer {
    switch state {
    case .waiting(let hold, _) where hold.key.device == device:
      state = .idle
      return .passOn
    case .open(let hold, _) where hold.key.device == device:
      state = .idle
      return .keepLetter(passOn: true)
    default:
      return .passOn
    }
  }

  /// Handles a press, or a repeat of a key with a meaning in the list.
  private mutating func answer(to keystroke: Keystroke) -> Answer {
    if keystroke.isModifier { return .passOn }
    guard case .open(let hold, let list) = state else {
      state = .idle
      return .passOn
    }
    switch ListKey(keystroke, spaceTakes: true) {
    case .move(let move):
      let moved = list.moved(move)
      state = .open(hold, moved)
      silence(keystroke.event.key)
      return .showList(moved)
    case .pick(let number):
      guard let index = list.index(forSelectionKey: number) else { break }
      return close(hold, with: list.items[index], by: keystroke)
    case .take:
      guard let choice = list.choice else { break }
      return close(hold, with: choice, by: keystroke)
    case .dismiss:
      state = .idle
      silence(keystroke.event.key)
      return .keepLetter(passOn: false)
    case nil:
      break
    }
    state = .idle
    return .keepLetter(passOn: true)
  }

  private mutating func close(
    _ hold: Hold, with choice: Candidate, by keystroke: Keystroke
  ) -> Answer {
    state = .idle
    silence(keystroke.event.key)
    return .replace(letter: hold.letter, with: choice.text)
  }
}
