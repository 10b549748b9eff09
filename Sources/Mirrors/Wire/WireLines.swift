// SPDX-License-Identifier: Apache-2.0
package import Keys
import TextInput

// The shapes of the lines, one structure each; Documentation/WireFormat.md shows them all.

/// A keystroke, as the keystrokes mirror prints it.
struct KeystrokeLine: Encodable {
  var time: Int64
  var device: String
  var key: String
  var `repeat`: Bool
  var keysym: String
  var text: String
  var modifiers: [String]
}

/// `press.began` and its kin: a keystroke with the event's name.
struct PressLine: Encodable {
  var event: String
  var keystroke: KeystrokeLine

  private enum CodingKeys: CodingKey {
    case event
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(event, forKey: .event)
    try keystroke.encode(to: encoder)
  }
}

/// `text.didChange`.
struct TextLine: Encodable {
  var event: String
  var container: UInt32
  var range: [Int]
  var string: String
  var origin: String
}

/// `selection.didChange`.
struct SelectionLine: Encodable {
  var event: String
  var container: UInt32
  var anchor: Int
  var head: Int
}

/// `marked.didChange`; the range is null when marking ends.
struct MarkedLine: Encodable {
  var event: String
  var container: UInt32
  var range: [Int]?
  var string: String

  private enum CodingKeys: CodingKey {
    case event, container, range, string
  }

  func encode(to encoder: any Encoder) throws {
    var line = encoder.container(keyedBy: CodingKeys.self)
    try line.encode(event, forKey: .event)
    try line.encode(container, forKey: .container)
    try line.encode(range, forKey: .range)
    try line.encode(string, forKey: .string)
  }
}

/// `command.invoked`.
struct CommandLine: Encodable {
  var event: String
  var id: String
  var title: String
  var target: String
}

/// `device.connected` and `device.disconnected`.
struct DeviceLine: Encodable {
  var event: String
  var facts: DeviceFacts

  private enum CodingKeys: CodingKey {
    case event
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(event, forKey: .event)
    try facts.encode(to: encoder)
  }
}

/// A keyboard as every line names it; facts that are not known are left out.
package struct DeviceFacts: Encodable {
  var device: String
  var name: String
  var phys: String?
  var uniq: String?
  var bus: UInt16
  var vendor: UInt16
  var product: UInt16
  var version: UInt16
  var kind: String?

  /// Takes the facts of a keyboard.
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
  }
}
