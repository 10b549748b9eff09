// SPDX-License-Identifier: Apache-2.0

/// Identifies a menu independently of its title and language.
///
/// UIKit's counterpart is `UIMenu.Identifier`.
///
/// Programs choose the identifiers of their own menus. The standard ones are those of
/// ``Menu/standard(_:)`` (CMD-27).
public struct MenuIdentifier: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
  /// The stable public identifier, such as `standard-edit`.
  public var rawValue: String

  /// Creates an identifier from its word.
  ///
  /// - Parameter rawValue: the word, which must be unique within a menu.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// Creates an identifier from its word.
  ///
  /// - Parameter word: the word, as in ``init(rawValue:)``.
  public init(stringLiteral word: String) {
    rawValue = word
  }

  /// The root of all menus, which always exists and is never displayed.
  public static let root: MenuIdentifier = "root"

  /// The program's own menu, with the program's name as its heading.
  public static let application: MenuIdentifier = "application"
  /// Documents and files.
  public static let file: MenuIdentifier = "file"

  /// Editing; contains the groups down to ``speech``.
  public static let edit: MenuIdentifier = "edit"
  /// Undo and redo.
  public static let undoRedo: MenuIdentifier = "undo-redo"
  /// Cut, copy, paste, select.
  public static let standardEdit: MenuIdentifier = "standard-edit"
  /// Searching the text.
  public static let find: MenuIdentifier = "find"
  /// Replacing text.
  public static let replace: MenuIdentifier = "replace"
  /// Smart quotes and similar substitutions.
  public static let substitutions: MenuIdentifier = "substitutions"
  /// Spelling.
  public static let spelling: MenuIdentifier = "spelling"
  /// Changes of case and similar transformations.
  public static let transformations: MenuIdentifier = "transformations"
  /// Speaking the text.
  public static let speech: MenuIdentifier = "speech"

  /// The appearance of text; contains ``font``, ``textStyle`` and ``alignment``.
  public static let format: MenuIdentifier = "format"
  /// Fonts.
  public static let font: MenuIdentifier = "font"
  /// Bold, italic and underlined text.
  public static let textStyle: MenuIdentifier = "text-style"
  /// The alignment of lines.
  public static let alignment: MenuIdentifier = "alignment"

  /// The elements that a window displays.
  public static let view: MenuIdentifier = "view"
  /// Windows.
  public static let window: MenuIdentifier = "window"
  /// Help.
  public static let help: MenuIdentifier = "help"
}
