// SPDX-License-Identifier: Apache-2.0
import CTestbed
import Glibc
import Sandbox
import TestPrograms
import TestSupport
import TestTraits
import Testing

/// `keybridge run` in its sandbox: what it must still be able to do, and what it cannot.
///
/// All other tests of `run` are in the sandbox too.
@Suite(
  .onTestbed, .notInFastRuns, .serialized, .needs(file: "/usr/bin/python3"), .needs("socat"))
struct SandboxRunTests: EngineRunning {
  let machine = Machine()
  let folder: TemporaryFolder
  private static let (f8, f9): (UInt16, UInt16) = (66, 67)

  init() throws {
    folder = try TemporaryFolder()
    try plugIn()
  }

  private var settings: String { folder.path + "/settings.yaml" }

  /// Replaces the settings as an editor does: with a new file of the same name.
  private func replaceSettings(_ text: String) throws {
    let new = try folder.write(text.utf8, to: "settings.yaml~")
    try #require(rename(new, settings) == 0)
  }

  private func command(_ name: String, _ chord: String, _ words: String) -> String {
    "allow-processes: true\ncommands:\n  - {command: \(name), chord: \(chord), run: \(words)}\n"
  }

  private func run(_ text: String, _ options: String..., mirror: String = "json") throws
    -> LiveChild
  {
    machine.variables = ["STATE_DIRECTORY": folder.path + "/state"]
    _ = try folder.write(text.utf8, to: "settings.yaml")
    let service = try machine.start(
      ["run", "--mirror", mirror, "--control", controlSocket, "--config", settings] + options)
    try eventually("the grab") { machine.isGrabbed(1) }
    return service
  }

  private func control(_ words: String...) throws -> Child {
    try Child.run(
      [Program.path] + words + ["--control", controlSocket], environment: Program.environment)
  }

  /// A line of `/proc/PID/status`.
  private func status(_ name: String, of process: pid_t) -> String {
    contents(of: "/proc/\(process)/status").split(separator: "\n")
      .first { $0.hasPrefix("\(name):\t") }.map { String($0.dropFirst(name.count + 2)) } ?? ""
  }

  /// How often a process has waited.
  private func waits(of service: LiveChild) -> Int {
    Int(status("voluntary_ctxt_switches", of: service.pid)) ?? 0
  }

  private func end(_ service: LiveChild) throws {
    service.signal(SIGTERM)
    #expect(try service.end() == 0)
  }

  // MARK: In force

