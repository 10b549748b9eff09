// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import Bridge

/// Scanners that name a program, and the notes of `keybridge check` about them.
@Suite struct ScannerCheckTests {
  @Test(
    "TRT-20 a note says that a program of any user can receive the codes of a scanner",
    arguments: [
      ("{for: till}", 1), ("{for: till, user: 0}", 0), ("{gap: 100}", 0),
      ("{for: till, secret: true}", 1),
    ])
  func notes(_ scanner: String, _ count: Int) throws {
    let configuration = try SettingsFile.read(
      "devices:\n  - match: name=Scanner\n    mode: scanner\n    scanner: \(scanner)\n"
        .utf8)
    let findings = configuration.scannerFindings
    #expect(findings.count == count)
    for finding in findings {
      #expect(!finding.isMistake && finding.place?.line == 4)
      #expect(
        finding.line(in: "till.yaml") == "till.yaml:4:20: a program of any user that calls itself"
          + " till receives the codes of this scanner; name the user of the program with 'user' next"
          + " to 'for'")
    }
  }
}
