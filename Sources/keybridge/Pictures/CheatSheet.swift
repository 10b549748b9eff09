// SPDX-License-Identifier: Apache-2.0
import Bridge
import KeyCommands
import Layouts

/// The commands as a printable page in the user's language, grouped, with the keys of a layout.
struct CheatSheet {
  private let listing: CommandListing
  private let presses: KeyPressFinder?
  private let title: String
  private let language: String

  /// Creates a page.
  ///
  /// - Parameters:
  ///   - listing: the commands.
  ///   - title: the page's heading.
  ///   - language: the language of the titles, in HTML's notation.
  ///   - presses: finds the keys to press on the layout; nil to show the declared keys.
  init(_ listing: CommandListing, title: String, language: String, presses: KeyPressFinder?) {
    (self.listing, self.title, self.language, self.presses) = (listing, title, language, presses)
  }

  /// The page, without a final newline.
  var html: String {
    """
    <!DOCTYPE html>
    <html lang="\(language.escapedMarkup)">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width">
    <title>\(title.escapedMarkup)</title>
    <style>
      body { font: 10pt/1.35 "DejaVu Sans", "Noto Sans", sans-serif; margin: 1.5em; color: #222; }
      h1 { font-size: 15pt; margin: 0 0 .6em; }
      main { columns: 20em; column-gap: 2em; }
      section { break-inside: avoid-column; margin-bottom: 1em; }
      section.long { break-inside: auto; }
      h2 { font-size: 11pt; margin: 0 0 .3em; border-bottom: 1px solid #888; break-after: avoid; }
      table { width: 100%; border-collapse: collapse; table-layout: fixed; }
      td { padding: .1em 0; vertical-align: top; overflow-wrap: anywhere; }
      td.keys { width: 38%; padding-right: .6em; }
      tr { break-inside: avoid; }
      kbd { font: inherit; border: 1px solid #999; border-radius: 3px; padding: 0 .25em; white-space: nowrap; }
      @media print { body { margin: 0; } @page { margin: 12mm; } }
    </style>
    </head>
    <body>
    <h1>\(title.escapedMarkup)</h1>
    <main>
    \(listing.groups.map(section).joined(separator: "\n"))
    </main>
    </body>
    </html>
    """
  }

  private func section(_ group: (title: String, rows: [CommandListing.Row])) -> String {
    """
    <section\(group.rows.count > 20 ? " class=\"long\"" : "")>
    <h2>\(group.title.escapedMarkup)</h2>
    <table>
    \(group.rows.filter { !$0.keys.isEmpty }.map(row).joined(separator: "\n"))
    </table>
    </section>
    """
  }

  private func row(_ row: CommandListing.Row) -> String {
    let keys = row.keys.map { sequence in
      sequence.map { "<kbd>\(press(for: $0).escapedMarkup)</kbd>" }.joined(separator: " ")
    }
    return "<tr><td class=\"keys\">\(keys.joined(separator: ", "))</td>"
      + "<td>\(row.title.escapedMarkup)</td></tr>"
  }

  /// Returns the keys to press for a chord: ⇧⌘7 for ⌘/ on a German keyboard.
  private func press(for chord: Chord) -> String {
    presses?.presses(for: chord).first.map { $0.description } ?? chord.description
  }
}
