// SPDX-License-Identifier: Apache-2.0
import Storage
import StorageChild
import TestSupport
import Testing
import TextInput

/// A disk, or a file server, that fails while the file is open.
@Suite struct UnreadableFileTests {
  private static let settings = 0..<3000

  /// A file that is larger than SQLite's cache.
  private func fill() throws -> Storing {
    let storing = try Storing()
    let long = String(repeating: "long ", count: 40)
    let values = Self.settings.map { "('setting \($0)', '\($0) \(long)')" }
    storing.use { $0.setSetting("hold", to: "on") }
    try storing.make("INSERT INTO setting VALUES \(values.joined(separator: ", "));")
    return storing
  }

  @Test("An unreadable file is retried after 1, 2, 4 … 64 uses, and then has all its contents")
  func pauses() throws {
    let storing = try fill()
    let child = try Child.run([Storing.child, "blind", storing.directory, "0", "3000"])
    #expect(child.status == 0, "\(child.errors)")
    let said = Sayings(child.output)
    let uses = said.reads.enumerated().filter { $0.element > 0 }.map(\.offset)
    let first = try #require(uses.first)
    let pauses = zip(uses.dropFirst(), uses).map { $0 - $1 - 1 }
    #expect(first < 3000 - 500)
    #expect(pauses.count > 10)
    #expect(pauses.prefix(7) == [1, 2, 4, 8, 16, 32, 64])
    #expect(pauses.dropFirst(7).allSatisfy { $0 == 64 })
    // After each pause few reads are enough to detect the failure.
    #expect(uses.dropFirst().allSatisfy { said.reads[$0] <= 4 }, "\(said.reads)")
    #expect(said.warnings.count == 2)
    #expect(said.warnings.first?.contains("postponed") == true)
    #expect(said.warnings.last?.contains("keptAgain") == true)
    #expect(said.contents == storing.contents())
    #expect(storing.use { $0.setting("Ann") } == "set meanwhile")
    #expect(storing.warnings == [])
  }
}
