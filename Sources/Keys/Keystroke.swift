// SPDX-License-Identifier: Apache-2.0

/// A key event with the meaning that the layout gives it.
///
/// Every ``KeyEvent`` becomes exactly one keystroke, releases and modifiers included.
/// UIKit's counterpart is `UIKey`.
public struct Keystroke: Hashable, Sendable {
  /// The effect of a dead key or compose sequence on this press.
  public enum Composition: Hashable, Sendable {
    /// The press is not part of a sequence.
    ///
    /// A pending sequence stays pending: releases, modifier keys, and keys with ⌃, ⌘ or an ⌥ that
    /// selects no level do not affect it.
    case none
    /// The press belongs to a sequence that is not complete.
    ///
    /// - Parameter preview: the text to show until the sequence ends: `´` after a dead acute.
    case pending(preview: String)
    /// The press completed a sequence; ``Keystroke/text`` is what the sequence types.
    case completed
    /// The press did not fit the sequence.
    ///
    /// The sequence has ended, and its preview disappears. Three kinds of keys do this:
    ///
    /// - A printable key, or another dead key: ``Keystroke/text`` has the preview in front of the
    ///   key's own text, so nothing typed is lost.
    /// - Backspace and Escape: they cancel the sequence and have no other effect; nothing is typed.
    /// - Any other key, such as Return or an arrow: it keeps its meaning, and the preview is to be
    ///   typed before it, unless it is the ``placeholder``.
    ///
    /// - Parameter swallowed: whether the press has no other effect.
    case cancelled(swallowed: Bool)

    /// The preview of a sequence that has no character yet, as after Compose alone.
    ///
    /// It is shown but never typed.
    public static let placeholder = "·"
  }

  /// The event that the layout interpreted.
  public var event: KeyEvent
  /// The key's own symbol with the held modifiers, before compose.
  public var keysym: Keysym
  // Placed between these two fields because it does not make a keystroke larger here.
  /// The characters for which this key stands in in chords, because no key of the layout types
  /// them; usually none.
  public var layoutFallback: LayoutFallback
  /// The number of ``bareKeysym``; two bytes fit here as well.
  private var bareKeysymNumber: UInt16
  /// The text that the press types.
  ///
  /// It has several characters after some sequences. It is empty for keys that type nothing, for
  /// releases, with ⌃ or ⌘ held, and while a sequence is pending.
  ///
  /// Return types `\r` and Tab `\t`, as in UIKit; no other control character appears.
  public var text: String
  /// The modifiers in effect at the time of the event, from all keyboards.
  public var modifiers: Modifiers
  /// The modifiers that the layout consumed to produce the key's symbol.
  ///
  /// Shift is consumed by "A" but not by Return, so `⇧Return` stays distinct from Return.
  public var consumedModifiers: Modifiers
  /// The character without modifiers, lower-case for letters; for special keys the named
  /// constant of ``KeyInput``; empty for modifier keys (KEY-2, KEY-3, KEY-5).
  public var charactersIgnoringModifiers: KeyInput
  /// The effect of a compose sequence on the press.
  public var composition: Composition

  /// Makes a keystroke from its parts.
  ///
  /// - Parameters:
  ///   - event: the event that the keystroke is made from.
  ///   - keysym: the key's own symbol under the modifiers held, before compose.
  ///   - text: the text that the press types; empty for none.
  ///   - modifiers: the modifiers in force, from all keyboards.
  ///   - consumedModifiers: the modifiers that the layout used up to produce the symbol.
  ///   - charactersIgnoringModifiers: the character without modifiers, or the named key; empty for
  ///     a modifier key.
  ///   - layoutFallback: the characters that the key stands in for in chords.
  ///   - composition: the effect of a dead key or compose sequence on the press.
  ///   - bareKeysym: the key's symbol without modifiers.
  public init(
    event: KeyEvent, keysym: Keysym = .none, text: String = "", modifiers: Modifiers = [],
    consumedModifiers: Modifiers = [], charactersIgnoringModifiers: KeyInput = "",
    layoutFallback: LayoutFallback = .none, composition: Composition = .none,
    bareKeysym: Keysym = .none
  ) {
    self.event = event
    self.keysym = keysym
    self.text = text
    self.modifiers = modifiers
    self.consumedModifiers = consumedModifiers
    self.charactersIgnoringModifiers = charactersIgnoringModifiers
    self.layoutFallback = layoutFallback
    self.composition = composition
    bareKeysymNumber = bareKeysym.rawValue >= 0xFD00 ? UInt16(exactly: bareKeysym.rawValue) ?? 0 : 0
  }

  /// The key's symbol without modifiers, if it is a keysym of a function, a modifier or a lock
  /// (0xFD00 to 0xFFFF); otherwise `none`.
  ///
  /// For example, Alt of a US keyboard is `Alt_L`, but ``keysym`` is `Meta_L` while Shift is held.
  public var bareKeysym: Keysym { Keysym(rawValue: UInt32(bareKeysymNumber)) }

  /// The key's position in USB numbering (KEY-4); nil for keys that USB does not number.
  public var usage: HIDUsage? { event.code.usage }
}
