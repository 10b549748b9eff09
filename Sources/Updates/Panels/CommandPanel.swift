// SPDX-License-Identifier: Apache-2.0
public import KeyCommands

/// The list of key commands that would run now, shown to the user (reference 8.4).
///
/// It is a snapshot from the time at which it opened; the keys then pressed are dispatched as
/// usual. UIKit shows a similar list itself and has no public name for it.
public struct CommandPanel: Hashable, Sendable {
  /// A command on the panel.
  public struct Row: Hashable, Sendable {
    /// The command's identifier.
    public var id: String
    /// The title on the panel; never empty.
    public var title: String
    /// The declared chords: one, or a sequence.
    public var chords: [Chord]
    /// The declared chords still to be pressed, without the panel's ``CommandPanel/prefix``.
    public var keys: [Chord]
    /// The keys to press for ``keys`` on the keyboard in use; ``keys`` itself if they cannot be
    /// pressed there.
    public var presses: [KeyPress]
    /// The state of the command: on, off or mixed.
    public var state: KeyCommand.State

    /// Creates a row from its parts.
    package init(
      id: String, title: String, chords: [Chord], keys: [Chord], presses: [KeyPress],
      state: KeyCommand.State
    ) {
      self.id = id
      self.title = title
      self.chords = chords
      self.keys = keys
      self.presses = presses
      self.state = state
    }
  }

  /// Commands under one heading.
  public struct Group: Hashable, Sendable {
    /// The heading.
    public var title: String
    /// The commands, in the order in which they are declared; never empty.
    public var rows: [Row]

    /// Creates a group from its parts.
    package init(title: String, rows: [Row]) {
      self.title = title
      self.rows = rows
    }
  }

  /// The chords of a sequence pressed so far; empty for the panel of ⌘.
  public let prefix: [Chord]
  /// The commands, grouped under headings (CMD-21); no group is empty.
  public let groups: [Group]
  /// The first visible row, counted from 0 through all groups; ``CommandPanelLayout`` determines
  /// how many rows follow on a screen.
  public package(set) var firstRow = 0

  /// Creates a panel from its parts.
  package init(prefix: [Chord], groups: [Group]) {
    self.prefix = prefix
    self.groups = groups
  }

  /// The number of rows in all groups.
  public var rowCount: Int { groups.reduce(0) { $0 + $1.rows.count } }

  /// Reports whether some row's next chord is a given one.
  ///
  /// - Parameter chord: the chord to look for.
  /// - Returns: whether the keys of a row begin with it.
  public func lists(_ chord: Chord) -> Bool {
    groups.contains { $0.rows.contains { $0.presses.first?.chord == chord } }
  }
}

// MARK: Spelling

extension CommandPanel {
  /// The notation of chords.
  public enum Spelling: Hashable, Sendable {
    /// In symbols, `⇧⌘Z`; modifiers are in the order ⌃⌥⇧⌘ (CMD-22).
    case symbols
    /// In words, `shift+cmd+z`, in the same order and as in a settings file; ASCII except for the
    /// key's character.
    case words

    func text(_ chords: [Chord]) -> String {
      text(chords.map { KeyPress($0) })
    }

    package func text(_ presses: [KeyPress]) -> String {
      presses.map { self == .symbols ? $0.description : $0.words }.joined(separator: " ")
    }
  }

  /// Returns the chords pressed so far, separated by spaces; empty for the panel of ⌘.
  ///
  /// - Parameter spelling: the notation.
  /// - Returns: the text.
  public func prefix(in spelling: Spelling) -> String { spelling.text(prefix) }
}

extension CommandPanel.Row {
  /// Returns the declared chords, separated by spaces.
  ///
  /// - Parameter spelling: the notation.
  /// - Returns: the text.
  public func chords(in spelling: CommandPanel.Spelling) -> String { spelling.text(chords) }

  /// Returns the declared chords still to be pressed, separated by spaces.
  ///
  /// - Parameter spelling: the notation.
  /// - Returns: the text.
  public func keys(in spelling: CommandPanel.Spelling) -> String { spelling.text(keys) }

  /// Returns the keys still to be pressed on the keyboard in use, separated by spaces; the text to
  /// show to the user.
  ///
  /// - Parameter spelling: the notation.
  /// - Returns: the text.
  public func presses(in spelling: CommandPanel.Spelling) -> String { spelling.text(presses) }
}
