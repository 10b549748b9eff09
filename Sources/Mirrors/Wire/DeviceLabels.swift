// SPDX-License-Identifier: Apache-2.0
import Keys
import TextInput

/// The keyboards that are there and their names, learned from the updates about them.
final class DeviceLabels {
  /// The keyboards, in the order in which they came.
  private(set) var devices: [DeviceInfo] = []
  private var labels: [DeviceID: String] = [:]

  /// What the wire calls a keyboard; `#` and its number for one that was never announced.
  subscript(_ device: DeviceID) -> String {
    labels[device] ?? "#\(device.rawValue)"
  }

  /// Learns from an update that a keyboard came or went.
  func note(_ update: Update) {
    switch update {
    case .deviceAttached(let info):
      // Every encoder that shares the names notes the same update.
      guard labels.updateValue(info.label, forKey: info.id) == nil else { return }
      devices.append(info)
    case .deviceDetached(let info):
      labels[info.id] = nil
      devices.removeAll { $0.id == info.id }
    default: break
    }
  }
}
