// SPDX-License-Identifier: Apache-2.0
import Keys
import Testing

@testable import Hosting

/// When the output of a program is drawn.
@Suite struct DrawingPaceTests {
  private func time(_ milliseconds: Int64) -> Timestamp {
    Timestamp(microseconds: 1_000_000 + milliseconds * 1000)
  }

  private func change(
    _ pace: inout DrawingPace, _ begins: Bool, _ milliseconds: Int64
  ) -> Bool {
    pace.updateChanged(begins: begins, at: time(milliseconds))
  }

  @Test("output is drawn at once after 16 ms of silence, and otherwise every 16 ms")
  func pace() {
    var pace = DrawingPace()
    #expect(pace.due(at: time(0)) == time(0))
    pace.drew(at: time(0))
    #expect(pace.due(at: time(1)) == time(16))
    #expect(pace.due(at: time(15)) == time(16))
    #expect(pace.due(at: time(16)) == time(16))
    pace.drew(at: time(16))
    #expect(pace.due(at: time(17)) == time(32))
    #expect(pace.due(at: time(40)) == time(40))
  }

  @Test("a due drawing waits for the end of an update, which is drawn at once")
  func update() {
    var pace = DrawingPace()
    pace.drew(at: time(0))
    #expect(pace.due(at: time(5)) == time(16))
    #expect(!change(&pace, true, 10))
    #expect(pace.due(at: time(10)) == time(160))
    #expect(pace.due(at: time(90)) == time(160))
    #expect(change(&pace, false, 90))
    pace.drew(at: time(90))
    #expect(pace.due(at: time(91)) == time(106))
  }

  @Test("short updates in a row are drawn every 16 ms, each as a whole")
  func shortUpdates() {
    var pace = DrawingPace()
    pace.drew(at: time(0))
    var drawings: [Int64] = []
    for start in stride(from: Int64(1), to: 60, by: 5) {
      #expect(!change(&pace, true, start))
      if change(&pace, false, start + 4) {
        pace.drew(at: time(start + 4))
        drawings.append(start + 4)
      }
    }
    #expect(drawings == [20, 40, 60])
  }

  @Test("the limit of 150 ms counts from the start of the update, and ends it")
  func limit() {
    var pace = DrawingPace()
    pace.drew(at: time(0))
    #expect(!change(&pace, true, 100))
    #expect(pace.due(at: time(100)) == time(250))
    // Another drawing, of Keybridge's own rows, changes nothing.
    pace.drew(at: time(200))
    #expect(pace.due(at: time(201)) == time(250))
    pace.drew(at: time(250))
    #expect(pace.due(at: time(251)) == time(266))
  }
}
