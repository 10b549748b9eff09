// SPDX-License-Identifier: Apache-2.0

/// Entries about a program. They contain who it is, never what it sends.
extension Program {
  /// Returns the entry about the program's connection with a process, and whether the program was
  /// `resumed`.
  func connectedEntry(_ peer: Peer, resumed: Bool) -> LogEntry {
    LogEntry(
      "program.came", .info,
      "\(name) (program \(number), \(Peer?.some(peer).words))"
        + " \(resumed ? "reconnected" : "connected")",
      logFields + Peer?.some(peer).fields)
  }

  /// The entry about the end of the program's connection.
  var disconnectedEntry: LogEntry {
    LogEntry(
      "program.gone", .info,
      "\(name) (program \(number)) disconnected" + (isLeaving ? "" : " without sending bye"),
      logFields)
  }

  /// Returns the entry about the default answer to a request, and why it was used.
  func defaultAnswerEntry(
    _ question: ProgramRequestName, _ reason: DefaultAnswerReason
  ) -> LogEntry {
    let request = question.rawValue
    let words =
      switch reason {
      case .late: "did not respond in time to \(request); its default answer is used"
      case .alwaysLate:
        "answered too late, or not at all, three times in a row and is not waited for; "
          + "its default answer to \(request) is used"
      case .notAnAnswer: "sent no valid answer to \(request); its default answer is used"
      case .tooManyKeys:
        "is too slow for the keys that are typed; the default answer to \(request) is used"
      }
    return LogEntry(
      "program.preset", .warning, "\(name) (program \(number)) \(words)",
      logFields + [LogEntry.Field("QUESTION", request), LogEntry.Field("REASON", reason.rawValue)])
  }

  /// The entry about a program of an earlier run of the service.
  var restoredEntry: LogEntry {
    LogEntry(
      "program.restored", .info,
      "\(name) (program \(number)) can resume the state that it had in the last run", logFields)
  }

  /// Returns the entry about definitions of an earlier run that this version refuses.
  ///
  /// - Parameters:
  ///   - count: how many were refused.
  ///   - method: the method of the first one.
  ///   - error: the error of the first one.
  /// - Returns: the entry.
  func refusedEntry(count: Int, method: String, _ error: RequestError.Name) -> LogEntry {
    LogEntry(
      "program.restoredInPart", .warning,
      "\(name) (program \(number)) is restored in part: \(count) of its requests to the last run"
        + " are refused, the first is \(method.excerpt) (\(error.rawValue))",
      logFields + [LogEntry.Field("REASON", error.rawValue)])
  }

  private var logFields: [LogEntry.Field] {
    [LogEntry.Field("PROGRAM", name), LogEntry.Field("PROGRAM_NUMBER", "\(number)")]
  }
}
