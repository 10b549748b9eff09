// SPDX-License-Identifier: Apache-2.0

/// What a ``MenuBuilder`` was asked for and did not do.
@nonexhaustive
public enum MenuWarning: Hashable, Sendable {
  /// There is no menu with the identifier.
  case unknownMenu(MenuIdentifier)
  /// There is no command with the identifier.
  case unknownCommand(String)
  /// There is a menu with the identifier already; the second was left out, with all that is in it.
  case menuTwice(MenuIdentifier)
  /// The command's keys are taken in the main menu; the second command was left out (CMD-6).
  case commandRefused(KeyCommandError)
  /// The root has no siblings, and it stays.
  case rootStays
}
