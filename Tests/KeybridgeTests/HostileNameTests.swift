// SPDX-License-Identifier: Apache-2.0
import TestPrograms
import TestSupport
import Testing

/// A device chooses its own name, which may contain any bytes.
@Suite struct HostileNameTests {
  @Test(
    "a device's name cannot control the terminal", arguments: [["monitor"], ["replay"]])
  func names(_ command: [String]) throws {
    let folder = try TemporaryFolder()
    let capture = try folder.write(
      """
      # EVEMU 1.3
      # Letters hidden: every key that types is written as KEY_A.
      N: evil\u{1b}]0;title\u{7}\u{9b}31m\u{202e}
      E: 1.1 0001 001e 1
      E: 1.1 0000 0000 0

      """.utf8, to: "capture")
    let child = try Child.run(
      [Program.path] + command + [capture], environment: Program.environment)
    let printed = child.output + child.errors
    #expect(child.status == 0 && printed.contains("evil"))
    #expect(
      !printed.unicodeScalars.contains { scalar in
        scalar != "\n" && (scalar.value < 0x20 || (0x7f...0x9f).contains(scalar.value))
          || scalar == "\u{202e}"
      })
  }
}
