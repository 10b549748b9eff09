// SPDX-License-Identifier: Apache-2.0
import CTestbed
import Glibc
import TestPrograms
import TestSupport
import TestTraits
import Testing

/// Completions that the program takes from the attached keyboards and from a running service.
@Suite(.onTestbed, .notInFastRuns, .needs("bash", "zsh", "fish")) struct LiveCompletionTests {
  private let machine = Machine()
  private let shells: CompletingShells

  init() throws {
    try #require(testbed_active())
    shells = try CompletingShells()
  }

  /// Adds a script that runs the program on the testbed, and `mode` at the socket of a service.
  private func addProgram(control: String) throws {
    let script = """
      #!/bin/sh
      test "$1" != mode || set -- "$@" --control '\(control)'
      exec \(machine.shellPrefix) '\(Program.path)' "$@"

      """
    let path = try shells.folder.write(script.utf8, to: "keybridge")
    try #require(chmod(path, 0o755) == 0)
  }

  private func expectAll(_ cases: [CompletingShells.Case]) throws {
    for (line, words) in cases {
      try shells.expectBash(words, for: line)
      try shells.expectFish(words, for: line)
    }
    try shells.expectZsh(cases)
  }

  @Test("each shell offers the selectors of the attached devices for --device")
  func devices() throws {
    try addProgram(control: "/nonexistent")
    machine.plug(1, "Board")
    machine.plug(3, "Scanner", vendor: 0x05e0, product: 0x1200)
    try expectAll([
      ("keybridge run --device 05", ["05e0:1200", "!046d:c31c"]),
      ("keybridge record -d ", ["05e0:1200", "046d:c31c"]),
    ])
  }

  @Test("each shell offers the modes of the running service; without a service only next")
  func modes() throws {
    let control = shells.folder.path + "/control.sock"
    try addProgram(control: control)
    machine.plug(1, "Board")
    try expectAll([("keybridge mode ", ["next", "!sv-SE"])])
    let settings = try shells.folder.write("modes: [en-US, sv-SE]\n".utf8, to: "till.yaml")
    let service = try machine.start([
      "run", "--socket", shells.folder.path + "/keys.sock", "--control", control,
      "--config", settings,
    ])
    try eventually("the socket") { isListening(at: control) }
    try expectAll([
      ("keybridge mode ", ["next", "en-US", "sv-SE"]), ("keybridge mode sv", ["sv-SE", "!en-US"]),
    ])
    service.signal(SIGTERM)
    #expect(try service.end() == 0)
  }
}
