// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The wall clock.
enum WallClock {
  /// The time in microseconds since 1970.
  static var now: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
  }

  /// Returns a time as RFC 3339 writes it, in UTC with microseconds.
  ///
  /// - Parameter time: the time in microseconds since 1970.
  /// - Returns: for example `2026-11-28T00:30:12.123456Z`.
  static func text(_ time: Int64) -> String {
    let (seconds, rest) = time.quotientAndRemainder(dividingBy: 1_000_000)
    var whole = time_t(rest < 0 ? seconds - 1 : seconds)
    var parts = tm()
    gmtime_r(&whole, &parts)
    func digits(_ number: some BinaryInteger, _ count: Int) -> String {
      let text = String(number)
      return String(repeating: "0", count: max(0, count - text.count)) + text
    }
    let date =
      digits(Int(parts.tm_year) + 1900, 4) + "-" + digits(parts.tm_mon + 1, 2) + "-"
      + digits(parts.tm_mday, 2)
    let clock =
      digits(parts.tm_hour, 2) + ":" + digits(parts.tm_min, 2) + ":" + digits(parts.tm_sec, 2)
    return date + "T" + clock + "." + digits(rest < 0 ? rest + 1_000_000 : rest, 6) + "Z"
  }
}
