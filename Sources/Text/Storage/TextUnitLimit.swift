// SPDX-License-Identifier: Apache-2.0

/// The longest units of a text, in UTF-16 code units; a longer unit counts as several.
///
/// So no key and no request reads more of a text than it needs, whatever the text is. Ordinary text
/// does not reach the limits.
public enum TextUnitLimit {
  /// The longest user-visible character (INP-16).
  public static let character = 256
  /// The distance to which the edges of a word are searched for.
  ///
  /// A movement by word passes as much text without a word at most.
  public static let word = 4096
  /// The distance to which the edges of a sentence are searched for.
  public static let sentence = 4096
}
