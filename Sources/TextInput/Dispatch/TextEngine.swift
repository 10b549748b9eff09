// SPDX-License-Identifier: Apache-2.0
public import KeyCommands
public import Keys

/// The text-input engine: keystrokes go in, updates come out.
///
/// It decides who gets a key press, in the order of reference 8.3. It does no input or output of its
/// own; time comes with the keystrokes.
///
/// ```swift
/// let engine = TextEngine()
/// let note = TextView(name: "note")
/// engine.window.addSubview(note)
/// note.becomeFirstResponder()
/// engine.handle(keystroke)
/// for update in engine.takeUpdates() { print(update.name) }
/// ```
public final class TextEngine {
  /// The end of the chain: asked last (RSP-7).
  public let application: Responder
  /// The windows, in the order in which they were made.
  public private(set) var windows: [Window] = []
  /// The window whose first responder gets keys (RSP-2); nil once all are closed.
  public private(set) var keyWindow: Window?
  /// What ⌘X ⌘C ⌘V use.
  public let pasteboard = Pasteboard()
  /// What ⌃K ⌃Y use.
  public let killBuffer = Pasteboard()
  /// Which chords edit text.
  public var bindings = TextBindings.builtin {
    didSet { mainMenu.setNeedsRebuild() }
  }
  /// Commands nobody can claim, asked first of all (CMD-13); the application performs them.
  public let reservedCommands = CommandRegistry(refusesConflicts: true)
  /// The main menu, whose commands are asked behind the chain (CMD-4).
  public let mainMenu: MenuSystem
  /// What the user's own settings bind: asked before the chain, and performed by whoever of the chain
  /// can, else by this responder; nil for nothing.
  ///
  /// It is the user's, as ``settings`` are: a program has no way to it. Its commands count while
  /// something has the focus; those that are global also while nothing has, or while
  /// the person looks elsewhere. A new responder takes the place of all of the old one's commands.
  public var userCommands: Responder? {
    didSet { endSequence() }
  }
  /// Says titles and headings in the user's language, wherever they are shown (CMD-14).
  public var translator = Translator.none {
    didSet { mainMenu.setNeedsRebuild() }
  }
  /// Says whether a keyboard is one that a command's condition means; by default by its name.
  public var isKeyboard: (DeviceInfo, _ selector: String) -> Bool = { $0.name == $1 }
  /// The input methods that are asked in every mode, in the order in which they are asked.
  public var inputMethods: [any InputMethod] = [] {
    didSet { gatherMethods() }
  }
  /// What the user chose for text input everywhere; a program has no way to it.
  public var settings = TextInputSettings() {
    didSet { if settings != oldValue { settingsDidChange() } }
  }
  /// Which mode is typed in.
  ///
  /// It is the user's, as ``settings`` are: a program sees modes and states what it prefers, and
  /// never switches (MOD-2).
  public let modes: InputModes
  /// What is known beyond the life of the process.
  public let memory: any InputMemory
  /// Where values for the fields of the screen come from; nil for nowhere (reference 3.4).
  public var autoFill: AutoFill? {
    didSet { reloadFillSuggestions() }
  }
  /// Where the completion list finds words, in the order in which they are asked.
  public var completionSources: [any CompletionSource] = [DocumentWords()]
  /// The candidates on show; nil for none.
  public internal(set) var candidates: CandidateList?
  /// What can be pressed now, while it is shown; nil while it is not (reference 8.4).
  public internal(set) var commandPanel: CommandPanel?
  /// What a person calls the program: the panel's heading of what it declares (CMD-21).
  ///
  /// By default the application's name.
  public var programName: String
  /// What helps with typing; nil for nobody.
  public var assistant: (any TypingAssistant)?
  /// What ⌘E and ⌘G search for, in every container.
  public var findSession = FindSession()
  /// Called when a dead key or compose sequence that is under way must be forgotten, because
  /// somebody else took the key, the focus moved, or the program changed the text.
  ///
  /// Whoever made the keystrokes resets its compose state: `cancelComposition()` of the layouts.
  public var compositionAbandoned: () -> Void = {}
  /// Called when a tap on Caps Lock switched the mode, and so is not to lock (MOD-8).
  ///
  /// Whoever made the keystrokes takes the lock off again.
  public var capsLockSwitchedMode: () -> Void = {}

