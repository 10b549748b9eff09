// SPDX-License-Identifier: Apache-2.0
package import Devices
package import Layouts
package import Scanners
package import YAMLNodes

/// What one place, a settings file, an entry in it or the command line, says of keyboards; nil is
/// silence.
package struct KeyboardOverrides: Hashable, Sendable {
  package var rules: String?
  package var model: String?
  /// A layout without a variant beside it means the plain one: what was said of another layout's
  /// variant does not concern it.
  package var layout: String?
  package var variant: String?
  package var options: String?
  package var optionAsThirdLevel: OptionAsThirdLevel?
  package var swap: ModifierSwap?
  package var grab: GrabPolicy?
  package var isIgnored: Bool?
  package var mode: DeviceMode?
  package var scanner: ScannerSettings?
  /// Where the settings file names the layout; whether there is such a one is found out later.
  package var layoutPlace: YAMLPlace?
  /// Where it names the variant.
  package var variantPlace: YAMLPlace?
  /// Where it names the model.
  package var modelPlace: YAMLPlace?
  /// Where it names options.
  package var optionsPlace: YAMLPlace?

  /// Says nothing.
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
