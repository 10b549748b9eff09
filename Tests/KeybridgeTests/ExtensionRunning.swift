// SPDX-License-Identifier: Apache-2.0
import CTestbed
import TestPrograms
import TestSupport
import Testing

/// The real program with a keyboard on a testbed, and an extension that shows what it sees.
struct ExtensionRun {
  let machine = Machine()
  let folder: TemporaryFolder

  /// The path of the control socket.
  var controlSocket: String { folder.path + "/control.sock" }

  init() throws {
    folder = try TemporaryFolder()
    try #require(testbed_active())
    machine.plug(1, "Board")
    machine.keepsTime = true
    try Self.write(in: folder)
    machine.variables = [
      "KEYBRIDGE_EXTENSIONS": folder.path + "/extensions",
      "STATE_DIRECTORY": folder.path + "/state",
    ]
  }

  /// An extension that answers letters: `c` is ĉ; `s`, `i`, `f`, `x` and `n` show its view of the
  /// selection, the document, its access, the lexicon and the network; `m` opens the list of modes,
  /// and `l` sets the language.
  private static func write(in folder: TemporaryFolder) throws {
    let program = """
      import json, socket, sys
      full = False
      def send(**line):
          print(json.dumps(line), flush=True)
      def ask(method, **params):
          send(id=1, method=method, params=params)
          while True:
              line = json.loads(sys.stdin.readline())
              if line.get("id") == 1 and "method" not in line:
                  return line.get("result") or line["error"]
      def connect():
          try:
              socket.socket()
              return "open"
          except OSError as error:
              return "E%d" % error.errno
      for line in sys.stdin:
          line = json.loads(line)
          method, params = line.get("method"), line.get("params", {})
          if method == "hello":
              full = params["hasFullAccess"]
              send(id=line["id"], result={"protocol": 1})
          elif method == "access.didChange":
              full = params["hasFullAccess"]
          elif method == "key":
              document, text = params["document"], params["text"]
              shown = {
                  "c": lambda: "ĉ", "s": lambda: "<%s>" % document["selected"],
                  "i": lambda: "[%s]" % document["identifier"][:8],
                  "f": lambda: "full" if full else "none", "n": connect,
                  "x": lambda: str({"userInput": "omw", "documentText": "On my way!"}
                                   in ask("lexicon.get")["entries"]),
                  "m": lambda: "", "l": lambda: "",
              }.get(text)
              edits = [{"insert": shown()}] if shown and text not in "ml" else []
              send(id=line["id"], result={"taken": bool(shown), "edits": edits})
              if text == "m":
                  send(id=2, method="mode.list", params={})
              if text == "l":
                  send(id=2, method="language.set", params={"language": "fr"})
          elif "id" in line and method:
              send(id=line["id"], result={})
      """
    let manifest = """
      title: Rows
      version: "1"
      program: [python3, rows.py]
      modes: [{id: x, language: eo, title: Rows}]
      requests: [pasteboard]
      lexicon: true
      """
    _ = try Child.run(["mkdir", "-p", folder.path + "/extensions/rows"])
    _ = try folder.write(program.utf8, to: "extensions/rows/rows.py")
    _ = try folder.write(manifest.utf8, to: "extensions/rows/extension.yaml")
    _ = try folder.write(
      "modes: [en-US]\ntext-replacements: {omw: On my way!}\nassistance: off\n".utf8,
      to: "settings.yaml")
  }

  /// Makes an extension with a fault, the words for `hostile.py`.
  func make(_ name: String, _ mode: [String]) throws {
    let script = Program.root + "/Tests/Extensions/hostile.py"
    let made = try Child.run(
      ["/usr/bin/python3", "-B", script, "--make", folder.path + "/extensions", name] + mode)
    #expect(made.status == 0, "\(made.errors)")
  }

  /// The options of `run`.
  var options: [String] {
    ["run", "--control", controlSocket, "--config", folder.path + "/settings.yaml"]
  }

  /// Starts the program.
  func start(mirror: String = "json", _ more: [String] = []) throws -> LiveChild {
    let service = try machine.start(options + ["--mirror", mirror] + more)
    try eventually("the grab") { machine.isGrabbed(1) }
    return service
  }

  /// Runs a subcommand that talks to the service.
  @discardableResult
  func control(_ words: String...) throws -> Child {
    try Child.run(
      [Program.path] + words + ["--control", controlSocket], environment: Program.environment)
  }

  /// Enables the extension, and switches to its mode.
  func use() throws {
    #expect(try control("extensions", "enable", "rows").status == 0)
    #expect(try control("mode", "rows.x").status == 0)
    try eventually("the extension") {
      try control("extensions", "--format", "json").output.contains(#""state" : "ready""#)
    }
  }
}
