// SPDX-License-Identifier: Apache-2.0
public import Keys

/// An input method: converts keystrokes to text that the keyboard does not have (reference 12).
///
/// A method receives a keystroke and its context, and answers with actions: at once, or later if it
/// must ask another process. Methods are called before commands with priority (step 2 of reference
/// 8.3, IME-2). A method changes the text only through its actions; the engine reports these, but
/// not to the method itself (INP-12).
///
/// ``TextEngine/registerInputMethod(_:named:isThirdParty:)`` registers a method under the name that
/// modes refer to. UIKit has no public counterpart; the closest one is `IMKInputController` of
/// macOS.
public protocol InputMethod: AnyObject {
  /// Whether the method may answer ``InputMethodAnswer/later(_:)``; while no method does, keys cost
  /// less.
  var answersLater: Bool { get }

  /// Processes a press or a repeat while text has focus.
  ///
  /// - Parameters:
  ///   - keystroke: the press.
  ///   - context: the text before the press, and its traits.
  /// - Returns: the actions, and whether the press is handled.
  func handle(_ keystroke: Keystroke, in context: InputMethodContext) -> InputMethodAnswer

  /// Reports whether the method turns what is drawn on a pad into text (F026).
  ///
  /// Called when the focus, the mode or the traits have changed.
  ///
  /// - Parameter context: the text, and its traits.
  /// - Returns: whether it does for this text; by default false.
  func takesInk(in context: InputMethodContext) -> Bool

  /// Processes what was drawn on a pad while text has focus that the method takes ink for.
  ///
  /// - Parameters:
  ///   - ink: what was drawn, or a gesture.
  ///   - context: the text before the event, and its traits.
  /// - Returns: the actions; whether the event is passed on has no meaning. By default the method
  ///   has no opinion.
  func handle(_ ink: InkEvent, in context: InputMethodContext) -> InputMethodAnswer

  /// Takes a candidate of the list that the method shows, because a client chose it (F029).
  ///
  /// - Parameters:
  ///   - index: the index of the candidate in the list.
  ///   - context: the text before the choice, and its traits.
  /// - Returns: the actions; ``InputMethodAnswer/noOpinion``, the default, passes the digit of the
  ///   candidate to ``handle(_:in:)-(Keystroke,_)`` instead.
  func choose(_ index: Int, in context: InputMethodContext) -> InputMethodAnswer

  /// Replies to a press whose late reply did not come in time.
  ///
  /// - Parameter context: the text, which is as it was at the press.
  /// - Returns: the reply; nil, the default, if the composition cannot go on: the method then drops
  ///   it, and the press is processed as if the method had declined it.
  func replyAfterTimeout(in context: InputMethodContext) -> InputMethodReply?

  /// Returns what a reply left to be found, when the reply's notifications are delivered.
  ///
  /// Called after a press whose reply has ``InputMethodReply/continuesAfterDelivery``. Not called
  /// if another key was pressed meanwhile, or if something else has changed the text or the focus.
  ///
  /// - Parameter context: the text, and its traits.
  /// - Returns: the actions; none by default.
  func actionsAfterDelivery(in context: InputMethodContext) -> [InputMethodAction]

  /// Finishes the composition, because focus leaves or the mode changes (IME-5).
  ///
  /// Text that is still marked after the actions is committed as shown. ``contextDidChange(_:)``
  /// follows.
  ///
  /// - Parameter context: the text.
  /// - Returns: the actions; none by default.
  func finish(in context: InputMethodContext) -> [InputMethodAction]

  /// Called after a press whose reply has committed a text, when the commit's notifications are
  /// delivered.
  ///
  /// Not called if the delegate refused or replaced the text, if a client has moved focus or
  /// changed the text, or if another key was pressed meanwhile. The method may then show what
  /// follows the text with ``TextEngine/perform(_:of:for:)`` (IME-9).
  ///
  /// - Parameters:
  ///   - text: the committed text, which ends at the caret.
  ///   - isOwn: whether this method committed it; false for a method that a chord had summoned in
  ///     the mode of this one.
  ///   - context: the text, and its traits.
  func didCommit(_ text: String, isOwn: Bool, in context: InputMethodContext)

  /// Called when something other than this method changed the text or the selection (INP-12).
  ///
  /// Marked text was committed already, so the method must drop its composition.
  ///
  /// - Parameter context: the text after the change.
  func contextDidChange(_ context: InputMethodContext)
}

extension InputMethod {
  /// False: the method answers at once.
  public var answersLater: Bool { false }
  /// False: the method reads keys only.
  public func takesInk(in context: InputMethodContext) -> Bool { false }
  /// No opinion: the method reads keys only.
  public func handle(_ ink: InkEvent, in context: InputMethodContext) -> InputMethodAnswer {
    .noOpinion
  }
  /// No opinion: the candidate's digit is passed instead.
  public func choose(_ index: Int, in context: InputMethodContext) -> InputMethodAnswer {
    .noOpinion
  }
  /// Nil: the composition ends.
  public func replyAfterTimeout(in context: InputMethodContext) -> InputMethodReply? { nil }
  /// Performs no action.
  public func actionsAfterDelivery(in context: InputMethodContext) -> [InputMethodAction] { [] }
  /// Performs no action, which keeps the text as shown.
  public func finish(in context: InputMethodContext) -> [InputMethodAction] { [] }
  /// Does nothing.
  public func didCommit(_ text: String, isOwn: Bool, in context: InputMethodContext) {}
}

