// SPDX-License-Identifier: Apache-2.0
import TextInput

/// The colours of a terminal, with the sequences that set them.
///
/// A colour that the terminal lacks is replaced by the nearest one.
struct TerminalPalette: Hashable, Sendable {
  /// The number of numbered colours: 0, 8, 16 or 256, in xterm's table.
  private let count: Int
  /// Whether the number of a colour, except for the first eight, consists of its red, green and
  /// blue values.
  private let isDirect: Bool
  private let foreground: Sequences
  private let background: Sequences
  /// Restores the terminal's default colours.
  let off: ControlSequence

  private struct Sequences: Hashable {
    var numbered: ControlSequence
    /// The sequence with red, green and blue; empty if the terminal has none.
    var mixed: ControlSequence
  }

  /// Reads the colours of an entry.
  init(_ entry: TerminfoEntry) {
    foreground = Sequences(numbered: entry[.setaf], mixed: entry[.setrgbf])
    background = Sequences(numbered: entry[.setab], mixed: entry[.setrgbb])
    let colors = entry.numbers[.colors] ?? 0
    let hasColors =
      !foreground.numbered.isEmpty && !background.numbered.isEmpty && !entry[.sgr0].isEmpty
      && entry.numbers[.xmc] == nil
    isDirect = hasColors && entry.flags.contains(.RGB) && colors == 1 << 24
    count = !hasColors ? 0 : isDirect ? 8 : [256, 16, 8].first { $0 <= colors } ?? 0
    off = count > 0 ? entry[.op] : []
  }

  /// Returns the sequence that sets a colour; empty if the terminal has no colours.
  func sequence(for color: TextStyle.Color, isForeground: Bool) -> ControlSequence {
    let sequences = isForeground ? foreground : background
    guard count > 0 else { return [] }
    let (red, green, blue) = color.components
    switch color {
    case .indexed(let index) where Int(index) < count:
      return Terminfo.format(sequences.numbered, Int(index))
    case .rgb where !sequences.mixed.isEmpty:
      return Terminfo.format(sequences.mixed, red, green, blue)
    case _ where isDirect:
      // Numbers below 256 may refer to a table, so a trace of green is added to them.
      let number = color.number
      return Terminfo.format(sequences.numbered, number < 256 ? number | 1 << 8 : number)
    default:
      let index =
        count == 256 ? color.nearestOfCube : color.nearest(of: count, isForeground: isForeground)
      return Terminfo.format(sequences.numbered, index)
    }
  }
}

extension TextStyle.Color {
  /// The red, green and blue of the colour; the 256 colours are xterm's: sixteen, a cube of six
  /// steps, then 24 greys.
  var components: (red: Int, green: Int, blue: Int) {
    switch self {
    case .rgb(let red, let green, let blue): return (Int(red), Int(green), Int(blue))
    case .indexed(let index) where index < 16: return Self.sixteen[Int(index)]
    case .indexed(let index) where index < 232:
      let number = Int(index) - 16
      return (Self.steps[number / 36], Self.steps[number / 6 % 6], Self.steps[number % 6])
    case .indexed(let index):
      let grey = Self.grey(Int(index) - 232)
      return (grey, grey, grey)
    }
  }

  /// The red, green and blue of the colour in one number.
  var number: Int {
    let (red, green, blue) = components
    return red << 16 | green << 8 | blue
  }

  /// The nearest of the 240 colours that users do not change.
  fileprivate var nearestOfCube: Int {
    let (red, green, blue) = components
    func step(_ value: Int) -> Int {
      Self.steps.indices.min { abs(Self.steps[$0] - value) < abs(Self.steps[$1] - value) } ?? 0
    }
    let cube = (step(red), step(green), step(blue))
    let grey = min(max(((red + green + blue) / 3 - 3) / 10, 0), 23)
    let level = Self.grey(grey)
    let isGrey =
      distance(to: (level, level, level))
      < distance(to: (Self.steps[cube.0], Self.steps[cube.1], Self.steps[cube.2]))
    return isGrey ? 232 + grey : 16 + 36 * cube.0 + 6 * cube.1 + cube.2
  }

  /// Returns the nearest of the first 8 or 16 colours.
  ///
  /// Bright black is not among the first eight; as a foreground it becomes white, because black on
  /// black would be invisible.
  fileprivate func nearest(of count: Int, isForeground: Bool) -> Int {
    if case .indexed(8) = self { return isForeground ? 7 : 0 }
    if case .indexed(let index) = self, index < 16 { return Int(index) % 8 }
    return (0..<count).min {
      distance(to: Self.sixteen[$0]) < distance(to: Self.sixteen[$1])
    } ?? 7
  }

  private func distance(to other: (Int, Int, Int)) -> Int {
    let (red, green, blue) = components
    return (red - other.0) * (red - other.0) + (green - other.1) * (green - other.1)
      + (blue - other.2) * (blue - other.2)
  }

  private static let steps = [0, 95, 135, 175, 215, 255]

  private static func grey(_ index: Int) -> Int { 8 + 10 * index }

  /// The colours of the Linux console.
  private static let sixteen = [
    (0, 0, 0), (170, 0, 0), (0, 170, 0), (170, 85, 0),
    (0, 0, 170), (170, 0, 170), (0, 170, 170), (170, 170, 170),
    (85, 85, 85), (255, 85, 85), (85, 255, 85), (255, 255, 85),
    (85, 85, 255), (255, 85, 255), (85, 255, 255), (255, 255, 255),
  ]
}
