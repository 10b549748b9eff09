// SPDX-License-Identifier: Apache-2.0
import FuzzTargets
import Keys
import TestSupport
import TestTraits
import Testing

/// The inputs that fuzzers have found, and those that they begin with (`make fuzz`).
@Suite struct FuzzTargetsTests {
  private static var names: [String] { FuzzTarget.all.map(\.name) }

  @Test("Inputs that a fuzzer has found keep every rule of their reader", arguments: names)
  func regressions(_ name: String) throws {
    let target = try #require(FuzzTarget(named: name))
    for (path, bytes) in try Self.regressions(of: name) {
      #expect(target.check(bytes) == nil, "\(path)")
    }
  }

  @Test("The first inputs of a fuzzer keep every rule, also cut off and changed", arguments: names)
  func seeds(_ name: String) throws {
    let target = try #require(FuzzTarget(named: name))
    var random = SeededGenerator(seed: 46)
    for seed in target.seeds() {
      for length in 0...seed.count { #expect(target.check(Array(seed.prefix(length))) == nil) }
      for _ in 0..<Thoroughness.repetitions(100, long: 10_000) {
        var bytes = seed
        for _ in 0..<Int.random(in: 1...4, using: &random) {
          let place = Int.random(in: 0...bytes.count, using: &random)
          let word = Array((target.words.randomElement(using: &random) ?? "").utf8)
          if Bool.random(using: &random) {
            bytes.insert(contentsOf: word, at: place)
          } else if place < bytes.count {
            bytes[place] = UInt8.random(in: 0...255, using: &random)
          }
        }
        #expect(target.check(bytes) == nil, "\(bytes)")
      }
    }
  }

  @Test("Every regression belongs to a target, and all of them are small")
  func size() throws {
    let folders = entries(of: Self.folder).map(\.name)
    #expect(Set(folders).subtracting(["README.md"]).isSubset(of: Self.names))
    let files = try Self.names.flatMap { try Self.regressions(of: $0) }
    #expect(files.map(\.bytes.count).reduce(0, +) < 2_000_000)
  }

  private static let folder =
    #filePath.split(separator: "/").dropLast(2).map { "/" + $0 }.joined()
    + "/Fuzz/Regressions"

  private static func regressions(of name: String) throws -> [(path: String, bytes: [UInt8])] {
    try entries(of: "\(folder)/\(name)").map {
      let path = "\(folder)/\(name)/\($0.name)"
      return (path, Array(try RegularFile.read(path)))
    }
  }
}
