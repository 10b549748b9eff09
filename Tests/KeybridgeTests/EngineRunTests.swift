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
struct EngineRunTests: EngineRunning {
  private static let control: UInt16 = 29
  private static let down: UInt16 = 108

  let machine = Machine()
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try plugIn()
  }

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

  @Test(
    "mozc converts a sentence without systemd, and leaves no process", arguments: EngineScript.mozc)
  func mozc(_ program: String) throws {
    let engines = try TemporaryFolder()
    try EngineScript.writeMozc(in: engines, program: program)
    let service = try start(
      nil, modes: "[ja-JP+romaji]", mirror: "text",
      variables: ["KEYBRIDGE_ENGINES": engines.path])
    try awaitEngine()
    let engine = try #require(self.engines(of: service).first?.process)
    #expect(children(of: engine).count == 1, "mozc_server")
    machine.type(1, "kyouhaiitenkidesu ")
    machine.type(1, "\n\n")
    #expect(try service.line() == "今日はいい天気です")
    let processes = [engine] + children(of: engine).map(\.process)
    try panic(service)
    try awaitEnds(of: processes)
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
    #expect(try service.line() == "zhong ")
    #expect(engines(of: service).isEmpty)
    _ = try folder.write("modes: [zh-Hans, en-US]\n".utf8, to: "settings.yaml")
    _ = try Child.run(
      [Program.path, "reload", "--control", controlSocket], environment: Program.environment)
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
    try eventually("the socket") { isListening(at: path) }
    let service = try start(engine, mirror: "text")
    try awaitEngine()
    machine.type(1, "zhong \n")
    #expect(try service.line() == "中")
    #expect(engines(of: service).isEmpty, "the engine is no child")
    for connection in children(of: listener.pid) { kill(connection.process, SIGKILL) }
    try eventually("the end") { try engines().contains(#""lastFault":"it ended""#) }
    machine.type(1, "x")
    try awaitEngine()
    machine.type(1, "ian \n")
    #expect(try service.line() == "西安")
    try panic(service)
  }
}
