// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The place of the data that was installed with the program.
///
/// Wherever the program is, its data is in `../share` relative to its folder: after `make install`
/// with any prefix, in the distribution's package, and in the folder of an archive.
package enum InstalledData {
  /// The path of the running program, without symbolic links; nil if `/proc` is not available.
  package static var ownPath: String? {
    var path = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/exe", &path, path.count)
    guard count > 0, count < path.count else { return nil }
    return String(decoding: path[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Returns the folder that contains both the folder of the program and `share`.
  ///
  /// - Parameter program: the path of the program, without symbolic links; nil if unknown.
  /// - Returns: the folder; nil for none.
  package static func prefix(of program: String?) -> String? {
    guard let program, program.hasPrefix("/") else { return nil }
    let parts = program.split(separator: "/").dropLast(2)
    guard program.split(separator: "/").count >= 2 else { return nil }
    return parts.map { "/" + $0 }.joined()
  }

  /// Returns the folder with one kind of data.
  ///
  /// - Parameters:
  ///   - name: the name of the folder in `share/keybridge`.
  ///   - program: the path of the program; nil if unknown.
  /// - Returns: the folder, which need not exist; nil if the program's path is unknown.
  package static func folder(_ name: String, of program: String?) -> String? {
    prefix(of: program).map { "\($0)/share/keybridge/\(name)" }
  }
}
