// SPDX-License-Identifier: Apache-2.0
import Bridge
import Layouts
import Testing

/// The form of the messages about a settings file.
@Suite struct ConfigurationMessageTests {
  private func message(_ text: String) -> String? {
    let errors = #expect(throws: ConfigurationErrors.self) {
      try SettingsFile.read(text.utf8)
    }
    return errors?.message(path: "keybridge.yaml")
  }

  @Test("an invalid value is reported with its place, its key and the expected values")
  func form() {
    #expect(
      message("layout: de\ngrab: sometimes")
        == "keybridge.yaml:2:7: invalid value 'sometimes' for grab;"
        + " expected focus, always or never")
  }

  @Test(
    "a value of the wrong form is reported with an example of its own setting",
    arguments: [
      ("repeat: 30", "rate: 30"), ("repeat: fast", "rate: 30"),
      ("commands: [{command: a, chord: f1, when: vim}]", "focus: text-view"),
      ("input-methods: pinyin", "page-size: 5"),
      ("input-methods: {engines: mozc}", "ja+romaji: mozc"),
      ("assistance: {autocorrection: [on]}", ""), ("commands: [lights-off]", "command: lights-off"),
      ("devices: [046d:c31c]", "match: 046d:c31c"),
      ("devices: [{match: all, mode: scanner, scanner: fast}]", "gap: 50"),
      ("de", "layout: de"),
    ])
  func examples(_ text: String, _ example: String) throws {
    let found = try #require(message(text))
    if example.isEmpty {
      #expect(found.contains("expected true or false"), "\(found)")
    } else {
      #expect(found.contains("expected keys and values, as in '\(example)', found"), "\(found)")
    }
  }

  @Test(
    "a hint names the setting and the value that another program's words mean",
    arguments: [
      ("keymap: de", "did you mean 'layout: de'?"), ("xkb_layout: de", "'layout: de'?"),
      ("keyboard-layout: [de, us]", "'layout'?"), ("XkbVariant: neo", "'variant: neo'?"),
      ("kb_options: 'compose:ralt'", "'options: compose:ralt'?"),
      ("languages: [de]", "'modes'?"), ("numlock: on", "'locks'?"), ("hotkeys: []", "'commands'?"),
      ("autocorrect: no", "did you mean 'assistance: {autocorrection: false}'?"),
      ("autocorrection: no", "did you mean 'assistance: {autocorrection: false}'?"),
      ("locks: numlock", "did you mean 'num'?"), ("locks: Num-Lock", "'num'?"),
      ("locks: none", "'off'?"), ("grab: no", "'never'?"), ("grab: yes", "'always'?"),
      ("layuot: de", "did you mean 'layout'?"),
    ])
  func meanings(_ text: String, _ hint: String) throws {
    let found = try #require(message(text))
    #expect(found.contains(hint), "\(found)")
  }

  @Test("a language without a mode is reported with the modes and the layout that types it")
  func languageWithoutMode() throws {
    let found = try #require(message("modes: [en-US, et-EE]"))
    #expect(
      found.hasPrefix("keybridge.yaml:1:16: no mode has the language 'et-EE'; expected en-US,"),
      "\(found)")
    #expect(
      found.hasSuffix("; a language without a mode needs only its layout, as in 'layout: ee'"))
    #expect(message("modes: [et]")?.hasSuffix("which 'keybridge layouts' lists") == true)
    #expect(message("modes: [swedish]")?.contains("invalid value 'swedish' for mode") == true)
    #expect(message("modes: [fr-FX]")?.contains("did you mean 'fr-FR'?") == true)
  }

  @Test("a layout and a variant in one word are reported with the two settings")
  func variantInLayout() throws {
    let error = LayoutError.variantInLayout(
      "de-nodeadkeys", layout: "de", variant: "nodeadkeys")
    let found = UserFacingError(error)
    #expect(found.message == "unknown layout 'de-nodeadkeys'")
    #expect(found.hint == "did you mean 'layout: de' with 'variant: nodeadkeys'?")
  }

  @Test("a long value or key is cut after 60 characters")
  func length() {
    let long = String(repeating: "x", count: 100)
    let cut = String(repeating: "x", count: 60) + "…"
    #expect(message("grab: \(long)")?.contains("invalid value '\(cut)' for grab;") == true)
    #expect(message("\(long): de")?.contains("unknown setting '\(cut)';") == true)
  }
}