  @Test("The service is confined and its launcher is not; the doctor reports both kinds of service")
  func inForce() throws {
    let service = try run("")
    try eventually("the sandbox") { status("Seccomp", of: service.pid) == "2" }
    #expect(status("NoNewPrivs", of: service.pid) == "1")
    if geteuid() == 0 {
      // CAP_DAC_OVERRIDE, CAP_KILL and CAP_SYS_TTY_CONFIG.
      #expect(status("CapEff", of: service.pid) == "0000000004000022")
      #expect(status("CapPrm", of: service.pid) == "0000000004000022")
    }
    #expect(status("Threads", of: service.pid) == "1")
    let launcher = try #require(children(of: service.pid).first?.process)
    #expect(contents(of: "/proc/\(launcher)/comm") == "keybridge-start\n")
    // A command such as `sudo` gets its rights.
    #expect(status("Seccomp", of: launcher) == "0" && status("NoNewPrivs", of: launcher) == "0")
    let open = entries(of: "/proc/\(launcher)/fd").map(\.name)
    // The testbed has sockets of its own in every program.
    #expect(
      open.filter { (Int($0) ?? 0) < 4 } == ["0", "1", "2", "3"] && open.count < 12, "\(open)")
    let doctor = try Program.run("doctor")
    let name = "'keybridge run' (process \(service.pid))"
    #expect(
      doctor.output.contains("\(name) is confined: system calls are filtered, no new privileges"),
      "\(doctor.output)")
    try end(service)
    #expect(access("/proc/\(launcher)", F_OK) != 0, "the launcher ends with the service")
    #expect(access(controlSocket, F_OK) != 0, "the socket's file is removed")
    #expect(service.errors == "")
  }

  @Test("With --no-sandbox the service keeps its rights, starts commands itself, and is reported")
  func off() throws {
    let made = folder.path + "/made"
    let service = try run(command("make", "f8", "[touch, \(made)]"), "--no-sandbox")
    #expect(status("Seccomp", of: service.pid) == "0" && children(of: service.pid).isEmpty)
    press(Self.f8)
    try eventually("the command") { access(made, F_OK) == 0 }
    let doctor = try Program.run("doctor")
    #expect(
      doctor.output.contains("'keybridge run' (process \(service.pid)) keeps all rights"),
      "\(doctor.output)")
    try end(service)
  }

  // MARK: Every feature

  @Test("A keyboard that is plugged in is opened and grabbed, and so is one that returns")
  func hotPlug() throws {
    let service = try run("", mirror: "text")
    machine.plug(2, "Second")
    try eventually("the second keyboard") { machine.isGrabbed(2) }
    machine.type(2, "ab\n")
    #expect(try service.line() == "Ab")
    machine.unplug(1)
    machine.unplug(2)
    machine.plug(1, "Board")
    try eventually("the first keyboard") { machine.isGrabbed(1) }
    machine.type(1, "cd\n")
    #expect(try service.line() == "Cd")
    try end(service)
    #expect(service.errors == "")
  }

  @Test("A command writes where the service cannot, and a reload brings a new command")
  func reload() throws {
    try folder.makeFolder("home")
    let made = folder.path + "/home/made"
    let service = try run(command("one", "f8", "[touch, \(made)1]"))
    press(Self.f8)
    try eventually("the first command") { access(made + "1", F_OK) == 0 }
    try replaceSettings(command("two", "f9", "[sh, -c, 'echo $KEYBRIDGE_COMMAND > \(made)2']"))
    #expect(try control("reload").status == 0)
    press(Self.f9)
    try eventually("the second command") { contents(of: made + "2") == "two\n" }
    try replaceSettings("layout: nowhere")
    let refused = try control("reload")
    #expect(refused.status == 1 && refused.errors.contains("unknown layout 'nowhere'"))
    try replaceSettings("commands: [")
    #expect(try control("reload").errors.contains("settings.yaml:2:1: invalid YAML"))
    unlink(made + "2")
    press(Self.f9)
    try eventually("the second command") { contents(of: made + "2") == "two\n" }
    try end(service)
  }

  @Test("A command that was changed in the file runs as before until the settings are reloaded")
  func notReloaded() throws {
    let (one, other) = (folder.path + "/one", folder.path + "/other")
    let service = try run(command("one", "f8", "[touch, \(one)]"))
    try replaceSettings(command("one", "f8", "[touch, \(other)]"))
    press(Self.f8)
    try eventually("the command") { access(one, F_OK) == 0 }
    unlink(one)
    #expect(try control("reload").status == 0)
    press(Self.f8)
    try eventually("the changed command") { access(other, F_OK) == 0 }
    #expect(access(one, F_OK) != 0)
    try end(service)
  }

  @Test("Settings that exist only after the start are read by a reload")
  func laterSettings() throws {
    let home = folder.path + "/later"
    try folder.makeFolder("later")
    machine.variables = ["STATE_DIRECTORY": folder.path + "/state", "XDG_CONFIG_HOME": home]
    let service = try machine.start(["run", "--mirror", "keystrokes", "--control", controlSocket])
    try eventually("the grab") { machine.isGrabbed(1) }
    try folder.makeFolder("later/keybridge")
    _ = try folder.write("layout: de\n".utf8, to: "later/keybridge/keybridge.yaml")
    #expect(try control("reload").status == 0)
    machine.type(1, "z")
    try service.expectOutput(#""text":"y""#)
    try end(service)
  }

  @Test("Folders of layouts that a reload changes take effect after a restart, as without sandbox")
  func folders() throws {
    try folder.makeFolder("xkb")
    try folder.makeFolder("xkb/symbols")
    let service = try run("")
    try replaceSettings("symbols: [\(folder.path)/xkb]\n")
    let child = try control("reload")
    #expect(child.status == 0)
    try service.expectError("changes to symbols take effect after a restart")
    try replaceSettings("symbols: [/none]\n")
    #expect(try control("reload").errors.contains("cannot read the symbols folder /none"))
    try end(service)
  }

  @Test("The chosen mode is stored, and is the first one of the next run")
  func state() throws {
    for _ in 0..<2 {
      let service = try run("modes: [en-US, sv-SE]\n", mirror: "none")
      let modes = try control("mode")
      if modes.output.contains("* en-US") { #expect(try control("mode", "sv-SE").status == 0) }
      try end(service)
      #expect(service.errors == "")
    }
    let tool = try Child.run(
      [
        "sqlite3", "-batch", "-readonly", folder.path + "/state/memory.sqlite",
        "SELECT mode FROM last_mode",
      ])
    #expect(tool.lines.joined() == "sv-SE", "\(tool.errors)")
  }

  @Test("An engine is confined as before, and is started again when it ends")
  func engine() throws {
    let service = try start(try EngineScript(in: folder), mirror: "text")
    try awaitEngine()
    let first = try #require(engines(of: service).first?.process)
    #expect(status("Seccomp", of: first) == "2" && status("NoNewPrivs", of: first) == "1")
    #expect(status("CapEff", of: first) == "0000000000000000")
    if geteuid() == 0 { #expect(status("Uid", of: first).hasPrefix("65534\t65534")) }
    machine.type(1, "zhong \n")
    #expect(try service.line() == "中")
    kill(first, SIGKILL)
    try eventually("the end") { try engines().contains(#""lastFault":"it ended""#) }
    machine.type(1, "x")
    try awaitEngine()
    machine.type(1, "ian \n")
    #expect(try service.line() == "西安")
    let second = try #require(engines(of: service).first?.process)
    #expect(second != first)
    #expect(try engines().contains(#""process":\#(second)"#))
    try panic(service)
  }

  // MARK: Faults

  @Test("When the launcher is killed, typing continues, and commands and reloads say why they fail")
  func launcherKilled() throws {
    let service = try run(command("one", "f8", "[touch, \(folder.path)/one]"), mirror: "text")
    let launcher = try #require(children(of: service.pid).first?.process)
    kill(launcher, SIGKILL)
    try service.expectError(
      "the process keybridge-start has ended: commands and engines cannot be started, and the"
        + " settings cannot be reloaded; restart keybridge\n")
    press(Self.f8)
    try service.expectError("cannot start touch: the process keybridge-start has ended")
    #expect(try control("reload").status == 1)
    machine.type(1, "ab\n")
    #expect(try service.line() == "Ab")
    #expect(children(of: service.pid).isEmpty)
    try end(service)
  }

  @Test("F016 keys and requests do not wait for a launcher that takes long to check the settings")
  func slowLauncher() throws {
    let service = try run("", mirror: "text")
    let launcher = try #require(children(of: service.pid).first?.process)
    try #require(kill(launcher, SIGSTOP) == 0)
    try replaceSettings("assistance: off\n")
    let request = #"{"jsonrpc":"2.0","id":0,"method":"reload"}"# + "\n"
    let file = try folder.write(request.utf8, to: "request")
    let answers = folder.path + "/answers"
    let before = waits(of: service)
    let client = try LiveChild([
      "sh", "-c", "socat -t 60 - UNIX:\(controlSocket) <\(file) >\(answers)",
    ])
    // An idle service is never woken, and one that is blocked is not either.
    try eventually("the reload's beginning") { waits(of: service) > before + 50 }
    machine.type(1, "ab\n")
    #expect(try service.line() == "Ab")
    #expect(contents(of: answers) == "")
    #expect(kill(launcher, SIGCONT) == 0)
    try eventually("the reload") {
      contents(of: answers).contains("the settings were reloaded")
    }
    machine.type(1, "ab\n")
    #expect(try service.line() == "ab")
    client.signal(SIGTERM)
    _ = try client.end()
    try end(service)
  }

  @Test("F016 a command whose launcher is slow delays no key, and runs as soon as it can")
  func slowCommand() throws {
    let one = folder.path + "/one"
    let service = try run(command("one", "f8", "[touch, \(one)]"), mirror: "text")
    let launcher = try #require(children(of: service.pid).first?.process)
    try #require(kill(launcher, SIGSTOP) == 0)
    press(Self.f8)
    machine.type(1, "ab\n")
    #expect(try service.line() == "Ab")
    try service.expectError(": it takes long to start touch\n")
    press(Self.f8)
    try service.expectError("the previous process still runs; not started again\n")
    #expect(kill(launcher, SIGCONT) == 0)
    try eventually("the command") { access(one, F_OK) == 0 }
    try end(service)
  }

  @Test("The end of a killed service ends its launcher")
  func serviceKilled() throws {
    let service = try run("")
    let launcher = try #require(children(of: service.pid).first?.process)
    service.signal(SIGKILL)
    _ = try service.end()
    try eventually("the end of the launcher") {
      let state = contents(of: "/proc/\(launcher)/stat").split(separator: ")").last ?? ""
      return state.isEmpty || state.hasPrefix(" Z")
    }
  }

  @Test("Signals for the terminal's processes do not end the launcher before the service")
  func signals() throws {
    let service = try run(command("one", "f8", "[touch, \(folder.path)/one]"))
    let launcher = try #require(children(of: service.pid).first?.process)
    for signal in [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP] { kill(launcher, signal) }
    press(Self.f8)
    try eventually("the command") { access(folder.path + "/one", F_OK) == 0 }
    try end(service)
  }
}