  /// Whether delegates may answer later (``waitForAnswer(about:within:send:)``); while not, keys cost less.
  public var allowsLateAnswers = false {
    didSet { mayWait = mayWait || allowsLateAnswers }
  }
  /// Called when a keystroke is done for which ``handle(_:)`` returned ``Disposition/waiting(_:)`` or
  /// ``Disposition/queued``.
  public var keystrokeDidEnd: (Keystroke, Disposition) -> Void = { _, _ in }
  /// Called once when keys are dropped because 4,096 are queued already, until the queue is empty again.
  public var keysWereDropped: () -> Void = {}
  /// Called with a key that was held back by ``hold(_:)``, when its turn has come.
  package var keyIsDue: (KeyEvent) -> Void = { _ in }

  /// What keys would mean on the keyboard in use, to say what is to be pressed for a command; nil where
  /// nobody knows: then chords are shown as they were declared.
  ///
  /// Whoever makes the keystrokes sets it: the layouts.
  public var keyboardMap: (any KeyboardMap)?

  /// Who has the focus: the key window's first responder; nobody while the engine is not active.
  public var firstResponder: Responder? { isAway ? nil : keyWindow?.focused }
  /// Whether anybody has the focus.
  public var hasFirstResponder: Bool { !isAway && keyWindow?.focused != nil }
  /// Whether the person looks here; ``setActive(_:)`` says so.
  public var isActive: Bool { !isAway }
  /// The window that is there from the start; a program that has only one needs no other.
  public let window: Window

  // Not public, so that the compiler sees every access and need not check each at run time.
  let queue = UpdateQueue()
  /// Whether keys are for somebody outside the engine.
  var isAway = false
  /// Who has the focus, where it is a container.
  var textContainer: TextContainer?
  /// The last traits that were reported, and whose they are.
  var toldTraits: (ContainerID, TextInputTraits)?
  /// Whether the keyboard's own compose sequence shows as marked text.
  var isComposing = false
  /// Whether an input method is at work: what changes then is its own doing (INP-12).
  var isAskingMethod = false
  /// The presses that somebody was offered, or that must stay silent, until their keys come up.
  var presses: [ActivePress] = []
  /// The containers whose text is or was a secret (FLD-2).
  var secrets: Set<ContainerID> = []
  /// What is to happen later.
  var timers = EngineTimers()
  /// What stands at the bottom of the screen while text has the focus.
  public let keyboardArea = KeyboardArea()
  /// What is open in front of the text and is offered keys before it (step 2 of reference 8.3).
  var overlay: (any KeyOverlay)?
  /// The keyboards that are attached (NTF-16).
  var keyboards: [DeviceID: DeviceInfo] = [:]
  /// The keyboard that the last key was of.
  var typedOn = DeviceID(rawValue: 0)
  /// The first chords of a sequence that waits for what follows.
  var pendingSequence: PendingSequence?
  /// The input methods that modes name.
  var registeredMethods: [String: RegisteredMethod] = [:]
  /// The input methods to ask now: those of every mode, then the current mode's.
  var methods: [any InputMethod] = []
  /// The keys that switch modes; step 1 of the offer order.
  var modeKeys = ModeKeys()
  /// The key that may be held for variants of what it typed.
  var pressAndHold = PressAndHold()
  /// ⌘ while it is held for its commands.
  var commandHold = CommandHold()
  /// Whether a key that is down, or an open list or panel, has to see each event first.
  var isWatchingKeys = false
  /// Whether letters typed now may be held for variants.
  var holdsLetters = true
  var letterVariants = LetterVariantTable()
  /// Whose preferences the mode follows.
  weak var modeOwner: Responder?
  /// Whether commands come before text (D8).
  var commandsFirst = false
  var fillRow = FillRow()
  /// Whether the candidate row is there because the engine has something to show in it.
  var hasCandidateRow = false
  let operations = Operations()
  /// Whether something waits or may come to wait: while not, keys cost nothing for it.
  package internal(set) var mayWait = false
  /// The keys that were typed while a keystroke waits.
  var keyQueue = KeyQueue()
  /// The operation of the keystroke that waits for a delegate; nil for none.
  var waitingKey: Operation?
  /// Whether keys queue: one waits, or those behind it have not all had their turn.
  var holdsKeys = false
  /// Whether the keys of the queue are being taken.
  var isGoingOn = false
  private var containerCount: UInt32 = 0
  private var windowCount: UInt32 = 0

