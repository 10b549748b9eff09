// SPDX-License-Identifier: Apache-2.0

/// Control sequences.
extension ProgramScreen {
  /// Executes a control sequence; unknown ones have no effect.
  func control(_ sequence: ControlSequence) {
    let final = Character(Unicode.Scalar(sequence.final))
    switch (sequence.prefix, sequence.intermediate) {
    case (0, 0): plain(final, sequence)
    case (UInt8(ascii: "?"), 0): privateSequence(final, sequence)
    case (UInt8(ascii: ">"), 0):
      switch final {
      case "c": reportSecondaryAttributes()
      case "m": setKeyModifiers(sequence)
      case "n": if sequence.value(0) == 4 { modifyOtherKeys = 0 }
      case "q": if sequence.value(0) == 0 { reportVersion() }
      case "u": keyboard.push(sequence.value(0))
      default: break
      }
    case (UInt8(ascii: "="), 0):
      switch final {
      case "c": reportTertiaryAttributes()
      case "u": keyboard.set(sequence.value(0), mode: sequence.value(1, default: 1))
      default: break
      }
    case (UInt8(ascii: "<"), 0): if final == "u" { keyboard.pop(sequence.count()) }
    case (0, UInt8(ascii: " ")):
      switch final {
      case "@": scrollLeft(sequence.count())
      case "A": scrollRight(sequence.count())
      case "q": setCursorShape(sequence.value(0))
      default: break
      }
    case (0, UInt8(ascii: "'")):
      switch final {
      case "}": insertColumns(sequence.count())
      case "~": deleteColumns(sequence.count())
      default: break
      }
    case (0, UInt8(ascii: "!")): if final == "p" { softReset() }
    case (0, UInt8(ascii: "\"")): if final == "q" { setProtection(sequence) }
    case (0, UInt8(ascii: "$")):
      if final == "p" {
        reportMode(sequence.value(0))
      } else {
        rectangleFunction(final, sequence)
      }
    case (0, UInt8(ascii: "*")): if final == "x" { setAttributeExtent(sequence.value(0)) }
    case (UInt8(ascii: "?"), UInt8(ascii: "$")):
      if final == "p" { reportPrivateMode(sequence.value(0)) }
    default: break
    }
  }

  private func plain(_ final: Character, _ sequence: ControlSequence) {
    let count = sequence.count()
    switch final {
    case "A": moveUp(count)
    case "B": moveDown(count)
    case "e": address(row: addressedRow + count, column: addressedColumn)
    case "C": moveRight(count)
    case "a": address(row: addressedRow, column: addressedColumn + count)
    case "D": moveLeft(count)
    case "E":
      moveDown(count)
      returnCarriage()
    case "F":
      moveUp(count)
      returnCarriage()
    case "G", "`": address(row: addressedRow, column: count)
    case "H", "f": address(row: count, column: sequence.count(1))
    case "d": address(row: count, column: addressedColumn)
    case "I": tab(count)
    case "Z": tab(-count)
    case "g": clearTabStops(sequence.value(0))
    case "r": setRegion(top: count, bottom: sequence.value(1))
    case "s":
      if modes.hasSideMargins {
        setSides(left: count, right: sequence.value(1))
      } else {
        saveCursor()
      }
    case "u": restoreCursor()
    default: edit(final, sequence)
    }
  }

  private func edit(_ final: Character, _ sequence: ControlSequence) {
    let count = sequence.count()
    switch final {
    case "J": eraseScreen(sequence.value(0), isSelective: protectsFromErasing)
    case "K": eraseRow(sequence.value(0), isSelective: protectsFromErasing)
    case "X": eraseCharacters(count)
    case "@": insertCharacters(count)
    case "P": deleteCharacters(count)
    case "L": insertRows(count)
    case "M": deleteRows(count)
    case "S": scrollUp(count)
    case "T": if sequence.values.count <= 1 { scrollDown(count) }
    case "b": repeatCharacter(count)
    case "m": setRendition(sequence)
    case "h": for index in sequence.values.indices { setMode(sequence.value(index), true) }
    case "l": for index in sequence.values.indices { setMode(sequence.value(index), false) }
    case "c": if sequence.value(0) == 0 { reportPrimaryAttributes() }
    case "n": reportStatus(sequence.value(0))
    case "t": if sequence.value(0) == 18 { reportSize() }
    default: break
    }
  }

  private func privateSequence(_ final: Character, _ sequence: ControlSequence) {
    switch final {
    case "h": for index in sequence.values.indices { setPrivateMode(sequence.value(index), true) }
    case "l": for index in sequence.values.indices { setPrivateMode(sequence.value(index), false) }
    case "s": saveModes(sequence.values)
    case "r": restoreModes(sequence.values)
    case "J": eraseScreen(sequence.value(0), isSelective: true)
    case "K": eraseRow(sequence.value(0), isSelective: true)
    case "n": reportPrivateStatus(sequence.value(0))
    case "m": if sequence.value(0) == 4 { reportKeyModifiers() }
    case "u": reportKeyboardFlags()
    default: break
    }
  }

  private func clearTabStops(_ part: Int) {
    switch part {
    case 0: tabStops.set(cursor.column, false)
    case 3: tabStops.clear()
    default: break
    }
  }

  private func setCursorShape(_ number: Int) {
    if (0...6).contains(number) { cursorShape = number }
  }

  private func setAttributeExtent(_ number: Int) {
    if (0...2).contains(number) { attributeExtent = number }
  }

  private func setProtection(_ sequence: ControlSequence) {
    protectsFromErasing = false
    switch sequence.value(0) {
    case 1: cursor.pen.attributes.insert(.protected)
    case 0, 2: cursor.pen.attributes.remove(.protected)
    default: break
    }
  }

  /// Sets modifyOtherKeys; without a value it is off.
  private func setKeyModifiers(_ sequence: ControlSequence) {
    let value = sequence.value(1)
    if sequence.values.isEmpty || sequence.value(0) == 4, (0...2).contains(value) {
      modifyOtherKeys = value
    }
  }
}
