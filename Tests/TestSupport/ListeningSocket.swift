// SPDX-License-Identifier: Apache-2.0

/// Whether a process accepts connections at a local socket.
///
/// The file of a socket exists a moment before that, and a connection is then refused. A connection
/// in place of this look would be a client of the service.
///
/// - Parameter path: the absolute path of the socket.
/// - Returns: whether it is open for connections.
package func isListening(at path: String) -> Bool {
  contents(of: "/proc/net/unix").split(separator: "\n").contains { line in
    // Num RefCount Protocol Flags Type St Inode Path; the flag is SO_ACCEPTCON.
    let fields = line.split(separator: " ", maxSplits: 7)
    return fields.count == 8 && fields[3] == "00010000" && fields[7] == path
  }
}
