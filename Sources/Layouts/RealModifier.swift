// SPDX-License-Identifier: Apache-2.0

/// The real modifiers with the same meaning in every keymap, numbered as in xkb.
enum RealModifier {
  static let shift: UInt32 = 1 << 0
  static let lock: UInt32 = 1 << 1
  static let control: UInt32 = 1 << 2
  static let alt: UInt32 = 1 << 3
  static let command: UInt32 = 1 << 6
}
