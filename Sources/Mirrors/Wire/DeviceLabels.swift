// SPDX-License-Identifier: Apache-2.0
import Keys
import TextInput

/// The connected keyboards and their labels, collected from updates.
final class DeviceLabels {
  /// The keyboards, in the order in which they were connected.
  private(set) var devices: [DeviceInfo] = []
  private var labels: [DeviceID: String] = [:]
  private var pads: [DeviceID: String] = [:]

  /// The label of a keyboard or a pad on the wire; `#` and its number if it was never announced.
  subscript(_ device: DeviceID) -> String {
    labels[device] ?? pads[device] ?? "#\(device.rawValue)"
  }

  /// Records the label of a pad.
  func note(pad: DeviceInfo) {
    if labels[pad.id] == nil { pads[pad.id] = pad.label }
  }

  /// Records from an update that a keyboard was connected or disconnected.
  func note(_ update: Update) {
    switch update {
    case .deviceAttached(let info):
      // Encoders that share the labels all record the same update.
      guard labels.updateValue(info.label, forKey: info.id) == nil else { return }
      devices.append(info)
    case .deviceDetached(let info):
      labels[info.id] = nil
      devices.removeAll { $0.id == info.id }
    default: break
    }
  }
}
