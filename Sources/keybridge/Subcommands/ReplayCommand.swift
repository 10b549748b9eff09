// SPDX-License-Identifier: Apache-2.0
import Captures
import Glibc
import Keys

extension Subcommand {
  static let replay = Subcommand(
    "replay", "run a capture through the same pipe as an attached keyboard", operands: "CAPTURE",
    operandLimit: 1, operand: .file("CAPTURE"),
    options: {
      CommonOptions.layout + [
        MirrorName.option,
        Option("realtime", "r", help: "as fast as it was typed, not as fast as possible"),
      ]
    },
    discussion: """
      CAPTURE is a file of evemu, 'libinput record' or evtest, or raw input events,
      told apart by what is in it; - is standard input. The text mirror, which is the
      default, prints the final document. Mistakes in a capture are told with line
      and column, and the exit status is 1.

        keybridge replay scan.evemu --layout de
        cat /dev/input/event3 | keybridge replay - --mirror keystrokes
      """
  ) { invocation in
    guard let path = invocation.operands.first, !path.isEmpty else {
      throw Complaint(
        "replay: which capture?", mend: "a file, or - for standard input", status: .usage)
    }
    let mirror = try invocation.choice("mirror", as: MirrorName.self) ?? .text
    let session = try Session(invocation)
    try replay(path, in: session, mirror: mirror, isRealtime: invocation.has("realtime"))
    return .done
  }

  /// Plays a capture into a mirror.
  static func replay(
    _ path: String, in session: Session, mirror: MirrorName, isRealtime: Bool
  ) throws {
    do {
      let reader = try CaptureReader(path: path)
      session.pipeline.sinks = [try session.makeMirror(mirror, loop: nil)]
      session.tellTroubles(waits: true)
      let clock = RealTime()
      let source = CaptureReplay(reader, pace: isRealtime ? { clock.wait(until: $0) } : nil)
      _ = try session.run(source)
    } catch let failure as CaptureFailure {
      throw Complaint(failure, path: path)
    }
  }
}

/// Makes a capture's time pass as it did.
private final class RealTime {
  private var origin: (capture: Timestamp, clock: timespec)?

  /// Sleeps until a moment of the capture has come; the first one is now.
  func wait(until time: Timestamp) {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    guard let origin else {
      origin = (time, now)
      return
    }
    let elapsed = max(0, time.microseconds - origin.capture.microseconds)
    let nanoseconds = Int64(origin.clock.tv_nsec) + elapsed % 1_000_000 * 1000
    var end = timespec(
      tv_sec: origin.clock.tv_sec + Int(elapsed / 1_000_000 + nanoseconds / 1_000_000_000),
      tv_nsec: Int(nanoseconds % 1_000_000_000))
    while clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &end, nil) == EINTR {}
  }
}
