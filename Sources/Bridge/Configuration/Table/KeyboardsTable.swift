// SPDX-License-Identifier: Apache-2.0
import Devices
import Layouts
import Mirrors
import Scanners
import YAMLNodes

/// The settings of keyboards.
enum KeyboardsTable {
  /// The settings of a keyboard: at the top level for all keyboards, and in an entry of `devices`.
  static let settings = SettingsTable<KeyboardOverrides>(
    example: "layout: de", from: { KeyboardOverrides() },
    [
      Setting("rules", \.rules, .word, "The rules file of xkb.").usually("`evdev`"),
      Setting(
        "model", \.model, .word, "The keyboard model; `keybridge layouts --models` lists them."
      )
      .placed(at: \.modelPlace).called(hasSharedValues: true),
      Setting(
        "layout", \.layout, .list,
        "The xkb layouts, at most four; `keybridge layouts` lists them."
      )
      .placed(at: \.layoutPlace).called("keymap", "map", hasSharedValues: true).usually("`us`")
      .details("A list, or names separated by commas, as for `variant` and `options`."),
      Setting(
        "variant", \.variant, .list,
        "A variant for each layout, in order; empty for the layout without a variant."
      )
      .placed(at: \.variantPlace).called(hasSharedValues: true),
      Setting(
        "options", \.options, .list,
        "The xkb options; `keybridge layouts --xkb-options` lists them."
      )
      .placed(at: \.optionsPlace).called(hasSharedValues: true),
      Setting(
        "option-key", \.optionAsThirdLevel, .choice, usual: LayoutSettings().optionAsThirdLevel,
        "Whether ⌥ (Alt) selects the layout's third level, as AltGr does."
      )
      .details("`automatic` means: on layouts that imitate Apple keyboards."),
      Setting(
        "swap", \.swap, .choice, usual: LayoutSettings().swap, "The modifier keys to exchange."
      )
      .details(
        "`option-command` exchanges Alt and the logo key; `control-command` exchanges Ctrl and the"
          + " logo key."),
      Setting(
        "grab", \.grab, .choice, usual: KeyboardSettings().grab,
        "When Keybridge grabs the keyboard."
      )
      .details("`focus` means: while it has the focus ([details](#grabbing-keyboards))."),
    ])

  /// The settings of an entry of `devices`.
  static let entries = SettingsTable<Configuration.DeviceEntry>(
    example: "match: 046d:c31c",
    from: { Configuration.DeviceEntry(selectors: [], overrides: KeyboardOverrides()) },
    conditions: [
      "if": .object(["required": .list(["scanner"])]),
      "then": .object([
        "required": .list(["mode"]),
        "properties": .object(["mode": .object(["const": .text(DeviceMode.scanner.rawValue)])]),
      ]),
    ],
    settings.rows.map { $0.within(\.overrides) } + [
      Setting("match", \.selectors, .selectors, "The devices to which the entry applies.").required,
      Setting(
        "ignore", \.overrides.isIgnored, .flag, usual: false, "Whether the device is excluded."),
      Setting(
        "handwriting", \.overrides.allowsHandwriting, .flag, usual: false,
        "Whether the device, a touchpad, a touch screen or a pen tablet, is drawn on in a mode with"
          + " handwriting."
      )
      .details(
        "The first entry with `handwriting` that matches a pad decides; `all` and `name=…` match"
          + " pads, too ([details](Handwriting.md#pads))."),
      Setting(
        "mode", \.overrides.mode, .choice, usual: KeyboardSettings().mode,
        "Whether the device types text or codes."),
      Setting("scanner", \.overrides.scanner, .scanner, "The format of a scanner's codes.")
        .details("It needs `mode: scanner` ([below](#scanners))."),
    ])
}

extension SettingType where Value == Configuration.DeviceEntry {
  /// An entry of `devices`.
  static var device: Self {
    .mapping(KeyboardsTable.entries) { reader, node, entry in
      if node["match"] == nil { reader.fail(node, .entryWithoutMatch) }
      if let codes = node["scanner"], node["mode"] == nil || entry.overrides.mode == .keyboard {
        reader.fail(codes, .scannerWithoutMode)
      }
      return entry
    }
  }
}
