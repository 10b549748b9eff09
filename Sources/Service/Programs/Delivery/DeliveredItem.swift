// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import Keys
import Mirrors

/// The contents of an item that is delivered, as its receivers read them.
enum DeliveredItem {
  /// Returns the contents for a code.
  ///
  /// - Parameters:
  ///   - scan: the code.
  ///   - device: the scanner; nil if it is unknown.
  ///   - time: the wall-clock time of the scan in microseconds since 1970.
  /// - Returns: an object of JSON.
  static func body(_ scan: Scan, from device: DeviceInfo?, at time: Int64) -> String {
    var members: [String: JSONValue] = [
      "complete": .bool(scan.isComplete), "kind": "scan", "text": .text(scan.text),
    ]
    if let symbology = scan.symbology { members["symbology"] = .text(symbology) }
    return body(members, from: device, at: time)
  }

  /// Returns the contents for a command.
  ///
  /// - Parameters:
  ///   - command: the command.
  ///   - title: its title in the user's language.
  ///   - time: the wall-clock time in microseconds since 1970.
  /// - Returns: an object of JSON.
  static func body(_ command: KeyCommand, title: String, at time: Int64) -> String {
    var members: [String: JSONValue] = [
      "command": .text(command.id), "kind": "command", "title": .text(title),
    ]
    if let argument = command.propertyList { members["argument"] = .text(argument) }
    return body(members, from: nil, at: time)
  }

  private static func body(
    _ members: [String: JSONValue], from device: DeviceInfo?, at time: Int64
  ) -> String {
    var members = members
    members["id"] = .text(ItemID.make(at: time))
    members["time"] = .text(WallClock.text(time))
    if let device {
      var scanner: [String: JSONValue] = [
        "id": .text(hexadecimal(device.vendor) + ":" + hexadecimal(device.product)),
        "name": .text(device.name), "path": .text(device.phys),
      ]
      // The path of a Bluetooth scanner is its receiver, which several share.
      if !device.uniq.isEmpty { scanner["uniq"] = .text(device.uniq) }
      members["device"] = .object(scanner)
    }
    var bytes: [UInt8] = []
    JSONWriter.append(.object(members), as: .line, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func hexadecimal(_ number: UInt16) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 4 - digits.count) + digits
  }
}
