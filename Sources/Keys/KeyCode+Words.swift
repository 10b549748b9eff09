// SPDX-License-Identifier: Apache-2.0

/// Words for keys in settings and commands: the kernel's names in lower case, without `KEY_`, and
/// with a hyphen after the keypad's `kp`.
extension KeyCode {
  /// The word for the key: `enter`, `kp-enter`, `f8`; for an unnamed key ``description`` in lower
  /// case, without `KEY_`.
  public var word: String {
    let word = (name ?? description).dropFirst("KEY_".count).lowercased()
    return word.hasPrefix("kp") && isKeypad ? "kp-" + word.dropFirst(2) : word
  }

  /// Finds a key by its word, ignoring case and hyphens.
  ///
  /// - Parameter word: the word; the result is nil if it is unknown.
  public init?(word: String) {
    guard let code = Self.codesByWord[Self.plain(word)] else { return nil }
    self = code
  }

  /// Every known word, in the order of the key codes.
  public static var words: [String] { named.map(\.word) }

  private static var named: [KeyCode] {
    (0..<UInt16(count)).map { KeyCode($0) }.filter { $0.name?.hasPrefix("KEY_") == true }
  }

  private static let codesByWord: [String: KeyCode] = {
    var codes = Dictionary(
      named.map { (plain($0.word), $0) }, uniquingKeysWith: { first, _ in first })
    codes["return"] = .enter
    codes["escape"] = .escape
    return codes
  }()

  private static func plain(_ word: String) -> String {
    String(word.lowercased().filter { $0 != "-" && $0 != "_" })
  }
}
