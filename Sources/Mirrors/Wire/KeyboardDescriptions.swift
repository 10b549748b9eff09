// SPDX-License-Identifier: Apache-2.0
package import Keys
package import TextInput

/// The locks that are on, in a snapshot.
package struct LockDescription: Encodable {
  var capsLock: Bool
  var numLock: Bool
  var scrollLock: Bool

  package init(_ locks: LockLEDs) {
    capsLock = locks.contains(.capsLock)
    numLock = locks.contains(.numLock)
    scrollLock = locks.contains(.scrollLock)
  }
}

/// The locks and layouts of keyboards in snapshots.
extension JSONValue {
  /// The layouts of keyboards in a snapshot, in the order of the keyboards.
  package static func layouts(
    _ layouts: [DeviceID: ActiveLayout], of devices: [DeviceInfo]
  ) -> JSONValue {
    let known = devices.compactMap { device in layouts[device.id].map { (device.label, $0) } }
    return JSONWriter.objects(known) { keyboard, object in
      object.add("device", keyboard.0)
      object.add("group", keyboard.1.group)
      object.add("layout", keyboard.1.layout)
      object.add("variant", keyboard.1.variant)
    }
  }
}

extension WireEncoder {
  /// The layouts of the keyboards that this encoder knows, in a snapshot.
  package func layouts(of engine: TextEngine) -> JSONValue {
    .layouts(engine.activeLayouts, of: devices)
  }
}
