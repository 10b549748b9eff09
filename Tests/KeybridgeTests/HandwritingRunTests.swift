// SPDX-License-Identifier: Apache-2.0
import CTestbed
import Glibc
import TestPrograms
import TestSupport
import TestTraits
import Testing

/// Characters that are drawn with a program's pointer, with the real service and an engine that
/// counts strokes.
@Suite(
  .serialized, .onTestbed, .notInFastRuns, .needs("socat"), .needs(file: "/usr/bin/python3"))
struct HandwritingRunTests: EngineRunning {
  let machine = Machine()
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try plugIn()
  }

  /// An engine whose characters tell the number of strokes.
  static let engine = """
    import json, sys
    for line in sys.stdin:
        request = json.loads(line)
        if "id" not in request:
            continue
        method, params, result = request["method"], request["params"], {}
        if method == "hello":
            result = {"protocol": 1, "version": "2.5"}
        elif method == "recognise":
            texts = {1: ["一", "丨"], 2: ["十", "二"]}.get(len(params["strokes"]), ["三"])
            result = {"candidates": [{"text": text, "score": 9} for text in texts]}
        print(json.dumps({"id": request["id"], "result": result}), flush=True)
    """

  @Test("F026 strokes over the socket become characters, by a key, a pause and a second engine")
  func strokes() throws {
    let script = try EngineScript(
      in: folder, Self.engine, methods: "[handwriting]", languages: "[zh-Hans]",
      verbs: "[recognise]")
    machine.variables = script.variables
    let settings = try folder.write(
      "modes: [zh-Hans+handwriting, en-US]\ninput-methods: {handwriting-pause: 1000}\n".utf8,
      to: "settings.yaml")
    let socket = folder.path + "/programs"
    let service = try machine.start([
      "run", "--mirror", "json", "--config", settings, "--socket", socket, "--control",
      controlSocket,
    ])
    try eventually("the sockets") {
      isListening(at: socket) && isListening(at: controlSocket)
    }
    try awaitEngine()
    let program = try LiveChild(["socat", "-", "UNIX-CONNECT:\(socket)"])
    var number = 0
    func ask(_ method: String, _ parameters: String = "{}") throws {
      number += 1
      try program.write(
        (#"{"jsonrpc":"2.0","id":\#(number),"method":"\#(method)","params":\#(parameters)}"# + "\n")
          .utf8)
      try program.expectOutput(#"{"id":\#(number),"#)
    }
    try ask("hello", #"{"name":"kiosk"}"#)
    try program.expectOutput(
      #""handwriting":{"scripts":["zh-Hans"],"support":"supported"}"#)
    try ask("container.create", #"{"container":"note"}"#)
    try ask("focus.request", #"{"container":"note"}"#)
    try eventually("the grab") { machine.isGrabbed(1) }
    let stroke = #"{"points":[[10,50],[90,48]],"width":100,"height":100}"#
    try ask("ink.stroke", stroke)
    try program.expectOutput(#""items":[{"text":"一"},{"text":"丨"}]"#)
    press(57)
    try program.expectOutput(#""string":"一""#)
    try ask("ink.stroke", stroke)
    try ask("ink.stroke", stroke)
    // Nothing but the time takes the character.
    try program.expectOutput(#""string":"十""#)
    func typed(_ character: String) -> Int {
      program.outputByNow().ranges(of: #""string":"\#(character)""#).count
    }
    #expect(typed("一") == 1 && typed("十") == 1)
    // No time takes it while the next stroke is drawn.
    try ask("ink.stroke", stroke)
    try ask("ink.begin")
    usleep(1_500_000)
    try ask("ink.stroke", stroke)
    try eventually("the character of both strokes") { typed("十") == 2 }
    #expect(typed("一") == 1)
    let running = try #require(engines(of: service).first?.process)
    kill(running, SIGKILL)
    try eventually("the end") { try engines().contains(#""lastFault":"it ended""#) }
    try ask("ink.stroke", stroke)
    try ask("ink.stroke", stroke)
    try ask("ink.stroke", stroke)
    try program.expectOutput(#""string":"三""#)
    try service.expectOutput(#""event":"ink.didChange","strokes":[]"#)
    try panic(service)
  }

  @Test("F026 an engine without data is the reason why handwriting is unsupported")
  func withoutData() throws {
    let failing = Self.engine.replacing(#"elif method == "recognise""#, with: "else")
      .replacing(#"texts = {"#, with: "sys.exit(1); texts = {")
    let script = try EngineScript(
      in: folder, failing, methods: "[handwriting]", languages: "[zh-Hans]", verbs: "[recognise]")
    machine.variables = script.variables
    let settings = try folder.write(
      "modes: [zh-Hans+handwriting, en-US]\n".utf8, to: "settings.yaml")
    let service = try machine.start([
      "run", "--mirror", "json", "--config", settings, "--control", controlSocket,
    ])
    try eventually("the fault") { try engines().contains(#""lastFault":"it ended""#) }
    let control = try LiveChild(["socat", "-", "UNIX-CONNECT:\(controlSocket)"])
    try control.write(#"{"jsonrpc":"2.0","id":1,"method":"capabilities"}"#.utf8)
    try control.write("\n".utf8)
    try control.expectOutput(
      #""handwriting":{"reason":"the engine scripted failed: it ended","support":"unsupported"}"#)
    try eventually("the grab") { machine.isGrabbed(1) }
    try panic(service)
  }
}
