// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The descriptors that no client gets: a keyboard that is plugged in, a file and a timer want one too,
/// however many clients there are.
enum DescriptorReserve {
  private static let count: rlim_t = 32

  /// Whether a descriptor that was just made is one of them.
  ///
  /// The kernel gives the lowest number that is free, so the last numbers are given last.
  static func has(_ descriptor: Int32) -> Bool {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return false }
    // Where there are few, clients want some too.
    return rlim_t(descriptor) >= limit.rlim_cur - min(count, limit.rlim_cur / 4)
  }
}
