// SPDX-License-Identifier: Apache-2.0

/// The sections of a data file, one for each language.
///
/// A section begins with a line in brackets: the language, and words about it, such as
/// `[de ordinals]`. Lines before the first section are comments. The files are part of the program,
/// so that an embedder needs no installation.
struct LanguageSections {
  /// The section of a language.
  struct Section: Equatable {
    /// The words after the language.
    var words: [String] = []
    /// The lines of the section.
    var text = ""
  }

  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// All sections, by their languages.
  var all: [String: Section] {
    var sections: [String: Section] = [:]
    var start = nextHead(from: 0)
    while let head = start {
      start = nextHead(from: head + 1)
      let (language, section) = section(head..<(start ?? bytes.count))
      sections[language] = section
    }
    return sections
  }

  /// The section of a language; nil if there is none.
  subscript(language: String) -> Section? {
    var start = nextHead(from: 0)
    while let head = start {
      start = nextHead(from: head + 1)
      let (found, section) = section(head..<(start ?? bytes.count))
      if found == language { return section }
    }
    return nil
  }

  /// Returns the index of the first bracket at the beginning of a line from an index on.
  private func nextHead(from index: Int) -> Int? {
    bytes[index...].indices.first {
      bytes[$0] == UInt8(ascii: "[") && ($0 == 0 || bytes[$0 - 1] == UInt8(ascii: "\n"))
    }
  }

  private func section(_ range: Range<Int>) -> (language: String, section: Section) {
    let end = bytes[range].firstIndex(of: UInt8(ascii: "\n")) ?? range.upperBound
    let head = String(decoding: bytes[range.lowerBound + 1..<end], as: UTF8.self)
      .prefix { $0 != "]" }.split(separator: " ").map(String.init)
    let text = String(decoding: bytes[end..<range.upperBound], as: UTF8.self)
    return (head.first ?? "", Section(words: Array(head.dropFirst()), text: text))
  }
}
