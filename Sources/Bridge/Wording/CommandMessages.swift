// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import Keys
import Service

/// Messages for the errors of the `commands` list and of chords.
extension ConfigurationError.Problem {
  /// The message for an error in the `commands` list, and a hint.
  var commandMessage: (text: String, hint: String?) {
    switch self {
    case .commandWithoutName:
      ("the entry names no command", "begin it with 'command:', as in command: save")
    case .commandWithoutChord(let id):
      (
        "the entry gives no keys for '\(id)'",
        EditingCommand(rawValue: id) == nil
          ? "add 'chord:', as in chord: cmd+down"
          : "add 'chord:', as in chord: cmd+down; chord: [] removes its keys"
      )
    case .chord(let error): error.message
    case .notOfBuiltin(let key, let id):
      (
        "the built-in command '\(id)' does not accept '\(key)'",
        ["run", "global"].contains(key)
          ? "give the entry another name" : "it accepts 'command:', 'chord:' and 'when:'"
      )
    case .sequenceOfBuiltin(let id):
      (
        "'\(id)' edits text and cannot have a sequence of chords",
        "use one chord, or add 'when: {focus: text}', which makes it a separate command"
      )
    case .focusOfGlobalCommand:
      (
        "a global command cannot have a condition on the focus",
        "remove 'global' or 'focus'"
      )
    case .limitWithoutProcess: ("'time-limit' has no process to limit", "add 'run:', or remove it")
    case .processesNotAllowed:
      (
        "the settings do not allow commands to start processes",
        "add 'allow-processes: true' at the top level, or false to leave such commands out"
      )
    default: ("\(self)", nil)
    }
  }
}

extension KeyCommandError {
  /// The message for an error in keys, and a hint.
  var message: (text: String, hint: String?) {
    switch self {
    case .noKey(let text): ("'\(text.excerpt)' names no key", "expected a chord such as cmd+down")
    case .unknownModifier(let word, let text):
      (
        "unknown modifier '\(word.excerpt)' in '\(text.excerpt)'",
        nearest(to: word, among: Chord.modifierNames).map { "did you mean '\($0)'?" }
          ?? "expected \(Chord.modifierNames.alternatives)"
      )
    case .unknownKey(let word, let near, let text):
      (
        "unknown key '\(word.excerpt)' in '\(text.excerpt)'",
        near.map { "did you mean '\($0)'?" }
          ?? "expected a character or the name of a key, such as left, return or f5"
      )
    case .chordTaken(let chords, let owner, let refused):
      (
        "\(chords.map(\.words).joined(separator: " ")) already runs '\(owner)' and cannot run '\(refused)'",
        nil
      )
    }
  }
}
