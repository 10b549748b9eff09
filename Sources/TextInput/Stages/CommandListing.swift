// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import Keys

/// Lists the commands that would run now.
final class CommandListing {
  let state: EngineState
  private let search: CommandSearch
  let precedence: CommandPrecedence

  init(_ search: CommandSearch, _ precedence: CommandPrecedence) {
    state = search.state
    self.search = search
    self.precedence = precedence
  }

  /// The commands that would run now, with the keys to press for each.
  var listed: [ActiveCommand] { withPresses(collect()) }

  /// Collects the commands that would run now, without the keys to press.
  ///
  /// - Parameter sequence: the chords pressed so far; if given, only the incomplete commands that
  ///   they lead to.
  /// - Returns: the commands.
  func collect(following sequence: PendingSequence? = nil) -> [ActiveCommand] {
    var collection = Collection(
      isMirrored: state.isMirrored, sequence: sequence,
      finder: state.keyboardMap.map { KeyPressFinder($0) })
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
    _ = search.firstInCollection { registry, origin -> Never? in
      let commands =
        collection.sequence.map {
          registry.candidates(for: $0.chords, isMirrored: collection.isMirrored)
        } ?? registry.commands.flatMap(\.variants)
      for declared in commands {
        place += 1
        guard declared.hasChord, declared.wantsPriority == withPriority else { continue }
        let chords = declared.chords(isMirrored: collection.isMirrored)
        guard let first = chords.first, collection.wants(chords, of: declared),
          let found = search.performable(declared, of: origin),
          !losesToText(found.command, first, in: collection), !search.isTextsOwn(found),
          !chords.contains(where: precedence.isReserved)
        else { continue }
        collection.taken[first, default: []].append(chords)
        let active = ActiveCommand(
          command: found.command, target: found.target, source: ActiveCommand.Source(origin),
          menu: origin.isMenu ? state.mainMenu.owner(of: declared) : nil,
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
      return sequence.priorityKey.map { precedence.losesToText(command, $0) } ?? false
    }
    guard precedence.losesToText(command, Keystroke(typing: chord)) else { return false }
    // On the keyboard in use, the chord may type nothing: for example ⌥X, if ⌥ does not select the
    // third level.
    return collection.finder?.presses(for: chord).allSatisfy { press in
      press.keystroke.map { precedence.losesToText(command, $0) } ?? true
    } ?? true
  }

  // MARK: Panels

  /// Makes the panel of all commands (CMD-20).
  func makePanel() -> CommandPanel {
    CommandPanel(listed, headings: headings, translator: state.translator)
  }

  /// Makes the panel of the continuations of a sequence.
  func makePanel(following sequence: PendingSequence) -> CommandPanel {
    CommandPanel(
      withPresses(collect(following: sequence)), following: sequence.chords, headings: headings,
      translator: state.translator)
  }

  private var headings: CommandHeadings {
    CommandHeadings(programName: state.programName, menu: state.mainMenu.menu)
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
