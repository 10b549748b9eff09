// SPDX-License-Identifier: Apache-2.0

/// Where a line of ASCII text may be broken, without ICU.
///
/// The rules are those of Unicode Standard Annex 14 as ICU tailors them: numbers are whole (LB25), and a
/// hyphen that begins a part stays with its letters (LB20a). Feed every code unit in order; each break
/// opportunity starts the rules anew.
package struct ASCIILineBreaks {
  /// The line breaking classes that ASCII has.
  private enum BreakClass {
    case letter, number, space, prefix, postfix, open, close, closeParenthesis, quotation
    case infix, solidus, hyphen, breakAfter, exclamation, carriageReturn, lineFeed, mandatory
  }

  /// The last code unit that is not a space; nil at the start of a part, where spaces are letters'
  /// equals.
  private var last: BreakClass?
  private var hasSpaces = false
  /// Whether the last code unit is in a number, its separators included.
  private var isInNumber = false
  /// Whether the last code unit closes a bracket directly after a number.
  private var closesNumber = false
  /// Whether the last code unit is a hyphen that begins its part.
  private var isLeadingHyphen = false

  package init() {}

  /// Whether a code unit has rules here: ASCII but for control characters that draw nothing.
  package static func covers(_ unit: UInt16) -> Bool {
    (0x20...0x7E).contains(unit) || (0x09...0x0D).contains(unit)
  }

  /// Divides a text of which ``covers(_:)`` holds all code units.
  static func parts(of text: [UInt16]) -> [TextBoundaries.Segment] {
    var breaks = ASCIILineBreaks()
    var parts: [TextBoundaries.Segment] = []
    var start = 0
    func unit(at index: Int) -> UInt8? { index < text.count ? UInt8(text[index]) : nil }
    for index in text.indices {
      if breaks.allowsBreak(
        before: UInt8(text[index]), unit(at: index + 1), unit(at: index + 2))
      {
        parts.append(TextBoundaries.Segment(start..<index))
        start = index
      }
    }
    if start < text.count { parts.append(TextBoundaries.Segment(start..<text.count)) }
    return parts
  }

  /// Takes the next code unit.
  ///
  /// - Parameters:
  ///   - unit: the code unit.
  ///   - next: the one after it; nil at the text's end.
  ///   - second: the one after that.
  /// - Returns: whether a line may be broken before it.
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
    // LB15c: a decimal mark that begins a number after a space.
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

  /// LB20a, LB23 to LB30.
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

  /// The class in LineBreak.txt of the Unicode Character Database.
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
