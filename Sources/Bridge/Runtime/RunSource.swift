// SPDX-License-Identifier: Apache-2.0
package import Devices
package import Keys

/// A source of keys whose settings can change while it runs.
package protocol RunSource: KeySource {
  /// The keyboards of the source, the oldest first.
  var devices: [DeviceInfo] { get }

  /// Cancels the keys of a keyboard that are down; they are ignored until they are released.
  ///
  /// - Parameter device: the keyboard.
  /// - Returns: the cancellations, which the caller must process now.
  func takeEnds(ofKeysOn device: DeviceID) -> [KeyEvent]

  /// Applies changed settings.
  ///
  /// - Parameters:
  ///   - configuration: the settings.
  ///   - isGrabbing: false to grab no keyboard.
  func reconfigure(_ configuration: Configuration, isGrabbing: Bool)
}

extension LiveSource: RunSource {
  package func reconfigure(_ configuration: Configuration, isGrabbing: Bool) {
    reconfigure(configuration.liveOptions(isGrabbing: isGrabbing))
  }
}
