// SPDX-License-Identifier: Apache-2.0
import TextInput

/// A part of a status row.
struct StatusPart {
  /// The content of a part; a row without enough room leaves out the parts that come first here.
  enum Importance: Int, CaseIterable {
    case spaceLabel, keyboards, locks, message, warning, label

    /// Whether the beginning of the part is of use without its end.
    var isShortened: Bool {
      switch self {
      case .spaceLabel, .keyboards, .locks: false
      case .message, .warning, .label: true
      }
    }
  }

  var cells: [Cell]
  let importance: Importance

  init(_ cells: [Cell], _ importance: Importance) {
    (self.cells, self.importance) = (cells, importance)
  }
}

/// Fits the parts of a status row into its columns, so that the text at the right is never hidden.
struct StatusLine {
  let columns: Int
  let glyphs: CellRenderer

  /// The number of columns to which a message is shortened before other parts are left out.
  private static let messageWidth = 16
  /// The number of columns below which a part is left out rather than shortened.
  private static let shortest = 4

  /// Renders the words of a part.
  func cells(_ words: String) -> [Cell] { glyphs.cells(for: words, style: TextStyle()) }

  /// Returns a row with parts at the left and a text at the right, which the person must always be
  /// able to read.
  func row(_ parts: [StatusPart], _ right: String) -> [Cell] {
    let right = glyphs.cut(cells(right), to: max(columns, 0))
    let room = right.isEmpty ? columns : columns - right.width - 1
    let left = fitted(parts.filter { !$0.cells.isEmpty }, into: max(room, 0))
    let gap = max(columns - left.width - right.width, 0)
    return right.isEmpty ? left : left + Array(repeating: .blank, count: gap) + right
  }

  /// Shortens the message, then leaves out or shortens one part after the other, beginning with the
  /// least important.
  private func fitted(_ parts: [StatusPart], into room: Int) -> [Cell] {
    let whole = joined(parts)
    guard whole.width > room else { return whole }
    var parts = parts
    for importance in StatusPart.Importance.allCases {
      for index in parts.indices.reversed() where parts[index].importance == importance {
        let excess = joined(parts).width - room
        guard excess > 0 else { break }
        let rest = parts[index].cells.width - excess
        if importance.isShortened, rest >= Self.shortest {
          parts[index].cells = glyphs.cut(parts[index].cells, to: rest)
        } else if parts.count > 1 {
          parts.remove(at: index)
        }
      }
      if importance == .spaceLabel { shorten(&parts, room) }
    }
    return glyphs.cut(joined(parts), to: room)
  }

  private func shorten(_ parts: inout [StatusPart], _ room: Int) {
    let excess = joined(parts).width - room
    guard excess > 0, let index = parts.firstIndex(where: { $0.importance == .message }) else {
      return
    }
    let width = max(parts[index].cells.width - excess, Self.messageWidth)
    parts[index].cells = glyphs.cut(parts[index].cells, to: width)
  }

  private func joined(_ parts: [StatusPart]) -> [Cell] {
    let separator = glyphs.cells(for: " \(glyphs.sign("·")) ", style: TextStyle())
    return Array(parts.map(\.cells).joined(separator: separator))
  }
}
