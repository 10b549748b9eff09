// SPDX-License-Identifier: Apache-2.0
import Glibc
import Testing

@testable import Bridge

@Suite struct StartupPagesTests {
  @Test("Code and constants that the start used are no longer resident, and can be used again")
  func giveBack() async {
    await #expect(processExitsWith: .success) {
      let before = try Self.residentReadOnlyMemory()
      StartupPages.giveBack()
      let after = try Self.residentReadOnlyMemory()
      try #require(before > 1000)
      try #require(after < before / 2, "\(before) KB before, \(after) KB after")
      try #require(String(cString: strerror(ENOENT)).isEmpty == false)
    }
  }

  /// The kilobytes of files that are mapped and resident, and that the process may not write.
  private static func residentReadOnlyMemory() throws -> Int {
    var (isCounted, sum) = (false, 0)
    for line in String(decoding: try readFile("/proc/self/smaps"), as: UTF8.self)
      .split(separator: "\n")
    {
      let words = line.split(separator: " ", omittingEmptySubsequences: true)
      if words.count >= 5, words[0].contains("-") {
        isCounted = !words[1].contains("w") && words.last?.hasPrefix("/") == true
      } else if isCounted, words[0] == "Rss:" {
        sum += Int(words[1]) ?? 0
      }
    }
    return sum
  }
}
