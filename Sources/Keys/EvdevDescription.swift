// SPDX-License-Identifier: Apache-2.0

/// All that the kernel says a device can do: what a recording must hold to make the device again.
public struct EvdevDescription: Hashable, Sendable {
  /// Its names and numbers.
  public var info: DeviceInfo
  /// The device properties, bits numbered as `INPUT_PROP_…`, lowest bit of the first byte first.
  public var properties: [UInt8]
  /// For each event type the device has, the codes it has, as bits; type 0 holds the types.
  public var codes: [UInt16: [UInt8]]

  /// Makes a description from its parts.
  public init(info: DeviceInfo, properties: [UInt8], codes: [UInt16: [UInt8]]) {
    self.info = info
    self.properties = properties
    self.codes = codes
  }

  /// Whether the device has a code of a type.
  public func has(type: UInt16, code: UInt16) -> Bool {
    guard let bits = codes[type], Int(code) / 8 < bits.count else { return false }
    return bits[Int(code) / 8] & (1 << (code % 8)) != 0
  }
}
