// SPDX-License-Identifier: Apache-2.0
import Keys
import Testing

@testable import Engines

/// When a process that ends again and again is not started for a while.
@Suite struct EndCounterTests {
  private func time(_ seconds: Int64) -> Timestamp { Timestamp(microseconds: seconds * 1_000_000) }

  @Test("The third end in a minute begins a rest of a minute, and each later series begins another")
  func rests() {
    var counter = EndCounter()
    for start: Int64 in [0, 70, 1000] {
      let begins = (0..<3).map { counter.note(at: time(start + $0)) }
      #expect(begins == [false, false, true], "the series that begins at \(start)")
      #expect(counter.isResting(at: time(start + 61)))
      #expect(!counter.isResting(at: time(start + 62)))
    }
  }

  @Test("An end during a rest is neither reported again nor prolongs it")
  func endsDuringARest() {
    var counter = EndCounter()
    let begins = [0, 1, 2, 30].map { counter.note(at: time($0)) }
    #expect(begins == [false, false, true, false])
    #expect(!counter.isResting(at: time(62)))
  }

  @Test("Ends of which no three are within a minute never make it rest")
  func apart() {
    var counter = EndCounter()
    let begins = (0..<10).map { counter.note(at: time($0 * 31)) }
    #expect(!begins.contains(true))
  }
}
