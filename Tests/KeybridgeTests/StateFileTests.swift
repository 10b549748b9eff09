// SPDX-License-Identifier: Apache-2.0
import CTestbed
import Glibc
import TestPrograms
import TestSupport
import Testing
import TestTraits

/// The state file of `keybridge run` in odd places, and with odd files in its place.
@Suite(.onTestbed, .notInFastRuns) struct StateFileTests {
  private let machine = Machine()
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try #require(testbed_active())
    machine.plug(1, "Board")
  }

  private func start(_ variables: [String], prefix: [String] = []) throws -> LiveChild {
    let settings = try folder.write("modes: [en-US, sv-SE]\n".utf8, to: "settings.yaml")
    let child = try machine.start(
      ["run", "--mirror", "text", "--config", settings], prefix: ["env"] + variables + prefix)
    try eventually("the grab") { machine.isGrabbed(1) }
    return child
  }

  /// Switches to another mode, which is stored, and ends the program.
  private func end(_ child: LiveChild) throws {
    machine.type(1, " ", holding: 29)
    machine.type(1, "ab\n")
    #expect(try child.line() == "Ab")
    child.signal(SIGTERM)
    #expect(try child.end() == 0)
  }

  private func mode(in path: String) throws -> String {
    let tool = try Child.run(
      ["sqlite3", "-batch", "-readonly", path, "SELECT mode FROM last_mode"])
    #expect(tool.status == 0, "\(tool.errors)")
    return tool.lines.joined()
  }

  @Test("With a home folder whose name begins with two slashes, the mode is stored")
  func home() throws {
    let child = try start(["-u", "XDG_STATE_HOME", "HOME=/" + folder.path + "/"])
    try end(child)
    #expect(child.errors == "")
    #expect(try mode(in: folder.path + "/.local/state/keybridge/memory.sqlite") == "sv-SE")
  }

  @Test("A folder whose name is not valid UTF-8 is reported, and no other folder is made for it")
  func bytes() throws {
    let child = try LiveChild(
      ["bash", "-c", "export XDG_STATE_HOME=\(folder.path)/$'a\\xff'; exec \(Program.path) run"],
      environment: Program.environment)
    try child.expectError("its name is not valid UTF-8")
    child.signal(SIGTERM)
    _ = try child.end()
    #expect(entries(of: folder.path).isEmpty)
  }

  @Test("A pipe in the place of the file is reported, keys arrive, and a signal ends the program")
  func pipe() throws {
    try folder.makeFolder("keybridge")
    #expect(mkfifo(folder.path + "/keybridge/memory.sqlite", 0o600) == 0)
    let child = try start(["XDG_STATE_HOME=" + folder.path])
    try child.expectError("memory.sqlite: it is not a regular file")
    try end(child)
    #expect(child.errors.split(separator: "\n").count == 1, "\(child.errors)")
  }

  @Test("With a file size limit at the start, the stored mode is used and every key arrives")
  func limited() throws {
    try end(try start(["XDG_STATE_HOME=" + folder.path]))
    let path = folder.path + "/keybridge/memory.sqlite"
    #expect(try mode(in: path) == "sv-SE")
    let child = try start(["XDG_STATE_HOME=" + folder.path], prefix: ["prlimit", "--fsize=1"])
    try end(child)
    #expect(try mode(in: path) == "sv-SE")
  }

  @Test("A program that exec runs directly has the default actions for failed writes")
  func children() throws {
    // Bit 12 is SIGPIPE, and bit 24 is SIGXFSZ.
    let child = try Child.run(
      [
        "sh", "-c",
        "trap - PIPE XFSZ; exec \(Program.path) exec --or-plain -- grep SigIgn /proc/self/status",
      ], environment: Program.environment)
    let mask = child.output.split(whereSeparator: \.isWhitespace).last
      .flatMap { UInt64($0, radix: 16) }
    let signals = try #require(mask, "\(child.output) \(child.errors)")
    #expect(signals & (1 << 12 | 1 << 24) == 0)
  }

  @Test("While the log is cut off again and again, the program lives and every key arrives")
  func truncated() throws {
    let child = try start(["XDG_STATE_HOME=" + folder.path])
    let path = folder.path + "/keybridge/memory.sqlite"
    for round in 0..<6 {
      machine.type(1, " ", holding: 29)
      machine.type(1, "ab\n")
      #expect(try child.line() == "Ab")
      for suffix in ["-shm", "-wal"].prefix(1 + round % 2) { truncate(path + suffix, 0) }
    }
    try end(child)
    let lines = child.errors.split(separator: "\n")
    #expect(lines.count <= 1, "\(lines)")
    #expect(try mode(in: path) != "")
  }
}
