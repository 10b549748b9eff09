// SPDX-License-Identifier: Apache-2.0
import Keys
import Testing

@testable import Layouts

/// Keys that type one character on every layout.
@Suite struct CharacterKeyTests {
  private static let device = DeviceInfo(id: DeviceID(rawValue: 0), name: "Keys")

  private func layouts(_ layout: String) throws -> KeyboardLayouts {
    let layouts = try KeyboardLayouts { _ in LayoutSettings(name: LayoutName(layout: layout)) }
    try layouts.connect(Self.device)
    return layouts
  }

  private func event(_ code: KeyCode, _ phase: KeyEvent.Phase = .press) -> KeyEvent {
    KeyEvent(time: .zero, device: Self.device.id, code: code, phase: phase)
  }

  @Test("a key types its character on every layout, and only when it is pressed")
  func types() throws {
    for layout in ["us", "de", "ru"] {
      let layouts = try layouts(layout)
      for character in ["é", "€", "漢", "😀", "a"] as [Unicode.Scalar] {
        let code = try #require(layouts.key(typing: character))
        #expect(Int(code.rawValue) >= KeyCode.count)
        #expect(layouts.key(typing: character) == code)
        let keystroke = layouts.keystroke(for: event(code))
        #expect(keystroke.text == String(character), "\(layout)")
        #expect(keystroke.charactersIgnoringModifiers == KeyInput(String(character)))
        #expect(layouts.keystroke(for: event(code, .release)).text == "")
      }
    }
  }

  @Test("such a key is part of a compose sequence, and of a chord")
  func combinations() throws {
    let layouts = try layouts("de")
    let letter = try #require(layouts.key(typing: "e"))
    #expect(layouts.keystroke(for: event(KeyCode(13))).composition == .pending(preview: "´"))
    #expect(layouts.keystroke(for: event(letter)).text == "é")
    _ = layouts.keystroke(for: event(.leftControl))
    let chord = layouts.keystroke(for: event(letter))
    #expect(chord.text == "" && chord.modifiers == .control)
  }
}
