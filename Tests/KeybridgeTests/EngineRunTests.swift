// SPDX-License-Identifier: Apache-2.0
import CTestbed
import Glibc
import TestPrograms
import TestSupport
import Testing
import TestTraits

/// Language engines of the real program, typed at with a keyboard.
@Suite(
  .onTestbed, .notInFastRuns, .serialized, .needs("socat"), .needs(file: "/usr/bin/python3"))
struct EngineRunTests {
  private static let control: UInt16 = 29
  private static let down: UInt16 = 108

  private let machine = Machine()
  private let folder: TemporaryFolder
  private let socket: String

  init() throws {
    folder = try TemporaryFolder()
    socket = folder.path + "/control.sock"
    try #require(testbed_active())
    machine.plug(1, "Board")
    machine.keepsTime = true
  }

  // MARK: The service

  /// Starts the program in its first mode.
  private func start(
    _ engine: EngineScript?, modes: String = "[zh-Hans, en-US]", mirror: String = "json",
    settings: String = ""
  ) throws -> LiveChild {
    machine.variables = engine?.variables ?? ["STATE_DIRECTORY": folder.path + "/state"]
    let file = try folder.write("modes: \(modes)\n\(settings)".utf8, to: "settings.yaml")
    let service = try machine.start([
      "run", "--mirror", mirror, "--control", socket, "--config", file,
    ])
    try eventually("the grab") { machine.isGrabbed(1) }
    return service
  }

  private func engines(_ format: String = "json") throws -> String {
    let child = try Child.run(
      [Program.path, "engines", "--control", socket, "--format", format],
      environment: Program.environment)
    return child.output.replacing(" : ", with: ":") + child.errors
  }

