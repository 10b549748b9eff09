// SPDX-License-Identifier: Apache-2.0
internal import CLinux
package import Keys

/// The capabilities of a device that distinguish keyboards from other devices.
///
/// The kernel reports them twice: by ioctl to programs that may open the node, and to all programs
/// in the folder `capabilities` of sysfs.
package struct Capabilities: Hashable, Sendable {
  /// The event types, bits numbered as `EV_…`.
  package var types: UInt64
  /// The keys and buttons: all of `EV_KEY`.
  package var keys: KeySet
  /// The relative axes, bits numbered as `REL_…`.
  package var relativeAxes: UInt64
  /// The absolute axes, bits numbered as `ABS_…`.
  package var absoluteAxes: UInt64
  /// The LEDs, bits numbered as `LED_…`.
  package var lights: UInt64
  /// The properties, bits numbered as `INPUT_PROP_…`.
  package var properties: UInt64
  /// Whether the device is an infrared receiver or an HDMI-CEC adapter: its parent belongs to the
  /// subsystem `rc`.
  ///
  /// Only sysfs reports it.
  package var isRemoteControl: Bool

  /// Creates capabilities from their parts.
  package init(
    types: UInt64 = 0, keys: KeySet = KeySet(), relativeAxes: UInt64 = 0, absoluteAxes: UInt64 = 0,
    lights: UInt64 = 0, properties: UInt64 = 0,
    isRemoteControl: Bool = false
  ) {
    self.types = types
    self.keys = keys
    self.relativeAxes = relativeAxes
    self.absoluteAxes = absoluteAxes
    self.lights = lights
    self.properties = properties
    self.isRemoteControl = isRemoteControl
  }

  /// Reads capabilities from sysfs; nil if they are missing or are not bitmaps.
  ///
  /// - Parameters:
  ///   - isRemoteControl: whether the input device's parent belongs to the subsystem `rc`.
  ///   - attribute: returns the text of a file below the input device's folder, for example
  ///     `capabilities/key`; nil if the file is missing.
  package init?(isRemoteControl: Bool = false, attribute: (String) -> String?) {
    func bits(_ name: String) -> [UInt64]? {
      attribute(name).flatMap { Self.parse($0) }
    }
    func firstWord(_ name: String) -> UInt64 {
      bits(name)?.first ?? 0
    }
    guard let types = bits("capabilities/ev"), let keys = bits("capabilities/key") else {
      return nil
    }
    self.init(
      types: types[0], keys: Self.keys(keys), relativeAxes: firstWord("capabilities/rel"),
      absoluteAxes: firstWord("capabilities/abs"), lights: firstWord("capabilities/led"),
      properties: firstWord("properties"), isRemoteControl: isRemoteControl)
  }

  private static func keys(_ words: [UInt64]) -> KeySet {
    var keys = KeySet()
    for code in 0..<min(words.count * 64, KeyCode.count)
    where words[code / 64] & (1 << UInt64(code % 64)) != 0 {
      keys.insert(KeyCode(UInt16(code)))
    }
    return keys
  }

  /// Parses a bitmap as printed by sysfs: hexadecimal words, the highest first, without leading
  /// zeros.
  ///
  /// The words have the size of the program's own `unsigned long`.
  static func parse(_ text: String, wordBits: Int = UInt.bitWidth) -> [UInt64]? {
    var result: [UInt64] = []
    let words = text.split { $0 == " " || $0 == "\n" }
    guard !words.isEmpty, words.count <= 64 else { return nil }
    for (index, word) in words.reversed().enumerated() {
      guard let bits = UInt64(word, radix: 16), bits.bitWidth - bits.leadingZeroBitCount <= wordBits
      else { return nil }
      let position = index * wordBits
      while result.count <= position / 64 { result.append(0) }
      result[position / 64] |= bits << UInt64(position % 64)
    }
    return result
  }

  /// Whether the device has an event type; the constants are `EV_…`.
  func has(type: Int32) -> Bool {
    types & (1 << UInt64(type)) != 0
  }

  /// Whether the kernel repeats held keys of the device.
  package var repeatsInKernel: Bool { has(type: EV_REP) }

  /// The LEDs that show locks.
  package var lockLEDs: LockLEDs { LockLEDs(rawValue: UInt8(truncatingIfNeeded: lights & 0x1f)) }

  /// The keys, without the buttons of mice, joysticks and pens.
  var realKeys: KeySet {
    KeySet(keys.lazy.filter { !$0.isButton && $0.rawValue != 0 })
  }
}
