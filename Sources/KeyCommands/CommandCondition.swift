// SPDX-License-Identifier: Apache-2.0

/// Where a command counts; a part that says nothing always holds.
///
/// It limits where a command is looked for, not who performs it. A responder's own commands seldom need
/// one: they count where the responder is in the chain.
public struct CommandCondition: Hashable, Sendable {
  /// What may have the focus.
  @nonexhaustive
  public enum Focus: String, Hashable, Sendable, CaseIterable {
    /// Any text container.
    case text
    /// A field of one line.
    case textField = "text-field"
    /// A view of many lines.
    case textView = "text-view"
    /// A field of a page's form.
    case webField = "web-field"
    /// Something without text: a list, a button.
    case other
  }

  /// What must have the focus, any of these; empty for anything.
  public var focus: Set<Focus>
  /// What must be around the focus, any of these; empty for anything.
  ///
  /// A pattern as in a shell, `chat*`, of the name of a responder in the chain or of its
  /// `textInputContextIdentifier`.
  public var contexts: [String]
  /// The keyboards that it must be pressed on, any of these; empty for every one.
  ///
  /// What a word selects is for the engine's owner to say.
  public var keyboards: [String]

  /// Makes a condition of its parts.
  public init(focus: Set<Focus> = [], contexts: [String] = [], keyboards: [String] = []) {
    self.focus = focus
    self.contexts = contexts
    self.keyboards = keyboards
  }

  /// Whether it holds everywhere.
  public var isEmpty: Bool { focus.isEmpty && contexts.isEmpty && keyboards.isEmpty }

  /// Whether there can be a place where this one and another both hold, as far as can be told without
  /// the place: patterns of two names may mean the same.
  public func mayMeet(_ other: CommandCondition) -> Bool {
    Self.meet(focus, other.focus) && Self.meet(contexts, other.contexts)
      && Self.meet(keyboards, other.keyboards)
  }

  /// Whether it holds wherever another one does.
  public func covers(_ other: CommandCondition) -> Bool {
    Self.covers(focus, other.focus)
      && (contexts.isEmpty
        || !other.contexts.isEmpty && other.contexts.allSatisfy(contexts.contains))
      && (keyboards.isEmpty
        || !other.keyboards.isEmpty && other.keyboards.allSatisfy(keyboards.contains))
  }

  private static func meet(_ left: Set<Focus>, _ right: Set<Focus>) -> Bool {
    left.isEmpty || right.isEmpty
      || left.contains { one in right.contains { one.includes($0) || $0.includes(one) } }
  }

  private static func covers(_ left: Set<Focus>, _ right: Set<Focus>) -> Bool {
    left.isEmpty
      || !right.isEmpty && right.allSatisfy { one in left.contains { $0.includes(one) } }
  }

  private static func meet(_ left: [String], _ right: [String]) -> Bool {
    left.isEmpty || right.isEmpty
      || left.contains { one in right.contains { mayBeSame(one, $0) } }
  }

  private static func mayBeSame(_ left: String, _ right: String) -> Bool {
    left == right || left.contains(where: "*?[".contains) || right.contains(where: "*?[".contains)
  }
}

extension CommandCondition.Focus {
  /// Whether it is the same or a wider word: every field is text.
  public func includes(_ other: Self) -> Bool {
    self == other || self == .text && other != .other
  }
}

extension KeyCommand {
  /// Where it counts, in words: `anywhere` is wherever something has the focus, `global` also where
  /// nothing has; else the condition.
  public var place: String {
    let words = [isGlobal ? "global" : "", condition.description].filter { !$0.isEmpty }
    return words.isEmpty ? "anywhere" : words.joined(separator: ", ")
  }
}

extension CommandCondition: CustomStringConvertible {
  /// `text-view, context chat*, keyboard name=*Scanner*`; empty where it holds everywhere.
  public var description: String {
    let focus = Focus.allCases.filter(self.focus.contains).map(\.rawValue)
    return [
      focus.joined(separator: " or "), Self.named("context", contexts),
      Self.named("keyboard", keyboards),
    ].filter { !$0.isEmpty }.joined(separator: ", ")
  }

  private static func named(_ word: String, _ patterns: [String]) -> String {
    patterns.isEmpty ? "" : word + " " + patterns.joined(separator: " or ")
  }
}
