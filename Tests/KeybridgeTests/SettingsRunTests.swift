// SPDX-License-Identifier: Apache-2.0
import CTestbed
import Glibc
import TestPrograms
import TestSupport
import Testing
import TestTraits

/// Settings and modes that outlive a run of the real program.
@Suite(.onTestbed, .notInFastRuns, .needs("socat")) struct SettingsRunTests {
  private let machine = Machine()
  private let folder: TemporaryFolder
  private let control: String

  init() throws {
    folder = try TemporaryFolder()
    control = folder.path + "/control.sock"
    try #require(testbed_active())
    machine.plug(1, "Board")
  }

  /// Runs a service with the shared state directory while a function is called.
  ///
  /// - Returns: The service's standard error.
  @discardableResult
  private func serve(
    _ settings: String = "layout: us\n", _ body: (LiveChild) throws -> Void
  ) throws -> String {
    let file = try folder.write(settings.utf8, to: "till.yaml")
    let service = try machine.start(
      ["run", "--control", control, "--mirror", "text", "--config", file],
      prefix: ["env", "STATE_DIRECTORY=\(folder.path)/state"])
    try eventually("the socket") { isListening(at: control) }
    try body(service)
    service.signal(SIGTERM)
    #expect(try service.end() == 0)
    return service.errors
  }

  private func ask(_ method: String, _ parameters: String = "{}") throws -> String {
    let request =
      "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"\(method)\",\"params\":\(parameters)}\n"
    let file = try folder.write(request.utf8, to: "request")
    return try Child.run(["sh", "-c", "socat -t 5 - UNIX:\(control) <\(file)"]).output
  }

  /// The processor time of a process, in hundredths of a second.
  private func processorTime(of child: LiveChild) throws -> Int {
    let facts = contents(of: "/proc/\(child.pid)/stat").split(separator: ")").last ?? ""
    return try #require(facts.split(separator: " ").dropFirst(11).first.flatMap { Int($0) })
  }

  private func sqlite(_ statement: String) throws {
    let tool = try Child.run(["sqlite3", "-batch", folder.path + "/state/memory.sqlite", statement])
    #expect(tool.status == 0, "\(tool.errors)")
  }

  @Test("F016 settings.set is stored across a restart, and the settings file overrides it")
  func restart() throws {
    try serve { _ in
      let answer = try ask("settings.set", #"{"discoverabilityDelay":700,"holdForAccents":true}"#)
      #expect(answer.contains(#""discoverabilityDelay":700"#), "\(answer)")
      #expect(try ask("settings.set", #"{"statusRow":7}"#).contains("invalidParameter"))
    }
    try serve { _ in
      let settings = try ask("settings.get")
      #expect(settings.contains(#""discoverabilityDelay":700"#), "\(settings)")
      #expect(
        settings.contains(#""holdForAccents":true"#) && settings.contains(#""statusRow":true"#))
    }
    try serve("discoverability-delay: 400\n") { _ in
      let settings = try ask("settings.get")
      #expect(settings.contains(#""discoverabilityDelay":400"#), "\(settings)")
      #expect(settings.contains(#""holdForAccents":true"#))
    }
  }

  @Test("F016 removing a setting from the settings file restores the user's stored choice")
  func reload() throws {
    try serve("sequence-timeout: 5000\nhold-for-accents: false\n") { _ in
      func reloaded(_ settings: String) throws -> String {
        _ = try folder.write(settings.utf8, to: "till.yaml")
        _ = try ask("reload")
        return try ask("settings.get")
      }
      _ = try ask("settings.set", #"{"sequenceTimeout":4000,"holdForAccents":true}"#)
      let wins = try reloaded("sequence-timeout: 6000\nhold-for-accents: false\n")
      #expect(
        wins.contains(#""sequenceTimeout":6000"#) && wins.contains(#""holdForAccents":false"#))
      let silent = try reloaded("layout: us\n")
      #expect(silent.contains(#""sequenceTimeout":4000"#), "\(silent)")
      #expect(silent.contains(#""holdForAccents":true"#) && silent.contains(#"Delay":1000"#))
    }
  }

  @Test("Of commands without effect 20 are reported, and the number of the others")
  func manyMistakes() throws {
    let commands = (0..<100).map { "  - {command: c\($0), chord: cmd+k, title: T}\n" }
    let file = try folder.write(("commands:\n" + commands.joined()).utf8, to: "many.yaml")
    let capture = try folder.write("E: 0.0 0001 001e 0001\n".utf8, to: "capture")
    let child = try Child.run(
      [Program.path, "replay", capture, "--config", file], environment: Program.environment)
    let lines = child.errors.split(separator: "\n")
    #expect(lines.count { $0.contains("never runs") } == 20)
    let rest = "many.yaml: 79 more commands have no effect; 'keybridge check' lists them"
    #expect(child.errors.contains(rest), "\(child.errors)")
  }

  @Test("F016 keys do not wait while settings with 10,000 commands are read again")
  func longReload() throws {
    try serve { service in
      let commands = (0..<10_000).map { number in
        let letters = [676, 26, 1].map {
          "abcdefghijklmnopqrstuvwxyz".dropFirst(number / $0 % 26).prefix(1)
        }
        let chord = "cmd+k " + letters.joined(separator: " ")
        return "  - {command: c\(number), chord: \(chord), title: T}\n"
      }
      _ = try folder.write(("commands:\n" + commands.joined()).utf8, to: "till.yaml")
      let request = try folder.write(#"{"jsonrpc":"2.0","id":1,"method":"reload"}"#.utf8, to: "r")
      let answer = folder.path + "/answer"
      let before = try processorTime(of: service)
      let client = try LiveChild([
        "sh", "-c", "(cat \(request); echo) | socat -t 60 - UNIX:\(control) >\(answer)",
      ])
      try eventually("the reading") { try processorTime(of: service) > before + 5 }
      machine.type(1, "key\n")
      #expect(try service.line() == "Key")
      #expect(contents(of: answer) == "", "the key's line came before the end of the reload")
      #expect(try client.end() == 0)
      #expect(contents(of: answer).contains("the settings were reloaded"))
    }
  }

  @Test("F016 the program helps with typing, until one line of the settings file turns it off")
  func assistance() throws {
    try serve { service in
      machine.type(1, "hi  1--2 it's\n")
      #expect(try service.line() == "Hi. 1–2 it’s")
      _ = try ask("settings.set", #"{"smartPunctuation":false}"#)
      machine.type(1, "it's\n")
      #expect(try service.line() == "It's")
      _ = try folder.write("assistance: off\n".utf8, to: "till.yaml")
      _ = try ask("reload")
      machine.type(1, "hi  1--2\n")
      #expect(try service.line() == "hi  1--2")
      let settings = try ask("settings.get")
      #expect(settings.contains(#""autocapitalization":false"#), "\(settings)")
    }
    try serve("assistance: on\n") { service in
      machine.type(1, "it's\n")
      let line = try service.line()
      #expect(line == "It’s", "the file has precedence over the stored choice")
    }
  }

  @Test("F016 the stored value of an unsupported setting is ignored silently")
  func olderSettings() throws {
    try serve { _ in _ = try ask("settings.set", #"{"statusRow":false}"#) }
    try sqlite("INSERT INTO setting VALUES ('swapsOptionAndCommand', 'true')")
    let errors = try serve { _ in
      let settings = try ask("settings.get")
      #expect(settings.contains(#""statusRow":false"#) && !settings.contains("swapsOption"))
      let refusal = try ask("settings.set", #"{"swapsOptionAndCommand":true}"#)
      #expect(
        refusal.contains(#""name":"unsupported","place":"/params/swapsOptionAndCommand""#),
        "\(refusal)")
    }
    #expect(errors == "")
  }

  @Test("MOD-6 a stored mode that is not in the list any more is replaced by another mode")
  func olderMode() throws {
    let modes = "modes: [en-US, sv-SE]\n"
    try serve(modes) { _ in _ = try ask("mode.set", #"{"mode":"sv"}"#) }
    try sqlite("UPDATE last_mode SET mode = 'ja-JP+kana'")
    let errors = try serve(modes) { service in
      machine.type(1, "ab\n")
      let line = try service.line()
      #expect(line == "Ab", "no letter is lost")
      #expect(try ask("mode.list").contains(#""current":"en-US""#))
    }
    #expect(errors == "")
  }

  @Test("F017, F018 the settings file may name every mode of the table")
  func configuration() throws {
    let file = try folder.write("modes: [en-US, ko, ja, zh-Hans, zh-Hant]\n".utf8, to: "till.yaml")
    let child = try Child.run([Program.path, "check", file], environment: Program.environment)
    #expect(child.status == 0, "\(child.errors)")
  }

  @Test(
    "F017 keybridge mode refuses a mode that is not enabled, and JSON lists the modes to enable")
  func command() throws {
    try serve { _ in
      func mode(_ words: String...) throws -> Child {
        try Child.run(
          [Program.path, "mode"] + words + ["--control", control],
          environment: Program.environment)
      }
      let refusal = try mode("ko")
      #expect(refusal.status == 1 && refusal.output == "")
      #expect(refusal.errors.contains("there is no mode ko"), "\(refusal.errors)")
      #expect(try mode().output == "* en-US  English (US)\n")
      let json = try mode("--format", "json").output
      for name in ["ko-KR+hangul", "ja-JP+romaji", "zh-Hant+zhuyin"] {
        #expect(json.contains("\"\(name)\""), "\(name)")
      }
    }
  }
}
