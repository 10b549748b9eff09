// SPDX-License-Identifier: Apache-2.0
import Keys
import Mirrors

@testable import TextInput

/// A form of fields in one window, for tests of the keyboard area.
final class AreaForm {
  let engine = TextEngine()
  let fields: [TextField]
  var first: TextField { fields[0] }
  var second: TextField { fields[1] }

  init(fields count: Int = 2) {
    fields = (1...count).map { TextField(name: "field \($0)") }
    for (index, field) in fields.enumerated() {
      field.tag = index + 1
      engine.window.addSubview(field)
    }
  }

  /// Presses and releases keys: chords in symbols, separated by spaces.
  @discardableResult
  func press(_ keys: String) -> Disposition {
    var last = Disposition.ignored
    for key in keys.split(separator: " ") { last = hit(Typist.keystroke(String(key))) }
    return last
  }

  func type(_ text: String) {
    for character in text { hit(Typist.typing(String(character))) }
  }

  @discardableResult
  func hit(_ keystroke: Keystroke) -> Disposition {
    defer { engine.handle(keystroke.phase(.release)) }
    return engine.handle(keystroke)
  }

  /// The names of the pending updates.
  func names() -> [String] { engine.takeUpdates().map(\.name) }

  /// The pending events of the keyboard area: `willShow (0,24,80,0)→(0,23,80,1)`.
  func keyboard() -> [String] { engine.takeUpdates().compactMap(\.keyboardFact) }
}

extension Update {
  var keyboardFact: String? {
    guard case .keyboard(let event, let change) = self else { return nil }
    return "\(event) \(change.frameBegin.drawn)→\(change.frameEnd.drawn)"
  }
}

extension CellRect {
  var drawn: String { "(\(x),\(y),\(width),\(height))" }
}

/// The four events of one series, with its frames.
func series(_ word: String, _ frames: String) -> [String] {
  ["willChangeFrame", "will\(word)", "didChangeFrame", "did\(word)"].map { "\($0) \(frames)" }
}

/// The two events of a frame that changes while the area stays.
func frameChange(_ frames: String) -> [String] {
  ["willChangeFrame", "didChangeFrame"].map { "\($0) \(frames)" }
}

/// A view of this many rows; its other measures do not matter (CIV-4).
func rows(_ count: Int, name: String = "") -> View {
  View(name: name, frame: CellRect(x: 9, y: 9, width: 5, height: count))
}

/// A screen that can have the focus and supplies the accessory and input view of the test.
final class HostController: ViewController {
  var accessory: View?
  var accessoryController: ViewController?
  var input: View?
  var inputController: ViewController?

  override var canBecomeFirstResponder: Bool { true }
  override var inputAccessoryView: View? { accessory }
  override var inputAccessoryViewController: ViewController? { accessoryController }
  override var inputView: View? { input }
  override var inputViewController: ViewController? { inputController }
}
