// SPDX-License-Identifier: Apache-2.0
import Keys
import Layouts
import Testing

/// Separate layouts without composition.
@Suite struct LiteralTests {
  private let device = DeviceInfo(id: DeviceID(rawValue: 0), name: "Scanner")

  private func tap(_ code: KeyCode, on layouts: KeyboardLayouts) -> String {
    let press = KeyEvent(time: .zero, device: device.id, code: code, phase: .press)
    var release = press
    release.phase = .release
    defer { _ = layouts.keystroke(for: release) }
    return layouts.keystroke(for: press).text
  }

  @Test("a dead key types its spacing accent, and does not affect the next key")
  func deadKeys() throws {
    let layouts = try KeyboardLayouts(settingsFor: { _ in
      LayoutSettings(name: LayoutName(layout: "de"))
    })
    let literal = layouts.makeLiteral()
    for layouts in [layouts, literal] { try layouts.connect(device) }
    // The key to the right of ß, then e.
    #expect([13, 18].map { tap(KeyCode($0), on: literal) } == ["´", "e"])
    #expect([13, 18].map { tap(KeyCode($0), on: layouts) } == ["", "é"])
  }

  @Test("modifiers and locks are not shared in either direction")
  func apart() throws {
    let layouts = try KeyboardLayouts()
    let literal = layouts.makeLiteral()
    for layouts in [layouts, literal] { try layouts.connect(device) }
    literal.setLocks([.capsLock, .numLock])
    #expect(tap(.a, on: literal) == "A" && tap(.a, on: layouts) == "a")
    #expect(literal.leds(of: device.id) == [.capsLock, .numLock])
    #expect(layouts.leds(of: device.id) == [])
    _ = tap(.capsLock, on: layouts)
    #expect(tap(.a, on: literal) == "A" && tap(.a, on: layouts) == "A")
    _ = tap(.capsLock, on: literal)
    #expect(tap(.a, on: literal) == "a" && tap(.a, on: layouts) == "A")
  }
}
