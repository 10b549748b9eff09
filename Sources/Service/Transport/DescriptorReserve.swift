// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The descriptors that clients cannot use.
///
/// They are reserved for keyboards that are plugged in, files and timers, however many clients
/// connect.
enum DescriptorReserve {
  private static let count: rlim_t = 32

  /// Whether a new descriptor is a reserved one.
  ///
  /// The kernel assigns the lowest free number, so the highest numbers are used last.
  static func has(_ descriptor: Int32) -> Bool {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return false }
    // Under a low limit, a smaller reserve leaves descriptors for clients.
    return rlim_t(descriptor) >= limit.rlim_cur - min(count, limit.rlim_cur / 4)
  }
}
