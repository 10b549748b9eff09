// SPDX-License-Identifier: Apache-2.0

/// A code that a barcode scanner, a card reader or a keypad typed, or what is left of one.
public struct Scan: Hashable, Sendable {
  /// What a code ended with.
  @nonexhaustive
  public enum End: Hashable, Sendable {
    /// A key that ends codes was pressed.
    case key(KeyCode)
    /// No key came for the time that ends a code.
    case gap
    /// The code became longer than any is expected to be; what comes behind it follows by itself.
    case limit
    /// The device went away.
    case disconnect
    /// The kernel's buffer overflowed, and events were lost.
    case lost
    /// The program ended, or gave the device to others.
    case stop
  }

  /// Why a code must not be taken for what was scanned.
  @nonexhaustive
  public enum Flaw: String, Hashable, Sendable {
    /// It is a piece of a code that is longer than any is expected to be.
    case limit
    /// It is shorter than any code is expected to be.
    case short
    /// Events were lost before or in it.
    case lost
    /// The device went away before its end.
    case disconnect
    /// The program ended, or gave the device to others, before its end.
    case stop
  }

  /// The device that typed it.
  public var device: DeviceID
  /// The characters; of a code without a flaw, without the prefix and the suffix that the settings name.
  public var text: String
  /// When its last key was pressed, on the source's clock.
  public var time: Timestamp
  /// From the press of its first key to that of its last one.
  public var duration: Duration
  /// What it ended with.
  public var end: End
  /// Why it is not complete; nil for a good code.
  public var flaw: Flaw?
  /// The program that the settings give the device's codes to, by its name; nil where they name none.
  public var program: String?
  /// Whether its text is for its program alone.
  public var isSecret = false

  /// Makes a code from its parts.
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

  /// Whether it is all that was scanned.
  public var isComplete: Bool { flaw == nil }

  /// The code as everybody but its program may know it: of a secret one the length.
  public var shared: Scan {
    guard isSecret else { return self }
    var scan = self
    scan.text = String(repeating: "•", count: text.utf16.count)
    return scan
  }
}

extension Scan.End: CustomStringConvertible {
  /// What the wire says: `gap`, `limit`, `disconnect`, `lost`, `stop`, or the key's ``KeyCode/word``.
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
