// SPDX-License-Identifier: Apache-2.0
import KeyCommands

/// The keys to press for listed commands on the keyboard in use.
extension CommandListing {
  /// Adds to commands the keys to press for them: the first way that neither another command nor
  /// the text takes.
  ///
  /// - Parameter commands: all commands that would run, because they take each other's keys.
  /// - Returns: the commands with their keys.
  func withPresses(_ commands: [ActiveCommand]) -> [ActiveCommand] {
    guard let keyboardMap = state.keyboardMap else { return commands }
    let finder = KeyPressFinder(keyboardMap)
    var begun: Set<[Chord]> = []
    for command in commands {
      for length in command.chords.indices { begun.insert(Array(command.chords[...length])) }
    }
    return commands.map { command in
      var command = command
      command.presses = presses(for: command, among: begun, finder)
      return command
    }
  }

  private func presses(
    for active: ActiveCommand, among begun: Set<[Chord]>, _ finder: KeyPressFinder
  ) -> [KeyPress]? {
    var presses: [KeyPress] = []
    for (index, chord) in active.chords.enumerated() {
      let before = Array(active.chords[..<index])
      let way = finder.presses(for: chord).first { press in
        if press.isLayoutFallback, !active.command.allowsAutomaticLocalization { return false }
        if press.precedence.contains(where: { begun.contains(before + [$0]) }) { return false }
        guard index == 0, let keystroke = press.keystroke else { return true }
        return !precedence.losesToText(active.command, keystroke)
      }
      guard let way else { return nil }
      presses.append(way)
    }
    return presses
  }
}
