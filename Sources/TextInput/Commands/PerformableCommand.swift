// SPDX-License-Identifier: Apache-2.0
import KeyCommands

/// The origin of a command.
enum CommandOrigin {
  /// The user's settings.
  case user
  /// A responder of the chain.
  case chain
  /// A button of an accessory.
  case accessory(AccessoryBar)
  /// The main menu.
  case menu

  var isMenu: Bool { if case .menu = self { true } else { false } }
}

/// A command that can be performed, as validated by its target.
struct PerformableCommand {
  var command: KeyCommand
  var target: Responder
  /// Whether it first ends the editing of the focused text with the reason `cancelled` (FLD-7).
  var cancelsEditing = false
}
