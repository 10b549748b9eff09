// SPDX-License-Identifier: Apache-2.0
import CTestbed
import Glibc
import TestPrograms
import TestSupport
import Testing
import TestTraits

/// The libraries that a running service has loaded.
@Suite(.onTestbed, .notInFastRuns) struct LoadingTests {
  private let machine = Machine()

  @Test("Typing and arrow keys do not load ICU; the first movement by words does")
  func icu() throws {
    try #require(testbed_active())
    machine.plug(1, "Board")
    let child = try machine.start(["run", "--mirror", "text"])
    try eventually("the grab") { machine.isGrabbed(1) }
    func loads() -> Bool { contents(of: "/proc/\(child.pid)/maps").contains("libicuuc") }
    // KEY_LEFT, KEY_RIGHT
    for code in [105, 106, 105] as [UInt16] {
      machine.type(1, "one")
      machine.key(1, code, 1)
      machine.key(1, code, 0)
    }
    machine.type(1, "\n")
    _ = try child.line()
    #expect(!loads())
    // KEY_LEFTALT and KEY_LEFT
    machine.key(1, 56, 1)
    machine.key(1, 105, 1)
    machine.key(1, 105, 0)
    machine.key(1, 56, 0)
    try eventually("ICU") { loads() }
    child.signal(SIGTERM)
    #expect(try child.end() == 0)
  }
}
