// SPDX-License-Identifier: Apache-2.0

/// What a menu is known by, whatever its title says in whichever language; UIKit's counterpart is
/// `UIMenu.Identifier`.
///
/// A program's own menus have words of its own choice. The standard ones are those of ``Menu/standard(_:)``
/// (CMD-27).
public struct MenuIdentifier: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
  /// The stable public word, `standard-edit`.
  public var rawValue: String

  /// Makes an identifier from its word.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// Makes an identifier from its word.
  public init(stringLiteral word: String) {
    rawValue = word
  }

  /// The menu that all others are in; it is always there and shows nowhere.
  public static let root: MenuIdentifier = "root"

  /// The program's own menu; it is headed by the program's name.
  public static let application: MenuIdentifier = "application"
  /// Documents and files.
  public static let file: MenuIdentifier = "file"

  /// Editing; the groups down to ``speech`` are in it.
  public static let edit: MenuIdentifier = "edit"
  /// Undo and redo.
  public static let undoRedo: MenuIdentifier = "undo-redo"
  /// Cut, copy, paste, select.
  public static let standardEdit: MenuIdentifier = "standard-edit"
  /// Searching the text.
  public static let find: MenuIdentifier = "find"
  /// Replacing some text by another.
  public static let replace: MenuIdentifier = "replace"
  /// Smart quotes and the like.
  public static let substitutions: MenuIdentifier = "substitutions"
  /// Spelling.
  public static let spelling: MenuIdentifier = "spelling"
  /// Capitals and the like.
  public static let transformations: MenuIdentifier = "transformations"
  /// Reading aloud.
  public static let speech: MenuIdentifier = "speech"

  /// How text looks; ``font``, ``textStyle`` and ``alignment`` are in it.
  public static let format: MenuIdentifier = "format"
  /// Which letters.
  public static let font: MenuIdentifier = "font"
  /// Bold, italic, underlined.
  public static let textStyle: MenuIdentifier = "text-style"
  /// Where lines stand.
  public static let alignment: MenuIdentifier = "alignment"

  /// What is shown, and how.
  public static let view: MenuIdentifier = "view"
  /// Windows.
  public static let window: MenuIdentifier = "window"
  /// Help.
  public static let help: MenuIdentifier = "help"
}
