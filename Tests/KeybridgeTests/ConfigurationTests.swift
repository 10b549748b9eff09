// SPDX-License-Identifier: Apache-2.0
import Glibc
import TestPrograms
import TestSupport
import Testing

/// `--config FILE`.
@Suite struct ConfigurationTests {
  private let folder: TemporaryFolder
  private let capture: String

  init() throws {
    folder = try TemporaryFolder()
    capture = try folder.write(Typing("zy").bytes(.evemu), to: "capture")
  }

  private func replay(_ configuration: String, _ options: String...) throws -> Child {
    let path = try folder.write(configuration.utf8, to: "till.yaml")
    return try Child.run(
      [Program.path, "replay", capture, "--config", path] + options,
      environment: Program.environment)
  }

  private func mistakes(_ configuration: String) throws -> [String] {
    let child = try replay(configuration)
    #expect(child.status == 1 && child.output == "")
    return child.userErrors.map { $0.replacing(folder.path + "/", with: "") }
  }

  @Test("a device's entry overrides the command line, which overrides the file's default")
  func precedence() throws {
    #expect(try replay("layout: de").document == "Yz")
    #expect(try replay("layout: de", "--layout", "us").document == "Zy")
    #expect(try replay("layout: de\nvariant: qwerty", "--layout", "fr").document == "Wy")
    let entry = "layout: us\ndevices:\n  - match: name=Test*\n    layout: de"
    #expect(try replay(entry).document == "Yz")
    #expect(try replay(entry, "--layout", "us").document == "Yz")
    #expect(try replay("devices:\n  - match: name=Other\n    layout: de").document == "Zy")
    #expect(try replay("devices:\n  - match: 046d:c31c\n    layout: ru").document == "Ян")
    #expect(try replay("layout: no").document == "Zy", "Norwegian, not false")
    #expect(try replay("").document == "Zy")
  }

  @Test("an entry overrides only the settings that it contains")
  func silentEntries() throws {
    let grabs = "layout: de\ndevices:\n  - match: all\n    grab: always"
    #expect(try replay(grabs).document == "Yz")
    #expect(try replay(grabs, "--layout", "us").document == "Zy")
    let plain = "layout: de\nvariant: nodeadkeys\ndevices:\n  - match: all\n    layout: us"
    #expect(try replay(plain).document == "Zy", "a layout without a variant is the plain one")
  }

