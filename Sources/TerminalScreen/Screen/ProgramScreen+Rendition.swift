// SPDX-License-Identifier: Apache-2.0
import TextLayout

/// The style of new text (SGR).
extension ProgramScreen {
  /// Changes the pen.
  func setRendition(_ sequence: ControlSequence) {
    guard !sequence.values.isEmpty else { return resetRendition() }
    var index = 0
    while index < sequence.values.count {
      index += setRendition(sequence, at: index)
      while sequence.isSubparameter(index) { index += 1 }
    }
  }

  private func resetRendition() {
    let old = cursor.pen
    cursor.pen = ScreenCell()
    cursor.pen.extras = old.extras
    setUnderlineColor(.standard)
    cursor.pen.attributes = old.attributes.intersection(.protected)
  }

  /// Applies the parameter at an index; returns how many it takes.
  private func setRendition(_ sequence: ControlSequence, at index: Int) -> Int {
    let value = sequence.value(index)
    switch value {
    case 0: resetRendition()
    case 4:
      setUnderline(sequence.isSubparameter(index + 1) ? sequence.value(index + 1) : 1)
    case 1, 2, 3, 5...9:
      if let attribute = Self.attributes[value] { set(attribute, true) }
    case 21: setUnderline(2)
    case 22: set([.bold, .dim], false)
    case 23: set(.italic, false)
    case 24: setUnderline(0)
    case 25: set(.blink, false)
    case 27: set(.reverse, false)
    case 28: set(.concealed, false)
    case 29: set(.struck, false)
    case 30...37: cursor.pen.foreground = .indexed(value - 30)
    case 39: cursor.pen.foreground = .standard
    case 40...47: cursor.pen.background = .indexed(value - 40)
    case 49: cursor.pen.background = .standard
    case 59: setUnderlineColor(.standard)
    case 90...97: cursor.pen.foreground = .indexed(value - 90 + 8)
    case 100...107: cursor.pen.background = .indexed(value - 100 + 8)
    case 38, 48, 58: return setColor(sequence, at: index)
    default: break
    }
    return 1
  }

  private static let attributes: [Int: CellAttributes] = [
    1: .bold, 2: .dim, 3: .italic, 5: .blink, 6: .blink, 7: .reverse, 8: .concealed, 9: .struck,
  ]

  private func set(_ attributes: CellAttributes, _ isOn: Bool) {
    if isOn {
      cursor.pen.attributes.formUnion(attributes)
    } else {
      cursor.pen.attributes.subtract(attributes)
    }
  }

  /// Begins a line under text: 0 for none, 1 straight, 2 double, 3 wavy, 4 dotted, 5 dashed.
  private func setUnderline(_ kind: Int) {
    set(.underline, kind != 0)
    cursor.pen.attributes.underlineStyle =
      TextStyle.UnderlineStyle(rawValue: UInt8(clamping: kind))
      ?? .single
  }

  private func setUnderlineColor(_ color: CellColor) {
    // Looking up a link for each rendition would cost as much as the link is long.
    guard extras[cursor.pen.extras].underlineColor != color else { return }
    changeExtras { $0.underlineColor = color }
  }

  /// Applies `38;5;N`, `38;2;R;G;B` and the forms with colons, with or without a colour space.
  ///
  /// 48 is the background, and 58 the colour of the line under text.
  ///
  /// - Returns: the number of parameters that it takes.
  private func setColor(_ sequence: ControlSequence, at index: Int) -> Int {
    var parts: [Int] = []
    let hasColons = sequence.isSubparameter(index + 1)
    if hasColons {
      var next = index + 1
      while sequence.isSubparameter(next) {
        parts.append(sequence.value(next))
        next += 1
      }
      if parts.first == 2, parts.count > 4 { parts.remove(at: 1) }
    } else {
      let count = [5: 2, 2: 4][sequence.value(index + 1)] ?? 1
      parts = (0..<count).map { sequence.value(index + 1 + $0) }
    }
    let color: CellColor? =
      switch (parts.first, parts.count) {
      case (5, 2...): .indexed(parts[1])
      case (2, 4...): .direct(parts[1], parts[2], parts[3])
      default: nil
      }
    if let color {
      switch sequence.value(index) {
      case 38: cursor.pen.foreground = color
      case 48: cursor.pen.background = color
      default: setUnderlineColor(color)
      }
    }
    return hasColons ? 1 : 1 + parts.count
  }

  /// The parameters that give a new terminal the current pen, for DECRQSS.
  var renditionParameters: String {
    var parts = ["0"]
    for (number, attribute) in Self.attributes.sorted(by: { $0.key < $1.key })
    where number != 6 && cursor.pen.attributes.contains(attribute) {
      parts.append(String(number))
    }
    if cursor.pen.attributes.contains(.underline) {
      let kind = cursor.pen.attributes.underlineStyle
      parts.append(kind == .single ? "4" : "4:\(kind.rawValue)")
    }
    for (color, base) in [(cursor.pen.foreground, 30), (cursor.pen.background, 40)] {
      switch color.styleColor {
      case nil: break
      case .indexed(let index) where index < 8: parts.append(String(base + Int(index)))
      case .indexed(let index) where index < 16: parts.append(String(base + 52 + Int(index)))
      case .indexed(let index): parts.append("\(base + 8);5;\(index)")
      case .rgb(let red, let green, let blue):
        parts.append("\(base + 8);2;\(red);\(green);\(blue)")
      }
    }
    switch extras[cursor.pen.extras].underlineColor.styleColor {
    case nil: break
    case .indexed(let index): parts.append("58:5:\(index)")
    case .rgb(let red, let green, let blue): parts.append("58:2::\(red):\(green):\(blue)")
    }
    return parts.joined(separator: ";")
  }
}
