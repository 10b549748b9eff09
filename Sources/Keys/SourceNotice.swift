// SPDX-License-Identifier: Apache-2.0

/// Something about a keyboard that the person at the machine should know; facts, not sentences.
@nonexhaustive
public enum SourceNotice: Hashable, Sendable {
  /// A keyboard may not be opened; it is tried again when its node or udev's record changes.
  case notPermitted(path: String, name: String)
  /// A keyboard could not be opened for another reason; the number is an `errno`.
  case openFailed(path: String, name: String, errno: Int32)
  /// A grab has waited its limit for keys to come up; it is taken as soon as they do.
  case grabWaits(DeviceInfo, heldKeys: [KeyCode])
  /// Another program holds the keyboard (`EBUSY`).
  case grabRefused(DeviceInfo, holder: ProcessFacts?)
  /// The grab failed for another reason; the number is an `errno`.
  case grabFailed(DeviceInfo, errno: Int32)
  /// The keyboard now belongs to this program alone.
  case grabbed(DeviceInfo)
  /// The kernel's buffer overflowed (`SYN_DROPPED`), and events were lost.
  ///
  /// Of an attached keyboard the key state has been read anew; of a capture nobody can ask for it,
  /// and what was down stays so until the next event of the key.
  case eventsLost(DeviceInfo)
  /// Keys were typed faster than the programs that are consulted about them answer, and some were dropped.
  case keysDropped
  /// A capture tells nothing for so long while a key is down that it was not held but the recording
  /// has a gap; the key repeats no more.
  case repeatsCutShort(DeviceInfo, gapMicroseconds: Int64)
  /// A capture has no event of any key, as one of a touchpad or a mouse; nil for a capture that describes no device.
  case noKeys(DeviceInfo?)
  /// A capture hides its letters as `KEY_A`, so its text is not what was typed.
  case lettersHidden(DeviceInfo)
  /// Plugging in, or a change of permission, may go unnoticed; the number is an `errno`.
  case monitorFailed(errno: Int32)
}

/// A process that stands in the way.
public struct ProcessFacts: Hashable, Sendable {
  /// Its number.
  public var pid: Int32
  /// Its short name, as in `/proc/PID/comm`.
  public var name: String

  /// Makes the facts of a process.
  public init(pid: Int32, name: String) {
    self.pid = pid
    self.name = name
  }
}
