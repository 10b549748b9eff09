// SPDX-License-Identifier: Apache-2.0
import Keys
import TestSupport
import Testing

@testable import Service
@testable import TextInput

/// Modes without their input method, on the control socket.
@Suite(.heldToSchema) struct ControlModeTests {
  /// An input method that handles no key.
  private final class Silent: InputMethod {
    func handle(_ keystroke: Keystroke, in context: InputMethodContext) -> InputMethodAnswer {
      .noOpinion
    }
    func contextDidChange(_ context: InputMethodContext) {}
  }

  @Test(
    "F017 a mode whose input method is not registered is unsupported, with the reason and a hint",
    arguments: [
      "ko": "ko-KR+hangul", "ko+hangul": "ko-KR+hangul", "ja+kana": "ja-JP+kana",
      "ja-JP+kana": "ja-JP+kana", "zh": "zh-Hans+pinyin",
    ])
  func unsupportedModes(_ wish: String, _ id: String) throws {
    let desk = try Desk()
    let user = try desk.connectControl()
    let method = try #require(id.split(separator: "+").last)
    for request in ["mode.set", "mode.enable"] {
      let refusal = try desk.ask(user, request, "{\"mode\":\"\(wish)\"}")
      #expect(refusal.contains(#""name":"unsupported","place":"/params/mode""#), "\(refusal)")
      #expect(
        refusal.contains(
          "mode \(id) is unsupported: its input method \(method) is not available;"
            + " mode.list lists the modes that are"), "\(refusal)")
    }
    #expect(desk.engine.modes.list.modes.map(\.id) == ["en-US"])
    #expect(!(try desk.ask(user, "mode.list").contains(id)))
    // With its input method it is a mode like any other.
    desk.engine.registerInputMethod(Silent(), named: String(method))
    #expect(try desk.ask(user, "mode.list").contains(id))
    _ = try desk.ask(user, "mode.enable", "{\"mode\":\"\(wish)\"}")
    #expect(
      try desk.ask(user, "mode.set", "{\"mode\":\"\(wish)\"}").contains("\"current\":\"\(id)\""))
    desk.engine.registerInputMethod(nil, named: String(method))
    desk.turn()
    let left = try desk.ask(user, "mode.list")
    #expect(left.contains(#""current":"en-US""#) && !left.contains(id))
  }
}
