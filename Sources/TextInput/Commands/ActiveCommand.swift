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

extension TextEngine {
  /// The commands that would run now, in the order in which they are declared along the chain
  /// (CMD-4, CMD-20).
  ///
  /// These commands are left out: those that no responder can perform or that are disabled (CMD-8),
  /// those whose keys a nearer command takes (CMD-6), those whose first key the text takes or moves
  /// focus (CMD-26), and those on reserved keys (CMD-13). Hidden commands are included: they run,
  /// but lists do not show them. While the program is inactive, only the user's global commands are
  /// included.
  public var activeCommands: [ActiveCommand] { stages.commands.listed }
}

extension CommandStage {
  /// The commands that would run now, with the keys to press for each.
  var listed: [ActiveCommand] { withPresses(collect()) }

  /// Collects the commands that would run now, without the keys to press.
  ///
  /// - Parameter sequence: the chords pressed so far; if given, only the incomplete commands that
  ///   they lead to.
  /// - Returns: the commands.
  func collect(following sequence: PendingSequence? = nil) -> [ActiveCommand] {
    var collection = Collection(
      isMirrored: engine.isMirrored, sequence: sequence,
      finder: engine.keyboardMap.map { KeyPressFinder($0) })
    // Commands with priority are matched first (step 3), regardless of their place in the chain.
    collect(withPriority: true, into: &collection)
    collect(withPriority: false, into: &collection)
    return collection.active.sorted { $0.place < $1.place }.map(\.command)
  }

  /// The commands found so far.
  private struct Collection {
    let isMirrored: Bool
    let sequence: PendingSequence?
    let finder: KeyPressFinder?
    /// The commands with their unique places in the order of declaration.
    var active: [(place: Int, command: ActiveCommand)] = []
    // Grouped by the first chord, so that listing 10,000 commands takes linear time.
    var taken: [Chord: [[Chord]]] = [:]

    /// Whether a command is to be added to the list: its chords are wanted, and no command found so
    /// far takes them.
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

  /// Whether the first key of a command would be taken by the text, or move focus, before the
  /// command is matched (CMD-9, CMD-26).
  private func losesToText(
    _ command: KeyCommand, _ chord: Chord, in collection: Collection
  ) -> Bool {
    if let sequence = collection.sequence {
      // The first key was already matched, so it is known whether the text takes it.
      return sequence.priorityKey.map { losesToText(command, $0) } ?? false
    }
    guard losesToText(command, Keystroke(typing: chord)) else { return false }
    // On the keyboard in use, the chord may type nothing: for example ⌥X, if ⌥ does not select the
    // third level.
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
  /// Whether one array is a prefix of the other, so that pressing one also presses or begins the
  /// other.
  fileprivate func beginsAlike(_ other: [Chord]) -> Bool {
    count < other.count ? other.starts(with: self) : starts(with: other)
  }
}

extension Keystroke {
  /// Creates a press that types what a chord would type if its character were on the key's first
  /// level.
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
