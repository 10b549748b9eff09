// SPDX-License-Identifier: Apache-2.0
import CTestbed
import Glibc
import TestPrograms
import TestSupport
import Testing
import TestTraits

/// `keybridge record`.
@Suite(.onTestbed, .notInFastRuns) struct RecordTests {
  private let machine = Machine()
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path + "/capture"
    try #require(testbed_active())
    machine.plug(1, "Board")
  }

  /// Records while a text is typed.
  private func record(_ text: String, _ options: String...) throws -> LiveChild {
    let child = try machine.start(["record"] + options)
    try child.expectError("keybridge: recording Board; Control-C ends it\n")
    machine.type(1, text)
    return child
  }

  private func finish(_ child: LiveChild, after lines: Int) throws {
    try eventually("the capture") {
      contents(of: path).split(separator: "\n").filter { $0.hasPrefix("E: ") }.count >= lines
    }
    child.signal(SIGINT)
    #expect(try child.end() == 0)
  }

  private var mode: mode_t {
    var facts = stat()
    return stat(path, &facts) == 0 ? facts.st_mode & 0o777 : 0
  }

  @Test("a recording with --show-keycodes replays the typed text, and its file is 0600")
  func roundTrip() throws {
    let child = try record("keybridge", "--show-keycodes", "--output", path)
    #expect(!machine.isGrabbed(1))
    try finish(child, after: 36)
    #expect(mode == 0o600)
    let replay = try Program.run("replay", path, "--layout", "de")
    #expect(replay.document == "Kezbridge" && replay.errors == "" && replay.status == 0)
    let description = contents(of: path)
    #expect(description.hasPrefix("# EVEMU 1.3\n") && description.contains("\nN: Board\n"))
    #expect(description.contains("\nI: 0003 046d c31c 0110\n"))
  }

  @Test("letters are hidden by default, and the replay reports that")
  func hidden() throws {
    try finish(try record("secret\n", "--output", path), after: 28)
    let text = contents(of: path)
    let codes = Set(
      text.split(separator: "\n").filter { $0.hasPrefix("E: ") && $0.contains(" 0001 ") }
        .map { String($0.split(separator: " ")[3]) })
    #expect(codes == ["001e", "001c"], "the letter A for all, and Return")
    let replay = try Program.run("replay", path)
    #expect(replay.output == "Aaaaaa\n")
    #expect(replay.errors.contains("each letter is KEY_A"))
    #expect(replay.errors.contains("record again with --show-keycodes"))
  }

  @Test("a file readable by all becomes 0600, and a symbolic link is not followed")
  func existingFile() throws {
    _ = try folder.write("old".utf8, to: "capture")
    chmod(path, 0o644)
    try finish(try record("x", "--output", path), after: 4)
    #expect(mode == 0o600)
    #expect(contents(of: path).hasPrefix("# EVEMU"))
    symlink(path, folder.path + "/link")
    let child = try machine.run("record", "--output", folder.path + "/link")
    #expect(child.status == 1 && child.errors.contains("cannot write \(folder.path)/link"))
  }

  @Test("a device keeps its mode, and a full device is an error")
  func fullDisk() throws {
    var before = stat()
    stat("/dev/full", &before)
    let child = try machine.run("record", "--output", "/dev/full")
    #expect(child.status == 1)
    #expect(child.errors.contains("keybridge: cannot write /dev/full: No space left on device\n"))
    var after = stat()
    stat("/dev/full", &after)
    #expect(before.st_mode == after.st_mode)
  }

  @Test(
    "without --output the recording is written to standard output, until the keyboard is unplugged")
  func standardOutput() throws {
    let child = try record("ab", "--show-keycodes")
    try child.expectOutput(" 0001 0030 0")
    machine.unplug(1)
    #expect(try child.end() == 0)
    let replay = try Program.run("replay", "-", input: Array(child.output.utf8))
    #expect(replay.document == "Ab")
  }

  @Test("if there are several keyboards, one must be selected, and all are listed")
  func several() throws {
    machine.plug(2, "Second")
    machine.plug(3, "Mouse", .mouse)
    let child = try machine.run("record")
    #expect(child.status == 2 && child.output == "")
    #expect(child.errors.contains("a capture is of one keyboard, but 2 are selected"))
    #expect(child.errors.contains("--device path=/dev/input/event1   Board"))
    #expect(child.errors.contains("--device path=/dev/input/event2   Second"))
    #expect(try machine.run("record", "--device", "all").errors.contains("but 2 are selected"))
    let chosen = try record("x", "--device", "path=/dev/input/event1", "-o", path)
    try finish(chosen, after: 4)
    #expect(try machine.run("record", "--device", "name=None").status == 1)
  }

  @Test("a keyboard that may not be read gives status 77 and a hint")
  func notPermitted() throws {
    machine.allow(1, false)
    let child = try machine.run("record", prefix: Program.unprivileged)
    #expect(child.status == 77 && child.output == "")
    #expect(child.errors.hasPrefix("keybridge: no permission to read /dev/input/event1\n"))
    #expect(child.errors.contains("usermod -aG keybridge-input USER"))
  }
}
