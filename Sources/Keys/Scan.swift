// SPDX-License-Identifier: Apache-2.0

/// A code that a barcode scanner, card reader or keypad typed, or an incomplete part of one.
public struct Scan: Hashable, Sendable {
  /// The event that ended a code.
  @nonexhaustive
  public enum End: Hashable, Sendable {
    /// A key configured to end codes was pressed.
    case key(KeyCode)
    /// No key was pressed during the time that ends a code.
    case gap
    /// The code reached the maximum length; the rest follows as a separate scan.
    case limit
    /// The device was unplugged.
    case disconnect
    /// The kernel's buffer overflowed, and events were lost.
    case lost
    /// The program ended, or released the device.
    case stop
  }

  /// The reason why a code is not what was scanned.
  @nonexhaustive
  public enum Flaw: String, Hashable, Sendable {
    /// The code is a piece of a code longer than the maximum length.
    case limit
    /// The code is shorter than the minimum length.
    case short
    /// The scanner pressed a key that types nothing, so a character is missing.
    case unknownKey
    /// Events were lost before or during the code.
    case lost
    /// The device was unplugged before the end of the code.
    case disconnect
    /// The program ended, or released the device, before the end of the code.
    case stop
  }

  /// The device that typed the code.
  public var device: DeviceID
  /// The characters; for a code without a flaw, the configured prefix and suffix are removed.
  public var text: String
  /// The time of its last key press, on the source's clock.
  public var time: Timestamp
  /// The time from its first key press to its last.
  public var duration: Duration
  /// The event that ended the code.
  public var end: End
  /// The reason why the code is incomplete; nil for a good code.
  public var flaw: Flaw?
  /// The name of the program that receives the device's codes according to the settings; nil if
  /// they name none.
  public var program: String?
  /// The user of the program that receives the codes, according to the settings; nil for any user.
  public var programUser: UInt32?
  /// The symbology, as the scanner names it at the start of the code: an AIM identifier such as
  /// `]C1` (ISO/IEC 15424); nil if it does not.
  public var symbology: String?
  /// The programs that must acknowledge the code; nil if it is sent once, to ``program`` or the
  /// program that claims the device.
  public var delivery: DeliveryOrder?
  /// Whether only the program may know the text.
  public var isSecret = false

  /// Creates a code from its parts.
  ///
  /// - Parameters:
  ///   - device: the device that typed the code.
  ///   - text: the characters, for a good code without the configured prefix and suffix.
  ///   - time: the time of the last key press, on the source's clock.
  ///   - duration: the time from the first key press to the last.
  ///   - end: the event that ended the code.
  ///   - flaw: the reason why the code is incomplete; nil for a good code.
  public init(
    device: DeviceID, text: String, time: Timestamp, duration: Duration, end: End, flaw: Flaw? = nil
  ) {
    self.device = device
    self.text = text
    self.time = time
    self.duration = duration
    self.end = end
    self.flaw = flaw
  }

  /// Whether the code is everything that was scanned.
  public var isComplete: Bool { flaw == nil }

  /// The code as everyone but its program may see it; of a secret code, only the length.
  public var shared: Scan {
    guard isSecret else { return self }
    var scan = self
    scan.text = String(repeating: "•", count: text.utf16.count)
    scan.symbology = nil
    return scan
  }
}

extension Scan.End: CustomStringConvertible {
  /// The name on the wire: `gap`, `limit`, `disconnect`, `lost`, `stop`, or the key's
  /// ``KeyCode/word``.
  public var description: String {
    switch self {
    case .key(let code): code.word
    case .gap: "gap"
    case .limit: "limit"
    case .disconnect: "disconnect"
    case .lost: "lost"
    case .stop: "stop"
    }
  }
}
