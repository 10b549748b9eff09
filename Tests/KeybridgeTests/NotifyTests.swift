// SPDX-License-Identifier: Apache-2.0
import CTestbed
import Glibc
import TestPrograms
import TestSupport
import Testing
import TestTraits

/// `keybridge run` under a service manager, for which socat stands in.
@Suite(.onTestbed, .notInFastRuns, .needs("socat")) struct NotifyTests {
  private let machine = Machine()
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try #require(testbed_active())
  }

  @Test(
    "READY is sent with keyboard and socket, STATUS per change of keyboards, STOPPING at the end")
  func notifies() throws {
    let address = folder.path + "/notify"
    let manager = try LiveChild(["socat", "-u", "UNIX-RECV:\(address)", "-"])
    try eventually("the manager") { access(address, F_OK) == 0 }
    machine.plug(1, "Board")
    let socket = folder.path + "/keys.sock"
    let child = try machine.start(
      ["run", "--mirror", "none", "--observe", socket], prefix: ["env", "NOTIFY_SOCKET=\(address)"])
    try manager.expectOutput("READY=1\nSTATUS=1 keyboard")
    #expect(machine.isGrabbed(1) && access(socket, F_OK) == 0)
    machine.plug(2, "Other")
    try manager.expectOutput("STATUS=2 keyboards")
    #expect(!manager.output.contains("no keyboard"), "notified before the first keyboard was open")
    machine.unplug(2)
    machine.unplug(1)
    try manager.expectOutput("STATUS=no keyboard is attached; waiting for one")
    #expect(!manager.output.contains("STOPPING"))
    child.signal(SIGTERM)
    #expect(try child.end() == 0)
    try manager.expectOutput("STOPPING=1")
  }

  @Test("watchdog messages are sent while the loop runs, and only for this process")
  func watchdog() throws {
    /// A manager that logs its messages, and the program that it manages.
    struct Managed {
      let manager: LiveChild
      let child: LiveChild
      let log: String

      var signs: Int { contents(of: log).matches(of: /WATCHDOG=1/).count }
    }
    func start(_ name: String, process: String) throws -> Managed {
      let address = folder.path + "/" + name
      let manager = try LiveChild([
        "socat", "-u", "UNIX-RECV:\(address)", "OPEN:\(address).log,creat,append",
      ])
      try eventually("the manager") { access(address, F_OK) == 0 }
      let child = try machine.start(
        ["run", "--no-grab", "--mirror", "none"],
        prefix: [
          "sh", "-c", #"export WATCHDOG_PID=\#(process); exec "$@""#, "sh", "env",
          "NOTIFY_SOCKET=\(address)", "WATCHDOG_USEC=90000",
        ])
      return Managed(manager: manager, child: child, log: address + ".log")
    }
    let hung = try start("hung", process: "$$")
    let lively = try start("lively", process: "$$")
    let other = try start("other", process: "1")
    try eventually("signs of both") {
      hung.signs >= 3 && lively.signs >= 3 && contents(of: other.log).contains("READY=1")
    }
    hung.child.signal(SIGSTOP)
    // Two later messages of the other program prove that the earlier ones have arrived.
    var before = lively.signs
    try eventually("two more") { lively.signs >= before + 2 }
    let last = hung.signs
    before = lively.signs
    try eventually("five more") { lively.signs >= before + 5 }
    #expect(hung.signs == last, "a stopped loop sends no watchdog message")
    hung.child.signal(SIGCONT)
    try eventually("the loop to run again") { hung.signs > last }
    #expect(other.signs == 0, "WATCHDOG_PID names another process")
    for child in [hung.child, lively.child, other.child] {
      child.signal(SIGTERM)
      #expect(try child.end() == 0)
    }
  }

  @Test("a broken or invalid manager socket does not affect typing")
  func brokenManager() throws {
    machine.plug(1, "Board")
    for address in [folder.path + "/nobody", "nonsense"] {
      let child = try machine.start(
        ["run", "--mirror", "text"], prefix: ["env", "NOTIFY_SOCKET=\(address)"])
      try eventually("the grab") { machine.isGrabbed(1) }
      machine.type(1, "well\n")
      #expect(try child.line() == "well")
      child.signal(SIGTERM)
      #expect(try child.end() == 0)
      #expect(child.errors == "")
    }
  }
}
