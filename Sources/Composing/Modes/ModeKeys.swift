// SPDX-License-Identifier: Apache-2.0
public import KeyCommands
public import Keys

/// The keys that switch modes (MOD-8).
///
/// 1. ⌃␠ switches to the previous mode, ⌃⌥␠ to the next, at the press.
/// 2. Globe, pressed and released alone, switches to the next mode, at the release.
/// 3. Globe, held for ``holdDelay``, opens the list of modes, at the deadline.
/// 4. Caps Lock, pressed and released alone, switches between Latin and another script at the
///    release, if the user enabled this; held longer than ``holdDelay`` it does not switch.
/// 5. Shift, pressed and released alone within ``shiftDelay``, does the same if the user enabled
///    it, also while the caps are locked.
///
/// The Globe key is the kernel's `KEY_KBD_LAYOUT_NEXT` or `KEY_FN`. ⌘← and ⌘→ do not switch modes
/// (D18).
public struct ModeKeys: Hashable, Sendable {
  /// The meaning of a key for the modes.
  public enum Answer: Hashable, Sendable {
    /// The key has no meaning here and is passed on.
    case passOn
    /// The key is part of a switch and is not passed on.
    case taken
    /// The mode changes.
    case perform(ModeSwitch)
    /// The list of modes opens.
    case showList
  }

  /// The time after which a held key no longer counts as a tap.
  public var holdDelay = Duration.milliseconds(500)
  /// The time within which Shift must be released to be a tap.
  ///
  /// It is shorter, because Shift is also pressed for a capital that a person then does not type.
  public var shiftDelay = Duration.milliseconds(300)
  /// Whether a tap on Caps Lock switches modes, by the user's choice.
  public var capsLockSwitches = false
  /// Whether a tap on Shift switches modes, by the user's choice.
  public var shiftSwitches = false
  private var tap: Tap?

  private struct Tap: Hashable {
    var key: PhysicalKey
    var deadline: Timestamp
  }

  /// Starts with no key down.
  public init() {}

  /// Whether a key is down that may still switch modes.
  public var isWatching: Bool { tap != nil }

  /// Ignores the key that is down, because another component receives the keys now.
  public mutating func cancel() { tap = nil }

  /// The time at which to call ``advance(to:)``; nil while no Globe key is held.
  public var nextDeadline: Timestamp? {
    tap.flatMap { Self.isGlobe($0.key.code) ? $0.deadline : nil }
  }

  /// Processes a key event, before any other component.
  ///
  /// - Parameter keystroke: the event.
  /// - Returns: its meaning.
  public mutating func handle(_ keystroke: Keystroke) -> Answer {
    let event = keystroke.event
    switch event.phase {
    case .press:
      tap = nil
      if let change = Self.chordSwitch(keystroke) { return .perform(change) }
      guard let delay = tapDelay(of: keystroke) else { return .passOn }
      tap = Tap(key: event.key, deadline: event.time.advanced(by: delay))
      // Other components still see Caps Lock and Shift, which lock and modify.
      return Self.isGlobe(event.code) ? .taken : .passOn
    case .repeat:
      let isOurs = Self.chordSwitch(keystroke) != nil || Self.isGlobe(event.code)
      return isOurs ? .taken : .passOn
    case .release:
      guard let tap else { return .passOn }
      guard tap.key == event.key else {
        // The person types a capital while the last letter is still down, and changes their mind.
        if Self.isShift(tap.key.code) { self.tap = nil }
        return .passOn
      }
      self.tap = nil
      guard event.time < tap.deadline else { return .passOn }
      return .perform(Self.isGlobe(tap.key.code) ? .next : .toggleLatin)
    case .cancel:
      if tap?.key.device == event.device { tap = nil }
      return .passOn
    case .found:
      return .passOn
    }
  }

  /// The time within which a key that was pressed must be released to be a tap; nil if a tap on it
  /// has no meaning.
  private func tapDelay(of keystroke: Keystroke) -> Duration? {
    let code = keystroke.event.code
    if Self.isGlobe(code) || capsLockSwitches && code == .capsLock { return holdDelay }
    let isAlone = keystroke.modifiers.isDisjoint(with: [.control, .option, .command])
    return shiftSwitches && isAlone && Self.isShift(code) ? shiftDelay : nil
  }

  /// Advances the time; a Globe key held long enough opens the list.
  ///
  /// - Parameter now: the current time.
  /// - Returns: `showList`, or `passOn` if nothing happens.
  public mutating func advance(to now: Timestamp) -> Answer {
    guard let deadline = nextDeadline, now >= deadline else { return .passOn }
    tap = nil
    return .showList
  }

  /// The chords that switch modes; commands cannot use them (CMD-13).
  public static let chords: [Chord: ModeSwitch] = [
    Chord(" ", .control): .previous, Chord(" ", [.control, .option]): .next,
  ]

  /// Whether a chord is reserved: it switches modes, or it is on the Globe key (in layouts with a
  /// symbol for that key).
  package static func reserves(_ chord: Chord) -> Bool {
    chords[chord] != nil || chord.input == globe
  }

  private static let globe = KeyInput.named("fn")

  @inlinable
  package static func isGlobe(_ code: KeyCode) -> Bool {
    code.rawValue == 0x248 || code.rawValue == 0x1D0
  }

  @inlinable
  package static func isShift(_ code: KeyCode) -> Bool {
    code == .leftShift || code == .rightShift
  }

  /// Whether a key event is that of a chord that switches modes.
  package static func isChord(_ keystroke: Keystroke) -> Bool { chordSwitch(keystroke) != nil }

  private static func chordSwitch(_ keystroke: Keystroke) -> ModeSwitch? {
    // Called for every key that may be held, so it creates no chord for most keys.
    guard keystroke.charactersIgnoringModifiers == " " else { return nil }
    return chords[Chord(" ", keystroke.modifiers)]
  }
}
