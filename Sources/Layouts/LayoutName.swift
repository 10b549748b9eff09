// SPDX-License-Identifier: Apache-2.0

/// A layout as named in xkb: rules, model, layout, variant and options.
///
/// The syntax is that of `xkbcli`: `layout: "us,de"`, `variant: ",nodeadkeys"`,
/// `options: "ctrl:nocaps,compose:ralt"`. The C type is `struct xkb_rule_names`.
public struct LayoutName: Hashable, Sendable {
  /// The rules file; empty for `evdev`.
  public var rules: String
  /// The keyboard model; empty for `pc105`.
  public var model: String
  /// Up to four layouts, separated by commas; empty for `us`.
  public var layout: String
  /// At most as many variants as there are layouts, separated by commas; empty for no variants.
  public var variant: String
  /// Any number of options, separated by commas.
  public var options: String

  /// Creates a name; omitted parts have xkb's defaults.
  ///
  /// - Parameters:
  ///   - rules: the rules file; empty for `evdev`.
  ///   - model: the keyboard model; empty for `pc105`.
  ///   - layout: up to four layouts, separated by commas; empty for `us`.
  ///   - variant: the variants of the layouts, in the same order and separated by commas; empty for
  ///     none.
  ///   - options: the options, separated by commas; empty for none.
  public init(
    rules: String = "", model: String = "", layout: String = "", variant: String = "",
    options: String = ""
  ) {
    self.rules = rules
    self.model = model
    self.layout = layout
    self.variant = variant
    self.options = options
  }

  /// Whether the layout imitates an Apple keyboard: `us(mac)`, `ch(de_mac)`, or a model such as
  /// `applealu_iso` or `macbook79`.
  public var isApple: Bool {
    if model.hasPrefix("apple") || model.hasPrefix("mac") { return true }
    return (layout + "," + variant).split { !$0.isLetter }.contains {
      ["mac", "macOS", "macintosh"].contains($0)
    }
  }
}

extension LayoutName {
  /// The maximum number of layouts of one keyboard; the C constant is `XKB_MAX_GROUPS`.
  package static let layoutLimit = 4

  /// Checks for more layouts or variants than xkb accepts, because xkb ignores the excess without
  /// an error.
  ///
  /// - Throws: `tooManyLayouts` or `tooManyVariants`.
  package func checkCounts() throws(LayoutError) {
    let layouts = layout.split(separator: ",", omittingEmptySubsequences: false).count
    let variants = variant.split(separator: ",", omittingEmptySubsequences: false).count
    if layouts > Self.layoutLimit { throw .tooManyLayouts(layout, limit: Self.layoutLimit) }
    if variants > layouts { throw .tooManyVariants(variant, layouts: layouts) }
  }
}

extension LayoutName: CustomStringConvertible {
  /// The parts that differ from xkb's defaults, for example `layout de, variant nodeadkeys`.
  public var description: String {
    let parts = [
      ("rules", rules), ("model", model), ("layout", layout), ("variant", variant),
      ("options", options),
    ]
    let given = parts.filter { !$0.1.isEmpty }.map { "\($0.0) \($0.1)" }
    return given.isEmpty ? "xkb's default layout" : given.joined(separator: ", ")
  }
}
