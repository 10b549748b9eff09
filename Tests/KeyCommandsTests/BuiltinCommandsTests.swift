// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import Testing

@Suite struct BuiltinCommandsTests {
  @Test("Every editing command has one row, and every row says everything")
  func complete() {
    #expect(Set(BuiltinCommands.table.map(\.command)) == Set(EditingCommand.allCases))
    #expect(BuiltinCommands.table.count == EditingCommand.allCases.count)
    for row in BuiltinCommands.table {
      #expect(!row.title.isEmpty && !row.discoverabilityTitle.isEmpty && !row.group.isEmpty)
      #expect(!row.chords.isEmpty, "\(row.id)")
      #expect(row.discussion.hasSuffix("."))
      #expect(BuiltinCommands.row(of: row.command)?.id == row.id)
    }
  }

  @Test("No two editing commands share a chord")
  func noConflicts() {
    #expect(CommandRegistry(BuiltinCommands.keyCommands).conflicts.isEmpty)
    #expect(
      CommandRegistry(BuiltinCommands.keyCommands).commands.count
        == BuiltinCommands.table.flatMap(\.chords).count)
  }

  @Test("Identifiers are words in lower case with hyphens")
  func identifiers() {
    for command in EditingCommand.allCases {
      #expect(command.rawValue.allSatisfy { ("a"..."z").contains($0) || $0 == "-" })
    }
  }

  @Test("BND-12 a user's binding replaces a row's chord")
  func rebinding() {
    var bindings = TextBindings.builtin
    bindings.bind(Chord("k", .control), to: .yank)
    bindings.bind(Chord("t", .control), to: nil)
    #expect(bindings[Chord("k", .control)] == .yank)
    #expect(bindings[Chord("t", .control)] == nil)
    #expect(TextBindings.builtin[Chord("t", .control)] == .transpose)
  }
}
