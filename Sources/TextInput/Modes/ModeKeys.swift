// SPDX-License-Identifier: Apache-2.0
public import KeyCommands
public import Keys

/// The keys that switch modes (MOD-8).
///
/// 1. ⌃␠: back to the mode before; ⌃⌥␠: on to the next. At the press.
/// 2. Globe pressed and released alone: on to the next. At the release.
/// 3. Globe held for ``holdDelay``: the list of modes. At the deadline.
/// 4. Caps Lock pressed and released alone, where the user wants that: Latin or not. At the
///    release; held longer than ``holdDelay`` it switches nothing.
///
/// The Globe key is the one that the kernel calls `KEY_KBD_LAYOUT_NEXT`, or `KEY_FN`. ⌘← and ⌘→ switch
/// nothing (D18).
public struct ModeKeys: Hashable, Sendable {
  /// What a key means for the modes.
  public enum Answer: Hashable, Sendable {
    /// Nothing: the key goes its way.
    case passOn
    /// It is part of a switch, and nobody else's.
    case taken
    /// The mode changes.
    case perform(ModeSwitch)
    /// The list of modes opens.
    case showList
  }

  /// How long a key is held before it is not a tap.
  public var holdDelay = Duration.milliseconds(500)
  /// Whether a tap on Caps Lock switches; a choice of the user's.
  public var capsLockSwitches = false
  private var tap: Tap?

  private struct Tap: Hashable {
    var key: PhysicalKey
    var deadline: Timestamp
  }

  /// Begins with no key down.
  public init() {}

  /// Whether a key is down that may yet switch.
  public var isWatching: Bool { tap != nil }

  /// Forgets the key that is down: the keys are somebody else's now.
  public mutating func cancel() { tap = nil }

  /// When ``advance(to:)`` is to be called; nil while no Globe key is held.
  public var nextDeadline: Timestamp? {
    tap.flatMap { Self.isGlobe($0.key.code) ? $0.deadline : nil }
  }

  /// Takes every key event, before anybody else does.
  public mutating func handle(_ keystroke: Keystroke) -> Answer {
    let event = keystroke.event
    switch event.phase {
    case .press:
      tap = nil
      if let change = Self.chordSwitch(keystroke) { return .perform(change) }
      let isGlobe = Self.isGlobe(event.code)
      guard isGlobe || capsLockSwitches && event.code == .capsLock else { return .passOn }
      tap = Tap(key: event.key, deadline: event.time.advanced(by: holdDelay))
      // Caps Lock still locks for whoever holds it.
      return isGlobe ? .taken : .passOn
    case .repeat:
      let isOurs = Self.chordSwitch(keystroke) != nil || Self.isGlobe(event.code)
      return isOurs ? .taken : .passOn
    case .release:
      guard let tap, tap.key == event.key else { return .passOn }
      self.tap = nil
      guard event.time < tap.deadline else { return .passOn }
      return .perform(tap.key.code == .capsLock ? .toggleLatin : .next)
    case .cancel:
      if tap?.key.device == event.device { tap = nil }
      return .passOn
    case .found:
      return .passOn
    }
  }

  /// Tells the time: a Globe key held long enough opens the list.
  public mutating func advance(to now: Timestamp) -> Answer {
    guard let deadline = nextDeadline, now >= deadline else { return .passOn }
    tap = nil
    return .showList
  }

  /// The chords that switch, which no command can have (CMD-13).
  public static let chords: [Chord: ModeSwitch] = [
    Chord(" ", .control): .previous, Chord(" ", [.control, .option]): .next,
  ]

  /// Whether a chord switches modes, or is on the Globe key as far as a layout has a symbol for it.
  static func reserves(_ chord: Chord) -> Bool {
    chords[chord] != nil || chord.input == globe
  }

  private static let globe = KeyInput.named("fn")

  static func isGlobe(_ code: KeyCode) -> Bool {
    code.rawValue == 0x248 || code.rawValue == 0x1D0
  }

  private static func chordSwitch(_ keystroke: Keystroke) -> ModeSwitch? {
    // Asked of every key that may be held: no chord is made for most.
    guard keystroke.charactersIgnoringModifiers == " " else { return nil }
    return chords[Chord(" ", keystroke.modifiers)]
  }
}
