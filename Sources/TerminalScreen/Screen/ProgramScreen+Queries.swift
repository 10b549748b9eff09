// SPDX-License-Identifier: Apache-2.0
import TextLayout

/// Answers to the program's queries.
extension ProgramScreen {
  /// Says that this is a VT420 with selective erasing, side margins, colours and rectangles (DA).
  func reportPrimaryAttributes() { reply("\u{1b}[?64;6;21;22;28c") }

  func reportSecondaryAttributes() { reply("\u{1b}[>1;0;0c") }

  func reportTertiaryAttributes() { reply("\u{1b}P!|00000000\u{1b}\\") }

  func reportVersion() { reply("\u{1b}P>|\(version)\u{1b}\\") }

  /// Says that all is well, or where the cursor is (DSR).
  func reportStatus(_ kind: Int) {
    switch kind {
    case 5: reply("\u{1b}[0n")
    case 6: reply("\u{1b}[\(addressedRow);\(addressedColumn)R")
    default: break
    }
  }

  func reportPrivateStatus(_ kind: Int) {
    switch kind {
    case 6: reply("\u{1b}[?\(addressedRow);\(addressedColumn)R")
    // There is no printer, user-defined keys are locked, the keyboard is of an unknown language and
    // ready, there is no locator, all data arrived, and there is one session.
    case 15: reply("\u{1b}[?13n")
    case 25: reply("\u{1b}[?21n")
    case 26: reply("\u{1b}[?27;0;0;0n")
    case 53, 55: reply("\u{1b}[?50n")
    case 56: reply("\u{1b}[?57;0n")
    case 75: reply("\u{1b}[?70n")
    case 85: reply("\u{1b}[?83n")
    case 996: reportBrightness()
    default: break
    }
  }

  /// Says whether the background is dark (1) or light (2), without an answer if it is unknown.
  private func reportBrightness() {
    guard case .rgb(let red, let green, let blue)? = color(.background) else { return }
    // The weights of the primaries in BT.601.
    let luma = 299 * Int(red) + 587 * Int(green) + 114 * Int(blue)
    reply("\u{1b}[?997;\(luma < 127_500 ? 1 : 2)n")
  }

  /// Reports a colour of the outer terminal, with the end that the query had, without an answer if
  /// it is unknown.
  func report(color name: TerminalColor, end: String) {
    guard case .rgb(let red, let green, let blue)? = color(name) else { return }
    let parts = [red, green, blue].map { part in
      let digits = String(part, radix: 16)
      return String(repeating: digits.count == 1 ? "0" + digits : digits, count: 2)
    }
    reply("\u{1b}]\(name.code);rgb:\(parts.joined(separator: "/"))\(end)")
  }

  /// Says whether a mode is on (DECRQM): 1 on, 2 off, 3 always on, 4 always off, 0 unknown.
  func reportMode(_ number: Int) {
    let state = Self.state(mode(number), permanent: ScreenModes.permanent[number])
    reply("\u{1b}[\(number);\(state)$y")
  }

  func reportPrivateMode(_ number: Int) {
    let state = Self.state(privateMode(number), permanent: ScreenModes.privatePermanent[number])
    reply("\u{1b}[?\(number);\(state)$y")
  }

  private static func state(_ isOn: Bool?, permanent: Bool?) -> Int {
    if let isOn { return isOn ? 1 : 2 }
    return permanent.map { $0 ? 3 : 4 } ?? 0
  }

  func reportSize() { reply("\u{1b}[8;\(rowCount);\(columns)t") }

  func reportKeyModifiers() { reply("\u{1b}[>4;\(modifyOtherKeys)m") }

  func reportKeyboardFlags() { reply("\u{1b}[?\(keyboard.flags.rawValue)u") }

  /// Returns a setting as a control sequence without `CSI` (DECRQSS); nil if it is unknown.
  func setting(_ name: String) -> String? {
    switch name {
    case "m": renditionParameters + "m"
    case "r": "\(region.lowerBound + 1);\(region.upperBound)r"
    // Without a status line.
    case "$}": "0$}"
    case "$~": "0$~"
    case "t": "\(rowCount)t"
    case "*|": "\(rowCount)*|"
    // A VT420 with 7-bit controls.
    case "\"p": "64;1\"p"
    case "s": "\(sides.lowerBound + 1);\(sides.upperBound)s"
    case " q": "\(cursorShape) q"
    case "*x": "\(attributeExtent)*x"
    case "\"q": (cursor.pen.attributes.contains(.protected) ? "1" : "0") + "\"q"
    default: nil
    }
  }
}
