// SPDX-License-Identifier: Apache-2.0
import Glibc

/// systemd's journal, by its native protocol: a datagram an entry, with fields of their own.
///
/// libsystemd would be one more library to load for one call of `send`.
final class JournalSocket {
  private let descriptor: Int32

  /// Connects to the journal; nil where none listens at the path.
  init?(path: String) {
    guard let descriptor = DatagramSocket.connect(to: path) else { return nil }
    self.descriptor = descriptor
  }

  deinit {
    close(descriptor)
  }

  /// Finds where the journal listens.
  ///
  /// - Parameter stream: what `JOURNAL_STREAM` holds: device and inode of the journal's stream.
  /// - Returns: the path; nil where standard error leads elsewhere.
  static func path(stream: String?) -> String? {
    var facts = stat()
    guard let stream, fstat(2, &facts) == 0, stream == "\(facts.st_dev):\(facts.st_ino)" else {
      return nil
    }
    return "/run/systemd/journal/socket"
  }

  /// Writes an entry without waiting.
  ///
  /// - Returns: false where it was not taken.
  func write(_ entry: LogEntry, identifier: String) -> Bool {
    var bytes: [UInt8] = []
    Self.append("MESSAGE", entry.message, to: &bytes)
    Self.append("PRIORITY", "\(entry.priority.rawValue)", to: &bytes)
    Self.append("SYSLOG_IDENTIFIER", identifier, to: &bytes)
    Self.append("KEYBRIDGE_EVENT", entry.event, to: &bytes)
    for field in entry.fields { Self.append("KEYBRIDGE_" + field.name, field.value, to: &bytes) }
    let flags = Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)
    return send(descriptor, bytes, bytes.count, flags) == bytes.count
  }

  private static func append(_ name: String, _ value: String, to bytes: inout [UInt8]) {
    bytes += Array(name.utf8)
    if value.utf8.contains(10) {
      // What has lines of its own goes by its length, in 64 bits, the lowest first.
      bytes.append(10)
      withUnsafeBytes(of: UInt64(value.utf8.count).littleEndian) { bytes += Array($0) }
    } else {
      bytes.append(UInt8(ascii: "="))
    }
    bytes += Array(value.utf8)
    bytes.append(10)
  }
}
