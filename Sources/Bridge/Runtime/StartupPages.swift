// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The pages of the program that its start needed: decision 9.
enum StartupPages {
  /// Unmaps what of the program's code is mapped; what is needed again comes back from the page cache.
  ///
  /// A service waits for keys most of its life, and its start touches most of its code. Only code is
  /// given back: what else cannot be written to was, before it was protected, when addresses were
  /// filled in. Where there is no `/proc`, nothing happens.
  static func giveBack() {
    guard let maps = try? readFile("/proc/self/maps"), let program = ownPath else { return }
    for line in String(decoding: maps, as: UTF8.self).split(separator: "\n") {
      guard line.hasSuffix(" " + program), let range = codeRange(line) else { continue }
      // Advice: a kernel that does not take it changes nothing.
      madvise(
        UnsafeMutableRawPointer(bitPattern: range.lowerBound), Int(range.count), MADV_DONTNEED)
    }
  }

  /// The path of the running program; nil where `/proc` does not say.
  static var ownPath: String? {
    var path = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/exe", &path, path.count)
    guard count > 0, count < path.count else { return nil }
    return String(decoding: path[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// The addresses of a line of `maps`, `55d0-55e0 r-xp …`; nil for what is no code.
  private static func codeRange(_ line: Substring) -> Range<UInt>? {
    let words = line.split(separator: " ", maxSplits: 2)
    guard words.count == 3, words[1] == "r-xp" else { return nil }
    let ends = words[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
    guard ends.count == 2, ends[0] < ends[1] else { return nil }
    return ends[0]..<ends[1]
  }
}
