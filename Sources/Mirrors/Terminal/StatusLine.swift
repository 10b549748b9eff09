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

  /// Leaves out the parts that cannot be shortened, the least important first, until the others
  /// fit; then shortens or leaves out the others.
  private func fitted(_ parts: [StatusPart], into room: Int) -> [Cell] {
    var parts = parts
    for importance in StatusPart.Importance.allCases where !importance.isShortened {
      if joined(parts).width <= room { return joined(parts) }
      if parts.contains(where: { $0.importance != importance }) {
        parts.removeAll { $0.importance == importance }
      }
    }
    for importance in StatusPart.Importance.allCases where importance.isShortened {
      for index in parts.indices.reversed() where parts[index].importance == importance {
        let excess = joined(parts).width - room
        guard excess > 0 else { break }
        let rest = parts[index].cells.width - excess
        if rest >= Self.shortest {
          parts[index].cells = glyphs.cut(parts[index].cells, to: rest)
        } else if parts.count > 1 {
          parts.remove(at: index)
        }
      }
    }
    return glyphs.cut(joined(parts), to: room)
  }

  private func joined(_ parts: [StatusPart]) -> [Cell] {
    let separator = glyphs.cells(for: " \(glyphs.sign("·")) ", style: TextStyle())
    let shown = parts.map { glyphs.fit($0.cells, to: $0.cells.width) }
    return Array(shown.joined(separator: separator))
  }
}
