// SPDX-License-Identifier: Apache-2.0
package import Devices
package import Layouts
package import Scanners
package import YAMLNodes

/// The settings of one keyboard.
package struct KeyboardSettings: Hashable, Sendable {
  /// The keyboard's layout.
  package var layout = LayoutSettings()
  /// When the keyboard is grabbed.
  package var grab = GrabPolicy.focus
  /// Whether the keyboard is not opened at all.
  package var isIgnored = false
  /// Whether the device is a keyboard or a scanner.
  package var mode = DeviceMode.keyboard
  /// The format of the codes, if the device is a scanner.
  package var scanner = ScannerSettings()
  /// The place of the layout in a settings file; nil if it is not there.
  package var layoutPlace: YAMLPlace?
  /// The place of the variant in a settings file; nil if it is not there.
  package var variantPlace: YAMLPlace?
  /// The place of the model in a settings file; nil if it is not there.
  package var modelPlace: YAMLPlace?
  /// The place of the options in a settings file; nil if they are not there.
  package var optionsPlace: YAMLPlace?

  /// The profile for the pipeline, if the device is a scanner; nil for a keyboard.
  package var scannerProfile: ScannerProfile? {
    guard mode == .scanner else { return nil }
    var profile = ScannerProfile()
    profile.codes = scanner
    profile.followsFocus = grab != .always
    return profile
  }

  /// Creates the default settings.
  package init() {}
}

/// How a device's keys are used.
package enum DeviceMode: String, Hashable, Sendable, CaseIterable {
  /// The keys are typed into the text that has the focus.
  case keyboard
  /// The keys are assembled into codes and never reach a text.
  case scanner
}
