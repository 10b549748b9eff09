// SPDX-License-Identifier: Apache-2.0
public import KeyCommands
public import Keys

/// The text-input engine: keystrokes go in, updates come out.
///
/// It holds the focus and decides who gets a key press, in the order of reference 8.3. It does no
/// input or output of its own; time comes with the keystrokes.
///
/// ```swift
/// let engine = TextEngine()
/// let view = engine.makeTextView(name: "note")
/// var updates: [Update] = []
/// _ = engine.focus(view, into: &updates)
/// _ = engine.handle(keystroke, into: &updates)
/// ```
public final class TextEngine {
  /// The end of the chain: asked last, and the only one asked while nothing has the focus (RSP-11).
  public let application: Responder
  /// What ⌘X ⌘C ⌘V use.
  public let pasteboard = Pasteboard()
  /// What ⌃K ⌃Y use.
  public let killBuffer = Pasteboard()
  /// Which chords edit text.
  public var bindings = TextBindings.builtin
  /// Commands nobody can claim, asked first of all (CMD-13); the application performs them.
  public let reservedCommands = CommandRegistry(refusesConflicts: true)
  /// The main menu's commands, asked behind the chain (CMD-4, CMD-6).
  public let menuCommands = CommandRegistry(refusesConflicts: true)
  /// The input methods, in the order in which they are asked.
  public var inputMethods: [any InputMethod] = []
  /// Called when a dead key or compose sequence that is under way must be forgotten, because
  /// somebody else took the key, the focus moved, or the program changed the text.
  ///
  /// Whoever made the keystrokes resets its compose state: `cancelComposition()` of the layouts.
  public var compositionAbandoned: () -> Void = {}

  /// Who has the focus; nobody while the engine is not active.
  public var firstResponder: Responder? { focused }
  /// Whether the person looks here; ``setActive(_:into:)`` says so.
  public var isActive: Bool { !isAway }
  /// The containers, in the order in which ⌃⇥ goes through them.
  public private(set) var containers: [any TextContainer] = []

  // Not public, so that the compiler sees every access and need not check each at run time.
  var focused: Responder?
  /// Whether keys are for somebody outside the engine.
  var isAway = false
  /// Who gets the focus when the person looks here again.
  var returning: Responder?
  /// The focused responder where it is a container.
  var textContainer: (any TextContainer)?
  /// Whether the keyboard's own compose sequence shows as marked text.
  var isComposing = false
  /// The presses that somebody was offered, or that must stay silent, until their keys come up.
  var presses: [ActivePress] = []
  private var nextContainer: UInt32 = 0

  /// Makes an engine.
  ///
  /// - Parameter application: the end of the responder chain.
  public init(application: Responder = Responder(name: "application")) {
    self.application = application
  }

  /// Makes a text view behind the others in focus order; its next responder is the application.
  public func makeTextView(name: String, traits: TextInputTraits = TextInputTraits()) -> TextView {
    let view = TextView(
      id: ContainerID(rawValue: nextContainer), name: name, traits: traits,
      pasteboard: pasteboard, killBuffer: killBuffer)
    nextContainer += 1
    view.next = application
    containers.append(view)
    return view
  }

  /// Takes a container away; it loses the focus without being asked (RSP-5).
  public func remove(_ container: any TextContainer, into updates: inout [Update]) {
    if firstResponder === container { endFocus(into: &updates) }
    if returning === container { returning = nil }
    containers.removeAll { $0 === container }
    container.next = nil
  }

  /// Takes one keystroke; every keystroke of every keyboard, releases included.
  ///
  /// - Parameters:
  ///   - keystroke: what the layout made of a key event.
  ///   - updates: what changed is appended here, in order.
  /// - Returns: what was done with it.
  public func handle(_ keystroke: Keystroke, into updates: inout [Update]) -> Disposition {
    switch keystroke.event.phase {
    case .press:
      // A release that got lost must not leave the key's last press open.
      endPress(of: keystroke, isCancelled: false, into: &updates)
      return offer(keystroke, into: &updates)
    case .repeat:
      if let press = press(of: keystroke), press.isTaken { return press.repeatDisposition }
      return offer(keystroke, into: &updates)
    case .release:
      endPress(of: keystroke, isCancelled: false, into: &updates)
      return .released
    case .cancel:
      endPress(of: keystroke, isCancelled: true, into: &updates)
      return .released
    case .found:
      beginFoundPress(keystroke, into: &updates)
      return .ignored
    }
  }

  /// Whether nothing is left that a held key began; true whenever no key is down.
  public var isIdle: Bool { presses.isEmpty }

  /// When the engine wants to be woken by ``advance(to:into:)``; nil while it waits for nothing.
  public var nextDeadline: Timestamp? { nil }

  /// Learns how late it is.
  public func advance(to time: Timestamp, into updates: inout [Update]) {}

  // MARK: The offer order

  /// Offers a press or an autorepeat to each in turn (reference 8.3).
  private func offer(_ keystroke: Keystroke, into updates: inout [Update]) -> Disposition {
    if isAway {
      beginSilentPress(keystroke)
      return .ignored
    }
    let hint = keystroke.chordHint
    let chain = surveyChain(hint)
    let container = textContainer
    if keystroke.isModifier {
      if chain.wantsPresses { _ = offerPress(keystroke, into: &updates) }
      return .modifier
    }
    if reservedCommands.mayMatch(hint),
      let taken = offerToReservedCommands(keystroke, into: &updates)
    {
      return taken
    }
    if let container, let taken = offerToComposition(keystroke, in: container, into: &updates) {
      return taken
    }
    if chain.mayMatchPriority,
      let taken = offerToCommands(keystroke, withPriority: true, into: &updates)
    {
      return taken
    }
    if let container, let event = textEvent(of: keystroke, hint, in: container) {
      if chain.wantsPresses, let taken = offerPress(keystroke, into: &updates) { return taken }
      return perform(event, of: keystroke, in: container, into: &updates)
    }
    container?.endRun()
    if let taken = moveFocus(keystroke, into: &updates) { return taken }
    if let taken = offerToCommands(keystroke, withPriority: false, into: &updates) { return taken }
    if let taken = offerPress(keystroke, into: &updates) { return taken }
    if keystroke.event.phase == .press { updates.append(.pressUnhandled(keystroke)) }
    return .unhandled
  }

  /// What of the chain matters to every press; most presses of plain text need no more of it.
  private func surveyChain(_ hint: ChordHint) -> ChainSurvey {
    var survey = ChainSurvey()
    survey.mayMatchPriority = menuCommands.mayMatch(hint, withPriority: true)
    firstOfChain.survey(hint, into: &survey)
    return survey
  }
}

/// What a press can meet in the responder chain.
private struct ChainSurvey {
  var wantsPresses = false
  var mayMatchPriority = false
}

extension Responder {
  fileprivate final func survey(_ hint: ChordHint, into survey: inout ChainSurvey) {
    if wantsPresses { survey.wantsPresses = true }
    if let keyCommands, keyCommands.mayMatch(hint, withPriority: true) {
      survey.mayMatchPriority = true
    }
    next?.survey(hint, into: &survey)
  }
}
