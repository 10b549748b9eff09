// SPDX-License-Identifier: Apache-2.0
import InputMethods

extension FuzzTarget {
  /// Files of the strokes of characters.
  ///
  /// Every character that is found belongs to a line.
  static let strokes = FuzzTarget(
    "strokes",
    words: ["一\t", "大\t", "h", "s", "p", "n", "z", "\n", "\t", "\r\n", "# ", "𠀀\t", "e\u{301}\t"],
    seeds: { ["# strokes\n一\th\n十\ths\n大\thpn\n人\tpn\n".bytes, "口\tszh\t5\r\n中\tszhs\r\n".bytes] },
    check: { bytes in
      guard let file = NamelessFile(bytes) else { return nil }
      let dictionary = StrokeDictionary(path: "/proc/self/fd/\(file.descriptor)")
      let lines = String(decoding: bytes, as: UTF8.self).unicodeScalars
        .split(separator: "\n", omittingEmptySubsequences: true).map(String.init)
      for typed in ["h", "hs", "p*", "*", "szhs"] {
        let found = dictionary.characters(beginningWith: typed, limit: 20)
        if found.count > 20 { return "more characters than the limit" }
        for character in found {
          let isListed = lines.contains {
            $0.unicodeScalars.starts(with: character.unicodeScalars)
          }
          if !isListed { return "\(character) is in no line" }
        }
      }
      return nil
    })
}
