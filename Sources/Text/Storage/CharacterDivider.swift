// SPDX-License-Identifier: Apache-2.0

/// Divides code points into the characters of a storage (INP-16).
///
/// They are Swift's `Character`s, except that a character with more than
/// ``TextUnitLimit/character`` code units ends there, and each further code point of it is a
/// character of its own. Pass every code point in order.
package struct CharacterDivider {
  private var rules = CharacterRules()
  /// Anything begins a character after a control character, and at the start of the text.
  private var last = CharacterClass.control
  /// The number of code units since the rules began a character.
  private var units = 0

  package init() {}

  /// Processes the next code point, and reports whether a character begins with it.
  package mutating func beginsCharacter(_ scalar: Unicode.Scalar) -> Bool {
    let next = CharacterClass(scalar)
    let begins = rules.breaks(between: last, and: next)
    last = next
    units = (begins ? 0 : units) + UTF16.width(scalar)
    return begins || units > TextUnitLimit.character
  }
}

/// The rules of Unicode Standard Annex 29, section 3.1.1, as the standard library applies them.
struct CharacterRules {
  /// Whether only marks, and a joiner at most, are between the last pictograph and here (GB11).
  private var followsPictograph = false
  /// Whether only marks are between the last Indic consonant and here, and one is a virama (GB9c).
  private var followsConsonant = false
  private var hasVirama = false
  /// Whether the last code point is the second half of a flag.
  private var followsFlag = false

  /// Processes a code point, and reports whether a character begins between the last one and it.
  mutating func breaks(between last: CharacterClass, and next: CharacterClass) -> Bool {
    if last == .other, next == .other { return true }
    let joins = joins(last, next)
    if !joins { self = CharacterRules() }
    return !joins
  }

  private mutating func joins(_ last: CharacterClass, _ next: CharacterClass) -> Bool {
    let before = self
    (followsPictograph, followsConsonant) = (false, false)
    switch (last, next) {
    // GB3, GB4, GB5
    case (.carriageReturn, .lineFeed): return true
    case (.carriageReturn, _), (.lineFeed, _), (.control, _), (_, .carriageReturn), (_, .lineFeed),
      (_, .control):
      return false
    // GB6, GB7, GB8
    case (.leadingJamo, .leadingJamo), (.leadingJamo, .vowelJamo), (.leadingJamo, .syllable),
      (.leadingJamo, .closedSyllable), (.syllable, .vowelJamo), (.vowelJamo, .vowelJamo),
      (.syllable, .trailingJamo), (.vowelJamo, .trailingJamo), (.closedSyllable, .trailingJamo),
      (.trailingJamo, .trailingJamo):
      return true
    // GB9
    case (_, .mark), (_, .indicMark), (_, .virama), (_, .joiner):
      followsPictograph = before.followsPictograph && last != .joiner || last == .pictograph
      followsConsonant =
        next != .mark && (before.followsConsonant || last == .indicConsonant)
      hasVirama = before.hasVirama || followsConsonant && next == .virama
      return true
    // GB9a, GB9b
    case (_, .spacingMark), (.prepended, _): return true
    // GB11
    case (.joiner, .pictograph): return before.followsPictograph
    // GB12, GB13
    case (.flagHalf, .flagHalf):
      followsFlag.toggle()
      return followsFlag
    // GB9c
    case (_, .indicConsonant):
      hasVirama = false
      return before.followsConsonant && before.hasVirama
    default: return false
    }
  }

  /// Whether a character begins between two code points that nothing precedes.
  static func breaks(between last: CharacterClass, and next: CharacterClass) -> Bool {
    var rules = CharacterRules()
    return rules.breaks(between: last, and: next)
  }

  /// Whether code points before these two do not matter for a boundary between them.
  static func decide(between last: CharacterClass, and next: CharacterClass) -> Bool {
    switch (last, next) {
    case (.flagHalf, .flagHalf), (.joiner, .pictograph), (.mark, .indicConsonant),
      (.indicMark, .indicConsonant), (.virama, .indicConsonant), (.joiner, .indicConsonant):
      false
    default: true
    }
  }

  /// Whether code points form one character.
  static func areJoined(_ classes: ArraySlice<CharacterClass>) -> Bool {
    var rules = CharacterRules()
    return zip(classes, classes.dropFirst()).allSatisfy { !rules.breaks(between: $0, and: $1) }
  }
}
