// SPDX-License-Identifier: Apache-2.0
import Keys
import Layouts
import Mirrors
import TextInput
import YAMLNodes

/// An entry of `modes`: a mode, with the layout that it selects.
struct ModeEntry: Sendable {
  var mode: TextInputMode
  /// The layout; nil for a mode that leaves the layout.
  var layout: KeyboardOverrides?
}

/// An entry of `modes` with keys, while it is read.
struct ModeDraft: Sendable {
  var mode: TextInputMode?
  var layout = KeyboardOverrides()
}

/// The settings of the `modes` list.
enum ModesTable {
  /// The settings of an entry of `modes`.
  static let settings = SettingsTable<ModeDraft>(
    example: "mode: sv-SE", from: { ModeDraft() },
    [
      Setting(
        "mode", .mode,
        "A language by its tag, `sv-SE`, with its input method if it has one, `ja+romaji`."
      ) { $0.mode = $1 }
      .required,
      Setting("layout", \.layout.layout, .list, "The layout of all keyboards except scanners.")
        .placed(at: \.layout.layoutPlace).called("keymap", "map", hasSharedValues: true),
      Setting("variant", \.layout.variant, .list, "The variant of the layout.")
        .placed(at: \.layout.variantPlace).called(hasSharedValues: true)
        .needs("layout", or: .variantWithoutLayout),
    ])
}

extension SettingType where Value == TextInputMode {
  /// A language tag, such as `sv` for the first Swedish mode.
  static var mode: Self {
    SettingType(ValueDescription("a [mode](Reference/Modes.md)", schema: .reference("word"))) {
      reader, node, _ in reader.mode(node)
    }
  }
}

extension SettingType where Value == [ModeEntry] {
  /// Language tags, or entries with a layout.
  static var modes: Self {
    let entries = SettingType<ModeDraft>.mapping(ModesTable.settings) { reader, node, draft in
      if node["mode"] == nil { reader.fail(node, .entryWithoutMode) }
      return draft
    }
    let mode = SettingType<TextInputMode>.mode
    let item = SettingType<ModeEntry>(
      ValueDescription(
        mode.about().words, schema: .either(mode.about().schema, ModesTable.settings.schema),
        parts: ModesTable.settings.descriptions)
    ) { reader, node, name in
      guard node.entries != nil else {
        return mode.read(&reader, node, name).map { ModeEntry(mode: $0) }
      }
      guard let draft = entries.read(&reader, node, name), var mode = draft.mode else { return nil }
      guard let layout = draft.layout.layout else { return ModeEntry(mode: mode) }
      mode.layout = KeyboardLayout(layout, variant: draft.layout.variant ?? "")
      mode.isLayoutChosen = true
      return ModeEntry(mode: mode, layout: draft.layout)
    }
    return .oneOrMore(of: item)
  }
}

extension ConfigurationReader {
  fileprivate mutating func mode(_ item: YAMLNode) -> TextInputMode? {
    let builtin = ModeList(TextInputMode.builtin)
    let known = builtin.modes.filter(methods.supports).map(\.id)
    let tag = string(item)
    if let mode = builtin.mode(meantBy: tag, where: methods.supports) { return mode }
    if let mode = builtin.mode(meantBy: tag), let method = mode.inputMethod {
      fail(item, .unsupportedMode(mode.id, method: method, known: known))
    } else if item.text != nil {
      let near = Self.mode(meantBy: tag, among: known)
      if near == nil, let language = LanguageTag(tag), language.language.count < 4 {
        fail(item, .noModeOfLanguage(tag, region: language.region, known: known))
      } else {
        fail(item, .unknownValue(tag, of: "mode", nearest: near, known: known))
      }
    }
    return nil
  }
}
