// SPDX-License-Identifier: Apache-2.0
import Bridge
import Testing

/// The form of the messages about a settings file.
@Suite struct ConfigurationMessageTests {
  private func message(_ text: String) -> String? {
    let errors = #expect(throws: ConfigurationErrors.self) {
      try Configuration(parsing: text.utf8)
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

  @Test("a long value or key is cut after 60 characters")
  func length() {
    let long = String(repeating: "x", count: 100)
    let cut = String(repeating: "x", count: 60) + "…"
    #expect(message("grab: \(long)")?.contains("invalid value '\(cut)' for grab;") == true)
    #expect(message("\(long): de")?.contains("unknown setting '\(cut)';") == true)
  }
}
