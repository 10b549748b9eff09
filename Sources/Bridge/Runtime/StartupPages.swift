// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The memory pages that only the start of the program needs (decision 9).
enum StartupPages {
  /// Unmaps the pages of the program's code; those needed again are read from the page cache.
  ///
  /// A service waits for keys most of the time, but its start uses most of its code. Only code is
  /// unmapped: other read-only pages contain relocated addresses, which the file does not. Does
  /// nothing without `/proc`.
  static func giveBack() {
    guard let maps = try? readFile("/proc/self/maps"), let program = ownPath else { return }
    for line in String(decoding: maps, as: UTF8.self).split(separator: "\n") {
      guard line.hasSuffix(" " + program), let range = codeRange(line) else { continue }
      // Only advice: a kernel that ignores it changes nothing.
      madvise(
        UnsafeMutableRawPointer(bitPattern: range.lowerBound), Int(range.count), MADV_DONTNEED)
    }
  }

  /// The path of the running program; nil if `/proc` is not available.
  static var ownPath: String? {
    var path = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/exe", &path, path.count)
    guard count > 0, count < path.count else { return nil }
    return String(decoding: path[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Parses the addresses in a line of `maps`, `55d0-55e0 r-xp …`; nil if the line is not about
  /// code.
  private static func codeRange(_ line: Substring) -> Range<UInt>? {
    let words = line.split(separator: " ", maxSplits: 2)
    guard words.count == 3, words[1] == "r-xp" else { return nil }
    let ends = words[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
    guard ends.count == 2, ends[0] < ends[1] else { return nil }
    return ends[0]..<ends[1]
  }
}
