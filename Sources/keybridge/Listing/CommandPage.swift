// SPDX-License-Identifier: Apache-2.0
import Bridge

/// A page of commands in Markdown: Documentation/KeyCommands.md, or the user's own keys.
struct CommandPage {
  private let listing: CommandListing

  init(_ listing: CommandListing) {
    self.listing = listing
  }

  /// The page without a final newline.
  var text: String {
    ([Self.introduction] + listing.groups.map(section) + [Self.programs]).joined(separator: "\n\n")
  }

  private static let introduction = """
    # Key commands

    This page is a reference of the key commands, as `keybridge commands --format markdown` prints them. Each row has the keys in symbols
    (⌃ Control, ⌥ Option or Alt, ⇧ Shift, ⌘ Command or the logo key) and in words, the command's title and effect, its name, where it
    applies, and where it was defined. [The settings file](Configuration.md) uses the names and the words to give a command other keys, or none:

    ```yaml
    commands:
      - command: move-word-left
        chord: [opt+left, ctrl+opt+left]
      - command: transpose
        chord: []
    ```

    A command applies in `text` while text is edited, `anywhere` while something has the focus, and `global` always. A command of a
    settings file can require a kind of focus, a context or a keyboard instead. `keybridge commands` also lists the commands of this
    machine's settings file. `keybridge commands --active` lists what the keys would do now in a running service, including the keys that
    edit the focused text; the panel that appears while ⌘ is held lists commands only.

    Predicted words and [values to fill in](Protocol.md#autofill) are shown in a row. Until the row is entered, every key goes to the text: `1`
    types a 1.

    | Keys in the row | What they do |
    | --- | --- |
    | F5, ⌥⎋ | enter the row |
    | ↓ | enters the row while the text is empty and the row has values to fill in |
    | ← →, ↑ ↓ | the previous and the next suggestion |
    | ⏎ | takes the highlighted suggestion, which fills all fields that it has values for |
    | `1`–`3` | take the suggestion with this number |
    | ⎋ | leaves the row; another key that types leaves it, too |
    """

  private static let programs = """
    ## For programs

    `keybridge commands --format json` prints an array with one object for each command. Later versions may add keys, but keep these:

    | key | meaning |
    | --- | --- |
    | `id` | the command's name |
    | `argument` | distinguishes commands with the same name; missing for most |
    | `title`, `group` | title and heading, in the requested language |
    | `chords` | the keys in words; spaces separate the chords of a sequence: `cmd+k cmd+c` |
    | `where` | `text` for the built-in commands, otherwise `anywhere`, `global` or the condition |
    | `source` | `built-in`, or `FILE:LINE:COLUMN` |
    | `discussion` | what the command does; missing if there is no description |

    `--conflicts` prints an array of objects with `keys` and `commands`; the commands are objects as above, in the order in which they are
    tried. Hidden commands are listed with `--all`, and always among the conflicts. A command that starts a process is not listed if
    `allow-processes` is `false`.
    """

  private func section(_ group: (title: String, rows: [CommandListing.Row])) -> String {
    """
    ## \(Markdown.escaped(group.title))

    | Keys | In words | What it does | Command | Where | From |
    | --- | --- | --- | --- | --- | --- |
    \(group.rows.map(row).joined(separator: "\n"))
    """
  }

  private func row(_ row: CommandListing.Row) -> String {
    let title = "**\(Markdown.escaped(row.title))**"
    let cells = [
      row.keys.map { Markdown.escaped($0.symbols) }.joined(separator: ", "),
      row.keys.map { Markdown.code($0.words) }.joined(separator: ", "),
      row.discussion.map { "\(title). \(Markdown.escaped($0))" } ?? title,
      ([row.id] + [row.argument].compactMap { $0 }).map(Markdown.code).joined(separator: " "),
      Markdown.escaped(row.place), Markdown.escaped(row.source),
    ]
    return "| \(cells.joined(separator: " | ")) |"
  }
}
