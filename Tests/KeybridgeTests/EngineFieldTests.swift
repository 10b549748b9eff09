// SPDX-License-Identifier: Apache-2.0
import CTestbed
import Glibc
import TestPrograms
import TestSupport
import TestTraits
import Testing

/// Language engines and the fields of a program: secrets, focus, and the panic chord while an
/// engine converts.
@Suite(
  .serialized, .onTestbed, .notInFastRuns, .needs("socat"), .needs(file: "/usr/bin/python3"))
struct EngineFieldTests {
  private let machine = Machine()
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try #require(testbed_active())
    machine.plug(1, "Board")
    machine.keepsTime = true
  }

  private func desk(slow reading: String = "", _ delay: String = "0") throws -> EngineFields {
    try EngineFields(machine, folder, slow: reading, delay: delay)
  }

  // MARK: Secrets

  @Test("IME-10, IME-11a a field that becomes secure closes its candidates in every mirror")
  func becomesSecure() throws {
    let desk = try desk()
    try desk.focus("field")
    machine.type(1, "zhong")
    for mirror in desk.mirrors { try mirror.expectOutput(#"{"text":"种"}"#) }
    try desk.makeSecure("field")
    for mirror in desk.mirrors {
      try eventually("the end of the candidates") { desk.lastCandidates(of: mirror) == "null" }
    }
    let asked = desk.log
    #expect(asked.last == "convert zhong")
    machine.type(1, "2 ni 1")
    try desk.expectText("zhong2 ni 1", in: "field")
    #expect(try !desk.choices(for: "zhong").contains("种"))
    for mirror in desk.mirrors {
      _ = mirror.outputByNow()
      #expect(desk.lastCandidates(of: mirror) == "null")
    }
    // In another field the same keys ask, and are learned.
    #expect(desk.log == asked)
    try desk.focus("note")
    machine.type(1, "zhong")
    try eventually("the request") { desk.log.count > asked.count }
    machine.type(1, "2")
    try desk.expectText("种", in: "note")
    #expect(desk.log[asked.count] == "convert z", "nothing was sent in between")
    #expect(try desk.choices(for: "zhong").contains("种"))
    try desk.end()
  }

  @Test("IME-11a a field that becomes secure while an engine converts loses no letter")
  func becomesSecureWhileWaiting() throws {
    let desk = try desk(slow: "z", "0.2")
    // On a busy machine the answer may come before the field is secure.
    var isInTime = false
    for attempt in 0..<10 where !isInTime {
      let before = desk.log.count
      let field = "field\(attempt)"
      try desk.create(field)
      try desk.focus(field)
      machine.type(1, "zhong")
      try eventually("the request") { desk.log.count > before }
      try desk.makeSecure(field)
      try desk.expectText("zhong", in: field)
      machine.type(1, "ni1")
      try desk.expectText("zhongni1", in: field)
      try eventually("the late answer") { desk.answered.count == desk.log.count }
      try desk.focus("note")
      machine.type(1, "a")
      try eventually("the next request") { desk.log.last == "convert a" }
      let asked = desk.log[before...].dropLast()
      #expect(asked.allSatisfy { "convert zhong".hasPrefix($0) }, "\(asked)")
      isInTime = asked == ["convert z"]
      machine.type(1, " ")
      try desk.expectText("A", in: "note")
      for mirror in desk.mirrors {
        _ = mirror.outputByNow()
        #expect(!isInTime || !mirror.output.contains(#"{"text":"Z"}"#), "the late answer")
      }
      try desk.ask("text.set", #"{"container":"note","text":""}"#)
    }
    #expect(isInTime)
    try desk.end()
  }

  // MARK: Focus

  @Test("IME-5a if the focus moves while an engine converts, the letters stay, the last one too")
  func losesFocus() throws {
    let desk = try desk(slow: "zhong", "0.2")
    var isInTime = false
    for attempt in 0..<10 where !isInTime {
      let field = "field\(attempt)"
      try desk.create(field)
      try desk.focus(field)
      machine.type(1, "zhon")
      try desk.expectText("zhon", in: field)
      let start = desk.program.output.count
      machine.type(1, "g")
      try eventually("the request") { desk.log.last == "convert zhong" }
      try desk.focus("note")
      // On a busy machine the answer may come before the focus moves.
      isInTime = desk.answered.count < desk.log.count
      try desk.expectText("zhong", in: field)
      try eventually("the late answer") { desk.answered.count == desk.log.count }
      machine.type(1, "xian ")
      try desk.expectText("西安", in: "note")
      try desk.expectText("zhong", in: field)
      let since = desk.program.output.dropFirst(start)
      #expect(!isInTime || !since.contains("中"), "the late answer is dropped")
      try desk.ask("text.set", #"{"container":"note","text":""}"#)
    }
    #expect(isInTime)
    try desk.end()
  }

  // MARK: Panic

  @Test("The panic chord acts while an engine converts, before the keys that wait")
  func panic() throws {
    let desk = try desk(slow: "z", "10")
    try desk.focus("field")
    machine.type(1, "zhongguo")
    for code: UInt16 in [14, 1, 28] { machine.key(1, code, 1) }
    #expect(try desk.service.end() == 0)
    #expect(!machine.isGrabbed(1))
    // Each of these keys would have waited for 300 ms.
    try eventually("the request") { !desk.log.isEmpty }
    #expect(desk.log == ["convert z"])
  }
}

/// A service whose engine writes down its requests, with a program and other clients.
private final class EngineFields {
  let service: LiveChild
  let program: LiveChild
  /// The clients that receive candidates: standard output, program, observer, the user's client.
  let mirrors: [LiveChild]
  private let control: LiveChild
  private let listener: LiveChild
  private let folder: TemporaryFolder
  private var lastRequest = 0

  /// Starts everything; the engine needs a delay in seconds for one reading.
  ///
  /// The engine is at a socket, because in the sandbox it could write no file.
  init(_ machine: Machine, _ folder: TemporaryFolder, slow reading: String, delay: String) throws {
    self.folder = folder
    let path = { (name: String) in folder.path + "/" + name }
    let engine = try EngineScript(in: folder, Self.loggingEngine, socket: path("engine"))
    let command = "/usr/bin/python3 -I -S \(engine.program) \(delay) \(path("log")) \(reading)"
    listener = try LiveChild(["socat", "UNIX-LISTEN:\(path("engine")),fork", "EXEC:\(command)"])
    try eventually("the engine's socket") { isListening(at: path("engine")) }
    machine.variables = engine.variables
    let settings = try folder.write("modes: [zh-Hans]\n".utf8, to: "settings.yaml")
    service = try machine.start([
      "run", "--mirror", "json", "--config", settings, "--socket", path("programs"), "--control",
      path("control"), "--observe", path("observers"),
    ])
    try eventually("the sockets") { isListening(at: path("observers")) }
    program = try LiveChild(["socat", "-", "UNIX-CONNECT:\(path("programs"))"])
    control = try LiveChild(["socat", "-", "UNIX-CONNECT:\(path("control"))"])
    let observer = try LiveChild(["socat", "-u", "UNIX-CONNECT:\(path("observers"))", "-"])
    mirrors = [service, program, observer, control]
    try ask("hello", #"{"name":"till"}"#)
    try ask("subscribe", #"{"events":["candidates.didChange"]}"#)
    try ask("subscribe", #"{"events":["candidates.didChange"]}"#, of: control)
    for field in ["field", "note"] { try create(field) }
    try focus("note")
    try eventually("the grab") { machine.isGrabbed(1) }
    try eventually("the engine") {
      try ask("engines.list", "{}", of: control).contains(#""ready":true"#)
    }
  }

  /// An engine that writes down its conversions, and needs a delay for one reading.
  private static let loggingEngine = """
    import json, sys, time
    words = {"zhong": ["中", "种"], "xian": ["西安"]}
    delay, path, *slow = sys.argv[1:]
    log = open(path, "a")
    for line in sys.stdin:
        request = json.loads(line)
        if "id" not in request:
            continue
        method, reading = request["method"], request["params"].get("reading", "")
        result = {"protocol": 1} if method == "hello" else {}
        if method == "convert":
            print("convert", reading, file=log, flush=True)
            time.sleep(float(delay) if reading in slow else 0)
            texts = words.get(reading, [reading.upper()])
            result = {"segments": [{"reading": reading, "candidates": [
                {"text": text, "length": len(reading)} for text in texts]}]}
        print(json.dumps({"id": request["id"], "result": result}), flush=True)
        if method == "convert":
            print("answered", reading, file=log, flush=True)
    """

  /// The conversions that the engine was asked for so far.
  var log: [String] { lines.filter { $0.hasPrefix("convert") } }

  /// The readings that the engine has answered so far.
  var answered: [String] {
    lines.filter { $0.hasPrefix("answered") }.map { String($0.dropFirst("answered ".count)) }
  }

  private var lines: [String] {
    contents(of: folder.path + "/log").split(separator: "\n").map(String.init)
  }

  // MARK: Requests

  /// Sends a request, and returns the line of its response.
  @discardableResult
  func ask(_ method: String, _ parameters: String, of client: LiveChild? = nil) throws -> String {
    lastRequest += 1
    let start = #"{"id":\#(lastRequest),"#
    try (client ?? program).write(
      #"{"jsonrpc":"2.0","id":\#(lastRequest),"method":"\#(method)","params":\#(parameters)}"#.utf8)
    try (client ?? program).write("\n".utf8)
    try (client ?? program).expectOutput(start)
    var response = ""
    try eventually("the whole line") {
      let lines = (client ?? program).outputByNow().split(
        separator: "\n", omittingEmptySubsequences: false)
      guard let place = lines.lastIndex(where: { $0.hasPrefix(start) }), place + 1 < lines.count
      else { return false }
      response = String(lines[place])
      return true
    }
    #expect(response.contains(#""result":"#), "\(response)")
    return response
  }

  func create(_ field: String) throws {
    try ask("container.create", #"{"container":"\#(field)"}"#)
  }

  func focus(_ field: String) throws {
    try ask("focus.request", #"{"container":"\#(field)"}"#)
  }

  func makeSecure(_ field: String) throws {
    try ask("container.set", #"{"container":"\#(field)","traits":{"isSecureTextEntry":true}}"#)
  }

  func choices(for reading: String) throws -> String {
    try ask("choices.list", #"{"kind":"pinyin","reading":"\#(reading)"}"#, of: control)
  }

  // MARK: Results

  func text(of field: String) throws -> String {
    let line = try ask("container.get", #"{"container":"\#(field)"}"#)
    guard let start = line.firstRange(of: #""text":""#) else { return line }
    return String(line[start.upperBound...].prefix { $0 != "\"" })
  }

  func expectText(_ expected: String, in field: String) throws {
    var text = ""
    do {
      try eventually("the text") {
        text = try self.text(of: field)
        return text == expected
      }
    } catch {
      Issue.record("the text is \(text), and not \(expected)")
      throw error
    }
  }

  /// The list of the last notification of candidates; nil without any.
  func lastCandidates(of mirror: LiveChild) -> String? {
    let line = mirror.outputByNow().split(separator: "\n")
      .last { $0.contains("candidates.didChange") }
    guard let line, let start = line.firstRange(of: #""list":"#) else { return nil }
    return String(line[start.upperBound...].prefix { $0 != "}" })
  }

  /// Ends the service, and checks its exit status.
  func end() throws {
    service.signal(SIGTERM)
    #expect(try service.end() == 0, "\(service.errors)")
  }
}
