// SPDX-License-Identifier: Apache-2.0

/// Modes, and the alternate screen.
extension ProgramScreen {
  /// Switches a mode of SM and RM.
  func setMode(_ number: Int, _ isOn: Bool) {
    if let mode = ScreenModes.standard[number] { modes[keyPath: mode] = isOn }
  }

  /// Switches a mode of DECSET and DECRST.
  func setPrivateMode(_ number: Int, _ isOn: Bool) {
    switch number {
    case 6:
      cursor.isOriginRelative = isOn
      address(row: 1, column: 1)
    case 69:
      modes.hasSideMargins = isOn
      if !isOn { resetSides() }
    case 47: showAlternate(isOn)
    case 1047:
      if !isOn, isAlternate { clearAlternate() }
      showAlternate(isOn)
    case 1048: if isOn { saveCursor() } else { restoreCursor() }
    // As in xterm, the cursor is saved and restored, and the screen is cleared, also if the screen
    // does not change.
    case 1049:
      if isOn { saveCursor() }
      showAlternate(isOn)
      if isOn { clearAlternate() } else { restoreCursor() }
    default:
      if let mode = ScreenModes.stored[number] { modes[keyPath: mode] = isOn }
      if number == 7, !isOn { cursor.isWrapPending = false }
    }
  }

  /// Remembers whether modes of DECSET are on (XTSAVE).
  func saveModes(_ numbers: [Int]) {
    for number in numbers {
      // Unknown modes would need memory without a limit.
      if let isOn = privateMode(number) { savedModes[number] = isOn }
    }
  }

  /// Switches modes of DECSET as they were remembered (XTRESTORE).
  func restoreModes(_ numbers: [Int]) {
    for number in numbers {
      if let isOn = savedModes[number] { setPrivateMode(number, isOn) }
    }
  }

  private func clearAlternate() {
    alternate.clear(0..<rowCount, with: cursor.pen.erased)
  }

  private func showAlternate(_ isOn: Bool) {
    guard isOn != isAlternate else { return }
    if isOn { hidden = cursor }
    isAlternate = isOn
    lastColumn = nil
    report(.screenSwitched)
  }

  /// Returns whether a mode of SM is on; nil if it is unknown.
  func mode(_ number: Int) -> Bool? {
    ScreenModes.standard[number].map { modes[keyPath: $0] }
  }

  /// Returns whether a mode of DECSET is on; nil if it is unknown.
  func privateMode(_ number: Int) -> Bool? {
    switch number {
    case 6: cursor.isOriginRelative
    case 69: modes.hasSideMargins
    case 47, 1047, 1049: isAlternate
    default: ScreenModes.stored[number].map { modes[keyPath: $0] }
    }
  }
}
