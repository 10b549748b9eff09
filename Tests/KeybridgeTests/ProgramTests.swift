// SPDX-License-Identifier: Apache-2.0
import CTestbed
import Glibc
import TestPrograms
import TestSupport
import Testing
import TestTraits

/// `--socket PATH`: programs in other languages, with the real binary and a keyboard's node.
@Suite(.onTestbed, .notInFastRuns, .needs("socat")) struct ProgramTests {
  private let machine = Machine()
  private let folder: TemporaryFolder
  private let path: String
  private let control: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path + "/keys.sock"
    control = folder.path + "/control.sock"
    try #require(testbed_active())
    machine.plug(1, "Board")
  }

  private func start(_ more: String...) throws -> LiveChild {
    let child = try machine.start(["run", "--socket", path, "--control", control] + more)
    try eventually("the socket") { isListening(at: control) }
    return child
  }

  /// Starts a program that sends these requests and then listens.
  private func program(_ requests: (method: String, parameters: String)...) throws -> LiveChild {
    let lines = requests.enumerated().map { index, request in
      "{\"jsonrpc\":\"2.0\",\"id\":\(index),\"method\":\"\(request.method)\","
        + "\"params\":\(request.parameters)}"
    }
    let file = try folder.write((lines.joined(separator: "\n") + "\n").utf8, to: "requests")
    return try LiveChild(["sh", "-c", "exec socat -,ignoreeof UNIX:\(path) <\(file)"])
  }

  private func status() throws -> String {
    try Child.run(
      [Program.path, "status", "--control", control, "--format", "json"],
      environment: Program.environment
    ).output
  }

  @Test("The keyboard is grabbed while a program's field has the focus, and only then")
  func grabbing() throws {
    let service = try start()
    #expect(!machine.isGrabbed(1), "no program has the focus")
    var facts = stat()
    #expect(stat(path, &facts) == 0 && facts.st_mode & 0o777 == 0o660)
    #expect(stat(control, &facts) == 0 && facts.st_mode & 0o777 == 0o600)
    let till = try program(
      ("hello", #"{"name":"till"}"#), ("container.create", #"{"container":"customer"}"#),
      ("focus.request", #"{"container":"customer"}"#))
    try till.expectOutput(#""outcome":"granted""#)
    #expect(machine.isGrabbed(1), "the grab precedes the notification of the focus")
    machine.type(1, "ada")
    try till.expectOutput(#""range":[2,2],"revision":3,"string":"a""#)
    let running = try status()
    #expect(running.contains(#""name" : "till""#) && running.contains(#""hasKeyboard" : true"#))
    till.signal(SIGKILL)
    try eventually("the end of the grab") { !machine.isGrabbed(1) }
    #expect(try status().contains(#""state" : "suspended""#))
    service.signal(SIGTERM)
    #expect(try service.end() == 0)
    #expect(access(path, F_OK) != 0, "the service removes its socket's file")
  }

  @Test("keybridge status, mode and reload print the state and the errors")
  func asking() throws {
    let settings = try folder.write("modes: [en-US, sv-SE]\n".utf8, to: "till.yaml")
    let service = try start("--config", settings)
    func ask(_ arguments: String...) throws -> Child {
      try Child.run(
        [Program.path] + arguments + ["--control", control], environment: Program.environment)
    }
    let status = try ask("status")
    #expect(status.status == 0 && status.output.contains("programs  none"))
    #expect(status.output.contains("/dev/input/event1  Board\n"))
    #expect(
      status.output.contains("version   keybridge 0.") && status.output.contains("protocol 1."))
    // The mode that was used last.
    let modes = try ask("mode", "en-US")
    #expect(modes.lines.map { $0.prefix(8) } == ["* en-US ", "  sv-SE "], "\(modes)")
    #expect(try ask("mode", "sv").lines.last == "* sv-SE  Svenska")
    let unknown = try ask("mode", "xx")
    #expect(unknown.status == 1 && unknown.errors.contains("there is no mode xx"))
    #expect(try ask("reload").output.contains("the settings were reloaded"))
    _ = try folder.write("layuot: de\n".utf8, to: "till.yaml")
    let wrong = try ask("reload")
    #expect(wrong.status == 1 && wrong.errors.contains("till.yaml:1:1"), "\(wrong.errors)")
    #expect(wrong.errors.contains("the previous settings stay in effect"))
    service.signal(SIGTERM)
    #expect(try service.end() == 0)
    let gone = try ask("status")
    #expect(gone.status == 1 && gone.errors.contains("cannot connect to \(control)"))
  }

  @Test("F088 keybridge fill lists the programs that provide values, allows one and forgets it")
  func filling() throws {
    let service = try start()
    func fill(_ words: String...) throws -> Child {
      try Child.run(
        [Program.path, "fill"] + words + ["--control", control], environment: Program.environment)
    }
    #expect(try fill().output == "no program provides values\n")
    let vault = try program(
      ("hello", #"{"name":"vault"}"#),
      ("fill.provide", #"{"profile":{"email":"ada@example.org","given-name":"Ada"}}"#))
    try vault.expectOutput(#""allowed":false"#)
    let list = try fill("list")
    #expect(
      list.output.contains("vault") && list.output.contains("email, given-name")
        && !list.output.contains("ada@"), "\(list.output)")
    #expect(try fill("--format", "names").lines == ["1"])
    let allowed = try fill("allow", "1", "--format", "json")
    #expect(allowed.status == 0 && allowed.output.contains(#""allowed" : true"#), "\(allowed)")
    try vault.expectOutput(#""method":"fill.consentDidChange","params":{"allowed":true}"#)
    #expect(try fill("forget", "1").status == 0)
    try vault.expectOutput(#""method":"fill.consentDidChange","params":{"allowed":false}"#)
    let unknown = try fill("allow", "7")
    #expect(unknown.status == 1 && unknown.errors.contains("there is no program 7"))
    for (words, error) in [
      (["allow"], "needs the number"), (["allow", "x"], "invalid program 'x'"),
      (["alow", "1"], "expected list, allow or forget"), (["list", "1"], "one word too many"),
    ] {
      let wrong = try Child.run(
        [Program.path, "fill"] + words + ["--control", control], environment: Program.environment)
      #expect(wrong.status == 2 && wrong.errors.contains(error), "\(wrong.errors)")
    }
    service.signal(SIGTERM)
    #expect(try service.end() == 0)
  }

  @Test("keybridge fill shows the executable of a process that the service may not read")
  func executables() throws {
    let script = """
      import json, os, sys, time
      request = json.loads(sys.stdin.readline())
      source = {"allowed": False, "credentials": 0, "name": "vault", "profile": [], "user": 0}
      sources = [dict(source, program=1, process=os.getpid()),
                 dict(source, program=2, process=os.getpid(), executable="/usr/bin/known"),
                 dict(source, program=3)]
      print(json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": {"sources": sources}}))
      sys.stdout.flush()
      sys.stdin.read()
      # The program looks at the process after it has disconnected.
      time.sleep(3)
      """
    let file = try folder.write(script.utf8, to: "service.py")
    let service = try LiveChild([
      "socat", "UNIX-LISTEN:\(control)", "EXEC:/usr/bin/python3 -I -S \(file)",
    ])
    try eventually("the socket") { isListening(at: control) }
    let list = try Child.run(
      [Program.path, "fill", "--format", "json", "--control", control],
      environment: Program.environment)
    let executables = list.lines.filter { $0.contains(#""executable""#) }
    #expect(executables.count == 2, "\(list.output)\(list.errors)")
    #expect(executables.first?.contains(#"/python3"#) == true)
    #expect(executables.last?.contains("/usr/bin/known") == true)
    _ = try service.end()
  }

  @Test(
    "monitor --service shows what each key becomes; the text mirror is refused with a socket")
  func monitoring() throws {
    let service = try start()
    let till = try program(
      ("hello", #"{"name":"till"}"#), ("container.create", #"{"container":"a"}"#),
      ("focus.request", #"{"container":"a"}"#))
    try till.expectOutput(#""outcome":"granted""#)
    try eventually("the grab") { machine.isGrabbed(1) }
    let monitor = try LiveChild(
      [Program.path, "monitor", "--service", "--control", control],
      environment: Program.environment)
    try monitor.expectError("showing the keys and strokes that the service receives")
    machine.type(1, "x")
    try monitor.expectOutput(#" /dev/input/event1 KEY_X press → x "x" → text "#)
    machine.type(1, "a", holding: 125)
    try monitor.expectOutput(" KEY_A press → ⌘a → select-all")
    let text = try machine.run("run", "--socket", path, "--mirror", "text")
    #expect(text.status == 2 && text.errors.contains("does not exist with --socket"))
    service.signal(SIGTERM)
    #expect(try service.end() == 0)
  }

  @Test("The Python client runs a kiosk: a form, two commands, a secret")
  func kiosk() throws {
    let service = try start()
    let kiosk = try LiveChild(
      ["python3", Self.examples + "kiosk.py", path], environment: Program.environment)
    try eventually("the grab") { machine.isGrabbed(1) }
    machine.type(1, "ada\nada.b\n1x1\n11")
    try kiosk.expectOutput("> PIN: ••")
    for value in [1, 0] as [Int32] { machine.key(1, 60, value) }
    try kiosk.expectOutput(
      #"{"submitted": {"name": "ada", "email": "ada.b", "amount": 11, "pin": 2}}"#)
    try kiosk.expectOutput("\"pin\": 2}}\n> Name: \n")
    machine.type(1, "x")
    try kiosk.expectOutput("> Name: x\n")
    for value in [1, 0] as [Int32] { machine.key(1, 61, value) }
    kiosk.signal(SIGTERM)
    #expect(try kiosk.end() == 0)
    try eventually("the end of the grab") { !machine.isGrabbed(1) }
    service.signal(SIGTERM)
    #expect(try service.end() == 0)
  }

  @Test("An asyncio program shows a field that accepts only y or n")
  func offering() throws {
    let service = try start()
    let asker = try LiveChild(
      ["python3", Self.examples + "offer.py", "123456", path], environment: Program.environment)
    try eventually("the grab") { machine.isGrabbed(1) }
    machine.type(1, "x")
    #expect(try asker.line() == "y or n")
    machine.type(1, "y")
    #expect(try asker.line() == "offered")
    #expect(try asker.end() == 0)
    try eventually("the end of the grab") { !machine.isGrabbed(1) }
    service.signal(SIGTERM)
    #expect(try service.end() == 0)
  }

  @Test("A shell script reads a line of text")
  func shell() throws {
    let service = try start()
    let asker = try LiveChild(
      ["sh", Self.examples + "ask.sh", "customer", "Customer", path])
    try eventually("the grab") { machine.isGrabbed(1) }
    machine.type(1, "ada\n")
    #expect(try asker.line() == "ada")
    #expect(try asker.end() == 0)
    try eventually("the end of the grab") { !machine.isGrabbed(1) }
    service.signal(SIGTERM)
    #expect(try service.end() == 0)
    let alone = try Child.run(["sh", Self.examples + "ask.sh", "customer", "Customer", path])
    #expect(alone.status == 1 && alone.errors.contains("cannot be reached"))
  }

  private static let examples =
    "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/") + "/Examples/Kiosk/"
}