  /// Makes an engine with one window, which is the key window.
  ///
  /// - Parameters:
  ///   - application: the end of the responder chain.
  ///   - modes: the user's modes, in the user's order.
  ///   - memory: what is known from before.
  public init(
    application: Responder = Application(), modes: ModeList = ModeList(),
    memory: any InputMemory = VolatileMemory()
  ) {
    self.application = application
    programName = application.name
    mainMenu = MenuSystem(of: queue)
    self.memory = memory
    self.modes = InputModes(modes, memory: memory)
    window = Window(name: "window")
    queue.engine = self
    adopt(window)
    keyWindow = window
    keyboardArea.engine = self
    letterVariants.language = self.modes.current.primaryLanguage
    let kept = Self.keptSettings(in: memory)
    if kept != settings {
      settings = kept
      settingsDidChange()
    }
    self.modes.follow = { [weak self] in self?.follow($0) }
  }

  // What outlives the engine no longer knows of it.
  deinit {
    queue.engine = nil
    for window in windows { window.engine = nil }
  }

  // MARK: Windows

  /// Makes a window behind the others; it becomes the key window where there is none.
  public func makeWindow(name: String) -> Window {
    let window = Window(name: name)
    adopt(window)
    if keyWindow == nil { makeKey(window) }
    return window
  }

  private func adopt(_ window: Window) {
    window.engine = self
    window.id = WindowID(rawValue: windowCount)
    windowCount += 1
    windows.append(window)
  }

  func makeKey(_ window: Window) {
    guard window !== keyWindow, window.engine === self else { return }
    if !isAway { suspend() }
    // Who was told of what ended may have closed it.
    guard window.engine === self else { return }
    keyWindow = window
    if !isAway { keyWindowDidChange() }
  }

  private func keyWindowDidChange() {
    focusIsMoving()
    focusDidMove()
  }

  func close(_ window: Window) {
    guard window.engine === self, !window.isClosing else { return }
    window.isClosing = true
    if window.focused != nil {
      window.endFocus()
    } else if keyWindow === window {
      finishInput()
    }
    windows.removeAll { $0 === window }
    if keyWindow === window {
      keyWindow = windows.last
      if !isAway { keyWindowDidChange() }
    }
    window.engine = nil
    window.forEachView { $0.attach(to: nil) }
  }

  func numberContainer() -> ContainerID {
    defer { containerCount += 1 }
    return ContainerID(rawValue: containerCount)
  }

  // MARK: In and out

  /// Takes one keystroke; every keystroke of every keyboard, releases included.
  ///
  /// Updates queue until ``takeUpdates()``. If a delegate answers later, the keystroke waits, and those that
  /// follow queue behind it.
  ///
  /// - Parameter keystroke: what the layout made of a key event.
  /// - Returns: what was done with it.
  @discardableResult
  public func handle(_ keystroke: Keystroke) -> Disposition {
    mayWait ? begin(keystroke) : take(keystroke)
  }

  func take(_ keystroke: Keystroke) -> Disposition {
    timers.now = max(timers.now, keystroke.event.time)
    typedOn = keystroke.event.device
    defer { endTurn() }
    if isWatchingKeys || keystroke.mayBeHeld, let taken = watch(keystroke) {
      return taken
    }
    switch keystroke.event.phase {
    case .press:
      // A release that got lost must not leave the key's last press open.
      endPress(of: keystroke, isCancelled: false)
      return offer(keystroke)
    case .repeat:
      if let press = press(of: keystroke), press.isTaken { return press.repeatDisposition }
      return offer(keystroke)
    case .release:
      endPress(of: keystroke, isCancelled: false)
      return .released
    case .cancel:
      endPress(of: keystroke, isCancelled: true)
      return .released
    case .found:
      beginFoundPress(keystroke)
      return .ignored
    }
  }

  /// Takes the facts that wait, in order.
  public func takeUpdates() -> [Update] {
    var updates: [Update] = []
    takeUpdates(into: &updates)
    return updates
  }

  /// Appends the facts that wait; an array that is kept between calls costs no allocation.
  public func takeUpdates(into updates: inout [Update]) {
    if mayWait { goOn() }
    // In the middle of a keystroke nothing has settled yet.
    if waitingKey == nil { endTurn() }
    queue.take(into: &updates)
  }

  /// The keyboard that is typed on, or was last; nil for one that is not attached.
  ///
  /// Who performs a command may ask here which keyboard it came from.
  public var keyboard: DeviceInfo? { keyboards[typedOn] }

