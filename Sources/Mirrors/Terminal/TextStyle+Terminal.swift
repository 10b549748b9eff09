// SPDX-License-Identifier: Apache-2.0
import TextInput

extension TextStyle {
  /// This style where it says something, elsewhere that of what it lies on.
  ///
  /// Reverse video in reverse video is upright again, so that it still stands out.
  func over(_ base: TextStyle) -> TextStyle {
    var attributes = attributes.union(base.attributes)
    if self.attributes.contains(.reverse), base.attributes.contains(.reverse) {
      attributes.remove(.reverse)
    }
    return TextStyle(
      attributes, foreground: foreground ?? base.foreground,
      background: background ?? base.background)
  }

  /// The sequence that sets exactly this style; ECMA-48's `SGR`, and xterm's for more colours.
  ///
  /// The console draws 16 colours, and slanted strokes as a colour: so it gets none.
  func sequence(for kind: TerminalKind) -> String {
    var parameters = "0"
    if attributes.contains(.bold) { parameters += ";1" }
    if attributes.contains(.dim) { parameters += ";2" }
    if attributes.contains(.italic), kind.hasAllColors { parameters += ";3" }
    if attributes.contains(.underline) { parameters += ";4" }
    if attributes.contains(.reverse) { parameters += ";7" }
    if let foreground { parameters += ";" + foreground.parameters(base: 30, for: kind) }
    if let background { parameters += ";" + background.parameters(base: 40, for: kind) }
    return "\u{1b}[\(parameters)m"
  }
}

extension TextStyle.Color {
  fileprivate func parameters(base: Int, for kind: TerminalKind) -> String {
    let color = kind.hasAllColors ? self : .indexed(nearestOfSixteen)
    switch color {
    case .indexed(let index) where index < 8: return "\(base + Int(index))"
    case .indexed(let index) where index < 16: return "\(base + 60 + Int(index) - 8)"
    case .indexed(let index): return "\(base + 8);5;\(index)"
    case .rgb(let red, let green, let blue): return "\(base + 8);2;\(red);\(green);\(blue)"
    }
  }

  /// The one of a terminal's 16 colours that comes nearest.
  private var nearestOfSixteen: UInt8 {
    if case .indexed(let index) = self, index < 16 { return index }
    let color = components
    let distances = Self.sixteen.map { other in
      zip([color.0, color.1, color.2], [other.0, other.1, other.2]).reduce(0) {
        $0 + ($1.0 - $1.1) * ($1.0 - $1.1)
      }
    }
    return UInt8(distances.indices.min { distances[$0] < distances[$1] } ?? 7)
  }

  /// Red, green and blue; the 256 colours are xterm's: a cube of six steps, then 24 greys.
  private var components: (Int, Int, Int) {
    switch self {
    case .rgb(let red, let green, let blue): return (Int(red), Int(green), Int(blue))
    case .indexed(let index) where index < 16: return Self.sixteen[Int(index)]
    case .indexed(let index) where index < 232:
      let number = Int(index) - 16
      func step(_ place: Int) -> Int { place == 0 ? 0 : 55 + 40 * place }
      return (step(number / 36), step(number / 6 % 6), step(number % 6))
    case .indexed(let index):
      let grey = 8 + 10 * (Int(index) - 232)
      return (grey, grey, grey)
    }
  }

  /// The console's palette.
  private static let sixteen = [
    (0, 0, 0), (170, 0, 0), (0, 170, 0), (170, 85, 0),
    (0, 0, 170), (170, 0, 170), (0, 170, 170), (170, 170, 170),
    (85, 85, 85), (255, 85, 85), (85, 255, 85), (255, 255, 85),
    (85, 85, 255), (255, 85, 255), (85, 255, 255), (255, 255, 255),
  ]
}
