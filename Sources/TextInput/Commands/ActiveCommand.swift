// SPDX-License-Identifier: Apache-2.0
public import KeyCommands
import Keys

/// A command that pressing its keys would run now.
public struct ActiveCommand {
  /// Where a command comes from.
  @nonexhaustive
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
  /// The menu of the bar that it is in; nil where it is not the main menu's, or stands in its root.
  public var menu: MenuIdentifier?
  /// What its keys have to mean, in order: the declared chords, mirrored where the language is written
  /// from right to left.
  public var chords: [Chord]
  /// What is to be pressed for them on the keyboard in use; nil where that cannot be pressed there.
  public var presses: [KeyPress]?

  /// Makes an active command that is pressed as it was declared.
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

extension TextEngine {
  /// The commands that would run now, in the order in which they are declared along the chain (CMD-4,
  /// CMD-20).
  ///
  /// Left out are those that nobody can perform or that are disabled (CMD-8), those whose keys a nearer
  /// one takes (CMD-6), those whose first key the text takes, or what moves the focus (CMD-26), and those
  /// on keys that nobody can claim (CMD-13).
  /// Hidden ones are there: they run, and only lists leave them out. While the person looks elsewhere
  /// there are none but the user's global ones.
  public var activeCommands: [ActiveCommand] { stages.commands.listed }
}

extension CommandStage {
  /// The commands that would run now, each with what is to be pressed for it.
  var listed: [ActiveCommand] { withPresses(collect()) }

  /// The commands that would run now, without what is to be pressed for them.
  ///
  /// - Parameter sequence: what was pressed already; then only what it leads to and is not complete.
  /// - Returns: the commands.
  func collect(following sequence: PendingSequence? = nil) -> [ActiveCommand] {
    var collection = Collection(
      isMirrored: engine.isMirrored, sequence: sequence,
      finder: engine.keyboardMap.map { KeyPressFinder($0) })
    // What has priority is asked for first (step 3), whoever stands before it in the chain.
    collect(withPriority: true, into: &collection)
    collect(withPriority: false, into: &collection)
    return collection.active.sorted { $0.place < $1.place }.map(\.command)
  }

  /// What was found so far.
  private struct Collection {
    let isMirrored: Bool
    let sequence: PendingSequence?
    let finder: KeyPressFinder?
    /// Each with its place in the order of declaration, which no two share.
    var active: [(place: Int, command: ActiveCommand)] = []
    // By the first chord, so that ten thousand are listed in no more than their number.
    var taken: [Chord: [[Chord]]] = [:]

    /// Whether some chords are wanted, and none that was found takes them.
    func wants(_ chords: [Chord], of command: KeyCommand) -> Bool {
      if let sequence {
        guard chords.count > sequence.readings.count, sequence.leads(to: chords, of: command)
        else { return false }
      }
      guard let first = chords.first else { return false }
      return !taken[first, default: []].contains { $0.beginsAlike(chords) }
    }
  }

  private func collect(withPriority: Bool, into collection: inout Collection) {
    var place = 0
    _ = firstInCollection { registry, origin -> Never? in
      let commands =
        collection.sequence.map {
          registry.candidates(for: $0.chords, isMirrored: collection.isMirrored)
        } ?? registry.commands.flatMap(\.variants)
      for declared in commands {
        place += 1
        guard declared.hasChord, declared.wantsPriority == withPriority else { continue }
        let chords = declared.chords(isMirrored: collection.isMirrored)
        guard let first = chords.first, collection.wants(chords, of: declared),
          let found = performable(declared, of: origin),
          !losesToText(found.command, first, in: collection), !isTextsOwn(found),
          !chords.contains(where: engine.isReserved)
        else { continue }
        collection.taken[first, default: []].append(chords)
        let active = ActiveCommand(
          command: found.command, target: found.target, source: ActiveCommand.Source(origin),
          menu: origin.isMenu ? engine.mainMenu.owner(of: declared) : nil,
          isMirrored: collection.isMirrored)
        collection.active.append((place, active))
      }
      return nil
    }
  }

  /// Whether a command's first key would go to the text, or move the focus, before anybody asked for
  /// the command (CMD-9, CMD-26).
  private func losesToText(
    _ command: KeyCommand, _ chord: Chord, in collection: Collection
  ) -> Bool {
    if let sequence = collection.sequence {
      // Of a key that got so far it is known.
      return sequence.priorityKey.map { losesToText(command, $0) } ?? false
    }
    guard losesToText(command, Keystroke(typing: chord)) else { return false }
    // The keyboard in use may type nothing with it: ⌥X, where ⌥ is no third level.
    return collection.finder?.presses(for: chord).allSatisfy { press in
      press.keystroke.map { losesToText(command, $0) } ?? true
    } ?? true
  }

  func losesToText(_ command: KeyCommand, _ keystroke: Keystroke) -> Bool {
    if isSecret(keystroke) { return true }
    guard !command.wantsPriority, !(comesFirst && engine.textContainer != nil) else {
      return false
    }
    if let container = engine.textContainer,
      engine.stages.text.event(of: keystroke, keystroke.chordHint, in: container) != nil
    {
      return true
    }
    return engine.stages.focusMovement.mayMoveFocus(keystroke)
  }
}

extension [Chord] {
  /// Whether one begins with the other, so that pressing one means pressing, or beginning, both.
  fileprivate func beginsAlike(_ other: [Chord]) -> Bool {
    count < other.count ? other.starts(with: self) : starts(with: other)
  }
}

extension Keystroke {
  /// A press that types what a chord would on a layout that has its character on the key's first level.
  init(typing chord: Chord) {
    let isText = chord.modifiers.isDisjoint(with: [.command, .control])
    let types =
      isText && (chord.input.isCharacter || ["\r", "\t"].contains(chord.input))
    self.init(
      event: KeyEvent(
        time: .zero, device: DeviceID(rawValue: 0), code: KeyCode(rawValue: 0), phase: .press),
      text: types ? chord.input.rawValue : "", modifiers: chord.modifiers,
      charactersIgnoringModifiers: chord.input)
  }
}
