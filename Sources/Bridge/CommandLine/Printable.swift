// SPDX-License-Identifier: Apache-2.0
import TextInput

extension String {
  /// The text with a stand-in for everything that would steer a terminal: names come from devices
  /// and captures, and those can be anything.
  package var printable: String {
    String(map { LineLayout.hasStandIn($0) || $0 == "\t" ? "\u{fffd}" : $0 })
  }
}
