// SPDX-License-Identifier: Apache-2.0

/// A change that a ``MenuBuilder`` did not make.
@nonexhaustive
public enum MenuWarning: Hashable, Sendable {
  /// No menu has the identifier.
  case unknownMenu(MenuIdentifier)
  /// No command has the identifier.
  case unknownCommand(String)
  /// Another menu already has the identifier; the second one was omitted with everything in it.
  case menuTwice(MenuIdentifier)
  /// Another command in the main menu already has the chord; the second command was omitted
  /// (CMD-6).
  case commandRefused(KeyCommandError)
  /// The root has no siblings and cannot be removed.
  case rootStays
}
