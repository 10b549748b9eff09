// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import TextInput
import YAMLNodes

/// Messages for the findings of `keybridge check` about commands.
extension CommandFinding {
  /// Returns the finding as one line, like a compiler's.
  package func line(in path: String) -> String {
    let (text, hint) = problem.message
    return place.line(in: path, ((isMistake ? "" : "note: ") + text, hint))
  }
}

extension CommandFinding.Problem {
  package var message: (text: String, hint: String?) {
    switch self {
    case .nearBuiltin(let id, let near):
      ("'\(id)' is not a built-in command", "did you mean '\(near)'?")
    case .unreachable(let chords, let id, let taker, let takerChords, let place):
      (
        "\(words(chords)) never runs '\(id)': "
          + (takerChords == chords ? "it" : words(takerChords))
          + " runs '\(taker)' of line \(place.line)",
        "use other keys, or a 'when:' that separates them"
      )
    case .sometimesUnreachable(let chords, let id, let taker, let place):
      (
        "where both apply, \(words(chords)) runs '\(taker)' of line \(place.line), not '\(id)'",
        "use other keys, or a 'when:' that separates them"
      )
    case .losesToText(let chord, let id, let binding?):
      (
        "while text has the focus, \(chord.words) runs '\(binding.rawValue)', not '\(id)'",
        "'priority: true' gives the command precedence"
      )
    case .losesToText(let chord, let id, nil):
      (
        "while text has the focus, \(chord.words) types text and does not run '\(id)'",
        "'priority: true' gives the command precedence"
      )
    case .losesToFocus(let chord, let id):
      (
        "where \(chord.words) moves the focus, it does not run '\(id)'",
        "'priority: true' gives the command precedence"
      )
    case .reserved(let chord, let id):
      (
        "\(chord.words) never runs '\(id)': it always "
          + (chord == TextEngine.menuKey ? "opens the menu" : "switches the input mode"),
        "use other keys"
      )
    case .leftWithoutKeys(let command, let taker):
      (
        "'\(taker)' takes the last keys of '\(command.rawValue)'",
        "give it other keys: - command: \(command.rawValue)"
      )
    case .reboundTwice(let command, let place):
      (
        "these keys of '\(command.rawValue)' replace those on line \(place.line)",
        "use one entry with a list: chord: [ctrl+a, home]"
      )
    case .untypable(let chord, let id):
      (
        "\(chord.words) never runs '\(id)': no layout of the settings can type it",
        chord.modifiers.contains(.shift) && chord.input.isCharacter
          ? "write a character that needs Shift without 'shift': cmd+?"
          : "use the character without modifiers, as 'keybridge monitor' shows it"
      )
    case .untypableOn(let layouts, let chord, let id):
      (
        "on layout \(layouts.joined(separator: ", ")) no key types \(chord.words) for '\(id)'",
        "a list of chords covers several layouts: chord: [cmd+ö, cmd+;]"
      )
    case .noProgram(let name):
      ("no executable program '\(name)' was found", "give its path, or a name that PATH finds")
    }
  }

  private func words(_ chords: [Chord]) -> String {
    chords.map(\.words).joined(separator: " ")
  }
}
