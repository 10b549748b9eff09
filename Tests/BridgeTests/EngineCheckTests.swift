// SPDX-License-Identifier: Apache-2.0
import InputMethods
import Engines
import Testing
import TextInput

@testable import Bridge

/// Modes with engines, and the notes of `keybridge check` about them.
@Suite struct EngineCheckTests {
  private static let list = EngineList([
    EngineManifest(
      name: "libime", methods: ["pinyin"], languages: ["zh"], verbs: [.convert],
      program: ["/usr/bin/true"])
  ])

  @Test(
    "A note says that an engine is not installed, or does not serve the mode",
    arguments: [
      ("zh-Hans+pinyin: libime", nil), ("zh-Hans+pinyin: none", nil),
      (
        "zh-Hans+pinyin: [libime, libmie]",
        "no engine libmie is installed for zh-Hans+pinyin; expected libime"
      ),
      (
        "zh-Hant+zhuyin: libime",
        "the engine libime does not serve zh-Hant+zhuyin; install keybridge-engine-libime"
      ),
      (
        "ja-JP+kana: mozc",
        "no engine mozc is installed for ja-JP+kana; install keybridge-engine-mozc"
      ),
    ] as [(String, String?)])
  func notes(_ setting: String, _ message: String?) throws {
    let configuration = try SettingsFile.read(
      "input-methods:\n  engines:\n    \(setting)\n".utf8)
    let findings = configuration.engineFindings(Self.list)
    #expect(findings.count == (message == nil ? 0 : 1))
    guard let finding = findings.first else { return }
    #expect(!finding.isMistake && finding.place?.line == 3)
    #expect(finding.line(in: nil) == message)
  }

  @Test("Every method of Keybridge that needs an engine has one package, and no other method")
  func needs() {
    let needing = InputMethodTable.builtin.makers.keys.filter { EngineNeed.ofMethod($0) != nil }
    #expect(Set(needing) == ["romaji", "kana", "pinyin", "zhuyin", "handwriting"])
    #expect(EngineNeed.all.allSatisfy { $0.need.package.hasPrefix("keybridge-engine-") })
    #expect(EngineNeed.ofMethod(nil) == nil && EngineNeed.ofMethod("stroke") == nil)
  }
}
