// SPDX-License-Identifier: Apache-2.0
import Keys
import Layouts

/// Keyboards with a clock that advances at every event.
final class Board {
  let layouts: KeyboardLayouts
  private var microseconds: Int64 = 0

  /// Connects keyboards, numbered from 0, one for each of the settings.
  init(_ settings: LayoutSettings..., sources: LayoutSources = LayoutSources()) throws {
    layouts = try KeyboardLayouts(sources: sources) { settings[Int($0.id.rawValue)] }
    for number in settings.indices {
      try layouts.connect(DeviceInfo(id: DeviceID(rawValue: UInt32(number)), name: "board"))
    }
  }

  /// Connects one keyboard.
  convenience init(
    _ layout: String, _ variant: String = "", options: String = "",
    sources: LayoutSources = LayoutSources()
  ) throws {
    let name = LayoutName(layout: layout, variant: variant, options: options)
    try self.init(LayoutSettings(name: name), sources: sources)
  }

  @discardableResult
  func key(_ code: KeyCode, _ phase: KeyEvent.Phase, on device: UInt32 = 0) -> Keystroke {
    microseconds += 1000
    return layouts.keystroke(
      for: KeyEvent(
        time: Timestamp(microseconds: microseconds), device: DeviceID(rawValue: device),
        code: code, phase: phase))
  }

  /// Presses and releases a key while others are held, and returns the press.
  @discardableResult
  func tap(_ code: KeyCode, holding held: KeyCode..., on device: UInt32 = 0) -> Keystroke {
    tap(code, holding: held, on: device)
  }

  @discardableResult
  func tap(_ code: KeyCode, holding held: [KeyCode], on device: UInt32 = 0) -> Keystroke {
    for modifier in held { key(modifier, .press, on: device) }
    let press = key(code, .press, on: device)
    key(code, .release, on: device)
    for modifier in held.reversed() { key(modifier, .release, on: device) }
    return press
  }
}

extension DeviceID {
  static let first = DeviceID(rawValue: 0)
  static let second = DeviceID(rawValue: 1)
}
