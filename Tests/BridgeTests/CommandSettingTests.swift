// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import Keys
import Testing
import TestSupport
import YAMLNodes

@testable import Bridge

/// The `commands` list of a settings file.
struct CommandSettingTests {
  private func configuration(_ commands: String, _ rest: String = "") throws -> Configuration {
    let indented = commands.split(separator: "\n").map { "  \($0)\n" }.joined()
    return try SettingsFile.read("\(rest)\ncommands:\n\(indented)".utf8)
  }

  /// The mistakes in a list as `run` and `check` print them, without the file's name and line.
  private func mistakes(_ commands: String, _ rest: String = "") -> [String] {
    do {
      _ = try configuration(commands, rest)
      return []
    } catch let errors as ConfigurationErrors {
      return errors.message(path: "f").split(separator: "\n").map {
        $0.split(separator: ":", maxSplits: 1)[1].description
      }
    } catch {
      return ["\(error)"]
    }
  }

  // MARK: Reading

  @Test("CMD-1a, CMD-1e every member of a command is read, for each of its keys")
  func everything() throws {
    let configuration = try configuration(
      """
      - command: next-conversation
        chord: [cmd+down, "cmd+k cmd+n"]
        title: GO_TO_NEXT_CONVERSATION
        group: Conversations
        argument: "7"
        priority: true
        repeat: false
        hidden: true
        when: {focus: [text-view, other], context: chat*, device: "name=*Board*"}
      """)
    let commands = configuration.userCommands(file: "till.yaml")
    #expect(commands.map(\.chords.description) == ["[⌘↓]", "[⌘K, ⌘N]"])
    let condition = CommandCondition(
      focus: [.textView, .other], contexts: ["chat*"], keyboards: ["name=*Board*"])
    for command in commands {
      #expect(command.id == "next-conversation" && command.title == "GO_TO_NEXT_CONVERSATION")
      #expect(command.group == "Conversations" && command.propertyList == "7")
      #expect(command.wantsPriority && !command.isRepeating && !command.isGlobal)
      #expect(command.attributes == .hidden && command.condition == condition)
    }
    #expect(commands.map(\.source) == ["till.yaml:4:13", "till.yaml:4:23"])
    #expect(
      condition.description == "text-view or other, context chat*, keyboard name=*Board*")
  }

  @Test("Omitted members have defaults: the name as title, any context, text first, repeating")
  func usual() throws {
    let configuration = try configuration("- command: lights\n  chord: f9")
    let command = try #require(configuration.userCommands(file: "f").first)
    #expect(command.title == "lights" && command.group.isEmpty && command.condition.isEmpty)
    #expect(!command.wantsPriority && command.isRepeating && command.attributes.isEmpty)
    #expect(configuration.bindings.replaced.isEmpty)
  }

  @Test("BND-12a, BND-12b a built-in command gets other keys or none, and the others keep theirs")
  func rebinding() throws {
    let bindings = try configuration(
      """
      - command: move-word-left
        chord: [ctrl+left, alt+b]
      - command: yank
        chord: []
      - command: find
        chord: ctrl+f
      """
    ).bindings
    #expect(bindings[Chord(.leftArrow, .control)] == .moveWordLeft)
    #expect(bindings[Chord("b", .option)] == .moveWordLeft)
    #expect(bindings[Chord(.leftArrow, .option)] == nil)
    #expect(bindings[Chord("y", .control)] == nil)
    #expect(bindings[Chord("f", .control)] == .find && bindings[Chord("f", .command)] == nil)
    #expect(bindings[Chord("c", .command)] == .copy)
    let changed = Set(bindings.replaced.map(\.id))
    #expect(changed == ["move-word-left", "yank", "find", "move-line-left", "move-forward"])
    #expect(
      bindings.rows.first { $0.id == "move-word-left" }?.chords.map(\.words)
        == ["ctrl+left", "opt+b"])
  }

  @Test("BND-12a, BND-12b every built-in command can get other keys and a context")
  func everyCommand() throws {
    for row in BuiltinCommands.table {
      let plain = try configuration("- command: \(row.id)\n  chord: ctrl+opt+cmd+q")
      #expect(plain.bindings[Chord("q", [.control, .option, .command])] == row.command)
      #expect(plain.userCommands(file: "f").isEmpty)
      let placed = try configuration(
        "- command: \(row.id)\n  chord: ctrl+q\n  when: {focus: text}")
      #expect(placed.bindings.replaced.isEmpty)
      let command = try #require(placed.userCommands(file: "f").first)
      // Without priority, text would handle the keys first.
      #expect(command.title == row.title && command.wantsPriority)
    }
  }

  @Test("A process keeps its words, and is started only if the file allows processes")
  func processes() throws {
    let text = "- command: lights\n  chord: f9\n  run: [lights, --on, \"a b\"]\n  time-limit: 3"
    let allowed = try configuration(text, "allow-processes: true")
    #expect(
      allowed.commands[0].process == ProcessEntry(words: ["lights", "--on", "a b"], timeLimit: 3))
    #expect(allowed.userCommands(file: "f").map(\.isRepeating) == [false], "once a press")
    #expect(try configuration(text, "allow-processes: false").userCommands(file: "f").isEmpty)
    #expect(
      mistakes(text)[0].hasPrefix("5:10: the settings do not allow commands to start processes"))
  }

  @Test("The delays and the order of text and commands are read")
  func settings() throws {
    let configuration = try configuration(
      "[]",
      """
      sequence-timeout: 2000
      continuation-delay: 0
      discoverability-delay: 300
      commands-before-text: true
      """)
    let user = configuration.user
    #expect(user[\.sequenceTimeout] == 2000 && user[\.continuationDelay] == 0)
    #expect(user[\.discoverabilityDelay] == 300 && user[\.legacyCommandsFirst] == true)
    #expect(mistakes("[]", "discoverability-delay: 10")[0].contains("300 to 3000"))
  }

  // MARK: Mistakes

  @Test(
    "A mistake is reported with its place and a hint",
    arguments: [
      ("- chord: f1", "3:5: the entry names no command"),
      ("- command: go", "3:5: the entry gives no keys for 'go'; add 'chord:'"),
      ("- command: go\n  chord: []", "4:12: the entry gives no keys for 'go'"),
      ("- command: go\n  chord: \"\"", "4:13: '' names no key; expected a chord such as cmd+down"),
      ("- command: go\n  chrod: f1", "unknown setting 'chrod'; did you mean 'chord'?"),
      (
        "- command: go\n  chord: cnd+x",
        "4:12: unknown modifier 'cnd' in 'cnd+x'; did you mean 'cmd'?"
      ),
      (
        "- command: go\n  chord: cmd+lft",
        "4:16: unknown key 'lft' in 'cmd+lft'; did you mean 'left'?"
      ),
      ("- command: go\n  chord: cmd+", "4:16: 'cmd+' names no key"),
      ("- command: go\n  chord: [f1, cmd+qq]", "4:21: unknown key 'qq' in 'cmd+qq'"),
      (
        "- command: go\n  chord: f1\n  when: {focus: text-veiw}",
        "5:19: invalid value 'text-veiw' for focus; did you mean 'text-view'?"
      ),
      (
        "- command: go\n  chord: f1\n  when: {device: scanner}",
        "5:20: the selector 'scanner' names no field; did you mean name=*scanner*?"
      ),
      (
        "- command: go\n  chord: f1\n  global: true\n  when: {focus: text}",
        "6:19: a global command cannot have a condition on the focus"
      ),
      (
        "- command: undo\n  chord: cmd+k cmd+z",
        "4:12: 'undo' edits text and cannot have a sequence of chords"
      ),
      (
        "- command: undo\n  chord: f1\n  title: Back",
        "5:12: the built-in command 'undo' does not accept 'title'"
      ),
      (
        "- command: undo\n  chord: f1\n  when: {focus: text}\n  run: [ls]",
        "the built-in command 'undo' does not accept 'run'; give the entry another name"
      ),
      (
        "- command: go\n  chord: f1\n  run: ls -l",
        "5:10: expected a program and its arguments as a list"
      ),
      (
        "- command: go\n  chord: f1\n  run: []",
        "5:10: expected a program and its arguments as a list"
      ),
      ("- command: go\n  chord: f1\n  time-limit: 3", "5:17: 'time-limit' has no process to limit"),
      ("go", "expected a list of entries, each beginning with '- command:'"),
    ])
  func mistake(_ text: String, _ expected: String) {
    let found = mistakes(text)
    #expect(found.contains { $0.contains(expected) }, "\(found)")
  }

  @Test("All mistakes are reported together")
  func together() {
    let found = mistakes(
      "- command: a\n  chord: cmd+lft\n- command: b\n  chord: []\n- command: c\n  chord: f1\n  when: {focus: []}"
    )
    #expect(found.map { String($0.prefix { $0 != ":" }) } == ["4", "6", "9"])
  }

  @Test("No text crashes the reader, and each mistake has a place in the text")
  func fuzz() throws {
    let whole = """
      allow-processes: true
      commands:
        - command: next
          chord: [cmd+down, "cmd+k cmd+n"]
          when: {focus: [text-view, other], context: chat*, device: "name=*Board*"}
          run: [ls, -l]
          time-limit: 5
        - {command: undo, chord: ctrl+z}
      """
    var generator = SeededGenerator(seed: 26)
    for _ in 0..<2000 {
      var bytes = Array(whole.utf8)
      for _ in 0..<Int.random(in: 1...6, using: &generator) {
        let index = Int.random(in: bytes.indices, using: &generator)
        switch Int.random(in: 0..<3, using: &generator) {
        case 0: bytes.remove(at: index)
        case 1: bytes.insert(bytes.randomElement(using: &generator) ?? 0, at: index)
        default: bytes[index] = UInt8.random(in: 0x20...0x7e, using: &generator)
        }
      }
      do {
        let configuration = try SettingsFile.read(bytes)
        for command in configuration.userCommands(file: "f") { #expect(!command.id.isEmpty) }
        var check = CommandCheck(configuration) { _ in true }
        _ = check.run()
      } catch {
        let lines = bytes.split(separator: 10, omittingEmptySubsequences: false).count
        #expect(error.mistakes.allSatisfy { (1...lines + 1).contains($0.place.line) })
        #expect(!error.message(path: "f").isEmpty)
      }
    }
  }
}
