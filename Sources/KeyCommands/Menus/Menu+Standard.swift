// SPDX-License-Identifier: Apache-2.0

extension Menu {
  /// Returns the initial main menu of every program (CMD-27): the standard menus with the usual
  /// editing commands, whose chords are those of `bindings`.
  ///
  /// Empty groups exist too, so that a program can add its commands to them, but they are not
  /// displayed. A command that has lost its chords is kept without a chord.
  public static func standard(_ bindings: TextBindings = .builtin) -> Menu {
    let rows = StandardRows(bindings)
    return Menu(
      .root,
      children: [
        Menu(.application, title: "Application"), Menu(.file, title: "File"), edit(rows),
        format(rows), Menu(.view, title: "View"), Menu(.window, title: "Window"),
        Menu(.help, title: "Help"),
      ].map(MenuElement.menu))
  }

  /// Returns the initial context menu of a text.
  ///
  /// UIKit's counterpart is the edit menu.
  ///
  /// - Parameter bindings: the chords of the editing commands.
  /// - Returns: the menu, with the identifier ``MenuIdentifier/root``.
  public static func standardContext(_ bindings: TextBindings = .builtin) -> Menu {
    let rows = StandardRows(bindings)
    return Menu(
      .root,
      children: [
        rows.undoRedo, rows.standardEdit, rows.group(.replace), rows.spelling, rows.textStyle,
      ].map(MenuElement.menu))
  }

  private static func edit(_ rows: StandardRows) -> Menu {
    let find = Menu(
      .find, title: "Find",
      commands: rows.commands(
        [.find, .findNext, .findPrevious, .useSelectionForFind, .scrollToSelection]))
    return Menu(
      .edit, title: "Edit",
      children: [
        rows.undoRedo, rows.standardEdit, find, rows.group(.replace), rows.group(.substitutions),
        rows.spelling, rows.group(.transformations), rows.group(.speech),
      ].map(MenuElement.menu))
  }

  private static func format(_ rows: StandardRows) -> Menu {
    Menu(
      .format, title: "Format",
      children: [rows.group(.font), rows.textStyle, rows.group(.alignment)].map(MenuElement.menu))
  }

  /// Returns the title of a standard menu as the catalogues have it.
  ///
  /// - Parameter identifier: the identifier of the menu.
  /// - Returns: the untranslated title of a top-level menu of ``standard(_:)``; nil for others.
  public static func standardTitle(of identifier: MenuIdentifier) -> String? {
    standardTitles[identifier]
  }

  private static let standardTitles = Dictionary(
    standard().submenus.map { ($0.identifier, $0.title) }, uniquingKeysWith: { first, _ in first })
}

/// The editing commands as a menu lists them.
private struct StandardRows {
  private let rows: [EditingCommand: BuiltinCommand]

  init(_ bindings: TextBindings) {
    rows = Dictionary(
      bindings.rows.map { ($0.command, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// Returns commands with the first chord of each.
  func commands(_ commands: [EditingCommand]) -> [KeyCommand] {
    commands.compactMap { rows[$0] }.map { row in
      row.chords.first.map(row.keyCommand) ?? KeyCommand(id: row.id, title: row.title)
    }
  }

  func group(_ identifier: MenuIdentifier, _ editing: [EditingCommand] = []) -> Menu {
    Menu(identifier, isInline: true, commands: commands(editing))
  }

  var undoRedo: Menu { group(.undoRedo, [.undo, .redo]) }
  var standardEdit: Menu {
    group(.standardEdit, [.cut, .copy, .paste, .pastePlain, .selectAll, .deselect])
  }
  var spelling: Menu { group(.spelling, [.showSpelling, .nextMisspelling]) }
  var textStyle: Menu { group(.textStyle, [.toggleBold, .toggleItalic, .toggleUnderline]) }
}
