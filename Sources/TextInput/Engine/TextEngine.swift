// SPDX-License-Identifier: Apache-2.0
import KeyCommands
public import Keys

/// The text-input engine: keystrokes go in, updates come out.
///
/// It consists of a list, a queue and a clock. The list is `Dispatcher`: the stages that process a
/// key press, in the order of reference 8.3. The queue holds the keys behind a waiting one
/// (`TextEngine+Waiting`). The clock comes with the keystrokes. The engine performs no input or
/// output of its own.
///
/// ```swift
/// let engine = TextEngine()
/// let note = TextView(name: "note")
/// engine.window.addSubview(note)
/// note.becomeFirstResponder()
/// engine.handle(keystroke)
/// for update in engine.takeUpdates() { print(update) }
/// ```
public final class TextEngine {
  // MARK: Environment

  /// The last responder of the chain (RSP-7).
  public let application: Responder
  /// The initial window; a program with a single window needs no other.
  public let window: Window
  /// The name of the program for the user: the panel's heading of its commands (CMD-21).
  ///
  /// The default is the application's name.
  public var programName: String {
    get { state.programName }
    set { state.programName = newValue }
  }
  /// The area at the bottom of the screen while text has the focus.
  public let keyboardArea = KeyboardArea()
  /// The meaning of keys on the keyboard in use, for showing which keys run a command.
  ///
  /// It is set by the component that makes the keystrokes, the layouts. If nil, chords are shown as
  /// they were declared.
  public var keyboardMap: (any KeyboardMap)? {
    get { state.keyboardMap }
    set { state.keyboardMap = newValue }
  }

  // MARK: User settings

  /// The user's settings for text input; programs have no access.
  public var settings: TextInputSettings {
    get { state.settings }
    set {
      guard newValue != state.settings else { return }
      state.settings = newValue
      modeTracker.settingsDidChange()
      assistance.review()
      textContainer?.typing?.spellingIsDue()
    }
  }
  /// The user's input modes, and the current one.
  ///
  /// They belong to the user, like ``settings``: a program can read modes and state a preference,
  /// but never switches them (MOD-2).
  public let modes: InputModes
  /// The data that may outlive the process.
  public let memory: any InputMemory
  /// The candidates that were chosen for the current texts.
  package let choiceJournal = ChoiceJournal()

  // MARK: Callbacks

  /// Called when a tap on Caps Lock switched the mode: the tap must not lock capitals (MOD-8).
  ///
  /// The component that makes the keystrokes must release the lock.
  public var capsLockSwitchedMode: () -> Void {
    get { state.capsLockSwitchedMode }
    set { state.capsLockSwitchedMode = newValue }
  }
  /// Called when the input mode changes, before the next key is translated.
  ///
  /// The component that makes the keystrokes must use the layout of the mode (MOD-10).
  public var modeDidChange: (TextInputMode) -> Void {
    get { state.modeDidChange }
    set { state.modeDidChange = newValue }
  }
  /// Called when a keystroke has been processed for which ``handle(_:)->Disposition`` returned
  /// ``Disposition/waiting(_:)`` or ``Disposition/queued``.
  public var keystrokeDidEnd: (Keystroke, Disposition) -> Void = { _, _ in }
  /// Called with a key that ``hold(_:)`` queued, when it is to be processed.
  package var keyIsDue: (KeyEvent) -> Void = { _ in }

  // MARK: List, queue and clock

  // Not public, so that the compiler sees every access and need not check for exclusivity at run
  // time.
  let state: EngineState
  let stages: Stages
  let performer: ActionPerformer
  let dispatcher: Dispatcher
  let focusTracker: FocusTracker
  let modeTracker: ModeTracker
  /// Whether the assistant has work before the next key; stored here, because every key reads it.
  var isHelpDue = false
  /// The connection of the containers with the engine.
  package let link: HostLink
  /// The engine, for what may outlive it.
  package let reference = UnretainedReference<TextEngine>()
  /// The containers whose text is or was secret (FLD-2).
  package let secrets = SecretTexts()

  /// Whether delegates may answer later (``waitForAnswer(about:in:within:send:)``); while false,
  /// keys cost less.
  public var allowsLateAnswers = false {
    didSet { if allowsLateAnswers { waits = true } }
  }
  /// Whether an input method waits for the delivery of its reply.
  var hasUndeliveredReply = false
  let operations: Operations
  /// Whether an operation waits or may have to wait; while false, keys do no work for waiting.
  package var mayWait: Bool { waits }
  var waits = false
  /// The keys that were typed while a keystroke waits.
  var keyQueue = KeyQueue()
  /// The operation of the waiting keystroke; nil for none.
  var waitingKey: Operation? { operations.suspendedKeys.first }
  /// Whether a keystroke is suspended.
  var isKeySuspended: Bool { waits && !operations.suspendedKeys.isEmpty }
  /// Whether keys are queued, and not all of them were processed yet.
  var holdsKeys = false
  /// Whether queued keys are being processed.
  var isGoingOn = false
  /// Whether the keyboards are grabbed, so that keys are typed for the engine alone; set by the
  /// owner of the keyboards.
  package var grabsKeyboards = false

