// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Writes to systemd's journal by its native protocol: one datagram with fields for each entry.
///
/// Using libsystemd would load another library for a single call of `send`.
final class JournalSocket {
  private let descriptor: Int32

  /// Connects to the journal; nil if no journal listens at the path.
  init?(path: String) {
    guard let descriptor = DatagramSocket.connect(to: path) else { return nil }
    self.descriptor = descriptor
  }

  deinit {
    close(descriptor)
  }

  /// Finds the path of the journal's socket.
  ///
  /// - Parameter stream: the value of `JOURNAL_STREAM`: the device and the inode of the journal's
  ///   stream.
  /// - Returns: the path; nil if standard error does not go to the journal.
  static func path(stream: String?) -> String? {
    var status = stat()
    guard let stream, fstat(2, &status) == 0, stream == "\(status.st_dev):\(status.st_ino)" else {
      return nil
    }
    return "/run/systemd/journal/socket"
  }

  /// Writes an entry without blocking.
  ///
  /// - Returns: false if the journal did not accept it.
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
      // A value with several lines is preceded by its length: 64 bits, little-endian.
      bytes.append(10)
      withUnsafeBytes(of: UInt64(value.utf8.count).littleEndian) { bytes += Array($0) }
    } else {
      bytes.append(UInt8(ascii: "="))
    }
    bytes += Array(value.utf8)
    bytes.append(10)
  }
}
