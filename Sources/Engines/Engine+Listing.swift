// SPDX-License-Identifier: Apache-2.0
import Glibc

extension Engine {
  /// The reported version, after the reported name if that is not the manifest's; nil for none.
  package var nameAndVersion: String? {
    guard let reportedName, reportedName != manifest.name else { return reportedVersion }
    return [reportedName, reportedVersion].compactMap(\.self).joined(separator: " ")
  }

  /// The resident memory of the process, in bytes; nil for none, and for a process of the service
  /// manager.
  package var memory: Int? {
    guard let process, let file = fopen("/proc/\(process)/statm", "r") else { return nil }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 128)
    guard fgets(&line, Int32(line.count), file) != nil else { return nil }
    let text = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    // The second number counts the resident pages.
    let fields = text.split(separator: " ")
    guard fields.count > 1, let pages = Int(fields[1]) else { return nil }
    return pages * sysconf(Int32(_SC_PAGESIZE))
  }
}
