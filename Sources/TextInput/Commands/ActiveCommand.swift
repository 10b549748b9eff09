// SPDX-License-Identifier: Apache-2.0
public import KeyCommands
import Keys

/// A command that pressing its keys would run now.
public struct ActiveCommand {
  /// Where a command comes from.
  public enum Source: Hashable, Sendable {
    /// The user's settings have it.
    case user
    /// A responder of the chain declared it.
    case responder
    /// It is a button's in an accessory.
    case accessory
    /// It is the main menu's.
    case menu
  }

  /// The command, as who performs it says that it is now (CMD-8).
  public var command: KeyCommand
  /// Who performs it (CMD-7).
  public var target: Responder
  /// Where it comes from.
  public var source: Source
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

extension TextEngine {
  /// The commands that would run now, in the order in which they are tried (CMD-4, CMD-20).
  ///
  /// Left out are those that nobody can perform or that are disabled (CMD-8), those whose keys a nearer
  /// one takes (CMD-6), and those whose first key the text takes, or what moves the focus (CMD-26).
  /// Hidden ones are there: they run, and only lists leave them out. While the person looks elsewhere
  /// there are none but the user's global ones.
  public var activeCommands: [ActiveCommand] {
    var active: [ActiveCommand] = []
    // By the first chord, so that ten thousand are listed in no more than their number.
    var taken: [Chord: [KeyCommand]] = [:]
    _ = firstInCollection { registry, origin -> Never? in
      for declared in registry.commands.flatMap(\.variants) {
        // Without keys it is a menu's only.
        guard !declared.chord.input.isEmpty,
          !taken[declared.chord, default: []].contains(where: declared.collides),
          let found = performable(declared, of: origin), !losesToText(found.command)
        else { continue }
        taken[declared.chord, default: []].append(declared)
        active.append(
          ActiveCommand(
            command: found.command, target: found.target, source: ActiveCommand.Source(origin)))
      }
      return nil
    }
    return active
  }

  /// Whether a command's first key would go to the text, or move the focus, before anybody asked for
  /// the command (CMD-9, CMD-26).
  private func losesToText(_ command: KeyCommand) -> Bool {
    guard !command.wantsPriority, !(commandsFirst && textContainer != nil) else { return false }
    let keystroke = Keystroke(typing: command.chord)
    if let container = textContainer,
      textEvent(of: keystroke, keystroke.chordHint, in: container) != nil
    {
      return true
    }
    return mayMoveFocus(keystroke)
  }
}

extension Keystroke {
  /// A press that types what a chord would on a layout that has its character on the key's first level.
  init(typing chord: Chord) {
    let isText = chord.modifiers.isDisjoint(with: [.command, .control])
    let types =
      isText && (ChordHint.isCharacter(chord.input) || ["\r", "\t"].contains(chord.input))
    self.init(
      event: KeyEvent(
        time: .zero, device: DeviceID(rawValue: 0), code: KeyCode(rawValue: 0), phase: .press),
      text: types ? chord.input : "", modifiers: chord.modifiers,
      charactersIgnoringModifiers: chord.input)
  }
}
