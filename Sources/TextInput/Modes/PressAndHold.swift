// SPDX-License-Identifier: Apache-2.0
public import Keys

/// A key that is held to choose a variant of its letter (MOD-14, MOD-15, MOD-16).
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
/// The letter is typed at its press, by whoever types. ``handle(_:)`` is asked before a key goes its
/// way, ``letterWasTyped(by:variants:)`` told after it typed, and ``advance(to:)`` called at
/// ``nextDeadline``.
public struct PressAndHold: Hashable, Sendable {
  /// What becomes of a key.
  public enum Answer: Hashable, Sendable {
    /// It goes its way.
    case passOn
    /// It is an autorepeat that types nothing.
    case suppressRepeat
    /// The list opens, or another of its candidates is highlighted; the key goes no further.
    case showList(CandidateList)
    /// The list closes, and the letter before the caret becomes the variant: one `shouldChange` of
    /// the letter's range, one undo step (MOD-16). The key goes no further.
    case replace(letter: String, with: String)
    /// The list closes and the letter stays; the key goes its way if `passOn` says so.
    case keepLetter(passOn: Bool)
  }

  /// How long a key is held before the list opens.
  public var delay: Duration {
    get { .microseconds(delayInMicroseconds) }
    set { delayInMicroseconds = newValue.inMicroseconds }
  }
  // Every press of a letter adds it to a moment; a Duration would have to be divided first.
  private var delayInMicroseconds: Int64 = 500_000
  /// Whether keys are held for variants; without, all keys autorepeat (MOD-15).
  public var isEnabled = true {
    didSet { if !isEnabled { state = .idle } }
  }
  private var state = State.idle
  // Keys down whose press was used up here, or whose letter was held: their autorepeats type
  // nothing. They are few, and an array asks for no memory.
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

  /// Begins with no key held.
  public init() {}

  /// When ``advance(to:)`` is to be called; nil while no list is about to open.
  public var nextDeadline: Timestamp? {
    if case .waiting(_, let deadline) = state { deadline } else { nil }
  }

  /// Whether a key event can mean anything here.
  public var isWatching: Bool {
    if case .idle = state { !silenced.isEmpty } else { true }
  }

  /// The text that is held for, or whose list is open.
  public var letter: String? {
    switch state {
    case .idle: nil
    case .waiting(let hold, _), .open(let hold, _): hold.letter
    }
  }

  /// The list that is open; nil for none.
  public var list: CandidateList? {
    if case .open(_, let list) = state { list } else { nil }
  }

  /// Learns that a press has typed a letter.
  ///
  /// - Parameters:
  ///   - keystroke: the press.
  ///   - variants: what the letter may become, best first; empty for a key that autorepeats.
  public mutating func letterWasTyped(by keystroke: Keystroke, variants: [String]) {
    guard isEnabled, !keystroke.event.code.isKeypad,
      keystroke.modifiers.isDisjoint(with: [.control, .command])
    else { return }
    textWasTyped(keystroke.text, by: keystroke, variants: variants, kind: .accents)
  }

  /// Learns that a press has typed some text that others may take the place of; whether letters
  /// are held plays no part.
  ///
  /// - Parameters:
  ///   - text: what it typed.
  ///   - keystroke: the press.
  ///   - variants: what the text may become, best first; empty for a key that autorepeats.
  ///   - kind: what the list is about.
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

  /// Takes a key event before it goes its way; releases too, and also where nothing has the focus.
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

  /// Tells the time: a key held long enough opens its list.
  ///
  /// - Returns: the list that opened, its first candidate highlighted.
  public mutating func advance(to now: Timestamp) -> CandidateList? {
    guard case .waiting(let hold, let deadline) = state, now >= deadline else { return nil }
    let list = CandidateList(hold.kind, items: hold.variants.map { Candidate($0) }, highlighted: 0)
    state = .open(hold, list)
    return list
  }

  /// Gives up because the focus or the text went elsewhere.
  ///
  /// - Returns: whether a list was open and closes.
  public mutating func cancel() -> Bool {
    defer { state = .idle }
    return list != nil
  }

  /// Gives up what a keyboard that has gone was held for.
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

  /// Answers a press, or the autorepeat of a key that works in the list.
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
