// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import Keys

extension ConfigurationError.Problem {
  /// The message for an error in the `commands` list, and a hint.
  var commandMessage: (text: String, mend: String?) {
    switch self {
    case .commandWithoutName:
      ("the entry does not say which command", "begin it with 'command:', as in command: save")
    case .commandWithoutChord(let id):
      (
        "the entry does not say on which keys '\(id)' is",
        EditingCommand(rawValue: id) == nil
          ? "add 'chord:', as in chord: cmd+down"
          : "add 'chord:', as in chord: cmd+down; chord: [] leaves it without"
      )
    case .chord(let error): error.message
    case .notOfBuiltin(let key, let id):
      (
        "'\(id)' is a built-in command, of which '\(key)' cannot be said",
        ["run", "global"].contains(key)
          ? "give the entry a name of its own" : "'command:', 'chord:' and 'when:' can be"
      )
    case .sequenceOfBuiltin(let id):
      (
        "'\(id)' edits text, and cannot be on several chords one after the other",
        "one chord; or add 'when: {focus: text}', which makes it a command of its own"
      )
    case .focusOfGlobalCommand:
      (
        "a global command runs without the focus, and cannot ask what has it",
        "leave out 'global' or 'focus'"
      )
    case .limitWithoutProcess: ("there is no process to limit", "'time-limit:' belongs to 'run:'")
    case .processesNotAllowed:
      (
        "nothing says that commands may start processes",
        "'allow-processes: true' at the top allows it, false leaves such commands out"
      )
    default: ("\(self)", nil)
    }
  }
}

extension KeyCommandError {
  /// The message for an error in keys, and a hint.
  var message: (text: String, mend: String?) {
    switch self {
    case .noKey(let text): ("'\(text)' names no key", "as in cmd+down")
    case .unknownModifier(let word, let text):
      (
        "'\(word)' in '\(text)' is no modifier",
        nearest(to: word, among: Chord.modifierNames).map { "did you mean '\($0)'?" }
          ?? "there are: \(Chord.modifierNames.joined(separator: ", "))"
      )
    case .unknownKey(let word, let near, let text):
      (
        "there is no key '\(word)' in '\(text)'",
        near.map { "did you mean '\($0)'?" } ?? "a character, or a key's name: left, return, f5"
      )
    case .chordTaken(let chords, let owner, let refused):
      (
        "\(chords.map(\.words).joined(separator: " ")) is '\(owner)', and cannot be '\(refused)' too",
        nil
      )
    }
  }
}