  /// Creates an engine with one window, which is the key window.
  ///
  /// - Parameters:
  ///   - application: the last responder of the chain.
  ///   - modes: the user's modes, in the user's order.
  ///   - memory: the data from earlier runs.
  public init(
    application: Responder = Application(), modes: ModeList = ModeList(),
    memory: any InputMemory = VolatileMemory()
  ) {
    let modes = InputModes(modes, memory: memory)
    let link = HostLink(sharing: UpdateQueue(keepsUpdates: true))
    let operations = Operations()
    self.application = application
    self.memory = memory
    self.modes = modes
    self.link = link
    self.operations = operations
    window = Window(name: "window")
    state = EngineState(
      application: application, modes: modes, keyboardArea: keyboardArea, link: link)
    stages = Stages(state)
    performer = ActionPerformer(state, stages)
    dispatcher = Dispatcher(performer)
    modeTracker = ModeTracker(performer)
    focusTracker = FocusTracker(performer, modeTracker, operations, link: link)
    link.connect(to: self)
    reference.connect(to: self)
    state.assistance.connect(to: self)
    stages.composition.methods.connect(to: self)
    keyboardArea.connect(to: self)
    let sources: [any ChoiceStage] = [stages.heldKeys, stages.overlay, stages.composition]
    state.candidateRow.connect(to: self, sources.map(performer.candidates))
    focusTracker.begin(with: window)
  }

  // Clears the references to the engine in objects that outlive it.
  deinit {
    link.end()
    reference.end()
    assistance.end()
    candidateRow.end()
    keyboardArea.end()
    modes.follow = { _ in }
    for window in windows {
      window.host = nil
      window.forEachView { ($0 as? TextContainer)?.endHelp() }
    }
  }

  // MARK: Input and output

  /// Processes one keystroke; call it for every keystroke of every keyboard, including releases.
  ///
  /// Updates are queued until ``takeUpdates()``. If a delegate answers later, the keystroke waits,
  /// and later ones are queued behind it.
  ///
  /// - Parameter keystroke: a key event as interpreted by the layout.
  /// - Returns: the result.
  @discardableResult
  public func handle(_ keystroke: Keystroke) -> Disposition {
    waits ? begin(keystroke) : take(keystroke)
  }

  func take(_ keystroke: Keystroke) -> Disposition {
    let state = state
    state.timers.advance(to: keystroke.event.time)
    state.keyboards.typedOn = keystroke.event.device
    state.keyboards.typedAt = keystroke.event.time
    if isHelpDue { state.assistance.requestWhatIsDue() }
    let disposition = dispatcher.take(keystroke)
    performer.endTurn()
    return disposition
  }

  /// Called after each event, when focus has settled.
  func endTurn() { performer.endTurn() }

  /// Removes and returns the queued updates, in order.
  public func takeUpdates() -> [Update] {
    var updates: [Update] = []
    takeUpdates(into: &updates)
    return updates
  }

  /// Appends the queued updates to an array; an array that is reused causes no allocation.
  ///
  /// - Parameter updates: the array.
  public func takeUpdates(into updates: inout [Update]) {
    if waits { processQueue() }
    // While a keystroke is suspended, focus has not settled.
    if isKeySuspended { candidateRow.update() } else { performer.endTurn() }
    queue.take(into: &updates)
  }

  // MARK: Time

  /// The timers of the engine.
  package var timers: EngineTimers { state.timers }

  /// The time at which to call ``advance(to:)``; nil if the engine waits for nothing.
  public var nextDeadline: Timestamp? {
    let heldKeys = stages.heldKeys
    guard waits else {
      guard heldKeys.isWatching else { return timers.next }
      return [timers.next, heldKeys.nextDeadline].compactMap(\.self).min()
    }
    var due = [operations.nextDeadline]
    if let time = timers.next, time <= keyQueue.firstPressTime ?? time { due.append(time) }
    if let time = heldKeys.nextDeadline, time <= keyQueue.firstTime ?? time { due.append(time) }
    return due.compactMap(\.self).min()
  }

  /// Advances the clock and fires due timers.
  ///
  /// Timers that are due after a queued key was pressed fire after that key. Keys count as held up
  /// to the first queued key, because it may be the release.
  ///
  /// - Parameter time: the current time.
  public func advance(to time: Timestamp) {
    let limit = min(time, keyQueue.firstPressTime ?? time)
    while let action = timers.takeDue(at: limit) {
      operations.run(mayWait: mayAnswerLate, action)
    }
    if stages.heldKeys.isWatching {
      let limit = min(time, keyQueue.firstTime ?? time)
      operations.run(mayWait: mayAnswerLate) { [self] in dispatcher.advanceHeldKeys(to: limit) }
    }
    timers.advance(to: time)
    if waits {
      timeOutRequests(at: time)
      processQueue()
    }
    if !isKeySuspended { endTurn() }
  }
}

extension TextEngine {
  /// Whether no state of a held key is left; always true if no key is down.
  public var isIdle: Bool { stages.rawPresses.presses.isEmpty }

  var queue: UpdateQueue { state.queue }
  var candidateRow: CandidateRow { state.candidateRow }
  var assistance: TypingAssistance { state.assistance }
  var accessoryBars: [AccessoryBar] { state.accessoryBars }
}
