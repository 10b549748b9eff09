// SPDX-License-Identifier: Apache-2.0
import Keys

/// The positions of the keys in a keyboard's main block, in units of one letter key.
struct KeyboardShape {
  /// The physical standard of a keyboard.
  enum Standard: String, CaseIterable {
    /// North America: a wide Enter in one row, 104 keys.
    case ansi
    /// Europe: an Enter in two rows, and a key right of the left Shift.
    case iso
    /// Japan: two more characters, and three keys for the input method.
    case jis

    /// The standard of an xkb keyboard model; if the model does not specify it, the usual standard
    /// of the layout.
    init(model: String, layout: String) {
      let words = model.lowercased()
      if words.containsBytes(of: "jis") || words.containsBytes(of: "jp106")
        || model.isEmpty && layout == "jp"
      {
        self = .jis
      } else if words.containsBytes(of: "ansi")
        || ["pc101", "pc104"].contains(where: words.hasPrefix)
      {
        self = .ansi
      } else {
        self = .iso
      }
    }
  }

  /// A key with its position.
  struct Key {
    var code: KeyCode
    var x: Double
    var row: Int
    var width: Double
    /// Whether this is the lower part of a key with two rows, which has no label of its own.
    var isLowerPart = false
  }

  /// The width of every row, in units.
  static let width = 15.0
  static let rowCount = 5

  let keys: [Key]

  /// Positions the keys of a standard.
  init(_ standard: Standard) {
    var keys: [Key] = []
    for (row, parts) in Self.rows(standard).enumerated() {
      var x = 0.0
      for (code, width) in parts {
        let isLower = code == 28 && row == 2 && standard != .ansi
        keys.append(Key(code: KeyCode(code), x: x, row: row, width: width, isLowerPart: isLower))
        x += width
      }
    }
    self.keys = keys
  }

  private static func rows(_ standard: Standard) -> [[(code: UInt16, width: Double)]] {
    func plain(_ codes: ClosedRange<UInt16>) -> [(code: UInt16, width: Double)] {
      codes.map { ($0, 1) }
    }
    let space: [(code: UInt16, width: Double)] =
      standard == .jis
      ? [(94, 1.25), (57, 3.75), (92, 1.25), (93, 1.25), (100, 1.25)]
      : [(57, 6.25), (100, 1.25), (126, 1.25), (127, 1.25)]
    let bottom: [(code: UInt16, width: Double)] =
      [(29, 1.25), (125, 1.25), (56, 1.25)] + space
      + (standard == .jis ? [(126, 1.25), (97, 1.25)] : [(97, 1.25)])
    switch standard {
    case .ansi:
      return [
        [(41, 1)] + plain(2...13) + [(14, 2)], [(15, 1.5)] + plain(16...27) + [(43, 1.5)],
        [(58, 1.75)] + plain(30...40) + [(28, 2.25)],
        [(42, 2.25)] + plain(44...53) + [(54, 2.75)], bottom,
      ]
    case .iso:
      return [
        [(41, 1)] + plain(2...13) + [(14, 2)], [(15, 1.5)] + plain(16...27) + [(28, 1.5)],
        [(58, 1.75)] + plain(30...40) + [(43, 1), (28, 1.25)],
        [(42, 1.25), (86, 1)] + plain(44...53) + [(54, 2.75)], bottom,
      ]
    case .jis:
      return [
        [(41, 1)] + plain(2...13) + [(124, 1), (14, 1)], [(15, 1.5)] + plain(16...27) + [(28, 1.5)],
        [(58, 1.75)] + plain(30...40) + [(43, 1), (28, 1.25)],
        [(42, 2.25)] + plain(44...53) + [(89, 1), (54, 1.75)], bottom,
      ]
    }
  }
}
