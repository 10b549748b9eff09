// SPDX-License-Identifier: Apache-2.0

/// Something about a keyboard that the person at the machine should know, as values without
/// wording.
@nonexhaustive
public enum SourceNotice: Hashable, Sendable {
  /// A keyboard may not be opened; opening is retried when its node or its udev record changes.
  case notPermitted(path: String, name: String)
  /// A keyboard could not be opened for another reason; the number is an `errno`.
  case openFailed(path: String, name: String, errno: Int32)
  /// A grab reached the time limit for waiting on held keys; it happens as soon as they are
  /// released.
  case grabWaits(DeviceInfo, heldKeys: [KeyCode])
  /// Another program holds the keyboard (`EBUSY`).
  case grabRefused(DeviceInfo, holder: ProcessIdentity?)
  /// The grab failed for another reason; the number is an `errno`.
  case grabFailed(DeviceInfo, errno: Int32)
  /// The keyboard is now grabbed by this program.
  case grabbed(DeviceInfo)
  /// The kernel's buffer overflowed (`SYN_DROPPED`), and events were lost.
  ///
  /// For an attached keyboard the key state was read again. For a capture it cannot be read: a key
  /// that was down stays down until its next event.
  case eventsLost(DeviceInfo)
  /// A capture has no event for so long while a key is down that the recording probably has a gap;
  /// the key stops repeating.
  case repeatsCutShort(DeviceInfo, gapMicroseconds: Int64)
  /// Time steps back in a capture, first by this number of microseconds; the events after a step
  /// go on at the time of the event before it.
  case timeSteppedBack(DeviceInfo, microseconds: Int64)
  /// A capture has no key event, like a capture of a touchpad or a mouse; nil for a capture that
  /// describes no device.
  case noKeys(DeviceInfo?)
  /// A capture ends while keys are down, or inside a frame; the keys are released.
  case endsEarly(DeviceInfo, heldKeys: [KeyCode], isInsideFrame: Bool)
  /// A capture hides its letters as `KEY_A`, so its text is not what was typed.
  case lettersHidden(DeviceInfo)
  /// A pad is allowed for handwriting, but cannot be drawn on.
  case padUnusable(DeviceInfo, PadFlaw)
  /// A pad was not touched for a minute and moves the pointer again; the next key takes it again.
  case padRests(DeviceInfo)
  /// Newly connected devices and permission changes may go unnoticed; the number is an `errno`.
  case monitorFailed(errno: Int32)
}

/// A process that holds a device.
public struct ProcessIdentity: Hashable, Sendable {
  /// The process ID.
  public var pid: Int32
  /// The short name, as in `/proc/PID/comm`.
  public var name: String

  /// Creates the identity of a process.
  ///
  /// - Parameters:
  ///   - pid: the process ID.
  ///   - name: the short name, as in `/proc/PID/comm`; the kernel cuts it to 15 bytes.
  public init(pid: Int32, name: String) {
    self.pid = pid
    self.name = name
  }
}

/// The former name of ``ProcessIdentity``.
@available(*, deprecated, renamed: "ProcessIdentity")
public typealias ProcessFacts = ProcessIdentity
