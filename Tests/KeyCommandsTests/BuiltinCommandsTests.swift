// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import Keys
import Testing

@Suite struct BuiltinCommandsTests {
  @Test("Every editing command has one complete row")
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

  @Test("Identifiers are lower-case words with hyphens")
  func identifiers() {
    for command in EditingCommand.allCases {
      #expect(command.rawValue.allSatisfy { ("a"..."z").contains($0) || $0 == "-" })
    }
  }

  @Test("BND-12b a list of commands has the user's chords, and marks replaced rows")
  func replacedRows() throws {
    #expect(TextBindings.builtin.replaced.isEmpty)
    #expect(TextBindings.builtin.rows.map(\.chords) == BuiltinCommands.table.map(\.chords))
    var bindings = TextBindings.builtin
    bindings.bind(Chord("t", .control), to: .yank)
    bindings.bind(Chord(.function(7)), to: .undo)
    bindings.bind(Chord(.function(8)), to: .undo)
    #expect(bindings.replaced.map(\.command) == [.yank, .transpose, .undo])
    let row = { (command: EditingCommand) in
      try #require(bindings.rows.first { $0.command == command })
    }
    #expect(try row(.yank).chords == [Chord("t", .control), Chord("y", .control)])
    #expect(try row(.transpose).chords.isEmpty)
    #expect(
      try row(.undo).chords
        == [Chord(.function(8)), Chord(.function(7)), Chord("z", .command)])
    bindings.bind(Chord("t", .control), to: .transpose)
    #expect(bindings.replaced.map(\.command) == [.undo])
  }

  @Test("BND-12a, BND-12b a user's binding replaces a row's chord")
  func rebinding() {
    var bindings = TextBindings.builtin
    bindings.bind(Chord("k", .control), to: .yank)
    bindings.bind(Chord("t", .control), to: nil)
    #expect(bindings[Chord("k", .control)] == .yank)
    #expect(bindings[Chord("t", .control)] == nil)
    #expect(TextBindings.builtin[Chord("t", .control)] == .transpose)
  }
}
