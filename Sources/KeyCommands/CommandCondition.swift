// SPDX-License-Identifier: Apache-2.0

/// The condition under which a command is active; an empty part always holds.
///
/// The condition decides whether the command is found, not which responder performs it. Responders'
/// own commands seldom need one, because they are active only while the responder is in the chain.
public struct CommandCondition: Hashable, Sendable {
  /// The kind of responder that has the focus.
  @nonexhaustive
  public enum Focus: String, Hashable, Sendable, CaseIterable {
    /// Any text container.
    case text
    /// A field of one line.
    case textField = "text-field"
    /// A view of many lines.
    case textView = "text-view"
    /// A field in the form of a web page.
    case webField = "web-field"
    /// A responder without text, such as a list or a button.
    case other
  }

  /// The kinds of responders of which one must have the focus; empty for any.
  public var focus: Set<Focus>
  /// The contexts of which one must be active; empty for any.
  ///
  /// A context is a pattern as in a shell, `chat*`. It is compared with the name and the
  /// `textInputContextIdentifier` of each responder in the chain.
  public var contexts: [String]
  /// The keyboards on one of which the command must be pressed; empty for any.
  ///
  /// The engine's owner defines which keyboards a word selects.
  public var keyboards: [String]

  /// Creates a condition from its parts.
  ///
  /// - Parameters:
  ///   - focus: the kinds of responders of which one must have the focus; empty for any.
  ///   - contexts: the patterns of which one must match an active context; empty for any.
  ///   - keyboards: the words for the keyboards that the command may be pressed on; empty for any.
  public init(focus: Set<Focus> = [], contexts: [String] = [], keyboards: [String] = []) {
    self.focus = focus
    self.contexts = contexts
    self.keyboards = keyboards
  }

  /// Whether the condition always holds.
  public var isEmpty: Bool { focus.isEmpty && contexts.isEmpty && keyboards.isEmpty }

  /// Reports whether this condition and another one may hold at the same time.
  ///
  /// Different patterns count as compatible, because a context may match both.
  ///
  /// - Parameter other: the other condition.
  /// - Returns: false if the two require different kinds of responders, contexts or keyboards.
  public func mayMeet(_ other: CommandCondition) -> Bool {
    Self.meet(focus, other.focus) && Self.meet(contexts, other.contexts)
      && Self.meet(keyboards, other.keyboards)
  }

  /// Reports whether this condition holds whenever another one does.
  ///
  /// - Parameter other: the other condition.
  /// - Returns: whether this condition is implied; patterns are compared by their spelling only, so
  ///   false is not certain.
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
  /// Reports whether this kind is the same as another or includes it: every field is also text.
  ///
  /// - Parameter other: the other kind.
  /// - Returns: whether a responder of the other kind is also of this kind.
  public func includes(_ other: Self) -> Bool {
    self == other || self == .text && other != .other
  }
}

extension KeyCommand {
  /// The condition in words for lists.
  ///
  /// `anywhere` means whenever something has the focus, `global` also when nothing has it.
  public var place: String {
    let words = [isGlobal ? "global" : "", condition.description].filter { !$0.isEmpty }
    return words.isEmpty ? "anywhere" : words.joined(separator: ", ")
  }
}

extension CommandCondition: CustomStringConvertible {
  /// The condition in words: `text-view, context chat*, keyboard name=*Scanner*`; empty if it
  /// always holds.
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
