// SPDX-License-Identifier: Apache-2.0
public import Keys

/// A registered action with the chord that runs it and the words that name it.
///
/// UIKit's counterpart is `UIKeyCommand`; the action is named by ``id`` (CMD-1).
public struct KeyCommand: Hashable, Sendable {
  /// How a command is listed, and whether it runs.
  public struct Attributes: OptionSet, Hashable, Sendable {
    /// The flags.
    public var rawValue: UInt8

    /// Makes a set from its flags.
    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// It is not listed, but its chord works.
    public static let hidden = Attributes(rawValue: 1)
    /// It is listed dimmed and does not run.
    public static let disabled = Attributes(rawValue: 2)
  }

  /// The stable public word for the action, `next-conversation`; one action may have several chords.
  public var id: String
  /// What is pressed.
  public var chord: Chord
  /// The menu title.
  public var title: String
  /// The longer title for a list of commands; nil to use ``title``.
  public var discoverabilityTitle: String?
  /// The heading it is listed under; empty for the program's own.
  public var group: String
  /// How it is listed, and whether it runs.
  public var attributes: Attributes
  /// Whether it comes before text input and caret keys (CMD-9); UIKit's
  /// `wantsPriorityOverSystemBehavior`.
  public var wantsPriority: Bool
  /// Whether it runs again while the key repeats (CMD-11).
  public var isRepeating: Bool

  /// Makes a command; an upper-case letter as input means the letter with Shift (CMD-2).
  public init(
    id: String, input: String, modifiers: Modifiers = [], title: String,
    discoverabilityTitle: String? = nil, group: String = "", attributes: Attributes = [],
    wantsPriority: Bool = false, isRepeating: Bool = true
  ) {
    self.id = id
    self.chord = Chord(input, modifiers)
    self.title = title
    self.discoverabilityTitle = discoverabilityTitle
    self.group = group
    self.attributes = attributes
    self.wantsPriority = wantsPriority
    self.isRepeating = isRepeating
  }

  /// The key's character or named input.
  public var input: String { chord.input }
  /// The modifiers beside it.
  public var modifiers: Modifiers { chord.modifiers }
  /// The title that a list of commands shows.
  public var listedTitle: String { discoverabilityTitle ?? title }
}
