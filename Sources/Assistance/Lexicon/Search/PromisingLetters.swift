// SPDX-License-Identifier: Apache-2.0

/// The letters that deserve a look at a place of a search.
///
/// Most letters match none of the next typed ones. Their cost is known at once, and is usually more
/// than the rest of the limit. A set of letters is a number with a bit for each label modulo 64, so
/// that letters of larger alphabets share a bit.
final class PromisingLetters {
  private let typedCount: Int
  private let letters: Int
  private let maximumRoom: Int
  /// For each room the letters for which a single mistake fits into it.
  private let affordable: UnsafeMutablePointer<UInt64>
  /// For each first and last column the letters that are typed there, or right after that.
  private let windows: UnsafeMutablePointer<UInt64>
  /// For each letter those typed right before it, and the second ones of pairs that it begins.
  private let companions: UnsafeMutablePointer<UInt64>
  /// The letters that may be typed as two letters, or begin a pair.
  private let always: UInt64

  /// How far after a column a letter may be typed that exchanges places with one at the column.
  private static let reach = 2

  /// Prepares the letters of a text.
  ///
  /// - Parameters:
  ///   - text: the labels of the typed letters.
  ///   - letters: the number of letters of the alphabet.
  ///   - multiples: the mistakes in the text that concern several letters.
  ///   - single: for each letter meant the lowest cost of a single mistake.
  init(
    _ text: [UInt8], letters: Int, _ multiples: MultipleLetterEdits,
    single: UnsafeMutablePointer<Int32>
  ) {
    typedCount = text.count
    self.letters = letters
    let companions = UnsafeMutablePointer<UInt64>.allocate(capacity: letters)
    companions.initialize(repeating: 0, count: letters)
    var always: UInt64 = 0
    for letter in 0..<letters {
      if multiples.isStart(letter) { always |= Self.bit(letter) }
      // A double letter may have been typed once.
      companions[letter] |= Self.bit(letter)
      multiples.forEachSecond(after: letter) { companions[letter] |= Self.bit($0) }
    }
    for (left, right) in zip(text, text.dropFirst()) where Int(right) < letters {
      companions[Int(right)] |= Self.bit(Int(left))
    }
    self.companions = companions
    self.always = always
    maximumRoom = Int(max((0..<letters).map { single[$0] }.max() ?? 0, 0))
    affordable = .allocate(capacity: maximumRoom + 1)
    affordable.initialize(repeating: 0, count: maximumRoom + 1)
    for letter in 0..<letters { affordable[Int(single[letter])] |= Self.bit(letter) }
    for room in 0..<maximumRoom { affordable[room + 1] |= affordable[room] }
    windows = .allocate(capacity: (typedCount + 1) * (typedCount + 1))
    for first in 0...typedCount {
      var window: UInt64 = 0
      for label in text.dropFirst(first).prefix(Self.reach) { window |= Self.bit(Int(label)) }
      for last in 0...typedCount {
        if last >= first, last + Self.reach < typedCount {
          window |= Self.bit(Int(text[last + Self.reach]))
        }
        windows[first * (typedCount + 1) + last] = window
      }
    }
  }

  deinit {
    affordable.deallocate()
    windows.deallocate()
    companions.deallocate()
  }

  private static func bit(_ label: Int) -> UInt64 { 1 << UInt64(label & 63) }

  /// Returns whether a letter is in a set.
  @inline(__always)
  static func contains(_ set: UInt64, _ label: Int) -> Bool { set &>> UInt64(label) & 1 == 1 }

  /// Returns the letters that may match a typed one at a place, or take part in an edit of several
  /// letters there.
  ///
  /// - Parameters:
  ///   - cells: the cells of the row of the place that are not above the cap.
  ///   - previous: the last letter of the place; -1 for none.
  /// - Returns: the set of letters.
  @inline(__always)
  func matching(_ cells: EditDistanceRows.Cells, _ previous: Int) -> UInt64 {
    var set = always
    if previous >= 0, previous < letters { set |= companions[previous] }
    if cells.first <= cells.last { set |= windows[cells.first * (typedCount + 1) + cells.last] }
    return set
  }

  /// Returns the letters for which a single mistake costs no more than what is left.
  @inline(__always)
  func affordable(_ room: Int32) -> UInt64 {
    room < 0 ? 0 : affordable[min(Int(room), maximumRoom)]
  }
}