  @Test("layouts and variants that xkb would silently ignore are reported")
  func counts() throws {
    #expect(
      try mistakes("layout: us,de,fr,ru,gr") == [
        "keybridge: till.yaml:1:9: 'us,de,fr,ru,gr' has more layouts than the 4 that a keyboard can have"
      ])
    let variants = try Program.run("replay", capture, "--variant", "intl,foo")
    #expect(variants.status == 1 && variants.userErrors.first?.contains("intl,foo") == true)
  }

  @Test("locks: num makes a keypad type digits from the start")
  func startingLocks() throws {
    let keypad = try folder.write(
      """
      # EVEMU 1.2
      E: 1.1 0001 004f 1
      E: 1.1 0000 0000 0
      E: 1.2 0001 004f 0
      E: 1.2 0000 0000 0

      """.utf8, to: "keypad")
    #expect(try Program.run("replay", keypad, "--locks", "num").document == "1")
    #expect(try Program.run("replay", keypad).document == "")
    #expect(
      try Program.run("replay", keypad, "--locks", "nun").userErrors.contains {
        $0.contains("'num'")
      })
  }

  @Test("replay does not read the user's settings file; run does")
  func defaultFile() throws {
    let home = try TemporaryFolder()
    try home.makeFolder("keybridge")
    _ = try home.write("layuot: de\n".utf8, to: "keybridge/keybridge.yaml")
    let variables = Program.environment.merging(["XDG_CONFIG_HOME": home.path]) { $1 }
    let replay = try Child.run([Program.path, "replay", capture], environment: variables)
    #expect(replay.document == "Zy" && replay.status == 0)
    let run = try Child.run([Program.path, "run", "--mirror", "text"], environment: variables)
    #expect(
      run.status == 1 && run.errors.contains("keybridge.yaml:1:1: unknown setting 'layuot'"))
  }

  @Test("two keyboards type in their own layouts")
  func twoKeyboards() throws {
    let text = """
      version: 1
      ndevices: 2
      devices:
      - node: /dev/input/event1
        evdev:
          name: "Board"
          id: [3, 1, 1, 1]
          codes:
            1: [44]
        events:
        - evdev:
          - [1, 0, 1, 44, 1]
          - [1, 0, 0, 0, 0]
          - [1, 9, 1, 44, 0]
          - [1, 9, 0, 0, 0]
      - node: /dev/input/event2
        evdev:
          name: "Scanner"
          id: [3, 2, 2, 1]
          codes:
            1: [44]
        events:
        - evdev:
          - [2, 0, 1, 44, 1]
          - [2, 0, 0, 0, 0]
          - [2, 9, 1, 44, 0]
          - [2, 9, 0, 0, 0]

      """
    let settings = "layout: de\ndevices:\n  - match: [\"name=Scan*\"]\n    layout: us\n"
    let path = try folder.write(settings.utf8, to: "two.yaml")
    let child = try Program.run("replay", "-", "--config", path, input: Array(text.utf8))
    #expect(child.document == "Yz" && child.errors == "")
  }

  @Test("all mistakes are reported together with file, line, column and the probable spelling")
  func mistakesAtOnce() throws {
    let found = try mistakes(
      """
      layuot: de
      devices:
        - match: "05e0;1200"
          swap: optoin-command
        - layout: us
      repeat: { delay: 3, rat: 1 }
      grab: [x]
      layout: de
      layout: fr
      keyboards: { a: b }
      """)
    #expect(
      found == [
        "keybridge: till.yaml:1:1: unknown setting 'layuot'; did you mean 'layout'?",
        "keybridge: till.yaml:3:12: the selector '05e0;1200' names no field;"
          + " did you mean name=*05e0;1200*?",
        "keybridge: till.yaml:4:11: invalid value 'optoin-command' for swap;"
          + " did you mean 'option-command'?",
        "keybridge: till.yaml:5:5: the entry selects no keyboards;"
          + " begin it with 'match:', as in match: name=*Scanner*",
        "keybridge: till.yaml:6:18: expected a whole number from 50 to 5000, found '3'",
        "keybridge: till.yaml:6:21: unknown setting 'rat'; did you mean 'rate'?",
        "keybridge: till.yaml:7:7: expected a word, found a list",
        "keybridge: till.yaml:9:1: duplicate key 'layout';"
          + " the first one is on line 8",
        "keybridge: till.yaml:10:12: expected a word, found keys and values",
      ])
  }

  @Test("an unknown layout is reported at its place in the file")
  func unknownLayouts() throws {
    let found = try mistakes(
      """
      layout: dee
      devices:
        - match: name=A
          layout: us
          variant: dvorka
        - match: name=B
          layout: de
      """)
    #expect(found.count == 2)
    #expect(found.first?.contains("till.yaml:1:9: unknown layout 'dee'") == true)
    #expect(
      found.last == "keybridge: till.yaml:5:14: the layout 'us' has no variant 'dvorka';"
        + " did you mean 'dvorak'?")
  }

  @Test(
    "a file that is not YAML, or no list of settings, is reported with the place",
    arguments: [
      ("a: [\n", "till.yaml:2:1: invalid YAML"), ("\tlayout: de", "till.yaml:1:1: unexpected tab"),
      ("- a\n- b\n", "till.yaml:1:1: expected keys and values"),
      ("layout: de\n---\nlayout: us\n", "till.yaml:2:1: a second document"),
    ])
  func yaml(_ text: String, _ userError: String) throws {
    let found = try mistakes(text)
    #expect(found.count == 1 && found[0].hasPrefix("keybridge: \(userError)"), "\(found)")
  }

  @Test("files that the settings name must exist")
  func files() throws {
    #expect(try mistakes("symbols: /none").first?.contains("folder /none: No such file") == true)
    #expect(
      try mistakes("compose-file: /none").first
        == "keybridge: till.yaml:1:15: cannot read /none: No such file or directory")
    let absent = try Program.run("replay", capture, "--config", "/none")
    #expect(absent.status == 1)
    #expect(absent.errors == "keybridge: cannot read /none: No such file or directory\n")
    let folder = try Program.run("replay", capture, "--config", "/tmp")
    #expect(folder.errors == "keybridge: cannot read /tmp: Is a directory\n")
  }

  @Test("a compose file with a bad include is reported with the place of the include")
  func composeIncludes() throws {
    let pipe = folder.path + "/pipe"
    #expect(mkfifo(pipe, 0o600) == 0)
    let own = folder.path + "/Compose"
    let rows = [
      ("/none", "cannot read /none: No such file or directory; ", "2:3"),
      (pipe, "cannot read \(pipe): it is not a regular file; ", "2:3"),
      (own, "\(own) is included more than 5 levels deep; ", "2:3"),
    ]
    for (path, problem, place) in rows {
      _ = try folder.write("# mine\n  include \"\(path)\"\n".utf8, to: "Compose")
      let line = "till.yaml:1:15: \(problem)correct or remove the include in \(own):\(place)"
      let short = line.replacing(folder.path + "/", with: "")
      #expect(try mistakes("compose-file: \(own)") == ["keybridge: \(short)"])
      let settings = try folder.write(
        "compose-file: \(own)\nlayout: dee\n".utf8, to: "till.yaml")
      let check = try Program.run("check", settings)
      #expect(check.status == 1 && check.errors.contains(line), "\(check.errors)")
      #expect(check.errors.contains("till.yaml:2:9"), "the next error is not hidden")
    }
  }

  @Test("mistakes in a compose file are reported by check, and a replay warns about them")
  func composeMistakes() throws {
    let own = folder.path + "/Compose"
    let line = "<a> <b> : \"x\"\n<nosuch> <b> : \"y\"\n"
    for (text, place, isFatal) in [
      (line, "2:1", false), (String(repeating: "rubbish\n", count: 40), "1:1", true),
    ] {
      _ = try folder.write(text.utf8, to: "Compose")
      let settings = try folder.write("compose-file: \(own)\n".utf8, to: "till.yaml")
      let problem =
        isFatal
        ? "the compose file \(own) cannot be used: " : "a line of the compose file is ignored: "
      let check = try Program.run("check", settings)
      #expect(check.status == 1, "\(check.errors)")
      let errors = check.errors + check.output
      #expect(errors.contains("till.yaml:1:15: \(problem)"), "\(errors)")
      #expect(errors.contains("; correct or remove \(own):\(place)"), "\(errors)")
      let replay = try replay("compose-file: \(own)")
      #expect(replay.status == (isFatal ? 1 : 0))
      #expect(replay.errors.contains("till.yaml:1:15: \(problem)"), "\(replay.errors)")
    }
  }

  @Test("random bytes are an error, never a crash")
  func rubbish() throws {
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<20 {
      let bytes = (0..<200).map { _ in UInt8.random(in: 0...255, using: &generator) }
      let path = try folder.write(bytes, to: "rubbish.yaml")
      let child = try Program.run("replay", capture, "--config", path)
      #expect(child.status == 1 && child.errors.contains("rubbish.yaml:"))
    }
  }

  @Test("a pipe or a device in place of a file is refused at once")
  func specialFiles() throws {
    let pipe = folder.path + "/pipe"
    #expect(mkfifo(pipe, 0o600) == 0)
    for path in [pipe, "/dev/zero"] {
      let userError = "cannot read \(path): it is not a regular file"
      let settings = try Program.run("replay", capture, "--config", path)
      #expect(settings.status == 1 && settings.errors.contains(userError), "\(settings.errors)")
      let compose = try replay("compose-file: \(path)")
      #expect(compose.status == 1 && compose.errors.contains(userError), "\(compose.errors)")
    }
    // Every file in the folders that xkb itself reads is checked beforehand.
    try folder.makeFolder("symbols")
    #expect(mkfifo(folder.path + "/symbols/own", 0o600) == 0)
    let layout = try replay("layout: own", "--symbols", folder.path)
    let userError = "cannot read \(folder.path)/symbols/own: it is not a regular file"
    #expect(layout.status == 1 && layout.errors.contains(userError), "\(layout.errors)")
  }
}
