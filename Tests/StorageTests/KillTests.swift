// SPDX-License-Identifier: Apache-2.0
import Glibc
import Storage
import StorageChild
import TestSupport
import TestTraits
import Testing
import TextInput

/// A process that is killed while it writes.
@Suite(.notInFastRuns) struct KillTests {
  /// Each writer continues with the files that the killed one before it left behind.
  @Test("A process killed many times while it writes loses no kept change and damages nothing")
  func killed() throws {
    let storing = try Storing()
    var generator = SeededGenerator(seed: 4)
    let oracle = VolatileMemory()
    var count = 0
    let kills = Thoroughness.repetitions(40, long: 200)
    for _ in 0..<kills {
      let child = try LiveChild([Storing.child, "steps", storing.directory, "\(count)", "1000000"])
      // At any time between the creation of the file and several hundred changes later.
      for _ in 0..<([0, 1, 30, 300].randomElement(using: &generator) ?? 0) {
        _ = try child.line()
      }
      poll(nil, 0, Int32.random(in: 0...3, using: &generator))
      child.signal(SIGKILL)
      #expect(try child.end() == 128 + SIGKILL)
      let said = Sayings(child.output)
      #expect(said.warnings == [])
      #expect(said.kept == Array(count..<count + said.kept.count))
      for step in said.kept { MemoryStep(step).apply(to: oracle) }
      count += said.kept.count

      let copy = try storing.copied()
      let contents = copy.contents()
      if contents != MemoryStep.contents(of: oracle) {
        // The one change that was written but not reported any more.
        MemoryStep(count).apply(to: oracle)
        count += 1
      }
      #expect(contents == MemoryStep.contents(of: oracle))
      #expect(copy.warnings == [])
      if count > 0 { #expect(try copy.asked("PRAGMA integrity_check") == "ok") }
    }
    #expect(count > 10 * kills)
    #expect(storing.contents() == MemoryStep.contents(of: oracle))
    #expect(entries(of: storing.directory).map(\.name) == ["memory.sqlite"])
    #expect(try storing.asked("PRAGMA integrity_check") == "ok")
  }
}
