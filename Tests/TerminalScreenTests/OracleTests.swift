// SPDX-License-Identifier: Apache-2.0
import CScreenOracle
import TestSupport
import TestTraits
import Testing

@testable import TerminalScreen

/// The screen has the same cells as libvterm 0.1 after random sequences.
///
/// The walk leaves out what the two do differently:
///
/// - libvterm leaves half of a wide character when the other half is overwritten. After a
///   comparison without such halves the walk erases the row.
/// - libvterm moves over the margins with CUU and CUD, and does not return to the first column with
///   IL and DL.
/// - Outside the margins it ignores ICH and DCH.
/// - With a pending wrap LF, IND and RI at a margin, ICH and DCH keep it pending.
/// - In a single column a carriage return does not end a pending wrap.
/// - After a wide character in the last columns its cursor is a column further left, and it wraps
///   wide characters without autowrap.
/// - It saves neither character sets nor a pending wrap with DECSC, and has one saved cursor for
///   both screens.
/// - In insert mode it moves the row by one column for a wide character.
/// - It gives blank cells the attributes of the pen, and the second half of a wide character those
///   of the cell before.
/// - In the last column it loses the character or its combining mark.
/// - In DEC's special graphics it prints `_` in place of a blank.
/// - It has neither faint nor concealed text, nor mode 47, nor REP.
@Suite struct OracleTests {
  @Test(
    "Random sequences give the same cells as in libvterm", .notInFastRuns,
    arguments: [1, 2, 3, 4, 5] as [UInt64])
  func walk(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let steps = Thoroughness.repetitions(5_000, long: 2_000_000)
    var done = 0
    while done < steps {
      let columns = Int.random(in: 2...24, using: &random)
      let rows = Int.random(in: 1...8, using: &random)
      var walk = OracleWalk(columns: columns, rows: rows)
      for _ in 0..<500 {
        done += 1
        if let difference = walk.step(using: &random) {
          Issue.record("seed \(seed), \(columns)×\(rows), step \(done): \(difference)")
          return
        }
      }
    }
  }
}
