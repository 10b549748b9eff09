// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import TextInput
import YAMLNodes

extension CommandFinding {
  /// Returns the finding as one line, like a compiler's.
  package func line(in path: String) -> String {
    let (text, mend) = problem.message
    return place.line(in: path, ((isMistake ? "" : "note: ") + text, mend))
  }
}

extension CommandFinding.Problem {
  package var message: (text: String, mend: String?) {
    switch self {
    case .nearBuiltin(let id, let near):
      ("'\(id)' is no built-in command", "did you mean '\(near)'?")
    case .unreachable(let chords, let id, let taker, let place):
      (
        "\(words(chords)) never runs '\(id)': it is '\(taker)' in line \(place.line)",
        "other keys, or a 'when:' that tells them apart"
      )
    case .sometimesUnreachable(let chords, let id, let taker, let place):
      (
        "where both count, \(words(chords)) runs '\(taker)' of line \(place.line) and not '\(id)'",
        "other keys, or a 'when:' that tells them apart"
      )
    case .losesToText(let chord, let id, let binding?):
      (
        "while text has the focus, \(chord.words) is '\(binding.rawValue)' and not '\(id)'",
        "'priority: true' puts the command first"
      )
    case .losesToText(let chord, let id, nil):
      (
        "while text has the focus, \(chord.words) is typed and does not run '\(id)'",
        "'priority: true' puts the command first"
      )
    case .losesToFocus(let chord, let id):
      (
        "where \(chord.words) moves the focus it does not run '\(id)'",
        "'priority: true' puts the command first"
      )
    case .reserved(let chord, let id):
      (
        "\(chord.words) never runs '\(id)': it "
          + (chord == TextEngine.menuKey ? "opens the menu" : "switches the input mode")
          + ", whoever else wants it",
        "other keys"
      )
    case .leftWithoutKeys(let command, let taker):
      (
        "'\(taker)' takes the last keys of '\(command.rawValue)'",
        "give that others: - command: \(command.rawValue)"
      )
    case .reboundTwice(let command, let place):
      (
        "'\(command.rawValue)' has its keys in line \(place.line) already; these replace them",
        "one entry with a list: chord: [ctrl+a, home]"
      )
    case .untypable(let chord, let id):
      (
        "\(chord.words) never runs '\(id)': no layout of the settings has such keys",
        chord.modifiers.contains(.shift) && chord.input.isCharacter
          ? "a character that takes Shift to type is written without: cmd+?"
          : "what the key types without modifiers, as 'keybridge monitor' shows it"
      )
    case .untypableOn(let layouts, let chord, let id):
      (
        "on layout \(layouts.joined(separator: ", ")) no key is \(chord.words) for '\(id)'",
        "a list of keys covers several layouts: chord: [cmd+ö, cmd+;]"
      )
    case .noProgram(let name):
      ("there is no program '\(name)' that may be run", "its path, or a name that PATH finds")
    }
  }

  private func words(_ chords: [Chord]) -> String {
    chords.map(\.words).joined(separator: " ")
  }
}
