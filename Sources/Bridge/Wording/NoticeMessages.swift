// SPDX-License-Identifier: Apache-2.0
import Glibc
package import Keys
package import Service

/// Messages and entries of the log for the notices about keyboards.
extension SourceNotice {
  /// The message for a notice, and a hint.
  package var message: (text: String, hint: String?) {
    switch self {
    case .notPermitted(let path, let name):
      (
        "no permission to read \(path) (\(name)); waiting for its permissions to change",
        Hints.permission
      )
    case .openFailed(let path, let name, let errno):
      (
        "cannot open \(path) (\(name)): \(systemMessage(errno))",
        "run 'keybridge doctor' to find the cause"
      )
    case .grabWaits(let device, let heldKeys):
      (
        "\(device.label) (\(device.name)) is not grabbed yet:"
          + " \(heldKeys.map(\.description).joined(separator: ", "))"
          + (heldKeys.count == 1 ? " is held down" : " are held down"),
        device.isPad
          ? "lift the finger or the pen; the pad is then grabbed"
          : "release the key; the keyboard is then grabbed"
      )
    case .grabRefused(let device, let holder?):
      (
        "\(device.label) (\(device.name)) is grabbed by another program:"
          + " \(holder.name) (process \(holder.pid))",
        "stop that program, or run with --no-grab"
      )
    case .grabRefused(let device, nil):
      (
        "\(device.label) (\(device.name)) is grabbed by another program, which is unknown",
        "'keybridge doctor' names it when run as root; or run with --no-grab"
      )
    case .grabFailed(let device, let errno):
      ("cannot grab \(device.label) (\(device.name)): \(systemMessage(errno))", nil)
    case .grabbed(let device):
      ("\(device.label) (\(device.name)) is grabbed", nil)
    case .eventsLost(let device):
      (
        "\(device.label) (\(device.name)): the kernel's buffer overflowed and events were lost",
        nil
      )
    case .repeatsCutShort(let device, let gap):
      (
        "the capture has no events for \(gap / 1_000_000) s while a key of \(device.name) is down;"
          + " the key repeats for the first minute only",
        "the recording has a gap, or lost the key's release"
      )
    case .timeSteppedBack(let device, let microseconds):
      (
        "the time of the capture steps back by \(microseconds) µs"
          + (device.name.isEmpty ? "" : " (\(device.name))") + "; the replay goes on from there",
        "the clock was set, or parts were put together; --strict refuses such a capture"
      )
    case .noKeys(let device):
      (
        "the capture has no key events"
          + (device.map { $0.name.isEmpty ? "" : " (\($0.name))" } ?? ""),
        "'keybridge record' records the key events of a keyboard"
      )
    case .endsEarly(let device, let heldKeys, let isInsideFrame):
      (
        "the capture ends "
          + [isInsideFrame ? "inside a report" : nil, heldKeys.words].compactMap { $0 }
          .joined(separator: ", ") + (device.name.isEmpty ? "" : " (\(device.name))"),
        "the recording was stopped, or cut off, at this point"
      )
    case .lettersHidden(let device):
      (
        "the capture hides which letters were typed on \(device.name): each letter is KEY_A",
        "record again with --show-keycodes"
      )
    case .padUnusable(let device, let flaw):
      (
        "\(device.label) (\(device.name)) cannot be drawn on: \(flaw.message)",
        "'keybridge devices --all' lists the devices that can be drawn on"
      )
    case .padRests(let device):
      (
        "\(device.label) (\(device.name)) was not touched for a minute and moves the pointer again",
        "press any key to draw again"
      )
    case .monitorFailed(let errno):
      (
        "keyboards that are plugged in from now on are not detected: \(systemMessage(errno))",
        errno == ENOSPC || errno == EMFILE
          ? "raise fs.inotify.max_user_instances or max_user_watches" : nil
      )
    }
  }

