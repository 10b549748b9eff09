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
    /// It destroys something; a style only.
    public static let destructive = Attributes(rawValue: 4)
    /// A menu stays open after it has run.
    public static let keepsMenuPresented = Attributes(rawValue: 8)
  }

  /// What a command that can be on says of itself; a check mark in lists.
  public enum State: String, Hashable, Sendable, CaseIterable {
    /// It is off, or has no state.
    case off
    /// It is on.
    case on
    /// It is on for some of what it is about.
    case mixed
  }

  /// The stable public word for the action, `next-conversation`; one action may have several chords.
  public var id: String
  /// What is pressed, first of all where ``continuation`` goes on.
  public var chord: Chord
  /// What is pressed behind ``chord``, one after the other, as in ⌘K ⌘C; mostly nothing.
  public var continuation: [Chord]
  /// The menu title.
  public var title: String
  /// The longer title for a list of commands; nil to use ``title``.
  public var discoverabilityTitle: String?
  /// What a menu may show beside the title, by the name that whoever draws it knows; nil for nothing.
  public var image: String?
  /// The heading it is listed under; empty for the program's own.
  public var group = ""
  /// How it is listed, and whether it runs.
  public var attributes: Attributes = []
  /// Whether it is on.
  public var state: State = .off
  /// What the same key does with further modifiers.
  public var alternates: [CommandAlternate] = []
  /// What tells several commands with one ``id`` apart; the engine only hands it on.
  public var propertyList: String?
  /// Whether it comes before text input and caret keys (CMD-9); UIKit's
  /// `wantsPriorityOverSystemBehavior`.
  public var wantsPriority = false
  /// Whether it runs again while the key repeats (CMD-11).
  public var isRepeating = true
  /// Whether an input that the layout cannot type gives way to the nearest that it can; without this
  /// it is not mirrored either.
  public var allowsAutomaticLocalization = true
  /// Whether inputs that point somewhere, as `[` and ←, change places in right-to-left languages.
  public var allowsAutomaticMirroring = true
  /// Where it counts; mostly everywhere.
  public var condition = CommandCondition()
  /// Whether it runs while nothing has the focus too; only the user's own commands do.
  public var isGlobal = false
  /// Where it was declared, for a list of commands: `till.yaml:12:5`; empty where nobody says.
  public var source = ""

  /// Makes a command on the keys of a chord.
  ///
  /// An upper-case letter as input means the letter with Shift (CMD-2). The rest is set where the command is made:
  ///
  /// ```swift
  /// KeyCommand(id: "next", input: .downArrow, modifiers: .command, title: "Next Conversation") {
  ///   $0.group = "Conversations"
  ///   $0.wantsPriority = true
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - id: the stable public word for the action.
  ///   - input: the key's character or named input.
  ///   - modifiers: the modifiers beside it.
  ///   - title: the menu title.
  ///   - configure: sets further properties.
  public init(
    id: String, input: KeyInput, modifiers: Modifiers = [], title: String,
    configure: (inout KeyCommand) -> Void = { _ in }
  ) {
    self.init(id: id, chords: [Chord(input, modifiers)], title: title, configure: configure)
  }

  /// Makes a command on chords that are pressed one after the other, as ⌘K ⌘C.
  ///
  /// - Parameters:
  ///   - id: the stable public word for the action.
  ///   - chords: what is pressed; without any, no key runs the command.
  ///   - title: the menu title.
  ///   - configure: sets further properties.
  public init(
    id: String, chords: [Chord], title: String,
    configure: (inout KeyCommand) -> Void = { _ in }
  ) {
    self.id = id
    self.chord = chords.first ?? Chord("")
    self.continuation = Array(chords.dropFirst())
    self.title = title
    configure(&self)
  }

  /// The key's character or named input.
  public var input: KeyInput { chord.input }
  /// The modifiers beside it.
  public var modifiers: Modifiers { chord.modifiers }
  /// All that is pressed, in order: one chord, or a sequence.
  public var chords: [Chord] { [chord] + continuation }
  /// The title that a list of commands shows.
  public var listedTitle: String {
    discoverabilityTitle.flatMap { $0.isEmpty ? nil : $0 } ?? title
  }
}

/// What a command's key does with further modifiers: another action with a title of its own, as ⌥⌘R
/// beside ⌘R; UIKit's counterpart is `UICommandAlternate`.
public struct CommandAlternate: Hashable, Sendable {
  /// The modifiers beside the command's.
  public var modifiers: Modifiers
  /// The stable public word for the action.
  public var id: String
  /// The title.
  public var title: String

  /// Makes an alternate from its parts.
  public init(modifiers: Modifiers, id: String, title: String) {
    self.modifiers = modifiers
    self.id = id
    self.title = title
  }
}

extension KeyCommand {
  /// The command, then its alternates as commands of their own.
  public var variants: [KeyCommand] {
    guard !alternates.isEmpty else { return [self] }
    return [self]
      + alternates.map { alternate in
        var command = self
        command.id = alternate.id
        command.title = alternate.title
        command.discoverabilityTitle = nil
        command.chord = Chord(input, modifiers.union(alternate.modifiers))
        command.alternates = []
        return command
      }
  }

  /// Whether pressing one of the commands means pressing, or beginning to press, the other too.
  public func collides(with other: KeyCommand) -> Bool {
    let (short, long) =
      continuation.count < other.continuation.count ? (self, other) : (other, self)
    return short.chords == Array(long.chords.prefix(short.chords.count))
  }
}
