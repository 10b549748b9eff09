// SPDX-License-Identifier: Apache-2.0

/// The break opportunities of ASCII text, found without ICU.
///
/// The rules are those of Unicode Standard Annex 14 with ICU's tailoring: numbers are not broken
/// (LB25), and a hyphen at the start of a part stays with its letters (LB20a). Pass every code unit
/// in order; the rules restart at each break opportunity.
package struct ASCIILineBreaks {
  /// The line breaking classes that occur in ASCII.
  private enum BreakClass {
    case letter, number, space, prefix, postfix, open, close, closeParenthesis, quotation
    case infix, solidus, hyphen, breakAfter, exclamation, carriageReturn, lineFeed, mandatory
  }

  /// The class of the last code unit that is not a space; nil at the start of a part, where a space
  /// counts like a letter.
  private var last: BreakClass?
  private var hasSpaces = false
  /// Whether the last code unit is in a number, including its separators.
  private var isInNumber = false
  /// Whether the last code unit closes a bracket directly after a number.
  private var closesNumber = false
  /// Whether the last code unit is a hyphen that begins its part.
  private var isLeadingHyphen = false

  package init() {}

  /// Whether the rules cover a code unit: ASCII, except control characters without a glyph.
  package static func covers(_ unit: UInt16) -> Bool {
    (0x20...0x7E).contains(unit) || (0x09...0x0D).contains(unit)
  }

  /// Divides a text at its break opportunities; ``covers(_:)`` must hold for all of its code units.
  static func parts(of text: [UInt16]) -> [TextSegmenter.Segment] {
    var breaks = ASCIILineBreaks()
    var parts: [TextSegmenter.Segment] = []
    var start = 0
    func unit(at index: Int) -> UInt8? { index < text.count ? UInt8(text[index]) : nil }
    for index in text.indices {
      if breaks.allowsBreak(
        before: UInt8(text[index]), unit(at: index + 1), unit(at: index + 2))
      {
        parts.append(TextSegmenter.Segment(start..<index))
        start = index
      }
    }
    if start < text.count { parts.append(TextSegmenter.Segment(start..<text.count)) }
    return parts
  }

  /// Processes the next code unit.
  ///
  /// - Parameters:
  ///   - unit: the code unit.
  ///   - next: the code unit after it; nil at the end of the text.
  ///   - second: the code unit after `next`.
  /// - Returns: whether a line may be broken before `unit`.
  package mutating func allowsBreak(before unit: UInt8, _ next: UInt8?, _ second: UInt8?) -> Bool {
    let this = Self.breakClass(of: unit)
    let allows = last.map { allowsBreak(between: $0, and: this, next, second) } ?? false
    if allows { self = ASCIILineBreaks() }
    note(this)
    return allows
  }

  private mutating func note(_ this: BreakClass) {
    isLeadingHyphen = this == .hyphen && last == nil
    switch this {
    case .number:
      (isInNumber, closesNumber) = (true, false)
    case .solidus, .infix:
      closesNumber = false
    case .close, .closeParenthesis:
      (isInNumber, closesNumber) = (false, isInNumber)
    default:
      (isInNumber, closesNumber) = (false, false)
    }
    hasSpaces = this == .space
    if this != .space { last = this } else if last == nil { last = .space }
  }

  private func allowsBreak(
    between last: BreakClass, and this: BreakClass, _ next: UInt8?, _ second: UInt8?
  ) -> Bool {
    // LB4, LB5, LB6
    switch last {
    case .lineFeed, .mandatory: return true
    case .carriageReturn: return this != .lineFeed || hasSpaces
    default: break
    }
    switch this {
    case .lineFeed, .carriageReturn, .mandatory, .space: return false
    default: break
    }
    // LB14
    if last == .open { return false }
    // A decimal mark that begins a number after a space (LB15c).
    if this == .infix, hasSpaces, Self.isNumber(next) { return true }
    // LB13
    switch this {
    case .exclamation, .close, .closeParenthesis, .infix, .solidus: return false
    default: break
    }
    // LB15, LB18
    if last == .quotation, this == .open { return false }
    if hasSpaces { return true }
    // LB19, LB21
    if last == .quotation || this == .quotation || this == .breakAfter || this == .hyphen {
      return false
    }
    return allowsBreakInWord(between: last, and: this, next, second)
  }

  /// Applies rules LB20a and LB23 to LB30.
  private func allowsBreakInWord(
    between last: BreakClass, and this: BreakClass, _ next: UInt8?, _ second: UInt8?
  ) -> Bool {
    switch (last, this) {
    case (.letter, .number), (.letter, .letter), (.letter, .prefix), (.letter, .postfix),
      (.letter, .open), (.number, .letter), (.number, .number), (.number, .prefix),
      (.number, .postfix), (.number, .open), (.prefix, .letter), (.prefix, .number),
      (.postfix, .letter), (.postfix, .number), (.infix, .letter), (.infix, .number),
      (.closeParenthesis, .letter), (.closeParenthesis, .number), (.hyphen, .number):
      return false
    case (.prefix, .open), (.postfix, .open):
      return !(Self.isNumber(next) || Self.isInfix(next) && Self.isNumber(second))
    case (.solidus, .number), (.solidus, .prefix), (.solidus, .postfix), (.infix, .prefix),
      (.infix, .postfix):
      return !isInNumber
    case (.close, .prefix), (.close, .postfix), (.closeParenthesis, .prefix),
      (.closeParenthesis, .postfix):
      return !closesNumber
    case (.hyphen, .letter): return !isLeadingHyphen
    default: return true
    }
  }

  private static func isNumber(_ unit: UInt8?) -> Bool {
    unit.map { breakClass(of: $0) == .number } ?? false
  }

  private static func isInfix(_ unit: UInt8?) -> Bool {
    unit.map { breakClass(of: $0) == .infix } ?? false
  }

  /// Returns the class that LineBreak.txt of the Unicode Character Database gives to a code unit.
  private static func breakClass(of unit: UInt8) -> BreakClass {
    switch unit {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): .letter
    case UInt8(ascii: " "): .space
    case UInt8(ascii: "0")...UInt8(ascii: "9"): .number
    case UInt8(ascii: ","), UInt8(ascii: "."), UInt8(ascii: ":"), UInt8(ascii: ";"): .infix
    case UInt8(ascii: "!"), UInt8(ascii: "?"): .exclamation
    case UInt8(ascii: "\""), UInt8(ascii: "'"): .quotation
    case UInt8(ascii: "$"), UInt8(ascii: "+"), UInt8(ascii: "\\"): .prefix
    case UInt8(ascii: "%"): .postfix
    case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): .open
    case UInt8(ascii: ")"), UInt8(ascii: "]"): .closeParenthesis
    case UInt8(ascii: "}"): .close
    case UInt8(ascii: "-"): .hyphen
    case UInt8(ascii: "/"): .solidus
    case UInt8(ascii: "\t"), UInt8(ascii: "|"): .breakAfter
    case 0x0A: .lineFeed
    case 0x0D: .carriageReturn
    case 0x0B, 0x0C: .mandatory
    default: .letter
    }
  }
}
