// SPDX-License-Identifier: Apache-2.0
public import KeyCommands

/// Help with typing.
extension TextEngine {
  /// The typing assistant; nil for none.
  public var assistant: (any TypingAssistant)? {
    get { assistance.assistant }
    set { assistance.assistant = newValue }
  }

  /// Whether typed text is not assisted, whatever settings and traits say: while it is the input of
  /// another program, which may be a command.
  package var suspendsAssistance: Bool {
    get { assistance.isSuspended }
    set { assistance.isSuspended = newValue }
  }

  /// Whether nothing is assisted, whatever settings and traits say: no text replacement expands, no
  /// word is marked, and none is learned.
  package var turnsAssistanceOff: Bool {
    get { assistance.isTurnedOff }
    set { assistance.isTurnedOff = newValue }
  }

  /// Returns the predictions that the user can see in a container; by default all.
  ///
  /// Predictions that are not shown are not computed. A continuation that is not shown is not
  /// accepted either. The row can be entered all the same, and appears then.
  public var shownPredictions: (TextContainer) -> ShownPredictions {
    get { assistance.shown }
    set { assistance.shown = newValue }
  }

  /// Shows a correction that an assistant found after its answer was due, as `correction.offered`.
  ///
  /// - Parameters:
  ///   - correction: the correction; nil withdraws the one that is shown.
  ///   - context: the context that the assistant received.
  /// - Returns: false if it is too late and nothing changed, because text, selection, focus or
  ///   language changed.
  @discardableResult
  public func suggest(_ correction: TextCorrection?, for context: TypingContext) -> Bool {
    assistance.suggest(correction, for: context)
  }

  /// The former name of ``suggest(_:for:)``.
  ///
  /// - Parameters:
  ///   - correction: the correction; nil withdraws the one that is shown.
  ///   - context: the context that the assistant received.
  /// - Returns: false if it is too late and nothing changed.
  @available(*, deprecated, renamed: "suggest(_:for:)")
  @discardableResult
  public func offer(_ correction: TextCorrection?, for context: TypingContext) -> Bool {
    suggest(correction, for: context)
  }

  /// Checks the spelling of all texts again.
  ///
  /// Call it after a word was learned, ignored or forgotten, or after a dictionary was added.
  public func checkSpellingAgain() { assistance.checkSpellingAgain() }
}

/// Keys of the focused text.
extension TextEngine {
  /// The chords that edit text.
  public var bindings: TextBindings {
    get { state.bindings }
    set { state.bindings = newValue }
  }

  /// The sources of words for the completion list, in the order in which they are called.
  public var completionSources: [any CompletionSource] {
    get { stages.text.completionSources }
    set { stages.text.completionSources = newValue }
  }
}

/// Secrets.
extension TextEngine {
  /// Whether any text is or ever was secret; if not, others may receive every update unchanged.
  public var hasSecrets: Bool { !secrets.isEmpty }

  /// Returns an update without the secrets that only the container's owner may receive (FLD-2).
  ///
  /// If the text is or ever was secure, others receive only its length: dots replace its code
  /// units. Raw presses, locks, candidates and corrections of such a text are withheld, regardless
  /// of the current focus.
  ///
  /// - Parameter update: the update to filter.
  /// - Returns: the update to deliver; nil for none.
  public func shared(_ update: Update) -> Update? { secrets.shared(update) }
}
