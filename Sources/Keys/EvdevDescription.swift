// SPDX-License-Identifier: Apache-2.0

/// The capabilities that the kernel reports for a device; enough for a recording to recreate the
/// device.
public struct EvdevDescription: Hashable, Sendable {
  /// The device's names and numbers.
  public var info: DeviceInfo
  /// The device properties, bits numbered as `INPUT_PROP_…`, lowest bit of the first byte first.
  public var properties: [UInt8]
  /// The codes that the device has for each event type, as bits; type 0 holds the event types.
  public var codes: [UInt16: [UInt8]]

  /// Creates a description from its parts.
  ///
  /// - Parameters:
  ///   - info: the device's names and numbers.
  ///   - properties: the bits of the device properties, lowest bit of the first byte first.
  ///   - codes: the bits of the codes for each event type, in the same order; for a missing type
  ///     the device has no code.
  public init(info: DeviceInfo, properties: [UInt8], codes: [UInt16: [UInt8]]) {
    self.info = info
    self.properties = properties
    self.codes = codes
  }

  /// Reports whether the device has a code of an event type.
  ///
  /// - Parameters:
  ///   - type: the event type.
  ///   - code: the code within the type.
  /// - Returns: whether the code's bit is set.
  public func has(type: UInt16, code: UInt16) -> Bool {
    guard let bits = codes[type], Int(code) / 8 < bits.count else { return false }
    return bits[Int(code) / 8] & (1 << (code % 8)) != 0
  }
}
