// SPDX-License-Identifier: Apache-2.0

/// Keys that type nothing and have no constant: media keys, Print, Menu, the Japanese and Korean
/// keys.
///
/// Each has two words, both in lower case: the kernel's name of the key that usually has the
/// symbol, `volumeup`, and xkb's name of the symbol, `xf86audioraisevolume`. UIKit has no names for
/// them.
extension KeyInput {
  /// Returns the input with a name, `volumeup` or `xf86audioraisevolume`.
  ///
  /// - Parameter word: the kernel's or xkb's name, in upper or lower case. Keys with a constant,
  ///   such as ``escape``, have no name here.
  /// - Returns: the input; nil if no key has the name.
  public static func named(_ word: String) -> KeyInput? {
    inputs.byWord[word.lowercased()]
  }

  /// Returns the first name for an input of ``named(_:)``, such as `volumeup`.
  ///
  /// - Parameter input: the input.
  /// - Returns: the kernel's name if there is one, otherwise xkb's; nil for an input that types
  ///   text or has a constant.
  public static func name(of input: KeyInput) -> String? {
    inputs.names[input]
  }

  /// All names that ``named(_:)`` accepts.
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
