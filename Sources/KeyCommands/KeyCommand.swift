// SPDX-License-Identifier: Apache-2.0
public import Keys

/// A registered action with the chord that runs it and the words that name it.
///
/// UIKit's counterpart is `UIKeyCommand`; the action is named by ``id`` (CMD-1).
public struct KeyCommand: Hashable, Sendable {
  /// How a command is listed, and whether it can run.
  public struct Attributes: OptionSet, Hashable, Sendable {
    /// The flags.
    public var rawValue: UInt8

    /// Creates a set from its flags.
    ///
    /// - Parameter rawValue: one bit per attribute.
    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// The command is not listed, but its chord works.
    public static let hidden = Attributes(rawValue: 1)
    /// The command is listed as dimmed and cannot run.
    public static let disabled = Attributes(rawValue: 2)
    /// The command deletes or destroys something; affects its style only.
    public static let destructive = Attributes(rawValue: 4)
    /// A menu stays open after the command has run.
    public static let keepsMenuPresented = Attributes(rawValue: 8)
  }

  /// The state of a command that can be on or off, which lists show as a check mark.
  public enum State: String, Hashable, Sendable, CaseIterable {
    /// The command is off, or has no state.
    case off
    /// The command is on.
    case on
    /// The command is on for a part of the objects that it applies to.
    case mixed
  }

  /// The stable public identifier of the action, such as `next-conversation`; an action may have
  /// several chords.
  public var id: String
  /// The chord, or the first chord of a sequence.
  public var chord: Chord
  /// The chords after ``chord`` in a sequence such as ⌘K ⌘C; empty for a single chord.
  public var continuation: [Chord]
  /// The menu title.
  public var title: String
  /// The longer title for a list of commands; nil to use ``title``.
  public var discoverabilityTitle: String?
  /// The name of an image next to the title, known to the program that draws the menu; nil for
  /// none.
  public var image: String?
  /// The heading in lists; empty for the program's own commands.
  public var group = ""
  /// How the command is listed, and whether it can run.
  public var attributes: Attributes = []
  /// Whether the command is on.
  public var state: State = .off
  /// The actions of the same key with additional modifiers.
  public var alternates: [CommandAlternate] = []
  /// Distinguishes commands with the same ``id``.
  ///
  /// The engine passes it on without interpreting it.
  public var propertyList: String?
  /// Whether the command takes precedence over text input and caret keys (CMD-9); UIKit's
  /// `wantsPriorityOverSystemBehavior`.
  public var wantsPriority = false
  /// Whether the command runs again while the key repeats (CMD-11).
  public var isRepeating = true
  /// Whether another key may substitute for an input that the layout cannot type; if false, the
  /// input is not mirrored either.
  public var allowsAutomaticLocalization = true
  /// Whether inputs with a direction, such as `[` and ←, are mirrored in right-to-left languages.
  public var allowsAutomaticMirroring = true
  /// The condition under which the command is active.
  public var condition = CommandCondition()
  /// Whether the command is also active while nothing has the focus; only for the user's own
  /// commands.
  public var isGlobal = false
  /// The place of the declaration for lists of commands, such as `till.yaml:12:5`; empty if
  /// unknown.
  public var source = ""

  /// Creates a command with a chord.
  ///
  /// An upper-case letter as input means the letter with Shift (CMD-2). `configure` sets the other
  /// properties:
  ///
  /// ```swift
  /// KeyCommand(id: "next", input: .downArrow, modifiers: .command, title: "Next Conversation") {
  ///   $0.group = "Conversations"
  ///   $0.wantsPriority = true
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - id: the stable public identifier of the action.
  ///   - input: the key's character or named input.
  ///   - modifiers: the modifiers to hold.
  ///   - title: the menu title.
  ///   - configure: sets further properties.
  public init(
    id: String, input: KeyInput, modifiers: Modifiers = [], title: String,
    configure: (inout KeyCommand) -> Void = { _ in }
  ) {
    self.init(id: id, chords: [Chord(input, modifiers)], title: title, configure: configure)
  }

  /// Creates a command with a sequence of chords, such as ⌘K ⌘C.
  ///
  /// - Parameters:
  ///   - id: the stable public identifier of the action.
  ///   - chords: the chords; if empty, no key runs the command.
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
  /// The chord's modifiers.
  public var modifiers: Modifiers { chord.modifiers }
  /// All chords in order: a single one, or a sequence.
  public var chords: [Chord] { [chord] + continuation }
  /// The title in lists of commands.
  public var listedTitle: String {
    discoverabilityTitle.flatMap { $0.isEmpty ? nil : $0 } ?? title
  }
}

/// The action of a command's key with additional modifiers and a title of its own, such as ⌥⌘R in
/// addition to ⌘R.
///
/// UIKit's counterpart is `UICommandAlternate`.
public struct CommandAlternate: Hashable, Sendable {
  /// The modifiers in addition to the command's.
  public var modifiers: Modifiers
  /// The stable public identifier of the action.
  public var id: String
  /// The title.
  public var title: String

  /// Creates an alternate from its parts.
  ///
  /// - Parameters:
  ///   - modifiers: the modifiers in addition to the command's.
  ///   - id: the stable public identifier of the action.
  ///   - title: the title in menus and lists; an alternate has no longer title for lists.
  public init(modifiers: Modifiers, id: String, title: String) {
    self.modifiers = modifiers
    self.id = id
    self.title = title
  }
}

extension KeyCommand {
  /// The command, followed by its alternates as separate commands.
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

  /// Reports whether the chords of one command are the same as, or a prefix of, the other's.
  ///
  /// - Parameter other: the other command; alternates of neither are considered.
  /// - Returns: whether a keyboard cannot distinguish the two, at least at the beginning.
  public func collides(with other: KeyCommand) -> Bool {
    let (short, long) =
      continuation.count < other.continuation.count ? (self, other) : (other, self)
    return short.chords == Array(long.chords.prefix(short.chords.count))
  }
}
