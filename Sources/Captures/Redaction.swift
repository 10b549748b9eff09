// SPDX-License-Identifier: Apache-2.0
package import Keys
internal import Pads

/// A filter that hides which letters are typed: every key that types becomes `KEY_A`.
///
/// Letters, digits, punctuation, space and the keypad are hidden. Modifiers, locks, arrows,
/// function keys, Enter, Tab, Backspace and Delete are kept, so that the recorded actions can be
/// followed. Scan codes (`MSC_SCAN`, `MSC_RAW`) identify keys too, so all of them become the scan
/// code of A.
///
/// Many keys become one, and a keyboard must be able to produce the resulting stream. The cases,
/// each with the hidden keys b and c above and the written key A below:
///
/// ```
/// 1  b ──┐▔▔▔▔┌──────    press, release: the same of KEY_A
///    A ──┐▔▔▔▔┌──────
/// 2  b ──┐▔▔▔▔▔▔┌────    the next key is pressed before the first is released: KEY_A is released
///    c ─────┐▔▔▔▔▔▔┌─    before its press, in the same frame; the release of b is omitted
///    A ──┐▔▔┐▔▔▔▔▔▔┌─
/// 3  b ──┐▔▔▔▔▔▔▔▔┌──    the newer key is released first: KEY_A is released with it and stays up
///    c ─────┐▔▔┌─────
///    A ──┐▔▔┐▔▔┌─────
/// 4  b ──┐▔▔2▔2▔┌────    repeats of the newest key: repeats of KEY_A
///    A ──┐▔▔2▔2▔┌────
/// 5  b ▔▔▔▔▔2▔2▔┌────    a key pressed before the recording, found by its repeat: the same of A
///    A ─────2▔2▔┌────
/// 6  b ▔▔▔┌──────────    a release without a press: omitted
///    A ──────────────
/// ```
///
/// So every press is written as one press, and KEY_A is up when every hidden key is up.
///
/// Of a device that reports positions, neither positions nor touches are written, because they are
/// handwriting.
package struct Redaction: Sendable {
  // The hidden key that KEY_A currently represents.
  private var newest: UInt16?
  private let hidesDrawing: Bool

  /// Creates a redaction with every key up.
  ///
  /// - Parameter hidesDrawing: whether the device reports positions.
  package init(hidesDrawing: Bool = false) {
    self.hidesDrawing = hidesDrawing
  }

  /// Calls `write` with the events to write for an event: the same, a changed one, two or none.
  package mutating func redact(_ event: InputEvent, into write: (InputEvent) -> Void) {
    var event = event
    if hidesDrawing, event.tellsDrawing { return }
    switch event.type {
    case InputEvent.key where Self.hides(KeyCode(event.code)):
      redactKey(event, into: write)
      return
    case InputEvent.miscellaneous where event.code == 3 || event.code == 4:
      event.value = Self.scanCode
    default: break
    }
    write(event)
  }

  private mutating func redactKey(_ event: InputEvent, into write: (InputEvent) -> Void) {
    var hidden = event
    hidden.code = KeyCode.a.rawValue
    switch event.value {
    case 0:
      guard newest == event.code else { return }
      newest = nil
    case 1:
      if newest != nil {
        hidden.value = 0
        write(hidden)
        hidden.value = 1
      }
      newest = event.code
    default:
      guard newest == nil || newest == event.code else { return }
      newest = event.code
    }
    write(hidden)
  }

  /// The scan code that is written for every key; libinput uses the same.
  package static let scanCode: Int32 = 30

  /// Whether a key types something and is therefore hidden.
  package static func hides(_ code: KeyCode) -> Bool {
    switch code.rawValue {
    // 1 to =, Q to ], A to `, \ to /, *, space; 7 to . on the keypad.
    case 2...13, 16...27, 30...41, 43...53, 55, 57, 71...83: true
    // The key next to the left Shift, Japanese and Brazilian keys, / = ± , ( ) on the keypad, ¥.
    case 86, 89, 95, 98, 117, 118, 121, 124, 179, 180: true
    // $ and €, braille, and the digits of telephones.
    case 0x1b2, 0x1b3, 0x1f1...0x1fa, 0x200...0x20f: true
    default: false
    }
  }
}
