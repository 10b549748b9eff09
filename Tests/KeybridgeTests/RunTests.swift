// SPDX-License-Identifier: Apache-2.0
import CTestbed
import Glibc
import TestPrograms
import TestSupport
import Testing
import TestTraits

/// `keybridge run` on a testbed.
@Suite(.onTestbed, .notInFastRuns) struct RunTests {
  private let machine = Machine()
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try #require(testbed_active())
  }

  private func start(_ arguments: String..., prefix: [String] = []) throws -> LiveChild {
    try machine.start(["run"] + arguments, prefix: prefix)
  }

  /// Waits until the program has grabbed a keyboard, and therefore reads it.
  private func grabbed(_ number: Int32) throws {
    try eventually("the grab") { machine.isGrabbed(number) }
  }

  // MARK: Text

  @Test(
    "a line is printed when it is complete, the rest at the end, and a signal gives status 0",
    arguments: [SIGTERM, SIGINT])
  func text(_ signal: Int32) throws {
    machine.plug(1, "Board")
    let child = try start("--layout", "de", "--mirror", "text")
    try grabbed(1)
    machine.type(1, "zy\nrest")
    #expect(try child.line() == "yz")
    // When the LED is on, everything typed before has been read.
    machine.key(1, Typing.capsLock, 1)
    machine.key(1, Typing.capsLock, 0)
    try eventually("Caps Lock's LED") { machine.lit(1) & 2 != 0 }
    #expect(child.outputByNow() == "yz\n", "an incomplete line is not printed yet")
    child.signal(signal)
    #expect(try child.end() == 0)
    #expect(child.output == "yz\nrest\n")
    #expect(child.errors == "")
    #expect(!machine.isGrabbed(1))
    #expect(machine.lit(1) == 0)
  }

  @Test("two keyboards type one text, even if one is replugged during a press")
  func replug() throws {
    machine.plug(1, "Board")
    machine.plug(2, "Other")
    let child = try start("--mirror", "keystrokes")
    try grabbed(1)
    try grabbed(2)
    func expect(_ device: Int, _ key: String, _ text: String) throws {
      let line = try child.line()
      #expect(line.contains("\"/dev/input/event\(device)\""), "\(line)")
      #expect(line.contains("\"\(key)\"") && line.contains("\"text\":\"\(text)\""), "\(line)")
    }
    machine.type(1, "a")
    try expect(1, "KEY_A", "a")
    machine.key(1, Typing.shift, 1)
    try expect(1, "KEY_LEFTSHIFT", "")
    machine.type(2, "b")
    try expect(2, "KEY_B", "B")
    machine.unplug(1)
    // Only typing shows whether the unplugged keyboard's Shift was released.
    var last = ""
    try eventually("the release of Shift") {
      machine.type(2, "c")
      last = try child.line()
      return last.contains("\"text\":\"c\"")
    }
    machine.plug(1, "Board")
    try grabbed(1)
    machine.type(1, "d")
    try expect(1, "KEY_D", "d")
    machine.type(2, "e")
    try expect(2, "KEY_E", "e")
    child.signal(SIGTERM)
    #expect(try child.end() == 0)
    #expect(child.errors == "")
  }

  @Test("--mirror json reports connected and disconnected keyboards, and text")
  func json() throws {
    machine.plug(1, "Board")
    let child = try start("--mirror", "json")
    for event in ["attached", "connected"] {
      #expect(
        try child.line() == #"{"bus":3,"device":"/dev/input/event1","event":"device.\#(event)","#
          + #""kind":"keyboard","name":"Board","phys":"usb-fake-1/input0","product":49948,"#
          + #""vendor":1133,"version":272}"#)
    }
    try grabbed(1)
    machine.type(1, "x")
    try child.expectOutput(
      #"{"container":0,"event":"text.didChange","origin":"user","range":[0,0],"string":"x"}"#)
    machine.unplug(1)
    try child.expectOutput(#""event":"device.detached""#)
    try child.expectOutput(#""event":"device.disconnected""#)
    child.signal(SIGTERM)
    #expect(try child.end() == 0)
    let check = "import json, sys\nfor line in sys.stdin: json.loads(line)"
    #expect(try Child.run(["python3", "-c", check], input: child.output).status == 0)
  }

  // MARK: Errors

  @Test("without a keyboard run reports that, waits, and uses a keyboard plugged in later")
  func noKeyboard() throws {
    machine.plug(5, "Mouse", .mouse)
    let child = try start("--mirror", "text")
    try child.expectError("keybridge: no keyboard is attached; waiting for one\n")
    machine.plug(1, "Late")
    try grabbed(1)
    machine.type(1, "late\n")
    #expect(try child.line() == "late")
  }

  @Test("a keyboard held by another program is reported with that program and a hint, then grabbed")
  func busy() throws {
    machine.plug(1, "Board")
    let holder = try machine.start(["run", "--mirror", "text"])
    try grabbed(1)
    let child = try start("--mirror", "text")
    try child.expectError(
      "keybridge: /dev/input/event1 (Board) is grabbed by another program:"
        + " keybridge (process \(holder.pid))\n"
        + "keybridge:   stop that program, or run with --no-grab\n")
    holder.signal(SIGTERM)
    try holder.end()
    // The testbed's file reports no closing, so a udev event takes its place.
    machine.announce(1)
    try grabbed(1)
    machine.type(1, "mine\n")
    #expect(try child.line() == "mine")
  }

  @Test("an unreadable keyboard is reported with a hint, and grabbed once it is readable")
  func notReadable() throws {
    machine.plug(1, "Board")
    machine.allow(1, false)
    let child = try start("--mirror", "text", prefix: Program.unprivileged)
    try child.expectError("waiting for its permissions to change\n")
    try child.expectError("'keybridge doctor' checks each step\n")
    #expect(child.errors.contains("keybridge: no permission to read /dev/input/event1 (Board);"))
    #expect(child.errors.contains("usermod -aG keybridge-input USER"))
    machine.allow(1, true)
    try grabbed(1)
    machine.type(1, "now\n")
    #expect(try child.line() == "now")
  }

  // MARK: Grabs, LEDs, exit

  @Test("Backspace, Escape and Enter together release the keyboard and end the program")
  func panic() throws {
    machine.plug(1, "Board")
    let child = try start("--mirror", "text")
    try grabbed(1)
    machine.type(1, "ab")
    for code: UInt16 in [14, 1, 28] { machine.key(1, code, 1) }
    #expect(try child.end() == 0)
    #expect(
      child.errors == "keybridge: Backspace+Escape+Enter: all keyboards have been released\n")
    #expect(child.output.hasPrefix("a"))
    #expect(!machine.isGrabbed(1))
  }

  @Test("--no-grab reads the keyboard without grabbing it")
  func noGrab() throws {
    machine.plug(1, "Board")
    let child = try start("--mirror", "text", "--no-grab")
    try eventually("the keyboard to be opened") { machine.clock(1) >= 0 }
    machine.type(1, "shared\n")
    #expect(try child.line() == "shared")
    #expect(!machine.isGrabbed(1))
  }

  @Test("Caps Lock sets the LED of every keyboard, and the LEDs are restored at the end")
  func lights() throws {
    machine.plug(1, "Board")
    machine.plug(2, "Other")
    machine.setLit(2, 4)
    let child = try start("--mirror", "text")
    try grabbed(1)
    try grabbed(2)
    machine.type(1, "a")
    machine.key(1, Typing.capsLock, 1)
    machine.key(1, Typing.capsLock, 0)
    try eventually("the LEDs") { machine.lit(1) & 2 != 0 && machine.lit(2) & 2 != 0 }
    machine.type(2, "b\n")
    #expect(try child.line() == "aB")
    child.signal(SIGTERM)
    #expect(try child.end() == 0)
    #expect(machine.lit(1) == 0 && machine.lit(2) == 4)
  }

  // MARK: Selection of keyboards

  @Test(
    "--device selects one keyboard and ignores the others",
    arguments: ["name=Scan*", "05e0:1200", "path=/dev/input/event2", "phys=usb-fake-2/*", "05e0:*"])
  func selectors(_ selector: String) throws {
    machine.plug(1, "Board")
    machine.plug(2, "Scanner", vendor: 0x05e0, product: 0x1200)
    let child = try start("--mirror", "text", "--device", selector)
    try grabbed(2)
    machine.type(2, "4\n")
    machine.type(2, "a\n")
    _ = try child.line()
    #expect(!machine.isGrabbed(1))
  }

  @Test(
    "the settings file ignores one keyboard, never grabs another, and sets a third one's layout")
  func configuration() throws {
    machine.plug(1, "Board")
    machine.plug(2, "Token")
    machine.plug(3, "Scanner")
    let path = try folder.write(
      """
      layout: de
      devices:
        - match: name=Token
          ignore: true
        - match: name=Board
          grab: never
        - match: name=Scanner
          layout: us
      """.utf8, to: "settings.yaml")
    let child = try start("--mirror", "text", "--config", path)
    try grabbed(3)
    machine.type(3, "zy\n")
    #expect(try child.line() == "Zy")
    machine.type(1, "zy\n")
    #expect(try child.line() == "Yz")
    #expect(!machine.isGrabbed(1) && !machine.isGrabbed(2))
    #expect(machine.clock(2) < 0, "no process has opened the node")
  }

  // MARK: --or-replay

  @Test("--or-replay without a keyboard replays the capture, and tells how to attach one")
  func orReplay() throws {
    let capture = try folder.write(Typing("hello").bytes(.evemu), to: "capture")
    machine.plug(5, "Mouse", .mouse)
    let child = try machine.run("run", "--or-replay", capture)
    #expect(child.status == 0 && child.output == "hello\n")
    #expect(child.errors.contains("keybridge: no keyboard is attached\n"))
    #expect(child.errors.contains("replaying \(capture) instead"))
    #expect(child.errors.contains("attach a keyboard"))
    machine.plug(1, "Board")
    machine.allow(1, false)
    chmod(folder.path, 0o755)
    chmod(capture, 0o644)
    let refused = try machine.run("run", "--or-replay", capture, prefix: Program.unprivileged)
    #expect(refused.status == 0 && refused.output == "hello\n")
    #expect(refused.errors.contains("the attached keyboard may not be read"))
    #expect(refused.errors.contains("usermod -aG keybridge-input USER"))
    machine.allow(1, true)
    let child2 = try start("--or-replay", capture, "--mirror", "text")
    try grabbed(1)
    machine.type(1, "live\n")
    #expect(try child2.line() == "live")
  }

  @Test("--or-replay reports that no keyboard is selected, and not that permission is missing")
  func orReplayReason() throws {
    let capture = try folder.write(Typing("hello").bytes(.evemu), to: "capture")
    machine.plug(1, "Board")
    let other = try machine.run("run", "--or-replay", capture, "--device", "name=Other")
    #expect(other.status == 0 && other.output == "hello\n")
    #expect(
      other.errors == """
        keybridge: no attached keyboard is selected
        keybridge: replaying \(capture) instead
        keybridge: 'keybridge devices' lists the keyboards

        """)
  }

  @Test(
    "--or-replay is refused together with a socket, because a replay serves none",
    arguments: ["--socket", "--control", "--observe"])
  func orReplaySocket(_ option: String) throws {
    let capture = try folder.write(Typing("hello").bytes(.evemu), to: "capture")
    let socket = folder.path + "/socket"
    let child = try machine.run("run", "--or-replay", capture, option, socket)
    #expect(child.status == 2 && child.output == "")
    #expect(child.errors.hasPrefix("keybridge: --or-replay serves no sockets\n"))
    #expect(child.errors.contains("leave out --or-replay"))
    #expect(access(socket, F_OK) != 0)
  }
}
