// SPDX-License-Identifier: Apache-2.0
import Keys

/// Latin text that is typed in the mode of another script, such as `iPhone`, `hello_world` or
/// `www.example.com`.
///
/// It is marked as it is typed until ␠ or ⏎ commits it.
struct LatinText {
  /// The effect of a key.
  enum Effect {
    /// The text has changed; it is dropped if it is empty.
    case changed
    /// The text is committed.
    case commits
    /// The text is committed, and the key then acts as usual.
    case commitsBefore
  }

  private(set) var text = ""

  var isEmpty: Bool { text.isEmpty }

  /// Starts the text; then ``handle(_:)`` gets each key until the text is empty or committed.
  mutating func begin(_ start: String) { text = start }

  /// Applies a key.
  mutating func handle(_ keystroke: Keystroke) -> Effect {
    if keystroke.isPlain(" ") { return .commits }
    switch keystroke.charactersIgnoringModifiers {
    case _ where !keystroke.modifiers.isDisjoint(with: [.control, .option, .command]): break
    case .return: return .commits
    case .escape:
      text = ""
      return .changed
    case .delete:
      text.removeLast()
      return .changed
    default: break
    }
    guard !keystroke.isInSequence, let character = keystroke.typedCharacter, character != " " else {
      return .commitsBefore
    }
    text.append(character)
    return .changed
  }

  // MARK: The beginning

  /// Whether a character is a capital, with which Latin text begins.
  static func isCapital(_ character: Character) -> Bool { ("A"..."Z").contains(character) }

  /// Whether a character begins Latin text where nothing is composed.
  static func begins(with character: Character) -> Bool {
    isCapital(character) || character == "@"
  }

  /// Whether a character shows that the keys before it were Latin text, too: an address, a name
  /// with `_`, or a name such as `iPhone`.
  ///
  /// - Parameters:
  ///   - keys: the characters of the keys that were composed; not empty.
  ///   - character: the typed character.
  /// - Returns: whether all of them are Latin text.
  static func continues(_ keys: String, with character: Character) -> Bool {
    switch character {
    case "@", "_": true
    case ".": keys == "www"
    case ":": schemes.contains(keys)
    default: isCapital(character) && keys.utf8.count == 1
    }
  }

  /// The schemes of addresses that are typed often.
  private static let schemes: Set<String> = [
    "file", "ftp", "git", "http", "https", "mailto", "sftp", "smb", "ssh",
  ]
}
