// SPDX-License-Identifier: Apache-2.0
import Glibc
package import Keys

/// Finds the processes that have a device node open, as far as `/proc` shows them.
///
/// Only root can see the descriptors of other users' processes.
package struct DeviceUsers {
  private let path: String
  private let target: String?
  private let number: dev_t?

  /// Creates a finder for a node, which need not be readable.
  package init(of path: String) {
    self.path = path
    target = Self.target(of: path)
    var status = stat()
    let isDevice = stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFCHR
    number = isDevice ? status.st_rdev : nil
  }

  /// Returns the other processes that have the node open, in the order of their IDs.
  package func all() -> [ProcessIdentity] {
    let own = getpid()
    return FolderContents.names(in: "/proc").compactMap(Int32.init).sorted().filter {
      $0 != own && hasOpen($0)
    }
    .map { ProcessIdentity(pid: $0, name: Self.command(of: $0)) }
  }

  /// Returns the process that most probably holds the grab.
  ///
  /// The kernel does not report it, and processes that only read look the same. Programs known to
  /// read keyboards without grabbing them are excluded; of the others the oldest is returned. The
  /// result is nil if none is left, because the holder may belong to another user.
  package func holder() -> ProcessIdentity? {
    all().first { !Self.readers.contains($0.name) }
  }

  /// Programs that read keyboards for power keys and the like.
  private static let readers: Set<String> = [
    "systemd-logind", "elogind", "elogind-daemon", "seatd", "acpid", "upowerd", "thermald",
    "triggerhappy", "thd",
  ]

  private func hasOpen(_ pid: Int32) -> Bool {
    let folder = "/proc/\(pid)/fd"
    return FolderContents.names(in: folder).contains { isNode("\(folder)/\($0)") }
  }

  private func isNode(_ link: String) -> Bool {
    guard let text = Self.text(of: link) else { return false }
    if text == path || text == target { return true }
    // The same device may have another name. Nothing outside /dev is accessed, because it might not
    // respond.
    guard let number, text.hasPrefix("/dev/") else { return false }
    var status = stat()
    return stat(link, &status) == 0 && status.st_mode & S_IFMT == S_IFCHR
      && status.st_rdev == number
  }

  /// Returns the target of a link; opening it with O_PATH does not open the device.
  private static func target(of path: String) -> String? {
    let descriptor = OwnedDescriptor(open(path, __O_PATH | O_CLOEXEC))
    return descriptor.value < 0 ? nil : text(of: "/proc/self/fd/\(descriptor.value)")
  }

  private static func text(of link: String) -> String? {
    var buffer = [CChar](repeating: 0, count: 256)
    let count = readlink(link, &buffer, buffer.count)
    guard count > 0 else { return nil }
    return String(decoding: buffer[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  private static func command(of pid: Int32) -> String {
    guard let stream = fopen("/proc/\(pid)/comm", "re") else { return "" }
    defer { fclose(stream) }
    var buffer = [UInt8](repeating: 0, count: 64)
    let count = fread(&buffer, 1, buffer.count, stream)
    return String(decoding: buffer[..<count].prefix { $0 != 10 }, as: UTF8.self)
  }
}
