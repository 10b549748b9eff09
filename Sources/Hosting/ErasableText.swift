// SPDX-License-Identifier: Apache-2.0
import TerminalScreen
import TextInput

/// Decides whether text that a program received can be erased in it again.
enum ErasableText {
  /// Whether one erase for each character removes exactly a text.
  ///
  /// - Parameters:
  ///   - text: the last text that was sent.
  ///   - isWholeText: whether nothing that was typed precedes it; the screen then must not show the
  ///     start of its first word.
  ///   - editing: how the kernel erases, which counts columns differently from programs; nil if the
  ///     program erases.
  ///   - screen: the screen, which must show the text before the cursor.
  /// - Returns: false if programs could disagree about what an erase removes.
  static func canErase(
    _ text: some StringProtocol, isWholeText: Bool, editing: LineEditing?, on screen: ProgramScreen
  ) -> Bool {
    guard text.allSatisfy({ $0.unicodeScalars.count == 1 }) else { return false }
    let scalars = text.unicodeScalars
    if let editing {
      guard editing.eraseByte != nil, scalars.allSatisfy({ CellWidths.of($0) == 1 }),
        editing.erasesUTF8 || text.allSatisfy(\.isASCII)
      else { return false }
    }
    let place = screen.cursorPlace
    let row = screen.row(place.row)
    var column = place.column
    for scalar in scalars.reversed() {
      let width = CellWidths.of(scalar)
      guard width > 0, column >= width, screen.text(of: row[column - width]) == String(scalar)
      else { return false }
      column -= width
    }
    guard isWholeText else { return true }
    guard column > 0 else { return !screen.row(place.row - 1).isWrapped }
    return !screen.text(of: row[column - 1]).contains { $0.isLetter || $0.isNumber }
  }
}
