// SPDX-License-Identifier: Apache-2.0
public import KeyCommands
import Keys

/// A command that its keys would run now.
public struct ActiveCommand {
  /// The declaration that a command comes from.
  @nonexhaustive
  public enum Source: Hashable, Sendable {
    /// The user's settings.
    case user
    /// A responder of the chain.
    case responder
    /// A button of an accessory view.
    case accessory
    /// The main menu.
    case menu
  }

  /// The command, validated by its target (CMD-8).
  public var command: KeyCommand
  /// The responder that performs the command (CMD-7).
  public var target: Responder
  /// The declaration that the command comes from.
  public var source: Source
  /// The menu of the bar that contains the command; nil if it is not in the main menu, or is in its
  /// root.
  public var menu: MenuIdentifier?
  /// The chords that the keys must mean, in order: the declared ones, mirrored for right-to-left
  /// languages.
  public var chords: [Chord]
  /// The keys to press for the chords on the keyboard in use; nil if they cannot be pressed there.
  public var presses: [KeyPress]?

  /// Creates an active command that is pressed as it was declared.
  init(
    command: KeyCommand, target: Responder, source: Source, menu: MenuIdentifier? = nil,
    isMirrored: Bool = false
  ) {
    self.command = command
    self.target = target
    self.source = source
    self.menu = menu
    chords = command.chords(isMirrored: isMirrored)
    presses = chords.map { KeyPress($0) }
  }
}

extension ActiveCommand.Source {
  init(_ origin: CommandOrigin) {
    switch origin {
    case .user: self = .user
    case .chain: self = .responder
    case .accessory: self = .accessory
    case .menu: self = .menu
    }
  }
}
