// SPDX-License-Identifier: Apache-2.0
import Keys

/// The stroke orders of Chinese characters, from the file of `rime-data-stroke` (IME-18).
///
/// A line is `中`, a tab, and `szhs`. Only the characters of the basic plane are kept, in the order
/// of the file, packed in about 0.5 MB. A search reads all of them, because sorting them would take
/// more memory for good.
package struct StrokeDictionary: Sendable {
  /// The file of Debian's package `rime-data-stroke`.
  package static let installedPath = MethodData.strokes.path

  /// A character in 16 bytes.
  private struct Entry {
    /// The first 21 strokes, three bits each, from the highest bits.
    let code: UInt64
    let character: UInt16
    /// The places in the orders of the two scripts.
    let simplified: UInt16
    let traditional: UInt16
    /// The number of strokes.
    let count: UInt8

    /// Returns a number that is smaller for an earlier candidate; its last 16 bits are the
    /// character.
    ///
    /// - Parameters:
    ///   - isTraditional: whether traditional characters precede simplified ones.
    ///   - isComplete: whether all strokes of the character are typed.
    /// - Returns: the number.
    func order(isTraditional: Bool, isComplete: Bool) -> UInt64 {
      let place = UInt64(isTraditional ? traditional : simplified)
      // The block of unified ideographs comes before rare characters and radicals.
      let block: UInt64 = (0x4E00...0x9FFF).contains(character) ? 0 : 1
      let kind = UInt64(isComplete ? 0 : 1) << 16 | place
      return (kind << 9 | UInt64(count) << 1 | block) << 16 | UInt64(character)
    }
  }

  private static let codeLength = 21
  private let entries: [Entry]

  /// Reads a dictionary.
  ///
  /// - Parameter path: the file; a file that cannot be read gives no candidates. Its folder may
  ///   have the files of ``CharacterFrequencies``. Without them the characters of everyday use come
  ///   first, and of these those with the fewest strokes.
  package init(path: String = StrokeDictionary.installedPath) {
    let folder = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[...$0]) } ?? ""
    let bytes = (try? RegularFile.read(path)) ?? []
    var entries: [Entry] = []
    // Room for the whole plane; the kernel gives only the pages that are filled.
    entries.reserveCapacity(1 << 16)
    let simplified = ScriptOrder(
      .simplified, CharacterFrequencies(path: folder + CharacterFrequencies.simplifiedFile))
    let traditional = ScriptOrder(
      .traditional, CharacterFrequencies(path: folder + CharacterFrequencies.traditionalFile))
    var rest = bytes[...]
    while !rest.isEmpty {
      let line = rest.prefix { $0 != 0x0A }
      rest = rest[line.endIndex...].dropFirst()
      guard let tab = line.firstIndex(of: 0x09), let (character, code) = Self.fields(line, tab),
        let packed = Self.pack(code, isComplete: true)
      else { continue }
      entries.append(
        Entry(
          code: packed.code, character: character, simplified: simplified.place(of: character),
          traditional: traditional.place(of: character), count: UInt8(code.count)))
    }
    self.entries = entries
  }

  /// Whether the dictionary has no characters.
  package var isEmpty: Bool { entries.isEmpty }

  /// The character of a line, and its strokes.
  private static func fields(
    _ line: ArraySlice<UInt8>, _ tab: Int
  ) -> (character: UInt16, strokes: ArraySlice<UInt8>)? {
    let name = String(decoding: line[..<tab], as: UTF8.self).unicodeScalars
    let strokes = line[(tab + 1)...].prefix { $0 != 0x09 && $0 != 0x0D }
    guard name.count == 1, let scalar = name.first, scalar.value <= 0xFFFF, !strokes.isEmpty,
      strokes.count <= 255
    else { return nil }
    return (UInt16(scalar.value), strokes)
  }

  /// Packs strokes; the mask has the bits of the strokes that must match.
  private static func pack(
    _ strokes: some Collection<UInt8>, isComplete: Bool
  ) -> (code: UInt64, mask: UInt64)? {
    var (code, mask) = (UInt64(0), UInt64(0))
    for (place, stroke) in strokes.enumerated() {
      let value: UInt64
      switch stroke {
      case UInt8(ascii: "h"): value = 1
      case UInt8(ascii: "s"): value = 2
      case UInt8(ascii: "p"): value = 3
      case UInt8(ascii: "n"): value = 4
      case UInt8(ascii: "z"): value = 5
      case UInt8(ascii: "*") where !isComplete: value = 0
      default: return nil
      }
      guard place < codeLength else { continue }
      let shift = UInt64(61 - 3 * place)
      code |= value << shift
      if value != 0 { mask |= 7 << shift }
    }
    return (code, mask)
  }

  /// Finds the characters that begin with some strokes.
  ///
  /// - Parameters:
  ///   - strokes: `h s p n z`, and `*` for any stroke; the result is empty for other text.
  ///   - isTraditional: whether traditional characters precede simplified ones.
  ///   - limit: the maximum number of characters.
  /// - Returns: the characters: complete ones first. Of these, and of the others, the script's
  ///   frequent characters come first, then its other ones, then those of the other script.
  package func characters(
    beginningWith strokes: String, isTraditional: Bool = false, limit: Int
  ) -> [Character] {
    let typed = Array(strokes.utf8)
    guard !typed.isEmpty, let (code, mask) = Self.pack(typed, isComplete: false) else { return [] }
    var found = SmallestNumbers(limit: limit)
    for entry in entries where entry.code & mask == code && entry.count >= typed.count {
      found.insert(
        entry.order(isTraditional: isTraditional, isComplete: entry.count == typed.count))
    }
    return found.sorted().compactMap {
      Unicode.Scalar(UInt16(truncatingIfNeeded: $0)).map(Character.init)
    }
  }
}

/// The order of the characters of a script.
private struct ScriptOrder: ~Copyable {
  private let characters: CharacterSet
  private let frequencies: CharacterFrequencies

  init(_ characters: consuming CharacterSet, _ frequencies: CharacterFrequencies) {
    self.characters = characters
    self.frequencies = frequencies
  }

  /// Returns the place of a character of the basic plane.
  borrowing func place(of character: UInt16) -> UInt16 {
    let rank = characters.rank(of: character)
    // The files of frequencies have characters of the other script, too.
    if rank != .missing, let place = frequencies.place(of: character) { return min(place, 0x7FFF) }
    return 0x8000 + UInt16(rank.rawValue)
  }
}
