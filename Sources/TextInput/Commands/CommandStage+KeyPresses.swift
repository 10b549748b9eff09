// SPDX-License-Identifier: Apache-2.0
public import KeyCommands

/// What is really to be pressed for commands: a layout may not type what they were declared on.
extension TextEngine {
  /// Every way to press a chord on the keyboard in use, the best first; none where it cannot be pressed.
  ///
  /// It does not ask whether a command takes the keys before: ``activeCommands`` does. Without a
  /// ``keyboardMap`` it is the chord as it is.
  public func presses(for chord: Chord) -> [KeyPress] {
    keyboardMap.map { KeyPressFinder($0).presses(for: chord) } ?? [KeyPress(chord)]
  }
}

extension CommandStage {
  /// Says of commands what is to be pressed for them now: the first way that no other command takes,
  /// nor the text.
  ///
  /// - Parameter commands: all that would run, for they take each other's keys.
  /// - Returns: the same commands.
  func withPresses(_ commands: [ActiveCommand]) -> [ActiveCommand] {
    guard let keyboardMap = engine.keyboardMap else { return commands }
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
        if press.isStandIn, !active.command.allowsAutomaticLocalization { return false }
        if press.precedence.contains(where: { begun.contains(before + [$0]) }) { return false }
        guard index == 0, let keystroke = press.keystroke else { return true }
        return !losesToText(active.command, keystroke)
      }
      guard let way else { return nil }
      presses.append(way)
    }
    return presses
  }
}
