// SPDX-License-Identifier: Apache-2.0
import Glibc

/// A character set of the C library that was made for one of the two Chinese scripts.
///
/// Each has the characters of everyday use first, then those of names and books; characters of the
/// other script are not in it.
struct CharacterSet: ~Copyable {
  /// How common a character is.
  enum Rank: UInt8 {
    case everyday, rare, missing
  }

  private let converter: iconv_t?
  private let everyday: ClosedRange<UInt16>

  /// GB 2312 of simplified characters.
  static var simplified: CharacterSet { CharacterSet("EUC-CN", everyday: 0xB0A1...0xD7F9) }
  /// Big5 of traditional characters.
  static var traditional: CharacterSet { CharacterSet("BIG5", everyday: 0xA440...0xC67E) }

  private init(_ name: String, everyday: ClosedRange<UInt16>) {
    self.everyday = everyday
    let opened = iconv_open(name, "UTF-16LE")
    // The C library returns -1 if it has no such set; all characters have the same rank then.
    converter = opened == iconv_t(bitPattern: -1) ? nil : opened
  }

  deinit { if let converter { iconv_close(converter) } }

  /// Returns the rank of a character of the basic plane.
  borrowing func rank(of character: UInt16) -> Rank {
    guard let converter else { return .missing }
    var input = character.littleEndian
    var output: UInt16 = 0
    let converted = withUnsafeMutableBytes(of: &input) { source in
      withUnsafeMutableBytes(of: &output) { target in
        var next = source.bindMemory(to: CChar.self).baseAddress
        var place = target.bindMemory(to: CChar.self).baseAddress
        var (left, room) = (2, 2)
        return iconv(converter, &next, &left, &place, &room) == 0 && left == 0 && room == 0
      }
    }
    guard converted else { return .missing }
    return everyday.contains(UInt16(bigEndian: output)) ? .everyday : .rare
  }
}
