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
  /// The ranges of the absolute axes, by their `ABS_…` codes; an axis without one is missing.
  public var axes: [UInt16: AbsoluteAxis]

  /// Creates a description from its parts.
  ///
  /// - Parameters:
  ///   - info: the device's names and numbers.
  ///   - properties: the bits of the device properties, lowest bit of the first byte first.
  ///   - codes: the bits of the codes for each event type, in the same order; for a missing type
  ///     the device has no code.
  ///   - axes: the ranges of the absolute axes.
  public init(
    info: DeviceInfo, properties: [UInt8], codes: [UInt16: [UInt8]],
    axes: [UInt16: AbsoluteAxis] = [:]
  ) {
    self.axes = axes
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
    Self.bit(code, of: codes[type] ?? [])
  }

  /// Reports whether the device has a property.
  ///
  /// - Parameter property: the number of the property, `INPUT_PROP_…`.
  /// - Returns: whether the property's bit is set.
  public func has(property: UInt16) -> Bool {
    Self.bit(property, of: properties)
  }

  private static func bit(_ index: UInt16, of bits: [UInt8]) -> Bool {
    Int(index) / 8 < bits.count && bits[Int(index) / 8] & (1 << (index % 8)) != 0
  }
}
