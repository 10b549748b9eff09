// SPDX-License-Identifier: Apache-2.0

/// The characters that may appear at one position of a pattern.
struct PatternSet: Hashable, Sendable {
  var ranges: [ClosedRange<Unicode.Scalar>] = []
  var categories: [Category] = []
  var isNegated = false

  /// A general category, or several with the same first letter, and whether the set is inverted.
  struct Category: Hashable, Sendable {
    var name: String
    var isNegated = false
  }

  func contains(_ scalar: Unicode.Scalar) -> Bool {
    let isListed =
      ranges.contains { $0.contains(scalar) }
      || categories.contains { category in
        let name = scalar.properties.generalCategory.letters
        return name.hasPrefix(category.name) != category.isNegated
      }
    return isListed != isNegated
  }
}

/// The meanings of escapes.
extension PatternSet {
  static let digits = PatternSet(ranges: ["0"..."9"])
  static let word = PatternSet(ranges: ["0"..."9", "A"..."Z", "_"..."_", "a"..."z"])
  static let space = PatternSet(ranges: [
    "\t"..."\r", " "..." ", "\u{A0}"..."\u{A0}", "\u{1680}"..."\u{1680}", "\u{2000}"..."\u{200A}",
    "\u{2028}"..."\u{2029}", "\u{202F}"..."\u{202F}", "\u{205F}"..."\u{205F}",
    "\u{3000}"..."\u{3000}", "\u{FEFF}"..."\u{FEFF}",
  ])

  /// The set of all characters outside of the ranges, which are sorted.
  var opposite: PatternSet {
    var ranges: [ClosedRange<Unicode.Scalar>] = []
    var start: Unicode.Scalar? = "\0"
    for range in self.ranges {
      let before = Unicode.Scalar(range.lowerBound.value &- 1)
      if let start, let before, start <= before { ranges.append(start...before) }
      start = Unicode.Scalar(range.upperBound.value + 1)
    }
    if let start { ranges.append(start..."\u{10FFFF}") }
    return PatternSet(ranges: ranges)
  }

  /// The only character of the set; nil if there are none or several.
  var single: Unicode.Scalar? {
    guard categories.isEmpty, ranges.count == 1, let range = ranges.first,
      range.lowerBound == range.upperBound
    else { return nil }
    return range.lowerBound
  }

  /// The names of the general categories.
  static let categoryNames: Set<String> = [
    "Lu", "Ll", "Lt", "Lm", "Lo", "Mn", "Mc", "Me", "Nd", "Nl", "No", "Pc", "Pd", "Ps", "Pe", "Pi",
    "Pf", "Po", "Sm", "Sc", "Sk", "So", "Zs", "Zl", "Zp", "Cc", "Cf", "Cs", "Co", "Cn",
  ]
}

extension Unicode.GeneralCategory {
  /// The abbreviation of the category in Unicode's tables, such as `Lu`.
  fileprivate var letters: String {
    switch self {
    case .uppercaseLetter: "Lu"
    case .lowercaseLetter: "Ll"
    case .titlecaseLetter: "Lt"
    case .modifierLetter: "Lm"
    case .otherLetter: "Lo"
    case .nonspacingMark: "Mn"
    case .spacingMark: "Mc"
    case .enclosingMark: "Me"
    case .decimalNumber: "Nd"
    case .letterNumber: "Nl"
    case .otherNumber: "No"
    case .connectorPunctuation: "Pc"
    case .dashPunctuation: "Pd"
    case .openPunctuation: "Ps"
    case .closePunctuation: "Pe"
    case .initialPunctuation: "Pi"
    case .finalPunctuation: "Pf"
    case .otherPunctuation: "Po"
    case .mathSymbol: "Sm"
    case .currencySymbol: "Sc"
    case .modifierSymbol: "Sk"
    case .otherSymbol: "So"
    case .spaceSeparator: "Zs"
    case .lineSeparator: "Zl"
    case .paragraphSeparator: "Zp"
    case .control: "Cc"
    case .format: "Cf"
    case .surrogate: "Cs"
    case .privateUse: "Co"
    case .unassigned: "Cn"
    @unknown default: "Cn"
    }
  }
}
