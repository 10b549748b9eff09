// SPDX-License-Identifier: Apache-2.0

/// Entries about the state of programs between two runs of the service. They contain which program
/// it is, never what it has sent.
extension LogEntry {
  static func tooLarge(_ name: String, number: Int, limit: Int) -> LogEntry {
    LogEntry(
      "state.tooLarge", .warning,
      "the state of \(name) (program \(number)) does not outlive this run: the states of all"
        + " programs have more than \(limit >> 20) MiB",
      [Field("PROGRAM", name), Field("PROGRAM_NUMBER", "\(number)")])
  }

  static func unreadable(version: Int?, expected: Int) -> LogEntry {
    let found = version.map { "version \($0)" } ?? "no version"
    return LogEntry(
      "state.unreadable", .warning,
      "the state of programs of the last run is dropped: it has \(found), expected version"
        + " \(expected)")
  }

  static func damaged(lines: [Int], isCutOff: Bool) -> LogEntry {
    var parts = lines.isEmpty ? [] : ["\(lines.count) damaged, the first in line \(lines[0])"]
    if isCutOff { parts.append("the end is missing, with the program that had the keyboard") }
    return LogEntry(
      "state.damaged", .warning,
      "the state of programs of the last run is incomplete: \(parts.joined(separator: "; "))")
  }

  /// Makes the entry about a failure to store or to read the state.
  package static func stateFailure(_ words: String) -> LogEntry {
    LogEntry("state.failed", .warning, words)
  }
}
