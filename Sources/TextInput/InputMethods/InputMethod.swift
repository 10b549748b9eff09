// SPDX-License-Identifier: Apache-2.0
public import Keys

/// Something that turns keystrokes into text which the keyboard does not have (reference 12).
///
/// A keystroke and its context come in, actions go out: at once, or later, when the method has to ask another
/// process. Methods are asked before commands with priority (step 2 of reference 8.3, IME-2). A method changes the
/// text only through its actions; the engine reports them, and does not tell them back to the method (INP-12).
///
/// ``TextEngine/registerInputMethod(_:named:isThirdParty:)`` gives a method the name that modes call it by. UIKit has
/// no public counterpart; `IMKInputController` of macOS is the nearest.
public protocol InputMethod: AnyObject {
  /// Whether it may answer ``InputMethodAnswer/later(_:)``; while no method does, keys cost less.
  var answersLater: Bool { get }

  /// Is offered a press or an autorepeat while text has the focus.
  ///
  /// - Parameters:
  ///   - keystroke: what was pressed.
  ///   - context: the text before the press, and what its container says of it.
  /// - Returns: what to do, and whose the press is.
  func handle(_ keystroke: Keystroke, in context: InputMethodContext) -> InputMethodAnswer

  /// Brings its composition to an end, because the focus leaves or the mode changes (IME-5).
  ///
  /// What is still marked after the actions stays as it is shown. ``contextDidChange(_:)`` follows.
  ///
  /// - Returns: what to do, by default nothing.
  func finish(in context: InputMethodContext) -> [InputMethodAction]

  /// Learns that text or selection changed by something else than this method (INP-12).
  ///
  /// Where text was marked it is committed by now: the method forgets its composition.
  func contextDidChange(_ context: InputMethodContext)
}

extension InputMethod {
  /// It answers at once.
  public var answersLater: Bool { false }
  /// Keeps what is shown.
  public func finish(in context: InputMethodContext) -> [InputMethodAction] { [] }
}

/// What an input method does to the text.
@nonexhaustive
public enum InputMethodAction: Hashable, Sendable {
  /// Replaces the marked text, else the selection, by provisional text; no segments remove it (INP-7).
  ///
  /// `selected` counts UTF-16 code units from the start of the marked text.
  case mark([MarkedSegment], selected: TextRange)
  /// Replaces the marked text, else the selection, by final text: one step for undo (IME-1).
  case commit(String)
  /// Deletes some characters before the selection, the selection, and some characters behind it.
  ///
  /// What is marked is committed first.
  case delete(before: Int, after: Int)
  /// Shows candidates, or with nil none; ``CandidateList/highlighted`` says whether the list is entered (IME-9).
  case show(CandidateList?)

  /// Marks plain text with the caret at its end.
  public static func mark(_ text: String) -> InputMethodAction {
    .mark(
      text.isEmpty ? [] : [MarkedSegment(text)], selected: TextRange(caret: text.utf16.count))
  }

  /// Whether it may change text or selection.
  var changesText: Bool { if case .show = self { false } else { true } }
}

/// What an input method says to a key press.
public struct InputMethodReply: Hashable, Sendable {
  /// What it does, in order, before the press goes on.
  public var actions: [InputMethodAction]
  /// Whether the press is for the rest of the engine; else it goes no further.
  public var passesKeyOn: Bool

  /// Makes a reply, by default one that takes the press.
  public init(_ actions: [InputMethodAction], passesKeyOn: Bool = false) {
    self.actions = actions
    self.passesKeyOn = passesKeyOn
  }
}

/// How an input method answers a key press.
public enum InputMethodAnswer {
  /// It has nothing to do with the press; the next method is asked.
  case noOpinion
  /// It knows its reply.
  case now(InputMethodReply)
  /// Its reply comes later: the closure is given a token for ``TextEngine/resume(_:with:)``, which takes
  /// ``DelegateAnswer/input(_:)``.
  ///
  /// The keystroke waits meanwhile, keys behind it queue. Where no reply comes within ``TextEngine/answerLimit``, or where
  /// something else changes the text before, the press goes on as if the method had declined it.
  case later((AnswerToken) -> Void)

  /// It takes the press and does something; nobody else is asked.
  public static func handled(_ actions: InputMethodAction...) -> InputMethodAnswer {
    .now(InputMethodReply(actions))
  }

  /// It may do something, and then the press is for the rest of the engine; no other method is asked.
  public static func declined(_ actions: InputMethodAction...) -> InputMethodAnswer {
    .now(InputMethodReply(actions, passesKeyOn: true))
  }
}
