// SPDX-License-Identifier: Apache-2.0

/// Keys that type nothing and have no constant: media keys, Print, Menu, the Japanese and Korean
/// keys.
///
/// Their words are the kernel's for the key that usually has the symbol, `KEY_VOLUMEUP`, in lower
/// case, and xkb's for the symbol, `xf86audioraisevolume`. UIKit has no names for them.
extension KeyInput {
  /// The input with a name, `volumeup` or `xf86audioraisevolume`, in any case; nil for a word that
  /// is none.
  public static func named(_ word: String) -> KeyInput? {
    inputs.byWord[word.lowercased()]
  }

  /// Returns the first word for an input of ``named(_:)``, such as `volumeup`; nil for other
  /// inputs.
  public static func name(of input: KeyInput) -> String? {
    inputs.names[input]
  }

  /// Every word that ``named(_:)`` knows.
  public static var names: some Sequence<String> { inputs.byWord.keys }

  /// Returns the input of a key with a symbol; nil for symbols that type text, change other keys,
  /// or have a constant.
  package static func named(_ keysym: Keysym) -> KeyInput? {
    inputs.byKeysym[keysym.rawValue]
  }

  private static let inputs = {
    var byWord: [String: KeyInput] = [:]
    var byKeysym: [UInt32: KeyInput] = [:]
    var names: [KeyInput: String] = [:]
    for row in table {
      let words = row.words.split(separator: " ").map(String.init)
      guard let first = words.first else { continue }
      let input = KeyInput("input" + first.prefix(1).uppercased() + first.dropFirst())
      byKeysym[row.keysym] = input
      names[input] = first
      for word in words { byWord[word] = input }
    }
    return (byWord: byWord, byKeysym: byKeysym, names: names)
  }()
}
