// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import Keys
import Testing

@Suite struct CommandRegistryTests {
  private static let save = KeyCommand(id: "save", input: "s", modifiers: .command, title: "Save")
  private static let send = KeyCommand(id: "send", input: "s", modifiers: .command, title: "Send")

  private static func press(_ characters: KeyInput, _ modifiers: Modifiers) -> Keystroke {
    Keystroke(
      event: KeyEvent(time: .zero, device: DeviceID(rawValue: 0), code: .a, phase: .press),
      modifiers: modifiers, charactersIgnoringModifiers: characters)
  }

  @Test("CMD-6b commands on one chord are tried in the order of registration")
  func order() {
    let registry = CommandRegistry([Self.save, Self.send])
    let keystroke = Self.press("s", .command)
    #expect(registry.first(for: keystroke, where: { $0 })?.id == "save")
    #expect(registry.first(for: keystroke, where: { $0.id != "save" ? $0 : nil })?.id == "send")
    #expect(registry.candidates(for: Chord("s", .command)).map(\.id) == ["save", "send"])
    #expect(
      registry.conflicts == [
        CommandConflict(chords: [Chord("s", .command)], commands: [Self.save, Self.send])
      ])
  }

  @Test("CMD-6c a menu refuses the second command on a chord and names the first one")
  func refusal() throws {
    let registry = CommandRegistry(refusesConflicts: true)
    try registry.add(Self.save)
    #expect(
      throws: KeyCommandError.chordTaken([Chord("s", .command)], by: "save", refused: "send")
    ) { try registry.add(Self.send) }
    #expect(registry.commands.map(\.id) == ["save"])
    registry.remove(id: "save")
    try registry.add(Self.send)
    #expect(registry.candidates(for: Chord("s", .command)).map(\.id) == ["send"])
  }

  @Test("CMD-9b only commands with priority are found before text")
  func priority() {
    var urgent = Self.send
    urgent.wantsPriority = true
    let registry = CommandRegistry([Self.save, urgent])
    let keystroke = Self.press("s", .command)
    #expect(registry.mayMatch(keystroke.chordHint, withPriority: true))
    #expect(
      registry.first(for: keystroke, withPriority: true, where: { $0 })?.id == "send")
    #expect(!registry.mayMatch(Self.press("s", []).chordHint, withPriority: true))
  }

  @Test("A registry finds each of ten thousand commands")
  func many() {
    let registry = CommandRegistry(
      (0..<10_000).compactMap { number in
        Unicode.Scalar(0x4E00 + number).map {
          KeyCommand(
            id: "command-\(number)", input: KeyInput(Character($0)), modifiers: .command,
            title: "Command \(number)")
        }
      })
    #expect(registry.commands.count == 10_000)
    #expect(registry.conflicts.isEmpty)
    for number in stride(from: 0, to: 10_000, by: 997) {
      guard let scalar = Unicode.Scalar(0x4E00 + number) else { continue }
      let keystroke = Self.press(KeyInput(Character(scalar)), .command)
      #expect(
        registry.first(for: keystroke, where: { $0 })?.id == "command-\(number)")
    }
  }

  @Test("CMD-1b D9 a list shows the discoverability title, otherwise the title")
  func listedTitle() {
    var command = Self.save
    #expect(command.listedTitle == "Save")
    command.discoverabilityTitle = "Save This Note"
    #expect(command.listedTitle == "Save This Note")
  }
}
