// SPDX-License-Identifier: Apache-2.0

/// A format of key events.
package enum CaptureFormat: Hashable, Sendable {
  /// The text of `evemu-record`, versions 1.0 to 1.3.
  case evemu
  /// The YAML of `libinput record`, version 1.
  case libinput
  /// The output of `evtest`.
  case evtest
  /// The kernel's records: 24 bytes each on a 64-bit kernel, 16 on a 32-bit kernel.
  case raw(recordBytes: Int)
}
