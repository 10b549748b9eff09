// SPDX-License-Identifier: Apache-2.0
import CTestbed
import Glibc
import TestPrograms
import TestSupport
import Testing
import TestTraits

/// Signals of job control: a run that was stopped would keep the keyboards grabbed.
@Suite(.onTestbed, .notInFastRuns) struct StopSignalTests {
  private let machine = Machine()

  init() throws {
    try #require(testbed_active())
    machine.plug(1, "Board")
  }

  /// The bits of ⌃Z and of the use of a terminal from the background.
  private static let stops: UInt64 = [SIGTSTP, SIGTTIN, SIGTTOU].reduce(0) {
    $0 | 1 << UInt64($1 - 1)
  }

  /// The signals that a process ignores, as bits.
  private func ignored(by child: LiveChild) throws -> UInt64 {
    try #require(Self.ignored(in: contents(of: "/proc/\(child.pid)/status")))
  }

  private static func ignored(in status: String) -> UInt64? {
    let line = status.split(separator: "\n").first { $0.hasPrefix("SigIgn:") }
    return line.flatMap { UInt64($0.dropFirst(8), radix: 16) }
  }

  @Test(
    "A run that grabs the keyboards ignores the signals that would stop it, and types on",
    arguments: [["run", "--mirror", "text"], ["monitor", "--grab"]])
  func grabbing(_ arguments: [String]) throws {
    let child = try machine.start(arguments)
    try eventually("the grab") { machine.isGrabbed(1) }
    #expect(try ignored(by: child) & Self.stops == Self.stops)
    for signal in [SIGTSTP, SIGTTIN, SIGTTOU] { child.signal(signal) }
    machine.type(1, "2\n")
    try child.expectOutput("2")
    child.signal(SIGTERM)
    #expect(try child.end() == 0)
    #expect(!machine.isGrabbed(1))
  }

  @Test("A run without grabs can be stopped, and a command's process ignores no signal")
  func others() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(
      """
      allow-processes: true
      commands:
        - {command: look, chord: cmd+k, run: [sh, -c, "grep SigIgn /proc/self/status >&2"]}
      """.utf8, to: "till.yaml")
    let child = try machine.start(["run", "--no-grab", "--mirror", "text"])
    try eventually("the keyboard to be opened") { machine.clock(1) >= 0 }
    #expect(try ignored(by: child) & Self.stops == 0)
    child.signal(SIGTERM)
    #expect(try child.end() == 0)
    let other = try machine.start(["run", "--mirror", "text", "--config", file])
    try eventually("the grab") { machine.isGrabbed(1) }
    machine.type(1, "k", holding: 125)
    try other.wait(for: "the line") {
      other.errors.contains("SigIgn:") && other.errors.hasSuffix("\n")
    }
    #expect(try #require(Self.ignored(in: other.errors)) & Self.stops == 0)
  }
}
