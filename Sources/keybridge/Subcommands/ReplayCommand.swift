// SPDX-License-Identifier: Apache-2.0
import Captures
import Devices
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
      CAPTURE is a file of evemu, 'libinput record' or evtest, or raw input events;
      - is standard input. The text mirror, the default, prints the final document.
      Mistakes in a capture are told with line and column; exit status 1.

        keybridge replay scan.evemu --layout de
        cat /dev/input/event3 | keybridge replay - --mirror keystrokes
      """
  ) { invocation in
    guard let path = invocation.operands.first, !path.isEmpty else {
      throw Complaint(
        "replay: which capture?", mend: "a file, or - for standard input", status: .usage)
    }
    let mirror = try invocation.choice("mirror", as: MirrorName.self) ?? .text
    let session = try Session(invocation, isReplay: true)
    try replay(path, in: session, mirror: mirror, isRealtime: invocation.has("realtime"))
    return .done
  }

  /// Plays a capture into a mirror.
  static func replay(
    _ path: String, in session: Session, mirror: MirrorName, isRealtime: Bool
  ) throws {
    do {
      let reader = try CaptureReader(path: path)
      session.pipeline.sinks = [try session.makeMirror(mirror, loop: nil)].compactMap { $0 }
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
  private var origin: (capture: Timestamp, clock: Timestamp)?

  /// Sleeps until a moment of the capture has come; the first one is now.
  func wait(until time: Timestamp) {
    guard let origin else {
      origin = (time, .monotonicNow)
      return
    }
    let elapsed = time.microseconds(since: origin.capture)
    var end = timespec(origin.clock.advanced(byMicroseconds: elapsed))
    while clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &end, nil) == EINTR {}
  }
}