/// An action of an input method on the text.
@nonexhaustive
public enum InputMethodAction: Hashable, Sendable {
  /// Replaces the marked text, or else the selection, with provisional text; empty segments remove
  /// it (INP-7).
  ///
  /// `selected` counts UTF-16 code units from the start of the marked text.
  case mark([MarkedSegment], selected: TextRange)
  /// Replaces the marked text, or else the selection, with final text, as one undo step (IME-1).
  case commit(String)
  /// Deletes the selection, and a number of characters before it and after it.
  ///
  /// Marked text is committed first.
  case delete(before: Int, after: Int)
  /// Replaces the marked text, or else the selection, and text around it, as one undo step.
  case replace(TextAround)
  /// Moves the caret by UTF-16 code units from the end of the marked text, or else of the
  /// selection; no character is divided.
  ///
  /// Marked text is committed first.
  case moveCaret(by: Int)
  /// Shows candidates, or none if nil; ``CandidateList/highlighted`` tells whether the list is
  /// entered (IME-9).
  case show(CandidateList?)
  /// Shows the strokes of the character that is drawn, or none if nil.
  case draw(Ink?)

  /// Makes an action that marks plain text with the caret at its end.
  ///
  /// - Parameter text: the text; empty text removes the marked text.
  /// - Returns: the action.
  public static func mark(_ text: String) -> InputMethodAction {
    .mark(
      text.isEmpty ? [] : [MarkedSegment(text)], selected: TextRange(caret: text.utf16.count))
  }

  /// Whether the action may change the text or the selection.
  var changesText: Bool {
    switch self {
    case .show, .draw: false
    case .mark, .commit, .delete, .replace, .moveCaret: true
    }
  }
}

/// A replacement of the marked text, or else of the selection, and of the text around it.
public struct TextAround: Hashable, Sendable {
  /// The number of UTF-16 code units before that are replaced; no character is divided.
  public var before: Int
  /// The number of UTF-16 code units after that are replaced; no character is divided.
  public var after: Int
  /// The new text.
  public var text: String
  /// The place of the caret afterwards, in UTF-16 code units from the start of the new text.
  public var caret: Int

  /// Creates a replacement.
  ///
  /// - Parameters:
  ///   - before: the number of UTF-16 code units before that are replaced.
  ///   - after: the number of UTF-16 code units after that are replaced.
  ///   - text: the new text.
  ///   - caret: the place of the caret afterwards, from the start of the new text.
  public init(before: Int, after: Int, text: String, caret: Int) {
    (self.before, self.after, self.text, self.caret) = (before, after, text, caret)
  }
}

/// The reply of an input method to a key press.
public struct InputMethodReply: Hashable, Sendable {
  /// The actions, performed in order before the press is passed on.
  public var actions: [InputMethodAction]
  /// Whether the press is passed on to the later stages of the engine.
  public var passesKeyOn: Bool
  /// Whether the method has more to show that takes time to find, such as candidates, so that the
  /// typed text need not wait for it: ``InputMethod/actionsAfterDelivery(in:)`` is called in place
  /// of ``InputMethod/didCommit(_:isOwn:in:)``.
  public var continuesAfterDelivery = false

  /// Creates a reply.
  ///
  /// - Parameters:
  ///   - actions: the actions, in order; empty to change nothing.
  ///   - passesKeyOn: whether the press is passed on to the later stages after the actions; by
  ///     default the method has handled it.
  public init(_ actions: [InputMethodAction], passesKeyOn: Bool = false) {
    self.actions = actions
    self.passesKeyOn = passesKeyOn
  }
}

/// The answer of an input method to a key press.
public enum InputMethodAnswer {
  /// The method does not handle the press; the next method is called.
  case noOpinion
  /// The reply is known.
  case now(InputMethodReply)
  /// The reply comes later: the closure receives a token for ``TextEngine/resume(_:with:)``, which
  /// takes ``DelegateAnswer/input(_:)``.
  ///
  /// Meanwhile the keystroke is held back, and later keys are queued. If no reply comes within
  /// ``TextEngine/answerLimit``, `InputMethod.replyAfterTimeout(in:)` is called instead. If
  /// something else changes the text first, the press is processed as if the method had declined
  /// it, except if the reply has no actions and does not pass the press on.
  case later((AnswerToken) -> Void)

  /// Handles the press with some actions; no other method is called.
  ///
  /// - Parameter actions: the actions to perform.
  /// - Returns: the answer.
  public static func handled(_ actions: InputMethodAction...) -> InputMethodAnswer {
    .now(InputMethodReply(actions))
  }

  /// Performs some actions and then passes the press on; no other method is called.
  ///
  /// - Parameter actions: the actions to perform.
  /// - Returns: the answer.
  public static func declined(_ actions: InputMethodAction...) -> InputMethodAnswer {
    .now(InputMethodReply(actions, passesKeyOn: true))
  }
}
