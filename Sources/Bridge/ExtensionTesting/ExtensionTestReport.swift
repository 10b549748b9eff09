// SPDX-License-Identifier: Apache-2.0
import Engines

/// The result of the conformance test of an extension.
///
/// Its members are those of `keybridge extensions test --format json`, which stay as they are.
package struct ExtensionTestReport: Encodable {
  /// The result of a rule.
  package enum Outcome: String, Encodable {
    /// The extension keeps the rule.
    case passed
    /// The extension breaks the rule, or the rule could not be tested because of a fault.
    case failed
    /// The rule does not concern the extension.
    case unused
  }

  /// A line that was exchanged.
  package struct Line: Encodable {
    /// The sender: `keybridge` or `extension`.
    package var from: String
    /// The line.
    package var line: String
    /// The time since the rule's test began, in milliseconds.
    package var milliseconds: Double
  }

  /// The times of the answers to keys and choices, in milliseconds.
  package struct Answers: Encodable {
    /// Their number.
    package var count = 0
    /// The median; 0 without answers.
    package var median = 0.0
    /// The longest time.
    package var slowest = 0.0
  }

  /// The result of a rule in a mode.
  package struct Rule: Encodable {
    /// The name of the rule.
    package var rule: String
    /// The behaviour that it describes.
    package var title: String
    /// The result.
    package var outcome = Outcome.passed
    /// The reason of another result than `passed`.
    package var reason: String?
    /// The final text of a capture.
    package var text: String?
    /// The times of the answers.
    package var answers = Answers()
    /// The lines that were exchanged.
    package var lines: [Line] = []
  }

  /// The results in a mode.
  package struct Mode: Encodable {
    /// The name of the mode, `NAME.ID`.
    package var mode: String
    /// The results, in the order of the test.
    package var rules: [Rule] = []
  }

  /// A system call that was refused.
  package struct RefusedCall: Encodable {
    /// The name of the call.
    package var call: String
    /// The number of calls.
    package var count: Int
  }

  /// The name of the extension.
  package let `extension`: String
  /// Its title.
  package let title: String
  /// Its version.
  package let version: String
  /// Whether no rule has failed.
  package private(set) var passed = true
  /// The results by mode.
  package private(set) var modes: [Mode] = []
  /// The times of all answers.
  package private(set) var answers = Answers()
  /// The refused system calls, by name.
  package private(set) var refusedCalls: [RefusedCall] = []

  /// The test of a rule that has ended.
  struct Run {
    var result: Rule
    let lines: ExchangedLines
  }

  private struct Collected {
    var times: [Int64] = []
    var calls: [String: Int] = [:]
  }

  private var collected = Collected()

  private enum CodingKeys: CodingKey {
    case `extension`, title, version, passed, modes, answers, refusedCalls
  }

  init(extension name: String, title: String, version: String) {
    (self.extension, self.title, self.version) = (name, title, version)
  }

  /// Adds the result of a rule.
  mutating func add(_ run: Run, ofMode mode: String) {
    var rule = run.result
    rule.answers = Answers(run.lines.answerTimes)
    rule.lines = run.lines.lines.map { line in
      Line(
        from: line.direction == .sent ? "keybridge" : "extension",
        line: String(decoding: line.bytes, as: UTF8.self),
        milliseconds: Double(line.time) / 1000)
    }
    if rule.outcome == .failed { passed = false }
    if modes.last?.mode != mode { modes.append(Mode(mode: mode)) }
    modes[modes.count - 1].rules.append(rule)
    collected.times += run.lines.answerTimes
    for call in run.lines.refusedCalls { collected.calls[call, default: 0] += 1 }
  }

  /// Computes what concerns all rules, after the last one.
  mutating func end() {
    answers = Answers(collected.times)
    refusedCalls = collected.calls.sorted { $0.key < $1.key }.map {
      RefusedCall(call: $0.key, count: $0.value)
    }
  }
}

extension ExtensionTestReport.Answers {
  fileprivate init(_ times: [Int64]) {
    let sorted = times.sorted()
    guard let slowest = sorted.last else { return }
    count = sorted.count
    median = Double(sorted[sorted.count / 2]) / 1000
    self.slowest = Double(slowest) / 1000
  }
}
