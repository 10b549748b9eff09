// SPDX-License-Identifier: Apache-2.0
package import Keys
import TextInput

// One structure for each rare line; Documentation/WireFormat.md shows all lines.

/// `device.attached`, `device.connected`, `device.detached` and `device.disconnected`.
struct DeviceLine: Encodable {
  var event: String?
  var description: DeviceDescription

  private enum CodingKeys: CodingKey {
    case event
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encodeIfPresent(event, forKey: .event)
    try description.encode(to: encoder)
  }
}

/// The members that identify a keyboard in every line; unknown ones are omitted.
package struct DeviceDescription: Encodable {
  var device: String
  var name: String
  var phys: String?
  var uniq: String?
  var bus: UInt16
  var vendor: UInt16
  var product: UInt16
  var version: UInt16
  var kind: String?
  var role: String?

  /// Takes the members from a keyboard's description.
  package init(_ info: DeviceInfo) {
    device = info.label
    name = info.name
    phys = info.phys.isEmpty ? nil : info.phys
    uniq = info.uniq.isEmpty ? nil : info.uniq
    bus = info.bus
    vendor = info.vendor
    product = info.product
    version = info.version
    kind = info.kind?.rawValue
    role = info.isScanner ? "scanner" : nil
  }
}
