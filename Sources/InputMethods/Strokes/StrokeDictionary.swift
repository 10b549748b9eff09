// SPDX-License-Identifier: Apache-2.0
import Keys

/// The stroke orders of Chinese characters, from the file of `rime-data-stroke` (IME-18).
///
/// A line is `中`, a tab, and `szhs`. Only the characters of the basic plane are kept, packed, in
/// about 0.7 MB.
package struct StrokeDictionary: Sendable {
  /// The file of Debian's package `rime-data-stroke`.
  package static let installedPath = MethodData.strokes.path

  private struct Entry {
    /// The first 21 strokes, three bits each, from the highest bits.
    var code: UInt64
    var character: UInt16
    /// The number of strokes.
    var count: UInt8
    /// How common the character is in each script.
    var simplified: CharacterSet.Rank
    var traditional: CharacterSet.Rank

    /// Returns a number that is smaller for an earlier candidate; its last 16 bits are the
    /// character.
    ///
    /// - Parameters:
    ///   - isTraditional: whether traditional characters precede simplified ones.
    ///   - isComplete: whether all strokes of the character are typed.
    /// - Returns: the number.
    func order(isTraditional: Bool, isComplete: Bool) -> UInt32 {
      let rank = isTraditional ? traditional : simplified
      // The block of unified ideographs comes before rare characters and radicals.
      let block: UInt32 = (0x4E00...0x9FFF).contains(character) ? 0 : 1
      let kind = UInt32(isComplete ? 0 : 4) + UInt32(rank.rawValue)
      return (kind << 9 | UInt32(count) << 1 | block) << 16 | UInt32(character)
    }
  }

  private static let codeLength = 21
  private let entries: [Entry]

  /// Reads a dictionary.
  ///
  /// - Parameter path: the file; a file that cannot be read gives no candidates.
  package init(path: String = StrokeDictionary.installedPath) {
    let bytes = (try? RegularFile.read(path)) ?? []
    var entries: [Entry] = []
    let simplified = CharacterSet.simplified
    let traditional = CharacterSet.traditional
    var rest = bytes[...]
    while !rest.isEmpty {
      let line = rest.prefix { $0 != 0x0A }
      rest = rest[line.endIndex...].dropFirst()
      guard let tab = line.firstIndex(of: 0x09), var entry = Self.entry(line, tab) else { continue }
      entry.simplified = simplified.rank(of: entry.character)
      entry.traditional = traditional.rank(of: entry.character)
      entries.append(entry)
    }
    // A sorted copy has no room for more.
    self.entries = entries.sorted {
      ($0.code, $0.count, $0.character) < ($1.code, $1.count, $1.character)
    }
  }

  /// Whether the dictionary has no characters.
  package var isEmpty: Bool { entries.isEmpty }

  private static func entry(_ line: ArraySlice<UInt8>, _ tab: Int) -> Entry? {
    let name = String(decoding: line[..<tab], as: UTF8.self).unicodeScalars
    let code = line[(tab + 1)...].prefix { $0 != 0x09 && $0 != 0x0D }
    guard name.count == 1, let scalar = name.first, scalar.value <= 0xFFFF, !code.isEmpty,
      code.count <= 255, let packed = pack(code, isComplete: true)
    else { return nil }
    return Entry(
      code: packed.code, character: UInt16(scalar.value), count: UInt8(code.count),
      simplified: .missing, traditional: .missing)
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
  /// - Returns: the characters: complete ones first, then those of everyday use in the script, then
  ///   its other ones, then those of the other script; of these, those with the fewest strokes
  ///   first.
  package func characters(
    beginningWith strokes: String, isTraditional: Bool = false, limit: Int
  ) -> [Character] {
    let typed = Array(strokes.utf8)
    guard !typed.isEmpty, let (code, mask) = Self.pack(typed, isComplete: false) else { return [] }
    // The strokes before the first wildcard select a range.
    let known = min(typed.firstIndex(of: UInt8(ascii: "*")) ?? typed.count, Self.codeLength)
    let low = code & Self.head(known)
    let first = firstIndex { $0.code >= low }
    var found = SmallestNumbers(limit: limit)
    for entry in entries[first...] {
      if entry.code & Self.head(known) != low { break }
      guard entry.code & mask == code, entry.count >= typed.count else { continue }
      found.insert(
        entry.order(isTraditional: isTraditional, isComplete: entry.count == typed.count))
    }
    return found.sorted().compactMap {
      Unicode.Scalar(UInt16(truncatingIfNeeded: $0)).map(Character.init)
    }
  }

  /// The bits of the first strokes.
  private static func head(_ count: Int) -> UInt64 {
    count == 0 ? 0 : ~UInt64(0) << UInt64(64 - 3 * count)
  }

  private func firstIndex(_ isReached: (Entry) -> Bool) -> Int {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if isReached(entries[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
