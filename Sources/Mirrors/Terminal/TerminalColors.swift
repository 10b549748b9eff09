// SPDX-License-Identifier: Apache-2.0
import Glibc
import TextInput

/// The colours of a terminal, as far as it has reported them.
struct TerminalColors {
  private var values: [TerminalColor: TextStyle.Color] = [:]
  /// The number of queries whose end the terminal has not reported.
  private(set) var pendingQueries = 0

  /// The query of all colours.
  ///
  /// Every terminal answers the last part, and answers in order: what it has not reported before
  /// that, it does not report at all.
  static let query: ControlSequence = {
    let names =
      [.foreground, .background, .cursor] + (0..<16).map { TerminalColor.indexed($0) }
    return Array((names.map { "\u{1b}]\($0.code);?\u{1b}\\" }.joined() + "\u{1b}[c").utf8)
  }()

  /// Returns a colour; nil if it is unknown.
  ///
  /// The colours from 16 on are xterm's in every terminal, and hardly anybody changes them.
  subscript(name: TerminalColor) -> TextStyle.Color? {
    if case .indexed(let index) = name, index >= 16 {
      let (red, green, blue) = TextStyle.Color.indexed(index).components
      return values[.indexed(0)] == nil ? nil : .rgb(UInt8(red), UInt8(green), UInt8(blue))
    }
    return values[name]
  }

  /// Notes that ``query`` was sent.
  mutating func wereQueried() { pendingQueries += 1 }

  /// Takes an event, which counts only as an answer.
  mutating func take(_ event: TerminalEvent) {
    guard pendingQueries > 0 else { return }
    switch event {
    case .color(let name, let color): values[name] = color
    case .attributes: pendingQueries -= 1
    case .focus, .keyboard, .paste, .key: break
    }
  }

  /// Asks the kernel for the colours of a virtual console, which answers no queries.
  ///
  /// - Parameter descriptor: the console.
  mutating func read(console descriptor: Int32) {
    var levels = [UInt8](repeating: 0, count: 48)
    // `GIO_CMAP`: red, green and blue of the sixteen colours.
    guard ioctl(descriptor, 0x4B70, &levels) == 0 else { return }
    take(palette: levels)
  }

  /// Takes the sixteen colours of a console, which shows text in the eighth on the first.
  mutating func take(palette levels: [UInt8]) {
    for index in 0..<16 {
      let place = 3 * index
      values[.indexed(UInt8(index))] = .rgb(levels[place], levels[place + 1], levels[place + 2])
    }
    values[.foreground] = values[.indexed(7)]
    values[.background] = values[.indexed(0)]
    values[.cursor] = values[.indexed(7)]
  }
}
