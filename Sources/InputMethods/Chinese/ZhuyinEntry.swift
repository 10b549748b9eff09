// SPDX-License-Identifier: Apache-2.0
package import Keys

/// Zhuyin with tones, in the standard layout by physical keys (reference 12.3).
package struct ZhuyinEntry: ReadingEntry, Hashable, Sendable {
  /// A syllable: at most one symbol of each kind, in this order.
  private struct Syllable: Hashable {
    /// Initial, medial, final, tone.
    var symbols: [Character?] = [nil, nil, nil, nil]

    var text: String { String(symbols.compactMap(\.self)) }
    var isComplete: Bool { symbols[3] != nil }
    var isEmpty: Bool { symbols.allSatisfy { $0 == nil } }
  }

  private var syllables: [Syllable] = []

  /// Starts empty.
  package init() {}

  package var text: String { parts.joined() }
  package var reading: String { text }
  package var parts: [String] { syllables.map(\.text) }

  /// Adds the symbol of a key; a symbol replaces one of its kind in the syllable that is typed, and
  /// ␠ is the first tone.
  package mutating func type(_ keystroke: Keystroke) -> Bool {
    guard let character = keystroke.typedCharacter, keystroke.modifiers.isDisjoint(with: .shift)
    else { return false }
    if character == " " {
      guard let last = syllables.last, !last.isComplete else { return false }
      syllables[syllables.count - 1].symbols[3] = "ˉ"
      return true
    }
    guard let (symbol, kind) = Self.symbols[keystroke.event.code] else { return false }
    if kind == 3 {
      guard let last = syllables.last, !last.isComplete else { return false }
    } else if syllables.last?.isComplete != false {
      syllables.append(Syllable())
    }
    syllables[syllables.count - 1].symbols[kind] = symbol
    return true
  }

  package mutating func deleteBackward() {
    guard var last = syllables.popLast() else { return }
    if let kind = last.symbols.lastIndex(where: { $0 != nil }) { last.symbols[kind] = nil }
    if !last.isEmpty { syllables.append(last) }
  }

  package mutating func removeFirst(_ length: Int) {
    var rest = length
    while rest > 0, var first = syllables.first {
      syllables.removeFirst()
      // A candidate may replace a part of a syllable; its other symbols stay.
      while rest > 0, let kind = first.symbols.firstIndex(where: { $0 != nil }) {
        first.symbols[kind] = nil
        rest -= 1
      }
      if !first.isEmpty { syllables.insert(first, at: 0) }
    }
  }

  private static let symbols: [KeyCode: (symbol: Character, kind: Int)] = {
    let rows: [(first: UInt16, symbols: String)] = [
      (2, "ㄅㄉˇˋㄓˊ˙ㄚㄞㄢㄦ"), (16, "ㄆㄊㄍㄐㄔㄗㄧㄛㄟㄣ"), (30, "ㄇㄋㄎㄑㄕㄘㄨㄜㄠㄤ"),
      (44, "ㄈㄌㄏㄒㄖㄙㄩㄝㄡㄥ"),
    ]
    var table: [KeyCode: (symbol: Character, kind: Int)] = [:]
    for row in rows {
      for (offset, symbol) in row.symbols.enumerated() {
        let kind =
          "ˉˊˇˋ˙".contains(symbol) ? 3 : "ㄧㄨㄩ".contains(symbol) ? 1 : symbol <= "ㄙ" ? 0 : 2
        table[KeyCode(row.first + UInt16(offset))] = (symbol, kind)
      }
    }
    return table
  }()
}
