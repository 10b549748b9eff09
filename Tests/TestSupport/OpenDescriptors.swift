// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Finds the open descriptors of a file in this process.
///
/// - Parameter path: the path of the file, as the kernel names it.
/// - Returns: the descriptors.
package func openDescriptors(of path: String) -> [Int32] {
  entries(of: "/proc/self/fd").compactMap { name, _ in
    var target = [CChar](repeating: 0, count: Int(PATH_MAX))
    let length = readlink("/proc/self/fd/\(name)", &target, target.count)
    let bytes = target.prefix(max(0, length)).map { UInt8(bitPattern: $0) }
    return String(decoding: bytes, as: UTF8.self) == path ? Int32(name) : nil
  }
}
