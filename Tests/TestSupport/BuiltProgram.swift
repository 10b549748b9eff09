// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The programs that are built together with the tests.
package enum BuiltProgram {
  /// The path of a program, in the folder of the test executable.
  package static func path(of name: String) -> String { folder + "/" + name }

  private static let folder: String = {
    var buffer = [CChar](repeating: 0, count: 4096)
    let count = max(0, readlink("/proc/self/exe", &buffer, buffer.count))
    let own = String(decoding: buffer[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
    return own.split(separator: "/").dropLast().map { "/" + $0 }.joined()
  }()
}
