// SPDX-License-Identifier: Apache-2.0
import Keys
import Mirrors

/// The keys that change others, by what a terminal calls them: the left and the right one together.
struct HeldKeys: OptionSet, Hashable {
  var rawValue: Int

  static let shift = HeldKeys(rawValue: 1)
  static let alt = HeldKeys(rawValue: 2)
  static let control = HeldKeys(rawValue: 4)
  static let command = HeldKeys(rawValue: 8)
  /// The key of the third level, wherever the layout has it.
  static let thirdLevel = HeldKeys(rawValue: 16)

  /// The keys one by one.
  static let each: [HeldKeys] = [.shift, .control, .alt, .command, .thirdLevel]

  /// The keys that a terminal reports with another key.
  init(_ held: TerminalKey.Held) {
    self.init(rawValue: held.rawValue)
  }

  init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// Returns which of the keys a key is; empty for a key that types.
  ///
  /// - Parameters:
  ///   - code: the key.
  ///   - thirdLevel: the key of the third level; nil for none.
  init(_ code: KeyCode, thirdLevel: KeyCode?) {
    if let thirdLevel, code == thirdLevel {
      self = .thirdLevel
      return
    }
    self =
      switch code {
      case .leftShift, .rightShift: .shift
      case .leftControl, .rightControl: .control
      case .leftAlt, .rightAlt: .alt
      case .leftMeta, .rightMeta: .command
      default: []
      }
  }

  /// The code of the left key; nil for several keys, or if the layout has none.
  func code(thirdLevel: KeyCode?) -> KeyCode? {
    switch self {
    case .shift: .leftShift
    case .control: .leftControl
    case .alt: .leftAlt
    case .command: .leftMeta
    case .thirdLevel: thirdLevel
    default: nil
    }
  }
}
