// SPDX-License-Identifier: Apache-2.0
public import KeyCommands

/// The key commands that would run now, for somebody who asks what can be pressed (reference 8.4).
///
/// It is what was true when it opened; what is pressed then runs by the usual rules. UIKit shows the
/// like itself and has no name for it.
public struct CommandPanel: Hashable, Sendable {
  /// A command on the panel.
  public struct Row: Hashable, Sendable {
    /// The command's identifier.
    public var id: String
    /// What the panel says of it; never empty.
    public var title: String
    /// The chords it was declared on: one, or a sequence.
    public var chords: [Chord]
    /// What of that is still to be pressed: without the panel's ``CommandPanel/prefix``.
    public var keys: [Chord]
    /// What is really pressed for that on the keyboard in use; ``keys`` where it cannot be pressed there.
    public var presses: [KeyPress]
    /// Whether it is on.
    public var state: KeyCommand.State
  }

  /// Commands under one heading.
  public struct Group: Hashable, Sendable {
    /// The heading.
    public var title: String
    /// The commands, in the order in which they are declared; never empty.
    public var rows: [Row]
  }

  /// The chords of a sequence that were pressed already; empty for what ⌘ shows.
  public let prefix: [Chord]
  /// The headings with their commands (CMD-21); none is empty.
  public let groups: [Group]
  /// The first row on show, counted from 0 through all groups; ``CommandPanelLayout`` says how many
  /// follow on a screen.
  public internal(set) var firstRow = 0

  /// How many rows there are in all groups.
  public var rowCount: Int { groups.reduce(0) { $0 + $1.rows.count } }

  /// Whether a chord is what one of the rows is pressed with next.
  public func lists(_ chord: Chord) -> Bool {
    groups.contains { $0.rows.contains { $0.presses.first?.chord == chord } }
  }
}

// MARK: What is listed, and where

extension CommandPanel {
  /// Lists commands that would run now: those that are not hidden and have a title (CMD-20).
  ///
  /// - Parameters:
  ///   - commands: in the order in which they are declared.
  ///   - prefix: what was pressed already; each of the commands begins with it.
  ///   - headings: what groups are called, and where they stand.
  ///   - translator: says titles and headings in the user's language (CMD-14).
  init(
    _ commands: [ActiveCommand], following prefix: [Chord] = [], headings: CommandHeadings,
    translator: Translator = .none
  ) {
    self.prefix = prefix
    var sections: [(heading: CommandHeadings.Heading, group: Group)] = []
    var places: [CommandHeadings.Heading: Int] = [:]
    for active in commands {
      let command = active.command
      guard !command.attributes.contains(.hidden), !command.listedTitle.isEmpty else { continue }
      let heading = headings.heading(of: active)
      let place = places[heading] ?? sections.count
      if place == sections.count {
        places[heading] = place
        sections.append(
          (
            heading,
            Group(title: translator(heading.title, context: CatalogueMessage.group), rows: [])
          ))
      }
      sections[place].group.rows.append(
        Row(
          id: command.id, title: translator(command.listedTitle), chords: command.chords,
          keys: Array(command.chords.dropFirst(prefix.count)),
          presses: Array(
            (active.presses ?? active.chords.map { KeyPress($0) }).dropFirst(prefix.count)),
          state: command.state))
    }
    // Equal ranks stay as they came.
    groups = sections.enumerated()
      .sorted { ($0.element.heading.rank, $0.offset) < ($1.element.heading.rank, $1.offset) }
      .map(\.element.group)
  }
}

// MARK: Spelling

extension CommandPanel {
  /// How chords are written.
  public enum Spelling: Hashable, Sendable {
    /// `⇧⌘Z`, modifiers in the order ⌃⌥⇧⌘ (CMD-22).
    case symbols
    /// `shift+cmd+z`, in the same order, as a configuration has it; ASCII but for the key's character.
    case words

    func text(_ chords: [Chord]) -> String {
      text(chords.map { KeyPress($0) })
    }

    func text(_ presses: [KeyPress]) -> String {
      presses.map { self == .symbols ? $0.description : $0.words }.joined(separator: " ")
    }
  }

  /// What was pressed already, its chords separated by spaces; empty for what ⌘ shows.
  public func prefix(in spelling: Spelling) -> String { spelling.text(prefix) }
}

extension CommandPanel.Row {
  /// The chords it was declared on, separated by spaces.
  public func chords(in spelling: CommandPanel.Spelling) -> String { spelling.text(chords) }

  /// What of the declared chords is still to be pressed, separated by spaces.
  public func keys(in spelling: CommandPanel.Spelling) -> String { spelling.text(keys) }

  /// What is still to be pressed on the keyboard in use, separated by spaces: what a person is shown.
  public func presses(in spelling: CommandPanel.Spelling) -> String { spelling.text(presses) }
}
