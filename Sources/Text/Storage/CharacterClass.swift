// SPDX-License-Identifier: Apache-2.0
import Synchronization

/// The class of a code point in the rules that divide text into characters (Unicode Standard Annex
/// 29, section 3.1.1).
///
/// The standard library uses these classes and does not publish them. Each is found once, by
/// dividing short texts with the standard library.
enum CharacterClass: UInt8 {
  /// The code point was not examined yet.
  case unknown
  /// The code point joins only marks.
  case other
  case carriageReturn, lineFeed, control
  case prepended, spacingMark, joiner, flagHalf, pictograph
  /// Marks: those that end a row of Indic consonants, those that do not, and those that join two of
  /// the consonants (GB9c).
  case mark, indicMark, virama
  case indicConsonant
  /// Jamos, and syllables without and with a trailing jamo (GB6 to GB8).
  case leadingJamo, vowelJamo, trailingJamo, syllable, closedSyllable

  /// Creates the class of a code point.
  init(_ scalar: Unicode.Scalar) {
    if (0x20...0x7E).contains(scalar.value) {
      self = .other
    } else {
      self = Self.known(scalar)
    }
  }

  // MARK: The table

  /// The classes of 256 code points.
  private typealias Block = UnsafeMutablePointer<Atomic<UInt8>>

  /// Blocks are added when they are first needed, by any thread.
  private static let blockCount = 0x1100
  nonisolated(unsafe) private static let blocks = {
    let blocks = UnsafeMutablePointer<Atomic<Block?>>.allocate(capacity: blockCount)
    for index in 0..<blockCount { (blocks + index).initialize(to: Atomic(nil)) }
    return blocks
  }()

  private static func known(_ scalar: Unicode.Scalar) -> CharacterClass {
    let number = Int(scalar.value >> 8)
    let block = blocks[number].load(ordering: .acquiring) ?? addBlock(number)
    let index = Int(scalar.value & 0xFF)
    let known = CharacterClass(rawValue: block[index].load(ordering: .relaxed))
    if let known, known != .unknown { return known }
    let found = find(scalar)
    block[index].store(found.rawValue, ordering: .relaxed)
    return found
  }

  private static func addBlock(_ number: Int) -> Block {
    let block = Block.allocate(capacity: 256)
    for index in 0..<256 { (block + index).initialize(to: Atomic(unknown.rawValue)) }
    let (isAdded, other) = blocks[number].compareExchange(
      expected: nil, desired: block, ordering: .acquiringAndReleasing)
    guard !isAdded, let other else { return block }
    block.deallocate()
    return other
  }

  // MARK: Finding a class

  private static func find(_ scalar: Unicode.Scalar) -> CharacterClass {
    switch scalar.value {
    case 0x0A: return .lineFeed
    case 0x0D: return .carriageReturn
    case 0..<0x80: return .control
    case 0x200D: return .joiner
    case 0x1F1E6...0x1F1FF: return .flagHalf
    case 0xAC00...0xD7A3: return (scalar.value - 0xAC00) % 28 == 0 ? .syllable : .closedSyllable
    default: break
    }
    let virama: Unicode.Scalar = "\u{94D}"
    let joiner: Unicode.Scalar = "\u{200D}"
    // Nearly all code points are divided like this: a·x·x + virama + joiner·x·a.
    if characters("a", scalar, scalar, virama, joiner, scalar, "a") == 5 { return .other }
    if characters("a", scalar) == 1 {
      if characters("\u{915}", scalar, "\u{915}") == 1 { return .virama }
      if characters("\u{915}", virama, scalar, "\u{915}") == 1 { return .indicMark }
      return characters("\u{2764}", scalar, joiner, "\u{2764}") == 1 ? .mark : .spacingMark
    }
    if characters(scalar, "a") == 1 { return .prepended }
    if characters(scalar, "\u{301}") == 2 { return .control }
    if characters(scalar, virama, scalar) == 1 { return .indicConsonant }
    if characters(scalar, joiner, scalar) == 1 { return .pictograph }
    if characters("\u{1100}", scalar) == 2 { return .trailingJamo }
    return characters(scalar, "\u{1100}") == 1 ? .leadingJamo : .vowelJamo
  }

  /// Counts the characters of a text in the standard library.
  private static func characters(_ scalars: Unicode.Scalar...) -> Int {
    var text = ""
    text.unicodeScalars.append(contentsOf: scalars)
    return text.count
  }
}
