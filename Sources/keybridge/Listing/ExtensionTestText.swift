// SPDX-License-Identifier: Apache-2.0
import Bridge
import Mirrors

/// The report of `keybridge extensions test` as text.
enum ExtensionTestText {
  /// The number of lines, of those that were exchanged last, that are shown of a broken rule.
  private static let shownLines = 12
  /// The number of characters that are shown of a line.
  private static let shownCharacters = 400

  /// The lines of the report.
  static func lines(of report: ExtensionTestReport) -> [String] {
    var lines = ["\(report.extension) \(report.version): \(report.title)"]
    for mode in report.modes {
      lines += ["", "mode \(mode.mode)"]
      for rule in mode.rules { lines += text(of: rule) }
    }
    let answers = report.answers
    lines.append("")
    lines.append(
      answers.count == 0
        ? "no key was answered"
        : "\(answers.count) answers, median \(time(answers.median)), slowest"
          + " \(time(answers.slowest)); the limit is 300 ms")
    let refused = report.refusedCalls.map { "\($0.call) (\($0.count))" }.joined(separator: ", ")
    lines.append("refused system calls: \(refused.isEmpty ? "none" : refused)")
    lines.append(summary(of: report))
    return lines
  }

  private static func text(of rule: ExtensionTestReport.Rule) -> [String] {
    let reason = rule.reason.map { ": \($0)" } ?? ""
    let name = rule.rule.padded(to: 18)
    var lines = ["  \(rule.outcome.rawValue.padded(to: 7)) \(name) \(rule.title)\(reason)"]
    if let text = rule.text {
      lines += text.split(separator: "\n", omittingEmptySubsequences: false).map { "    \($0)" }
    }
    guard rule.outcome == .failed else { return lines }
    if rule.lines.count > shownLines {
      lines.append("    … \(rule.lines.count - shownLines) earlier lines")
    }
    for line in rule.lines.suffix(shownLines) {
      let mark = line.from == "keybridge" ? ">" : "<"
      let rest = line.line.count > shownCharacters ? "…" : ""
      lines.append("    \(mark) \(line.line.prefix(shownCharacters))\(rest)")
    }
    return lines
  }

  private static func summary(of report: ExtensionTestReport) -> String {
    let outcomes = report.modes.flatMap(\.rules).map(\.outcome)
    func count(_ outcome: ExtensionTestReport.Outcome) -> Int { outcomes.count { $0 == outcome } }
    let noun = outcomes.count == 1 ? "rule" : "rules"
    return "\(outcomes.count) \(noun): \(count(.passed)) passed, \(count(.failed)) failed,"
      + " \(count(.unused)) unused"
  }

  private static func time(_ milliseconds: Double) -> String {
    let tenths = Int((milliseconds * 10).rounded())
    return "\(tenths / 10).\(tenths % 10) ms"
  }
}

extension String {
  fileprivate func padded(to count: Int) -> String {
    self + String(repeating: " ", count: Swift.max(0, count - self.count))
  }
}
