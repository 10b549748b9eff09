// SPDX-License-Identifier: Apache-2.0
package import Devices
package import Layouts
package import Scanners
package import YAMLNodes

/// The settings for keyboards from one source: the command line, a settings file, or an entry in
/// it.
///
/// Nil leaves a setting unchanged.
package struct KeyboardOverrides: Hashable, Sendable {
  package var rules: String?
  package var model: String?
  /// A layout without a variant also resets the variant, because a variant belongs to its layout.
  package var layout: String?
  package var variant: String?
  package var options: String?
  package var optionAsThirdLevel: OptionAsThirdLevel?
  package var swap: ModifierSwap?
  package var grab: GrabPolicy?
  package var isIgnored: Bool?
  /// Whether the devices may be drawn on, if they are pads.
  package var allowsHandwriting: Bool?
  package var mode: DeviceMode?
  package var scanner: ScannerSettings?
  /// The place of the layout in the settings file.
  ///
  /// Whether the layout exists is checked later.
  package var layoutPlace: YAMLPlace?
  /// The place of the variant.
  package var variantPlace: YAMLPlace?
  /// The place of the model.
  package var modelPlace: YAMLPlace?
  /// The place of the options.
  package var optionsPlace: YAMLPlace?

  /// Creates overrides that change nothing.
  package init() {}

  func apply(to settings: inout KeyboardSettings) {
    if let layout {
      settings.layout.name.layout = layout
      settings.layout.name.variant = ""
      settings.layoutPlace = layoutPlace
      settings.variantPlace = nil
    }
    if let variant {
      settings.layout.name.variant = variant
      settings.variantPlace = variantPlace
    }
    if let rules { settings.layout.name.rules = rules }
    if let model {
      settings.layout.name.model = model
      settings.modelPlace = modelPlace
    }
    if let options {
      settings.layout.name.options = options
      settings.optionsPlace = optionsPlace
    }
    if let optionAsThirdLevel { settings.layout.optionAsThirdLevel = optionAsThirdLevel }
    if let swap { settings.layout.swap = swap }
    if let grab { settings.grab = grab }
    if let isIgnored { settings.isIgnored = isIgnored }
    if let mode { settings.mode = mode }
    if let scanner { settings.scanner = scanner }
  }
}
