// SPDX-License-Identifier: Apache-2.0

/// Control characters and escape sequences.
extension ProgramScreen {
  /// Executes a control character.
  func execute(_ control: UInt8) {
    switch control {
    case 0x07: report(.bell)
    case 0x08: moveLeft(1)
    case 0x09: tab(1)
    case 0x0A, 0x0B, 0x0C:
      lineFeed()
      if modes.hasNewLineMode { returnCarriage() }
    case 0x0D: returnCarriage()
    case 0x0E: cursor.characterSets.lock(1)
    case 0x0F: cursor.characterSets.lock(0)
    default: break
    }
  }

  /// Executes an escape sequence.
  func escape(intermediate: UInt8, final: UInt8) {
    switch intermediate {
    case 0: escape(final)
    case UInt8(ascii: "("): cursor.characterSets.designate(0, final: final)
    case UInt8(ascii: ")"): cursor.characterSets.designate(1, final: final)
    case UInt8(ascii: "*"): cursor.characterSets.designate(2, final: final)
    case UInt8(ascii: "+"): cursor.characterSets.designate(3, final: final)
    case UInt8(ascii: "#"): if final == UInt8(ascii: "8") { fillForAlignment() }
    default: break
    }
  }

  private func escape(_ final: UInt8) {
    switch Character(Unicode.Scalar(final)) {
    case "6": columnBack()
    case "7": saveCursor()
    case "8": restoreCursor()
    case "9": columnForward()
    case "D": lineFeed()
    case "E":
      lineFeed()
      returnCarriage()
    case "H": tabStops.set(cursor.column, true)
    case "M": reverseLineFeed()
    case "V":
      cursor.pen.attributes.insert(.protected)
      protectsFromErasing = true
    case "W": cursor.pen.attributes.remove(.protected)
    case "N": cursor.characterSets.shift(2)
    case "O": cursor.characterSets.shift(3)
    case "n": cursor.characterSets.lock(2)
    case "o": cursor.characterSets.lock(3)
    case "c": reset()
    case "=": modes.hasApplicationKeypad = true
    case ">": modes.hasApplicationKeypad = false
    default: break
    }
  }
}