  /// The log entry for a notice.
  package var entry: LogEntry {
    let (text, hint) = message
    let lines = [text] + (hint ?? "").split(separator: "\n").map { "  \($0)" }
    return LogEntry(
      event, isTrouble ? .warning : .info, lines.joined(separator: "\n"), fields)
  }

  /// Whether the notice is shown even if the user has not asked for details.
  package var isTrouble: Bool {
    switch self {
    case .grabbed, .padRests: false
    default: true
    }
  }

  private var event: String {
    switch self {
    case .notPermitted: "device.notPermitted"
    case .openFailed: "device.openFailed"
    case .grabWaits: "grab.waits"
    case .grabRefused: "grab.refused"
    case .grabFailed: "grab.failed"
    case .grabbed: "grab.taken"
    case .eventsLost: "device.eventsLost"
    case .repeatsCutShort: "capture.repeatsCutShort"
    case .timeSteppedBack: "capture.timeSteppedBack"
    case .noKeys: "capture.noKeys"
    case .endsEarly: "capture.endsEarly"
    case .lettersHidden: "capture.lettersHidden"
    case .padUnusable: "pad.unusable"
    case .padRests: "pad.rests"
    case .monitorFailed: "device.monitorFailed"
    }
  }

  private var fields: [LogEntry.Field] {
    switch self {
    case .notPermitted(let path, _), .openFailed(let path, _, _):
      [LogEntry.Field("DEVICE", path)]
    case .grabWaits(let device, _), .grabRefused(let device, _), .grabFailed(let device, _),
      .grabbed(let device), .eventsLost(let device), .repeatsCutShort(let device, _),
      .timeSteppedBack(let device, _), .padUnusable(let device, _), .padRests(let device),
      .lettersHidden(let device), .endsEarly(let device, _, _), .noKeys(let device?):
      LogEntry.fields(of: device)
    case .monitorFailed, .noKeys(nil): []
    }
  }
}

extension DeviceInfo {
  /// Whether the device is read as a pad, not as a keyboard.
  fileprivate var isPad: Bool { kind == .pointer }
}

extension PadFlaw {
  /// The reason, as a part of a sentence.
  package var message: String {
    switch self {
    case .noPositions: "it reports no positions"
    case .noTouches: "it does not report touches"
    case .alsoTypes: "it is a keyboard, too"
    case .withoutSlots: "it reports touches without slots (multitouch protocol A)"
    case .impossibleRange(let axis, let minimum, let maximum):
      "its axis \(Self.name(of: axis)) has the range \(minimum) to \(maximum)"
    case .unknownRange(let axis): "the range of its axis \(Self.name(of: axis)) is unknown"
    }
  }

  private static func name(of axis: UInt16) -> String {
    switch axis {
    case 0: "ABS_X"
    case 1: "ABS_Y"
    case 0x35: "ABS_MT_POSITION_X"
    case 0x36: "ABS_MT_POSITION_Y"
    default: "\(axis)"
    }
  }
}

extension [KeyCode] {
  /// The keys that are down, as a part of a sentence; nil for none.
  fileprivate var words: String? {
    guard !isEmpty else { return nil }
    return "while \(map(\.description).joined(separator: ", ")) \(count == 1 ? "is" : "are") down"
  }
}

/// Hints for the most common problems.
package enum Hints {
  /// The hint if opening a keyboard is not permitted.
  package static let permission = Installation.current.permissionHint
  /// The hint if opening a pad is not permitted.
  package static let padPermission = """
    as root: touch /etc/keybridge/handwriting, which the udev rule looks for, then
    udevadm trigger --action=change --subsystem-match=input; a person who runs
    'keybridge run' also needs the group of the udev rule
    """
}

/// Returns the status line that the service manager shows for a running program.
package func keyboardCount(_ count: Int) -> String {
  switch count {
  case 0: "no keyboard is attached; waiting for one"
  case 1: "1 keyboard"
  default: "\(count) keyboards"
  }
}
