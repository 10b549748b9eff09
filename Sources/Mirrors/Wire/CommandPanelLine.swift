// SPDX-License-Identifier: Apache-2.0
package import TextInput

/// The line for the command panel.
package struct CommandPanelLine: Encodable {
  private let event: String?
  private let firstRow: Int
  private let groups: [Group]
  private let prefix: String

  private struct Group: Encodable {
    let rows: [Row]
    let title: String
  }

  private struct Row: Encodable {
    let chords: String
    let id: String
    let keys: String
    let pressed: String
    let state: String
    let symbols: String
    let title: String
  }

  package init(event: String?, panel: CommandPanel) {
    self.event = event
    firstRow = panel.firstRow
    prefix = panel.prefix(in: .words)
    groups = panel.groups.map { group in
      let rows = group.rows.map { row in
        Row(
          chords: row.chords(in: .words), id: row.id, keys: row.keys(in: .words),
          pressed: row.presses(in: .words), state: row.state.rawValue,
          symbols: row.presses(in: .symbols), title: row.title)
      }
      return Group(rows: rows, title: group.title)
    }
  }
}
