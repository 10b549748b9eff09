// SPDX-License-Identifier: Apache-2.0
import CTestbed
import Glibc
import TestPrograms
import TestSupport
import Testing
import TestTraits

/// The real program with a lexicon.
@Suite(.needs("python3")) struct LexiconRunTests {
  private let built: BuiltLexicon
  private let folder: TemporaryFolder

  init() throws {
    built = try .english()
    folder = try TemporaryFolder()
  }

  /// A replay with the lexicons of some folders.
  private func replay(
    _ keys: String, folders: [String], _ options: String...
  ) throws -> Child {
    try Child.run(
      [Program.path, "replay", "-"] + options, input: Typing(keys).bytes(.evemu),
      environment: environment(folders))
  }

  private func environment(_ folders: [String]) -> [String: String] {
    Program.environment.merging(["KEYBRIDGE_LEXICONS": folders.joined(separator: ":")]) { $1 }
  }

  @Test(
    "F046 F063 a replay corrects words with the installed lexicon, and assistance: off does not")
  func replayed() throws {
    let child = try replay("teh world. hi--yo ", folders: [built.folder.path])
    #expect(child.document == "The world. Hi–yo " && child.errors == "")
    let off = try folder.write("assistance: off\n".utf8, to: "off.yaml")
    let plain = try replay("teh hi", folders: [built.folder.path], "--config", off)
    #expect(plain.document == "teh hi")
    let replacing = try folder.write(
      "assistance: off\ntext-replacements: {omw: On my way!}\n".utf8, to: "replacing.yaml")
    let exact = try replay("omw teh ", folders: [built.folder.path], "--config", replacing)
    #expect(exact.document == "omw teh ")
  }

  @Test("F063 live and replay write identical JSON with assistance", .onTestbed)
  func live() throws {
    let machine = Machine()
    try #require(testbed_active())
    let keys = "teh world. hell yo omw  i\n"
    let settings = try folder.write("text-replacements: {omw: On my way!}\n".utf8, to: "a.yaml")
    let options = ["--config", settings, "--mirror", "json"]
    let replayed = try Child.run(
      [Program.path, "replay", "-"] + options, input: Typing(keys).bytes(.evemu),
      environment: environment([built.folder.path]))
    machine.plug(1, "Board")
    let child = try machine.start(
      ["run"] + options,
      prefix: [
        "env", "KEYBRIDGE_LEXICONS=\(built.folder.path)", "STATE_DIRECTORY=\(folder.path)/state",
      ])
    try eventually("the grab") { machine.isGrabbed(1) }
    machine.type(1, keys)
    try eventually("the last key") { child.outputByNow().contains(#""string":"\n""#) }
    child.signal(SIGTERM)
    #expect(try child.end() == 0 && child.errors == "")
    #expect(Self.changes(child.output).count > 20)
    #expect(Self.changes(child.output) == Self.changes(replayed.output))
  }

  /// Runs a service with a folder of lexicons while a function is called.
  private func serve(_ lexicons: String, _ body: (LiveChild, Machine) throws -> Void) throws
    -> String
  {
    let machine = Machine()
    try #require(testbed_active())
    machine.plug(1, "Board")
    let control = folder.path + "/control.sock"
    let settings = try folder.write("layout: us\n".utf8, to: "run.yaml")
    let service = try machine.start(
      ["run", "--control", control, "--mirror", "text", "--config", settings],
      prefix: ["env", "KEYBRIDGE_LEXICONS=\(lexicons)", "STATE_DIRECTORY=\(folder.path)/state"])
    try eventually("the grab") { machine.isGrabbed(1) }
    try eventually("the socket") { isListening(at: control) }
    try body(service, machine)
    service.signal(SIGTERM)
    #expect(try service.end() == 0)
    return service.errors
  }

  private func reload() throws {
    let child = try Child.run(
      [Program.path, "reload", "--control", folder.path + "/control.sock"],
      environment: Program.environment)
    #expect(child.status == 0, "\(child.errors)")
  }

  @Test(
    "a lexicon that is installed while the service runs is used after keybridge reload", .onTestbed)
  func installed() throws {
    let lexicons = folder.path + "/lexicons"
    try #require(mkdir(lexicons, 0o755) == 0)
    _ = try serve(lexicons) { service, machine in
      machine.type(1, "teh \n")
      #expect(try service.line() == "Teh ")
      #expect(rename(built.path("en"), lexicons + "/lexicon.en") == 0)
      machine.type(1, "teh \n")
      #expect(try service.line() == "Teh ")
      try reload()
      machine.type(1, "teh \n")
      #expect(try service.line() == "The ")
    }
  }

  @Test("no lexicon is opened before a letter in a field that gets help", .onTestbed)
  func opened() throws {
    _ = try serve(built.folder.path) { service, machine in
      func isOpen() throws -> Bool {
        try Child.run(["cat", "/proc/\(service.pid)/maps"]).output.contains("lexicon.en")
      }
      machine.type(1, "12 3. 4\n")
      #expect(try service.line() == "12 3. 4")
      #expect(try !isOpen())
      machine.type(1, "t\n")
      #expect(try service.line() == "T")
      try eventually("the lexicon") { try isOpen() }
    }
  }

  @Test("a lexicon that is cut off in place while the service types ends no run", .onTestbed)
  func cutOff() throws {
    var random = SeededGenerator(seed: 12)
    let letters = Array("abcdefghijklmnopqrstuvwxyz")
    var words: [String: Double] = ["the": 7.7]
    while words.count < 40_000 {
      let word = String((0..<8).map { _ in letters.randomElement(using: &random) ?? "a" })
      words[word] = 3
    }
    try built.write("en", words.map { ($0.key, $0.value) })
    let errors = try serve(built.folder.path) { service, machine in
      machine.type(1, "teh \n")
      #expect(try service.line() == "The ")
      try #require(truncate(built.path("en"), 5000) == 0)
      machine.type(1, "teh qwrtz zxcvb hel \n")
      #expect(try service.line() == "Teh qwrtz zxcvb hel ")
    }
    #expect(errors.contains("\(built.path("en")) is damaged: it has 5000 bytes instead of "))
  }

  /// The lines about text, corrections, continuations and spelling.
  private static func changes(_ output: String) -> [Substring] {
    output.split(separator: "\n").filter { line in
      ["\"text.", "\"correction.", "\"inline.", "\"spelling.", "\"candidates."].contains {
        line.contains("\"event\":" + $0)
      }
    }
  }

  @Test("a damaged lexicon is reported once, a missing one only next to others; typing goes on")
  func faults() throws {
    let none = try replay("teh hi. teh yo", folders: [folder.path])
    #expect(none.document == "Teh hi. Teh yo" && none.errors == "")
    _ = try folder.write("".utf8, to: "lexicon.en")
    let empty = try replay("teh hi. teh yo", folders: [folder.path])
    #expect(empty.document == "Teh hi. Teh yo")
    #expect(
      empty.errors == "keybridge: \(folder.path)/lexicon.en is empty; words of this language are "
        + "neither corrected nor marked\n")
    let swedish = try folder.write("modes: [sv-SE]\n".utf8, to: "sv.yaml")
    let missing = try replay("hej teh ", folders: [built.folder.path], "--config", swedish)
    #expect(missing.document == "Hej teh ")
    #expect(
      missing.errors == "keybridge: there is no \(built.path("sv")); words of this language are "
        + "neither corrected nor marked\n")
  }

  @Test("doctor names the languages that have words, and damaged lexicons")
  func doctor() throws {
    func findings(_ folders: String...) throws -> String {
      try Child.run([Program.path, "doctor"], environment: environment(folders)).output
    }
    #expect(
      try findings(folder.path).contains(
        "--   no words of any language are installed: words are not corrected, predicted or marked\n"
          + "      make install-lexicons, unless nothing is to be corrected\n"))
    #expect(try findings(built.folder.path).contains("ok   the words of en are installed\n"))
    let settings = ["XDG_CONFIG_HOME": folder.path]
    try #require(mkdir(folder.path + "/keybridge", 0o755) == 0)
    _ = try folder.write(
      "modes: [en-US, fr-FR, ja-JP+romaji]\n".utf8, to: "keybridge/keybridge.yaml")
    let french = try Child.run(
      [Program.path, "doctor"],
      environment: environment([built.folder.path]).merging(settings) { $1 })
    #expect(french.output.contains("ok   the words of en are installed\n"))
    #expect(
      french.output.contains(
        "--   no words of fr are installed, the language of an input mode\n      make "
          + "install-lexicons, unless nothing is to be corrected in it\n"))
    #expect(!french.output.contains("no words of ja"))
    _ = try folder.write("keybridge".utf8, to: "lexicon.sv")
    let damaged = try findings(folder.path, built.folder.path)
    #expect(damaged.contains("ok   the words of en are installed\n"))
    #expect(
      damaged.contains(
        "BAD  \(folder.path)/lexicon.sv has an unknown format\n      write it again: "
          + "make install-lexicons\n"))
  }
}
