// SPDX-License-Identifier: Apache-2.0

/// Combines jamo to Hangul syllables: the standard automaton of the 2-set layout (IME-12, IME-13).
package struct HangulComposer: Hashable, Sendable {
  /// The states of the syllable, one for each jamo typed, for ⌫ (IME-14).
  private var states: [SyllableParts] = []

  /// Starts without a syllable.
  package init() {}

  /// The syllable that is being composed; empty for none.
  package var text: String { states.last?.text ?? "" }

  /// Whether no syllable is being composed.
  package var isEmpty: Bool { states.isEmpty }

  /// Adds a jamo.
  ///
  /// - Parameter jamo: the jamo of the pressed key.
  /// - Returns: the text that the jamo completes; empty if it continues the syllable.
  package mutating func type(_ jamo: HangulJamo) -> String {
    guard let syllable = states.last else {
      states = [SyllableParts(jamo)]
      return ""
    }
    if let longer = syllable.adding(jamo) {
      states.append(longer)
      return ""
    }
    // A final consonant before a vowel begins the next syllable.
    if !jamo.isConsonant, let (rest, initial) = syllable.splitBeforeVowel() {
      let next = SyllableParts(initial)
      states = [next] + [next.adding(jamo)].compactMap(\.self)
      return rest.text
    }
    states = [SyllableParts(jamo)]
    return syllable.text
  }

  /// Removes the last jamo of the syllable.
  ///
  /// - Returns: whether there was one.
  package mutating func removeLast() -> Bool { states.popLast() != nil }

  /// Ends the syllable.
  ///
  /// - Returns: the syllable; empty for none.
  package mutating func finish() -> String {
    defer { states = [] }
    return text
  }
}

/// A Hangul syllable, or the beginning of one.
struct SyllableParts: Hashable, Sendable {
  private var initial: HangulJamo?
  private var medial: HangulJamo?
  private var final: HangulJamo?

  /// Starts with one jamo.
  init(_ jamo: HangulJamo) {
    if jamo.isConsonant { initial = jamo } else { medial = jamo }
  }

  /// The composed character; a jamo of its own while there is no syllable.
  var text: String {
    guard let initial else { return medial.map { String(Character($0.scalar)) } ?? "" }
    guard let medial else { return String(Character(initial.scalar)) }
    guard let first = initial.initialIndex, let second = medial.medialIndex,
      let last = final.map(\.finalIndex) ?? 0,
      let scalar = Unicode.Scalar(0xAC00 + (first * 21 + second) * 28 + last)
    else { return "" }
    return String(Character(scalar))
  }

  /// Returns the syllable with one more jamo; nil if the jamo begins another syllable.
  func adding(_ jamo: HangulJamo) -> SyllableParts? {
    var result = self
    if let final {
      guard let joined = final.joined(with: jamo) else { return nil }
      result.final = joined
    } else if let medial {
      if jamo.isConsonant {
        guard initial != nil, jamo.finalIndex != nil else { return nil }
        result.final = jamo
      } else {
        guard let joined = medial.joined(with: jamo) else { return nil }
        result.medial = joined
      }
    } else if let initial {
      if jamo.isConsonant {
        guard let joined = initial.joined(with: jamo) else { return nil }
        result.initial = joined
      } else {
        guard initial.initialIndex != nil else { return nil }
        result.medial = jamo
      }
    }
    return result
  }

  /// Splits off the consonant that a following vowel makes the initial of the next syllable; nil if
  /// there is none.
  func splitBeforeVowel() -> (rest: SyllableParts, initial: HangulJamo)? {
    var rest = self
    if let final {
      rest.final = final.parts?.first
      return (rest, final.parts?.last ?? final)
    }
    // A cluster without a vowel, such as ㄳ.
    guard medial == nil, let parts = initial?.parts else { return nil }
    rest.initial = parts.first
    return (rest, parts.last)
  }
}
