// SPDX-License-Identifier: Apache-2.0

/// A text as the kinds of its characters, with their offsets.
///
/// The rules of spelling ask of a character only its kind. The kind of an ASCII character needs no
/// table of Unicode, and nearly all characters of prose are such.
struct ClassifiedText {
  /// The kind of a character, for the rules of spelling.
  struct Kind: OptionSet {
    let rawValue: UInt8

    /// White space.
    static let space = Kind(rawValue: 1)
    /// A letter, with its marks.
    static let letter = Kind(rawValue: 2)
    /// A letter in upper case.
    static let capital = Kind(rawValue: 4)
    /// A digit, or a sign that occurs in codes, addresses and paths only.
    static let code = Kind(rawValue: 8)
    /// A period or a colon, which between letters makes a code: `example.org`, `std::list`.
    static let joint = Kind(rawValue: 16)
    /// An apostrophe or a soft hyphen, which between letters is a part of a word.
    static let inner = Kind(rawValue: 32)
  }

  /// The kinds of the characters.
  private(set) var kinds: [Kind] = []
  /// The offsets of the characters and of the end, in UTF-16 code units.
  private(set) var offsets: [Int] = []

  /// The number of characters.
  var count: Int { kinds.count }

  /// Classifies the characters of a text that begins at an offset.
  init(_ text: String, at start: Int) {
    let whole = text
    var text = text
    text.withUTF8 { bytes in
      kinds.reserveCapacity(bytes.count)
      offsets.reserveCapacity(bytes.count + 1)
      var offset = start
      var index = 0
      while index < bytes.count {
        let byte = bytes[index]
        offsets.append(offset)
        // A mark may follow an ASCII letter, and a line feed a carriage return.
        if byte < 0x80, byte != 0x0D, index + 1 == bytes.count || bytes[index + 1] < 0x80 {
          kinds.append(Kind(ascii: byte))
          offset += 1
          index += 1
        } else {
          let character = whole[whole.utf8.index(whole.startIndex, offsetBy: index)]
          kinds.append(Kind(of: character))
          offset += character.utf16.count
          index += character.utf8.count
        }
      }
      offsets.append(offset)
    }
  }
}

extension ClassifiedText.Kind {
  /// The kind of an ASCII character.
  init(ascii byte: UInt8) {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"): self = .letter
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): self = [.letter, .capital]
    case 0x09...0x0D, UInt8(ascii: " "): self = .space
    case UInt8(ascii: "."), UInt8(ascii: ":"): self = .joint
    case UInt8(ascii: "'"): self = .inner
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "@"), UInt8(ascii: "_"),
      UInt8(ascii: "/"), UInt8(ascii: "\\"), UInt8(ascii: "#"), UInt8(ascii: "&"),
      UInt8(ascii: "="), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "{"),
      UInt8(ascii: "}"), UInt8(ascii: "|"), UInt8(ascii: "~"), UInt8(ascii: "^"):
      self = .code
    default: self = []
    }
  }

  /// The kind of any character.
  init(of character: Character) {
    self = []
    if character.isWhitespace { insert(.space) }
    if character.isLetter { insert(.letter) }
    if character.isUppercase { insert(.capital) }
    if character.isNumber || "@_/\\#&=<>{}|~^".contains(character) { insert(.code) }
    if ".:".contains(character) { insert(.joint) }
    if "'’ʼ\u{AD}·".contains(character) { insert(.inner) }
  }
}
