// SPDX-License-Identifier: Apache-2.0
import CTestbed
import Glibc
import TestPrograms
import TestSupport
import Testing
import TestTraits

/// `devices`, `doctor` and `monitor` on a testbed.
@Suite(.onTestbed, .notInFastRuns) struct ListingTests {
  private let machine = Machine()

  init() throws {
    try #require(testbed_active())
  }

  /// The value of a Python expression about a JSON text; `all` is the parsed text.
  private func ask(_ expression: String, of json: String) throws -> String {
    let script = "import json, sys\nall = json.load(sys.stdin)\nprint(\(expression))"
    let child = try Child.run(["python3", "-c", script], input: json)
    #expect(child.status == 0, "\(child.errors)")
    return String(child.output.dropLast())
  }

  @Test("devices lists keyboards with their selectors, and mice only with --all")
  func table() throws {
    machine.plug(1, "Board")
    machine.plug(2, "Mouse", .mouse)
    machine.plug(3, "Scanner", vendor: 0x05e0, product: 0x1200)
    let child = try machine.run("devices")
    #expect(child.status == 0 && child.errors == "")
    let words = child.lines.map { $0.split(separator: " ").map(String.init) }
    #expect(
      words == [
        ["DEVICE", "NAME", "KIND", "ACCESS", "IN", "USE", "BY", "SELECT", "BY"],
        ["/dev/input/event1", "Board", "keyboard", "yes", "046d:c31c"],
        ["/dev/input/event3", "Scanner", "keyboard", "yes", "05e0:1200"],
      ])
    let all = try machine.run("devices", "--all")
    #expect(
      all.lines.count == 4 && all.lines[2].contains("Mouse  ") && all.lines[2].contains("pointer"))
    let one = try machine.run("devices", "--device", "05e0:*", "--format", "json")
    #expect(try ask("[d['name'] for d in all]", of: one.output) == "['Scanner']")
    let none = try machine.run("devices", "--device", "name=None")
    #expect(none.status == 1 && none.output == "")
    #expect(none.errors == "keybridge: no device is selected\n")
  }

  @Test("a keyboard with a touchpad in its node is shown by devices and by doctor")
  func pointing() throws {
    machine.plug(1, "Board")
    machine.plug(2, "Touch Board", .pointingKeyboard, product: 0x404d)
    let lines = try machine.run("devices").lines
    #expect(lines[1].contains("keyboard  ") && lines[2].contains("keyboard, pointer  "))
    let json = try machine.run("devices", "--format", "json").output
    #expect(try ask("[d['points'] for d in all]", of: json) == "[False, True]")
    let remark = "/dev/input/event2 (Touch Board) moves a pointer"
    let doctor = try machine.run("doctor").output
    #expect(doctor.contains(remark) && doctor.contains("match: 046d:404d and grab: never"))
    #expect(!doctor.contains("(Board) moves"))
    let folder = try TemporaryFolder()
    try folder.makeFolder("keybridge")
    for grab in ["always", "never"] {
      _ = try folder.write(
        "devices:\n  - match: \"046d:404d\"\n    grab: \(grab)\n".utf8,
        to: "keybridge/keybridge.yaml")
      machine.variables["XDG_CONFIG_HOME"] = folder.path
      #expect(try machine.run("doctor").output.contains(remark) == (grab == "always"), "\(grab)")
    }
  }

  @Test("devices --format json lists the kernel's data")
  func json() throws {
    machine.plug(7, "Board \"quoted\"", vendor: 0x1, product: 0xabcd)
    let child = try machine.run("devices", "--format", "json")
    #expect(
      try ask("sorted(all[0])", of: child.output)
        == "['access', 'bus', 'handwriting', 'keys', 'kind', 'leds', 'links', 'name', 'padFlaw', 'path', 'phys', 'points',"
        + " 'product', 'readable', 'repeats', 'scanner', 'selector', 'uniq', 'users', 'vendor', 'version']"
    )
    #expect(
      try ask(
        "[all[0][k] for k in ('path','name','phys','vendor','product','version','bus','leds')]",
        of: child.output)
        == "['/dev/input/event7', 'Board \"quoted\"', 'usb-fake-7/input0', '0001', 'abcd', '0110',"
        + " 'usb', ['num', 'caps', 'scroll']]")
    #expect(
      try ask("all[0]['keys'] > 100, all[0]['repeats'], all[0]['readable']", of: child.output)
        == "True True True")
  }

  @Test("devices --all and doctor say which devices can be drawn on, and which the settings allow")
  func pads() throws {
    machine.plug(1, "Board")
    machine.plug(2, "Pad", .touchpad, product: 1)
    machine.plug(3, "Old Pad", .oldTouchpad, product: 2)
    machine.plug(4, "Mouse", .mouse)
    let table = try machine.run("devices", "--all").lines
    #expect(table[0].contains("IN USE BY  HANDWRITING"))
    let reason = "it reports touches without slots (multitouch protocol A)"
    #expect(table[1].contains("yes                no ") && table[2].contains("  touchpad  "))
    #expect(table[3].contains("  no: \(reason)  ") && table[4].contains("  no  "))
    #expect(!(try machine.run("doctor").output.contains("drawn on")))
    let folder = try TemporaryFolder()
    try folder.makeFolder("keybridge")
    let path = try folder.write(
      "devices: [{match: name=*Pad, handwriting: yes}]".utf8, to: "keybridge/keybridge.yaml")
    let allowed = try machine.run("devices", "--all", "--config", path).lines
    #expect(allowed[2].contains("  touchpad, allowed  "))
    let json = try machine.run("devices", "--all", "--format", "json", "--config", path).output
    #expect(
      try ask("[(d.get('pad'), d['handwriting']) for d in all]", of: json)
        == "[(None, False), ('touchpad', True), (None, True), (None, False)]")
    #expect(try ask("all[2]['padFlaw']", of: json) == reason)
    machine.variables["XDG_CONFIG_HOME"] = folder.path
    let doctor = try machine.run("doctor").output
    #expect(doctor.contains("ok   /dev/input/event2 (Pad) can be drawn on: a touchpad\n"))
    #expect(doctor.contains("/dev/input/event3 (Old Pad) cannot be drawn on: \(reason)\n"))
    machine.unplug(2)
    machine.unplug(3)
    #expect(try machine.run("doctor").output.contains("no pad is attached that the settings allow"))
  }

  @Test("a pad is recorded with its axes, and only with the option that shows key codes")
  func recordPad() throws {
    machine.plug(1, "Board")
    machine.plug(2, "Pad", .touchpad)
    let refused = try machine.run("record", "--device", "path=/dev/input/event2")
    #expect(refused.status == 2 && refused.output == "")
    #expect(refused.errors.contains("Pad is a pad, and drawings are not recorded by default"))
    #expect(refused.errors.contains("--show-keycodes"))
    let child = try machine.start(
      ["record", "--show-keycodes", "--device", "path=/dev/input/event2"])
    try child.expectOutput("A: 2f 0 1 0 0 0\nA: 35 1266 5676 0 0 49\n")
    machine.unplug(2)
    #expect(try child.end() == 0)
  }

  @Test("devices names the program that has a keyboard open")
  func users() throws {
    machine.plug(1, "Board")
    let holder = try machine.start(["run", "--mirror", "text"])
    try eventually("the grab") { machine.isGrabbed(1) }
    let child = try machine.run("devices")
    #expect(child.output.contains("keybridge (\(holder.pid))"))
    let doctor = try machine.run("doctor")
    #expect(doctor.output.contains("is also open in keybridge (\(holder.pid))"))
  }

  @Test("if no keyboard may be read, devices returns status 77 and a hint")
  func notPermitted() throws {
    machine.plug(1, "Board")
    machine.allow(1, false)
    let child = try machine.run("devices", prefix: Program.unprivileged)
    #expect(child.status == 77)
    #expect(child.lines.last?.contains("not permitted") == true)
    #expect(child.errors.contains("usermod -aG keybridge-input USER"))
    let json = try machine.run("devices", "--format", "json", prefix: Program.unprivileged)
    #expect(json.status == 77)
    #expect(try ask("all[0]['readable']", of: json.output) == "False")
    machine.plug(2, "Second")
    machine.allow(2, true)
    #expect(try machine.run("devices", prefix: Program.unprivileged).status == 0)
  }

  @Test("without a keyboard devices succeeds, with a message on standard error")
  func nothing() throws {
    let child = try machine.run("devices")
    #expect(child.status == 0 && child.output == "")
    #expect(child.errors == "keybridge: no keyboard is attached\n")
    #expect(try ask("all", of: try machine.run("devices", "-fjson").output) == "[]")
  }

  // MARK: doctor

  @Test("doctor prints one line per finding; a missing permission is status 77 with a hint")
  func doctor() throws {
    machine.plug(1, "Board")
    let good = try machine.run("doctor")
    #expect(good.output.contains("ok   /dev/input/event1 (Board) may be read\n"))
    #expect(good.output.contains("ok   xkb has "))
    #expect(good.output.contains("words and directions of all scripts are supported"))
    #expect(!good.output.contains("BAD") && good.status == 0, "\(good.output)")
    let isInstalled = ["/etc", "/usr/lib", "/lib"].contains {
      access($0 + "/udev/rules.d/70-keybridge.rules", F_OK) == 0
    }
    #expect(
      good.output.contains(
        isInstalled
          ? "ok   the udev rule is installed"
          : "--   the udev rule is not installed\n"
            + "      make install, as root\n"))
    let hasGroup = try Child.run(["getent", "group", "keybridge-input"]).status == 0
    #expect(
      good.output.contains(
        hasGroup
          ? "ok   the group 'keybridge-input' exists"
          : "--   the group 'keybridge-input' does not exist\n"))
    #expect(good.output.contains("can be read by root"))
    machine.allow(1, false)
    // This folder of another user has no effect.
    let hidden = try TemporaryFolder()
    let bad = try machine.run(
      "doctor", prefix: Program.unprivileged + ["env", "KEYBRIDGE_LEXICONS=\(hidden.path)"])
    #expect(bad.status == 77, "\(bad.output)")
    #expect(
      bad.output.contains("BAD  /dev/input/event1 (Board) may not be read\n      as root, install"))
    let json = try machine.run("doctor", "--format", "json", prefix: Program.unprivileged)
    #expect(json.status == 77)
    #expect(
      try ask("[f['hint'][:7] for f in all if f['state'] == 'trouble']", of: json.output)
        == "['as root']")
  }

  @Test("doctor without a keyboard fails with a hint")
  func doctorWithoutKeyboard() throws {
    machine.plug(1, "Mouse", .mouse)
    let child = try machine.run("doctor")
    #expect(child.output.contains("BAD  no keyboard is attached\n      plug one in;"))
    #expect(child.status == 1, "a missing keyboard is a failure")
  }

  @Test(
    "doctor fails if every user can read a keyboard, and names other users and groups", .needsRoot)
  func doctorOfReaders() throws {
    func findings(mode: mode_t, user: uid_t = 0, group: gid_t = 0) throws -> Child {
      machine.setPermissions(1, mode: mode, user: user, group: group)
      return try machine.run("doctor")
    }
    machine.plug(1, "Board")
    let open = try findings(mode: 0o604)
    #expect(open.status == 1)
    #expect(
      open.output.contains(
        """
        BAD  /dev/input/event1 can be read by every user: every program can log what is typed
              find the udev rule that permits it: udevadm test /sys/class/input/eventN

        """), "\(open.output)")
    let warning = "      they can log every key; clients of the service need only its socket"
    let group = try findings(mode: 0o640, group: 1)
    #expect(group.status == 0)
    #expect(
      group.output.contains(
        "--   /dev/input/event1 can be read by root, group 'daemon' (daemon)\n" + warning),
      "\(group.output)")
    let user = try findings(mode: 0o600, user: 1)
    #expect(user.status == 0)
    #expect(
      user.output.contains("--   /dev/input/event1 can be read by root, user 'daemon'\n" + warning),
      "\(user.output)")
    let none = try findings(mode: 0o640, group: 4_000_000)
    #expect(
      none.output.contains(
        "ok   /dev/input/event1 can be read by root, group '4000000' (nobody)\n"),
      "\(none.output)")
    #expect(!none.output.contains("they can log every key"))
  }

  // MARK: monitor

  @Test("monitor shows live what each key becomes, and does not grab")
  func monitor() throws {
    machine.plug(1, "Board")
    let child = try machine.start(["monitor", "--layout", "de"])
    #expect(try child.line() == "+ /dev/input/event1 Board")
    machine.type(1, "z")
    let line = try child.line()
    #expect(line.contains(" /dev/input/event1 KEY_Z press → y \"y\" → text"), "\(line)")
    #expect(!machine.isGrabbed(1))
    machine.unplug(1)
    #expect(try child.line() == "- /dev/input/event1")
    child.signal(SIGINT)
    #expect(try child.end() == 0)
  }
}
