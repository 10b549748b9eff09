// SPDX-License-Identifier: Apache-2.0

/// A layout as xkb names it: rules, model, layout, variant and options.
///
/// The spelling is `xkbcli`'s: `layout: "us,de"`, `variant: ",nodeadkeys"`,
/// `options: "ctrl:nocaps,compose:ralt"`. The C type is `struct xkb_rule_names`.
public struct LayoutName: Hashable, Sendable {
  /// The rules file; empty for `evdev`.
  public var rules: String
  /// The keyboard model; empty for `pc105`.
  public var model: String
  /// Up to four layouts, separated by commas; empty for `us`.
  public var layout: String
  /// As many variants as there are layouts, separated by commas; empty for the plain ones.
  public var variant: String
  /// Any number of options, separated by commas.
  public var options: String

  /// Makes a name; what is not given is xkb's default.
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

  /// Whether the layout is one of those made after Apple's keyboards: `us(mac)`, `ch(de_mac)`, a
  /// model `applealu_iso` or `macbook79`.
  public var isApple: Bool {
    if model.hasPrefix("apple") || model.hasPrefix("mac") { return true }
    return (layout + "," + variant).split { !$0.isLetter }.contains {
      ["mac", "macOS", "macintosh"].contains($0)
    }
  }
}

extension LayoutName {
  /// How many layouts a keyboard can switch between; the C constant is `XKB_MAX_GROUPS`.
  package static let layoutLimit = 4

  /// Counts what xkb would leave out in silence.
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
  /// The parts that are not xkb's default: `layout de, variant nodeadkeys`.
  public var description: String {
    let parts = [
      ("rules", rules), ("model", model), ("layout", layout), ("variant", variant),
      ("options", options),
    ]
    let given = parts.filter { !$0.1.isEmpty }.map { "\($0.0) \($0.1)" }
    return given.isEmpty ? "xkb's default layout" : given.joined(separator: ", ")
  }
}