  private func awaitEngine() throws {
    try eventually("the engine") { try engines().contains(#""ready":true"#) }
  }

  private func press(_ code: UInt16) {
    machine.key(1, code, 1)
    machine.key(1, code, 0)
  }

  /// The children of a process, with their states.
  private func children(of process: pid_t) -> [(process: pid_t, state: String)] {
    contents(of: "/proc/\(process)/task/\(process)/children").split(separator: " ").compactMap {
      guard let number = pid_t($0) else { return nil }
      let fields = contents(of: "/proc/\(number)/stat").split(separator: ")").last ?? ""
      return (number, fields.split(separator: " ").first.map(String.init) ?? "")
    }
  }

  /// Ends the program with the panic chord, and checks that nothing of it is left.
  private func panic(_ service: LiveChild) throws {
    let processes = children(of: service.pid).map(\.process)
    for code: UInt16 in [14, 1, 28] { machine.key(1, code, 1) }
    #expect(try service.end() == 0)
    for code: UInt16 in [14, 1, 28] { machine.key(1, code, 0) }
    try eventually("the ends of the engines") {
      processes.allSatisfy { process in
        // Another process collects the children of one that has ended.
        let state = contents(of: "/proc/\(process)/stat").split(separator: ")").last ?? ""
        return state.isEmpty || state.hasPrefix(" Z")
      }
    }
  }

  // MARK: Typing

  @Test(
    "F025, F032 an engine converts pinyin in the real program, and makes three characters of one")
  func chinese() throws {
    let service = try start(try EngineScript(in: folder))
    try awaitEngine()
    machine.type(1, "zhong")
    try service.expectOutput(#"{"text":"中"},{"text":"种"}"#)
    machine.type(1, " ")
    try service.expectOutput(#"{"text":"国"},{"text":"文"}"#)
    press(Self.down)
    machine.type(1, "\n")
    try service.expectOutput(#"{"text":"人"},{"text":"家"}"#)
    press(Self.down)
    machine.type(1, "\n")
    try service.expectOutput(#"{"text":"民"}"#)
    let texts = service.output.split(separator: "\n").filter { $0.contains("text.didChange") }
    #expect(texts.contains { $0.contains("中") })
    #expect(texts.last?.contains(#""string":"人""#) == true, "\(texts)")
    let listing = try engines("table")
    #expect(listing.contains("scripted") && listing.contains("2.5") && listing.contains("ready"))
    let listed = try engines()
    #expect(listed.contains(#""memory":"#) && listed.contains(#""language":"zh-Hans""#))
    try panic(service)
  }

  @Test("F027, F031 an engine converts kana in the real program, and suggests what follows")
  func japanese() throws {
    let service = try start(try EngineScript(in: folder), modes: "[ja]")
    try awaitEngine()
    machine.type(1, "toukyou ")
    try service.expectOutput(#""東京""#)
    machine.type(1, "\n")
    try service.expectOutput(#"{"text":"駅"}"#)
    press(Self.down)
    machine.type(1, "\n")
    try eventually("the text") {
      service.outputByNow().split(separator: "\n").last { $0.contains("text.didChange") }?
        .contains(#""string":"駅""#) == true
    }
    try panic(service)
  }

  @Test("The engine of the documentation types, and answers the session by hand")
  func documented() throws {
    let text = try EngineScript.ofThePage()
    #expect(text.split(separator: "\n").count <= 22, "an engine in twenty lines")
    let engine = try EngineScript(in: folder, text, methods: "[pinyin]", languages: "[zh-Hans]")
    let service = try start(engine, mirror: "text")
    try awaitEngine()
    machine.type(1, "nihao zhong \n")
    #expect(try service.line() == "你好中")
    try panic(service)
    let page = contents(of: Program.root + "/Documentation/Engines.md").split(separator: "\n")
    let requests = page.filter { $0.hasPrefix("> ") }.map { $0.dropFirst(2) + "\n" }.joined()
    let responses = page.filter { $0.hasPrefix("< ") }.map { $0.dropFirst(2) }
    let session = try Child.run(
      ["/usr/bin/python3", "-I", engine.program], input: Array(requests.utf8),
      environment: ["LANG": "C.UTF-8"])
    #expect(responses.count == 4 && session.output.split(separator: "\n") == responses)
  }

  @Test("Keys that are typed while an engine converts follow in order")
  func order() throws {
    let service = try start(try EngineScript(in: folder, arguments: ["0.05"]), mirror: "text")
    try awaitEngine()
    machine.type(1, "zhong zhong zhong \n")
    #expect(try service.line() == "中中中")
    try panic(service)
  }

  @Test("Without an answer in 300 ms letters stay letters, and the panic chord acts at once")
  func slow() throws {
    let service = try start(try EngineScript(in: folder, arguments: ["10"]), mirror: "text")
    try awaitEngine()
    machine.type(1, "zhong\n\n")
    #expect(try service.line() == "zhong")
    machine.type(1, "zhong")
    try panic(service)
  }

  @Test("Until an engine is loaded its mode types letters")
  func loading() throws {
    let service = try start(try EngineScript(in: folder, arguments: ["0", "60"]), mirror: "text")
    try eventually("the state") { try engines().contains(#""state":"loading""#) }
    machine.type(1, "zhong\n\n")
    #expect(try service.line() == "zhong")
    try panic(service)
  }

  @Test("A mode switch while an engine converts commits what was typed, and drops the answer")
  func switched() throws {
    let service = try start(try EngineScript(in: folder, arguments: ["0.2"]), mirror: "text")
    try awaitEngine()
    machine.type(1, "xian")
    machine.type(1, " ", holding: Self.control)
    machine.type(1, "zhong \n")
    #expect(try service.line() == "xianzhong ")
    try panic(service)
  }

  // MARK: Ends

  @Test("An engine that is killed at any step loses no letter, doubles none, and leaves no zombie")
  func killed() throws {
    var generator = SeededGenerator(seed: 18)
    for _ in 0..<Thoroughness.repetitions(3, long: 67) {
      let service = try start(try EngineScript(in: folder, arguments: ["0.005"]), mirror: "text")
      for _ in 0..<3 {
        let word = "zhongguo"
        let step = Int.random(in: 0..<word.count, using: &generator)
        // Otherwise the process is killed before it answers hello, or while it loads.
        if Bool.random(using: &generator) {
          try eventually("the engine") {
            let state = try engines()
            return [#""ready":true"#, "stopped"].contains(where: state.contains)
          }
        }
        for (place, letter) in word.enumerated() {
          machine.type(1, String(letter))
          guard place == step else { continue }
          // At most 9 ms later: before, in or after the conversion.
          usleep(UInt32.random(in: 0..<9000, using: &generator))
          for child in children(of: service.pid) { kill(child.process, SIGKILL) }
        }
        machine.type(1, " \n")
        let line = try service.line()
        // Without an answer ␠ commits the letters.
        #expect(line.lowercased() == word, "killed at letter \(step)")
      }
      try eventually("no zombie") { !children(of: service.pid).contains { $0.state == "Z" } }
      try panic(service)
    }
  }

  @Test("An engine that ends three times rests, which is reported once")
  func rests() throws {
    let engine = try EngineScript(in: folder, "import sys; sys.exit(1)")
    let service = try start(engine, mirror: "text")
    var typed = ""
    try eventually("the rest") {
      let list = try engines()
      // A letter starts the engine again, but not always before the next look at the list.
      if list.contains(#""state":"stopped""#) {
        machine.type(1, "a")
        typed += "a"
      }
      return list.contains(#""state":"resting""#)
    }
    machine.type(1, "hao \n")
    #expect(try service.line() == typed + "hao")
    try panic(service)
    let reports = service.errors.split(separator: "\n").filter { $0.contains("it rests") }
    #expect(reports.count == 1, "\(service.errors)")
    #expect(reports.first?.contains("scripted ended 3 times in a minute") == true)
  }

  @Test("A missing engine is reported once, with the package that has one")
  func missing() throws {
    let service = try start(nil, mirror: "text")
    machine.type(1, "zhong\n")
    for _ in 0..<2 { machine.type(1, " ", holding: Self.control) }
    machine.type(1, "\n")
    #expect(try service.line() == "zhong")
    #expect(try engines("table") == "no engine is installed\n")
    try panic(service)
    let reports = service.errors.split(separator: "\n").filter { $0.contains("no engine") }
    #expect(reports.count == 1, "\(service.errors)")
    #expect(reports.first?.hasSuffix("install keybridge-engine-libime") == true)
  }

  @Test("Settings turn the engine of a mode off, and a reload starts it")
  func chosen() throws {
    let off = "input-methods: {engines: {zh-Hans+pinyin: none}}\n"
    let service = try start(try EngineScript(in: folder), mirror: "text", settings: off)
    machine.type(1, "zhong \n")
    #expect(try service.line() == "zhong")
    #expect(children(of: service.pid).isEmpty)
    _ = try folder.write("modes: [zh-Hans, en-US]\n".utf8, to: "settings.yaml")
    _ = try Child.run(
      [Program.path, "reload", "--control", socket], environment: Program.environment)
    try awaitEngine()
    machine.type(1, "zhong \n")
    #expect(try service.line() == "中")
    try panic(service)
    #expect(!service.errors.contains("no engine"), "\(service.errors)")
  }

  @Test("An engine at a socket is used before the program, and a new connection follows an end")
  func atSocket() throws {
    let path = folder.path + "/engine.sock"
    let engine = try EngineScript(in: folder, socket: path)
    let listener = try LiveChild([
      "socat", "UNIX-LISTEN:\(path),fork", "EXEC:/usr/bin/python3 -I -S \(engine.program)",
    ])
    try eventually("the socket") { access(path, F_OK) == 0 }
    let service = try start(engine, mirror: "text")
    try awaitEngine()
    machine.type(1, "zhong \n")
    #expect(try service.line() == "中")
    #expect(children(of: service.pid).isEmpty, "the engine is no child")
    for connection in children(of: listener.pid) { kill(connection.process, SIGKILL) }
    try eventually("the end") { try engines().contains(#""lastFault":"it ended""#) }
    machine.type(1, "x")
    try awaitEngine()
    machine.type(1, "ian \n")
    #expect(try service.line() == "西安")
    try panic(service)
  }
}