  /// Whether nothing is left that a held key began; true whenever no key is down.
  public var isIdle: Bool { presses.isEmpty }

  /// When the engine wants to be woken by ``advance(to:)``; nil while it waits for nothing.
  public var nextDeadline: Timestamp? {
    guard mayWait else {
      return isWatchingKeys ? [timers.next, keyDeadline].compactMap(\.self).min() : timers.next
    }
    var due = [operations.nextDeadline]
    if let time = timers.next, time <= keyQueue.firstPressTime ?? time { due.append(time) }
    if isWatchingKeys, let time = keyDeadline, time <= keyQueue.firstTime ?? time {
      due.append(time)
    }
    return due.compactMap(\.self).min()
  }

  /// Advances the clock and fires the timers that are due.
  ///
  /// Timers that are due after a queued key was pressed fire after that key; how long keys are held is counted up to the
  /// first queued key, for it may be the release.
  public func advance(to time: Timestamp) {
    let limit = min(time, keyQueue.firstPressTime ?? time)
    while let action = timers.takeDue(at: limit) {
      operations.run(mayWait: allowsLateAnswers, action)
    }
    if isWatchingKeys {
      let limit = min(time, keyQueue.firstTime ?? time)
      operations.run(mayWait: allowsLateAnswers) { [self] in keysAreHeld(until: limit) }
    }
    timers.now = max(timers.now, time)
    if mayWait {
      timeOutRequests(at: time)
      goOn()
    }
    if waitingKey == nil { endTurn() }
  }

  // MARK: The offer order

  /// Offers a press or an autorepeat to each in turn (reference 8.3).
  private func offer(_ keystroke: Keystroke) -> Disposition {
    if isAway { return offerToGlobalCommands(keystroke) }
    let hint = keystroke.chordHint
    let chain = surveyChain(hint)
    let container = textContainer
    if keystroke.isModifier {
      if chain.wantsPresses { _ = offerPress(keystroke) }
      return .modifier
    }
    if let container, container.revealed != nil { container.hideRevealed() }
    if reservedCommands.mayMatch(hint), let taken = offerToReservedCommands(keystroke) {
      return taken
    }
    if let taken = offerToMenuKey(keystroke) { return taken }
    if pendingSequence != nil, let taken = continueSequence(keystroke) { return taken }
    if let overlay, let taken = offer(keystroke, to: overlay) { return taken }
    if let container, container.takesText,
      let taken = offerToComposition(keystroke, in: container)
    {
      container.showCaret()
      return taken
    }
    if chain.mayMatchPriority, let taken = offerToCommands(keystroke, withPriority: true) {
      return taken
    }
    if commandsFirst, container != nil,
      let taken = offerToCommands(keystroke, withPriority: false)
    {
      return taken
    }
    if let container, let event = textEvent(of: keystroke, hint, in: container) {
      if chain.wantsPresses, let taken = offerPress(keystroke) { return taken }
      return perform(event, of: keystroke, in: container)
    }
    container?.endRun()
    if let taken = enterAccessory(keystroke) ?? moveFocus(keystroke) { return taken }
    if let taken = offerToCommands(keystroke, withPriority: false) { return taken }
    if bindings.mayMatch(hint), let taken = offerToActions(keystroke) { return taken }
    if let taken = offerPress(keystroke) { return taken }
    if keystroke.event.phase == .press {
      queue.append(.pressUnhandled(keystroke, in: container?.id))
    }
    return .unhandled
  }

  /// What of the chain matters to every press; most presses of plain text need no more of it.
  private func surveyChain(_ hint: ChordHint) -> ChainSurvey {
    var survey = ChainSurvey()
    survey.mayMatchPriority =
      mainMenu.registry.mayMatch(hint, withPriority: true)
      || userCommands?.mayMatch(hint, withPriority: true) == true
      || keyboardArea.isFollowing
        && accessoryBars.contains { $0.keyCommands?.mayMatch(hint, withPriority: true) ?? false }
    var candidate: Responder? = firstOfChain
    while let responder = candidate {
      if responder.wantsPresses { survey.wantsPresses = true }
      if responder.mayMatch(hint, withPriority: true) { survey.mayMatchPriority = true }
      candidate = responder.next
    }
    return survey
  }
}

/// What a press can meet in the responder chain.
private struct ChainSurvey {
  var wantsPresses = false
  var mayMatchPriority = false
}
