// SPDX-License-Identifier: Apache-2.0
import Testing
import Text

@testable import TextInput

/// The candidates that were chosen for a text that becomes secret.
@Suite struct ChoiceJournalTests {
  private let memory = VolatileMemory()
  private let journal = ChoiceJournal()
  private let kind = LearnedKind(rawValue: "kind")

  private func choose(_ text: String, _ container: UInt32, times: Int = 1) {
    for _ in 0..<times {
      memory.noteChoice(text, for: "in", kind: kind)
      journal.note(text, for: "in", kind: kind, in: ContainerID(rawValue: container))
    }
  }

  private var choices: [String] {
    memory.choices(for: "in", kind: kind).map { "\($0.text) \($0.count)" }.sorted()
  }

  @Test("IME-20 the choices of one text are forgotten, with the counts of the others kept")
  func forgotten() {
    choose("a", 1, times: 3)
    choose("a", 2, times: 2)
    choose("b", 1)
    journal.forget(ContainerID(rawValue: 1), in: memory)
    #expect(choices == ["a 2"])
    journal.forget(ContainerID(rawValue: 1), in: memory)
    #expect(choices == ["a 2"])
    journal.forget(ContainerID(rawValue: 2), in: memory)
    #expect(choices == [])
  }

  @Test("IME-20 the journal of each text is bounded")
  func bounded() {
    for container in 1...100 { choose("c\(container)", UInt32(container)) }
    for container in 1...100 {
      journal.forget(ContainerID(rawValue: UInt32(container)), in: memory)
    }
    #expect(choices.count == 36)
  }

  @Test("IME-20 a container that becomes secure, or takes a password, forgets its choices")
  func secure() {
    for isFill in [false, true] {
      let engine = TextEngine(memory: memory)
      let field = TextField(name: "field")
      engine.window.addSubview(field)
      memory.noteChoice("x", for: "in", kind: kind)
      engine.choiceJournal.note("x", for: "in", kind: kind, in: field.id)
      if isFill {
        field.fill(with: "hunter2", isSecret: true, in: UndoGroup(number: 1))
      } else {
        field.traits.isSecureTextEntry = true
      }
      #expect(choices == [])
    }
  }
}
