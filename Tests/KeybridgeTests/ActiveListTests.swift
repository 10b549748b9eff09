// SPDX-License-Identifier: Apache-2.0
import CTestbed
import Glibc
import TestPrograms
import TestSupport
import Testing
import TestTraits

/// `keybridge commands --active`: the active commands of a running service.
@Suite(.onTestbed, .notInFastRuns) struct ActiveListTests {
  private let machine = Machine()
  private let folder: TemporaryFolder
  private let socket: String

  init() throws {
    folder = try TemporaryFolder()
    socket = folder.path + "/bridge.sock"
    try #require(testbed_active())
  }

  private func start(_ settings: String) throws -> LiveChild {
    machine.plug(1, "Board")
    let file = try folder.write(settings.utf8, to: "till.yaml")
    let child = try machine.start([
      "run", "--mirror", "text", "--control", socket, "--config", file,
    ])
    try eventually("the grab") { machine.isGrabbed(1) }
    return child
  }

  private func list(_ options: String..., environment: [String: String] = [:]) throws -> Child {
    try Child.run(
      [Program.path, "commands", "--active", "--control", socket] + options,
      environment: Program.environment.merging(environment) { $1 })
  }

  @Test("CMD-20a, CMD-20b the active commands follow the focus and the selection")
  func active() throws {
    let child = try start(
      """
      commands:
        - command: next-conversation
          chord: [cmd+k cmd+n, f9]
          title: GO_TO_NEXT_CONVERSATION
          argument: "7"
        - {command: list-only, chord: f8, when: {focus: other}}
        - {command: loses, chord: cmd+down}
        - {command: hidden, chord: f7, hidden: true}
        - {command: yank, chord: []}
      """)
    machine.type(1, "abc\n")
    #expect(try child.line() == "Abc")
    var names = try list("--format", "names").lines
    #expect(names.first == "next-conversation")
    for name in ["list-only", "loses", "hidden", "yank", "copy", "find"] {
      #expect(!names.contains(name), "\(name)")
    }
    #expect(names.contains("move-document-end") && names.contains("undo"))
    // ⌘A selects text, so copy becomes active.
    machine.type(1, "a", holding: 125)
    try eventually("the selection") { try list("--format", "names").lines.contains("copy") }
    names = try list("--format", "names").lines
    #expect(names.contains("cut"))
    let row = try list("--ascii", "next").rows.last
    #expect(
      row == "cmd+k cmd+n f9 GO_TO_NEXT_CONVERSATION Keybridge next-conversation 7 anywhere "
        + folder.path + "/till.yaml:3:13")
    let locales = try CompiledLocales("sv")
    let swedish = ["KEYBRIDGE_LOCALES": locales.path]
    #expect(
      try list("--locale", "sv", environment: swedish).output.contains("Gå till nästa konversation")
    )
    #expect(try list("--locale", "sv", "kopiera", environment: swedish).rows.count == 2)
    let json = try list("--format", "json")
    let check = """
      import json, sys
      rows = json.load(sys.stdin)
      row = next(row for row in rows if row["id"] == "next-conversation")
      assert row["chords"] == ["cmd+k cmd+n", "f9"] and row["argument"] == "7", row
      assert all(set(row) >= {"id", "title", "group", "chords", "where", "source"} for row in rows)
      """
    #expect(try Child.run(["python3", "-c", check], input: json.output).errors == "")
    child.signal(SIGTERM)
    #expect(try child.end() == 0)
  }

  @Test("A missing service, or a refused connection, is an error with a hint")
  func troubles() throws {
    var child = try list()
    #expect(child.status == 1)
    #expect(
      child.userErrors == [
        "keybridge: cannot connect to \(socket): No such file or directory",
        "keybridge:   start 'keybridge run --control \(socket)', or give the path of its socket with --control",
      ])
    let running = try start("layout: us")
    child = try list("nothing-like-it")
    #expect(child.status == 1 && child.userErrors[0].contains("has all of: nothing-like-it"))
    if !Program.unprivileged.isEmpty {
      chmod(folder.path, 0o755)
      child = try Child.run(
        Program.unprivileged + [Program.path, "commands", "--active", "--control", socket],
        environment: Program.environment)
      #expect(child.status == 77, "\(child.errors)")
      #expect(child.userErrors.last?.contains("as the user of the service") == true)
    }
    running.signal(SIGTERM)
    #expect(try running.end() == 0)
  }

  @Test("socat reads the same list over the socket", .needs("socat"))
  func shell() throws {
    let running = try start("layout: us")
    let question = #"{"jsonrpc":"2.0","id":1,"method":"commands.active"}"#
    let child = try Child.run(
      ["sh", "-c", "echo '\(question)' | socat -t 1 - UNIX:\(socket)"],
      environment: Program.environment)
    let lines = child.lines
    #expect(lines.count == 1)
    #expect(lines.last?.contains(#""id":1,"jsonrpc":"2.0","result":[{"#) == true)
    running.signal(SIGTERM)
    #expect(try running.end() == 0)
  }

  @Test(
    "A refused client gets the reason, even if the socket's mode would admit it",
    .needsRoot)
  func refused() throws {
    let child = try start("{}")
    chmod(folder.path, 0o755)
    chmod(socket, 0o666)
    let status = try Child.run(
      ["setpriv", "--reuid=65534", "--clear-groups", Program.path, "status", "--control", socket],
      environment: Program.environment)
    #expect(status.status == 77 && status.errors.contains("as root, or as the user"), "\(status)")
    let both = try list("--conflicts")
    #expect(both.status == 2)
    child.signal(SIGTERM)
    #expect(try child.end() == 0)
  }
}
