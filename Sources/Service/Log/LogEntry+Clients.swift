// SPDX-License-Identifier: Apache-2.0

/// Entries about clients. They contain who the client is, never what it sends.
extension LogEntry {
  /// The user who holds most of a scarce resource.
  struct Holder {
    var user: UInt32
    /// The user's process that holds most.
    var process: Int32
    var connections: Int
  }

  static func refused(
    _ peer: Peer?, at socket: String, _ reason: RefusalReason, most: Holder?
  ) -> LogEntry {
    let words =
      switch reason {
      case .notPermitted: "was refused (no permission)"
      case .tooManyConnections: "was refused (too many connections)"
      case .noHello: "was disconnected (it sent no hello)"
      }
    var message = "\(peer.words) \(words) on the socket of \(socket)"
    var fields = peer.fields + [Field("SOCKET", socket), Field("REASON", reason.rawValue)]
    if let most {
      message +=
        "; user \(most.user) has \(most.connections) of them, most of them in process \(most.process)"
      fields += [
        Field("MOST_UID", "\(most.user)"), Field("MOST_PID", "\(most.process)"),
      ]
    }
    return LogEntry("client.refused", .warning, message, fields)
  }

  static func behind(_ peer: Peer, at socket: String) -> LogEntry {
    LogEntry(
      "client.behind", .warning,
      "\(Peer?.some(peer).words) does not read its notifications on the socket of \(socket);"
        + " it will receive the state instead",
      Peer?.some(peer).fields + [Field("SOCKET", socket)])
  }

  static func connected(_ program: Program, _ peer: Peer, resumed: Bool) -> LogEntry {
    LogEntry(
      "program.came", .info,
      "\(program.name) (program \(program.number), \(Peer?.some(peer).words))"
        + " \(resumed ? "reconnected" : "connected")",
      program.fields + Peer?.some(peer).fields)
  }

  static func disconnected(_ program: Program) -> LogEntry {
    LogEntry(
      "program.gone", .info,
      "\(program.name) (program \(program.number)) disconnected"
        + (program.isLeaving ? "" : " without sending bye"), program.fields)
  }

  static func defaultAnswer(
    _ program: Program, _ question: ProgramRequestName, _ reason: DefaultAnswerReason
  ) -> LogEntry {
    let name = question.rawValue
    let words =
      switch reason {
      case .late: "did not respond in time to \(name); its default answer is used"
      case .alwaysLate:
        "answered too late, or not at all, three times in a row and is not waited for; "
          + "its default answer to \(name) is used"
      case .notAnAnswer: "sent no valid answer to \(name); its default answer is used"
      case .tooManyKeys:
        "is too slow for the keys that are typed; the default answer to \(name) is used"
      }
    return LogEntry(
      "program.preset", .warning, "\(program.name) (program \(program.number)) \(words)",
      program.fields + [Field("QUESTION", name), Field("REASON", reason.rawValue)])
  }
}

extension Program {
  fileprivate var fields: [LogEntry.Field] {
    [LogEntry.Field("PROGRAM", name), LogEntry.Field("PROGRAM_NUMBER", "\(number)")]
  }
}

extension Peer? {
  fileprivate var words: String {
    map { "process \($0.process) of user \($0.user)" } ?? "an unknown process"
  }

  fileprivate var fields: [LogEntry.Field] {
    guard let peer = self else { return [] }
    return [
      LogEntry.Field("CLIENT_PID", "\(peer.process)"),
      LogEntry.Field("CLIENT_UID", "\(peer.user)"),
    ]
  }
}
