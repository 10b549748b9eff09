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
}

extension Peer? {
  /// The process and its user, in the words of the log.
  var words: String {
    map { "process \($0.process) of user \($0.user)" } ?? "an unknown process"
  }

  /// The process and its user, as fields of the log.
  var fields: [LogEntry.Field] {
    guard let peer = self else { return [] }
    return [
      LogEntry.Field("CLIENT_PID", "\(peer.process)"),
      LogEntry.Field("CLIENT_UID", "\(peer.user)"),
    ]
  }
}
