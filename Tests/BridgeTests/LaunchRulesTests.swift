// SPDX-License-Identifier: Apache-2.0
import Engines
import Testing

@testable import Bridge

/// The programs that the launcher starts for the confined service.
@Suite struct LaunchRulesTests {
  /// Settings that a test changes, as a file is changed.
  private final class Settings {
    var text: String
    var reads = 0

    init(_ text: String) { self.text = text }

    func commands() throws(UserFacingError) -> Set<CommandStart> {
      reads += 1
      do {
        return try SettingsFile.read(Array(text.utf8)).commandStarts
      } catch {
        throw UserFacingError("the file has errors")
      }
    }
  }

  private static let text = """
    allow-processes: true
    commands:
      - {command: reboot, chord: f8, run: [sudo, reboot]}
      - {command: light, chord: f9, argument: "on", run: [light, --on]}
      - {command: lamp, chord: f7}
    """
  private let settings = Settings(text)

  private func rules(engines: EngineList = EngineList()) -> LaunchRules {
    LaunchRules(
      commands: { [settings] _ throws(UserFacingError) in try settings.commands() },
      engines: { engines })
  }

  private func reload(_ rules: LaunchRules) {
    try? rules.read(pause: {})
    rules.apply()
  }

  private func start(_ words: [String], _ command: String, _ argument: String? = nil)
    -> CommandStart
  {
    var variables = ["KEYBRIDGE_COMMAND": command]
    variables["KEYBRIDGE_ARGUMENT"] = argument
    return CommandStart(words: words, variables: variables)
  }

  private static let unknown =
    "the settings file does not contain this command; reload the settings"

  @Test("A command of the settings is started, with its own words, name and argument only")
  func commands() {
    let rules = rules()
    #expect(rules.refusal(of: start(["sudo", "reboot"], "reboot")) == nil)
    #expect(rules.refusal(of: start(["light", "--on"], "light", "on")) == nil)
    for changed in [
      start(["sudo", "reboot", "--force"], "reboot"), start(["sudo"], "reboot"),
      start(["reboot", "sudo"], "reboot"), start(["sudo reboot"], "reboot"),
      start(["sudo", "reboot"], "light"), start(["sudo", "reboot"], "reboot", "on"),
      start(["light", "--on"], "light"), start(["light", "--on"], "light", "off"),
      start(["sh", "-c", "id"], "reboot"), start(["light"], "lamp"),
      CommandStart(words: ["sudo", "reboot"], variables: [:]), start([], "reboot"),
    ] {
      #expect(rules.refusal(of: changed) == Self.unknown, "\(changed)")
    }
  }

  @Test("A variable that is not one of a command's is refused, even with known words")
  func variables() {
    let rules = rules()
    for name in ["LD_PRELOAD", "PATH", "KEYBRIDGE_ENGINES", "keybridge_command", ""] {
      var start = start(["sudo", "reboot"], "reboot")
      start.variables[name] = "x"
      #expect(
        rules.refusal(of: start)
          == "the variable \(name) is not one of KEYBRIDGE_ARGUMENT or KEYBRIDGE_COMMAND", "\(name)"
      )
    }
    #expect(settings.reads == 0)
  }

  @Test("A command that is new in the file is started, and a removed one until the next reload")
  func changes() throws {
    let rules = rules()
    reload(rules)
    #expect(rules.refusal(of: start(["sudo", "reboot"], "reboot")) == nil)
    settings.text = """
      allow-processes: true
      commands:
        - {command: halt, chord: f8, run: [sudo, halt]}
      """
    // The service has not read the file yet, and its commands stay as they were.
    #expect(rules.refusal(of: start(["sudo", "reboot"], "reboot")) == nil)
    #expect(rules.refusal(of: start(["sudo", "halt"], "halt")) == nil)
    #expect(rules.refusal(of: start(["sudo", "reboot"], "reboot")) == Self.unknown)
    settings.text = "commands: [{command: halt, chord: f8, run: [sudo, halt]}]"
    #expect(throws: UserFacingError.self) { try rules.read(pause: {}) }
    reload(rules)
    #expect(rules.refusal(of: start(["sudo", "halt"], "halt")) == nil, "the file has errors")
    settings.text = "allow-processes: false\n" + settings.text
    try rules.read(pause: {})
    #expect(rules.refusal(of: start(["sudo", "halt"], "halt")) == nil, "it is not applied")
    reload(rules)
    #expect(rules.refusal(of: start(["sudo", "halt"], "halt")) == Self.unknown)
  }

  @Test("An engine is the one of a manifest, and any other name is refused")
  func engines() {
    let manifest = EngineManifest(
      name: "libime", methods: ["pinyin"], languages: ["zh"], verbs: [.convert],
      program: ["/usr/lib/keybridge/libime"])
    let rules = rules(engines: EngineList([manifest]))
    #expect(rules.engine(named: "libime") == manifest)
    #expect(rules.engine(named: "/bin/sh") == nil && rules.engine(named: "") == nil)
  }
}
