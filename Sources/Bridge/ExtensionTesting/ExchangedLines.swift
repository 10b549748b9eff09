// SPDX-License-Identifier: Apache-2.0
import Devices
import Engines
import Keys
import Mirrors

/// The lines that were exchanged with an extension, and the time of its answers.
final class ExchangedLines {
  /// A line, and when it was exchanged.
  struct Line {
    var direction: LineDirection
    var bytes: [UInt8]
    /// The time since the lines began, in microseconds.
    var time: Int64
  }

  /// The lines, the oldest first.
  private(set) var lines: [Line] = []
  /// The times of the answers to keys and choices, in microseconds.
  private(set) var answerTimes: [Int64] = []
  /// The names of the requests and notifications that the extension has received, in order.
  private(set) var methods: [String] = []
  /// The names of the refused system calls.
  var refusedCalls: [String] = []

  private let start = Timestamp.monotonicNow
  /// The time of the request that has no answer.
  private var asked: (number: Int, time: Int64)?
  private static let answered = ["key", "candidate.chosen"]

  /// Adds a line.
  func add(_ bytes: [UInt8], _ direction: LineDirection) {
    let time = Timestamp.monotonicNow.microseconds(since: start)
    lines.append(Line(direction: direction, bytes: bytes, time: time))
    guard case .object(let message)? = JSONValue(line: bytes) else { return }
    switch (direction, message["method"], message["id"]) {
    case (.sent, .text(let method)?, let id):
      methods.append(method)
      if case .number(let number)? = id, Self.answered.contains(method) {
        asked = (number, time)
      }
    case (.received, nil, .number(let number)?):
      guard let asked, asked.number == number else { return }
      self.asked = nil
      answerTimes.append(time - asked.time)
    default: break
    }
  }
}
