// SPDX-License-Identifier: Apache-2.0
internal import Keys

/// The time of one device's events.
///
/// The kernel numbers a device's events in the order in which they happen. Time that steps back
/// means that the clock was set, or that the file was put together from two. The events after the
/// step then go on at the time of the event before it, so that time never runs backwards.
struct EventClock {
  private let isStrict: Bool
  private(set) var lastTime = Timestamp(microseconds: .min)
  private var offset: Int64 = 0
  /// By how many microseconds time stepped back first; nil if it never did.
  private(set) var firstStep: Int64?

  /// Creates a clock.
  ///
  /// - Parameter isStrict: whether a step back is a mistake.
  init(isStrict: Bool) {
    self.isStrict = isStrict
  }

  /// Returns the time at which an event is replayed; nil if it is a mistake.
  @inline(__always)
  mutating func replayed(_ time: Timestamp) -> Timestamp? {
    if offset == 0, time >= lastTime {
      lastTime = time
      return time
    }
    return shifted(time)
  }

  private mutating func shifted(_ time: Timestamp) -> Timestamp? {
    guard !isStrict else { return nil }
    let (sum, isTooLate) = time.microseconds.addingReportingOverflow(offset)
    guard !isTooLate else { return nil }
    guard sum < lastTime.microseconds else {
      lastTime = Timestamp(microseconds: sum)
      return lastTime
    }
    // Numbers out of range are no step of a clock.
    let (step, isTooFar) = lastTime.microseconds.subtractingReportingOverflow(sum)
    let (next, isTooMuch) = offset.addingReportingOverflow(step)
    guard !isTooFar, !isTooMuch else { return nil }
    if firstStep == nil { firstStep = step }
    offset = next
    return lastTime
  }

  /// The mistake of an event that is older than the one before it.
  func backwards(to time: Timestamp) -> CaptureError.Problem {
    .timeBackwards(microseconds: lastTime.microseconds(since: time))
  }
}
