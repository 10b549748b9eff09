// SPDX-License-Identifier: Apache-2.0

/// The times in seconds that a program may choose.
enum ProgramTimes {
  /// The grace period, in which keys are still accepted after the connection has closed (F157).
  static let grace = 0...600
  /// The time for which the state is kept after that (F159).
  static let keep = 0...86_400
  /// The time without a key after which the person counts as idle; 0 for never.
  static let idle = 0...86_400
}
