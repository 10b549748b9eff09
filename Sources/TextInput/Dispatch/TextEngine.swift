// SPDX-License-Identifier: Apache-2.0
import KeyCommands
public import Keys

/// The text-input engine: keystrokes go in, updates come out.
///
/// It is a list, a queue and a clock. `DispatchStages` is the list: who gets a key press, in the order of reference
/// 8.3. The queue holds the keys behind one that waits (`TextEngine+Waiting`). The clock comes with the
/// keystrokes; the engine does no input or output of its own.
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
  // MARK: What surrounds it

  /// The end of the chain: asked last (RSP-7).
  public let application: Responder
  /// The window that is there from the start; a program that has only one needs no other.
  public let window: Window
  /// What a person calls the program: the panel's heading of what it declares (CMD-21).
  ///
  /// By default the application's name.
  public var programName: String
  /// What stands at the bottom of the screen while text has the focus.
  public let keyboardArea = KeyboardArea()
  /// What keys would mean on the keyboard in use, to say what is to be pressed for a command; nil where
  /// nobody knows: then chords are shown as they were declared.
  ///
  /// Whoever makes the keystrokes sets it: the layouts.
  public var keyboardMap: (any KeyboardMap)?

  // MARK: The user's

  /// What the user chose for text input everywhere; a program has no way to it.
  public var settings: TextInputSettings {
    get { settingsInUse }
    set {
      guard newValue != settingsInUse else { return }
      settingsInUse = newValue
      modeTracker.settingsDidChange()
    }
  }
  /// Which mode is typed in.
  ///
  /// It is the user's, as ``settings`` are: a program sees modes and states what it prefers, and
  /// never switches (MOD-2).
  public let modes: InputModes
  /// What is known beyond the life of the process.
  public let memory: any InputMemory

  // MARK: Who is called

  /// Called when a tap on Caps Lock switched the mode, and so is not to lock (MOD-8).
  ///
  /// Whoever made the keystrokes takes the lock off again.
  public var capsLockSwitchedMode: () -> Void = {}
  /// Called when another mode is typed in, before the next key is translated: whoever makes the keystrokes has keyboards
  /// type the mode's layout (MOD-10).
  public var modeDidChange: (TextInputMode) -> Void = { _ in }
  /// Called when a keystroke is done for which ``handle(_:)`` returned ``Disposition/waiting(_:)`` or
  /// ``Disposition/queued``.
  public var keystrokeDidEnd: (Keystroke, Disposition) -> Void = { _, _ in }
  /// Called once when keys are dropped because 4,096 are queued already, until the queue is empty again.
  public var keysWereDropped: () -> Void = {}
  /// Called with a key that was held back by ``hold(_:)``, when its turn has come.
  package var keyIsDue: (KeyEvent) -> Void = { _ in }

  // MARK: The list, the queue and the clock

  // None is public, so that the compiler sees every access and need not check each at run time.
  let stages: DispatchStages
  let focusTracker = FocusTracker()
  let modeTracker = ModeTracker()
  let candidateRow = CandidateRow()
  let assistance = AssistantHost()
  /// The settings; not public, so that looking at them costs nothing.
  var settingsInUse = TextInputSettings()
  /// The keyboards that are attached (NTF-16).
  let keyboards = Keyboards()
  /// The facts that nobody has taken yet.
  let queue = UpdateQueue()
  /// What is to happen later.
  let timers = EngineTimers()
  /// The containers whose text is or was a secret (FLD-2).
  var secrets: Set<ContainerID> = [] {
    didSet { knowsSecrets = !secrets.isEmpty }
  }
  private(set) var knowsSecrets = false

  /// Whether delegates may answer later (``waitForAnswer(about:within:send:)``); while not, keys cost less.
  public var allowsLateAnswers = false {
    didSet { if allowsLateAnswers { waits = true } }
  }
  let operations = Operations()
  /// Whether something waits or may come to wait: while not, keys cost nothing for it.
  package var mayWait: Bool { waits }
  var waits = false
  /// The keys that were typed while a keystroke waits.
  var keyQueue = KeyQueue()
  /// The operation of the keystroke that waits for an answer; nil for none.
  var waitingKey: Operation?
  /// Whether keys queue: one waits, or those behind it have not all had their turn.
  var holdsKeys = false
  /// Whether the keys of the queue are being taken.
  var isGoingOn = false

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
    self.memory = memory
    self.modes = InputModes(modes, memory: memory)
    window = Window(name: "window")
    stages = DispatchStages(of: queue)
    queue.engine = self
    keyboardArea.engine = self
    let parts: [EnginePart] = [stages, focusTracker, modeTracker, candidateRow, assistance]
    for part in parts { part.connect(to: self) }
  }

  // What outlives the engine no longer knows of it.
  deinit {
    queue.engine = nil
    keyboardArea.engine = nil
    modes.follow = { _ in }
    for window in windows { window.host = nil }
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
    waits ? begin(keystroke) : take(keystroke)
  }

  func take(_ keystroke: Keystroke) -> Disposition {
    timers.advance(to: keystroke.event.time)
    keyboards.typedOn = keystroke.event.device
    defer { endTurn() }
    if assistance.isDue { assistance.settle() }
    return stages.take(keystroke)
  }

  /// A turn is over: nobody moves the focus on any more.
  @inline(__always)
  func endTurn() {
    if stages.overlay.current != nil { stages.menu.settle() }
    if keyboardArea.needsUpdate || keyboardArea.isFollowing { keyboardArea.settle() }
  }

  /// Takes the facts that wait, in order.
  public func takeUpdates() -> [Update] {
    var updates: [Update] = []
    takeUpdates(into: &updates)
    return updates
  }

  /// Appends the facts that wait; an array that is kept between calls costs no allocation.
  public func takeUpdates(into updates: inout [Update]) {
    if waits { goOn() }
    // In the middle of a keystroke nothing has settled yet.
    if waitingKey == nil { endTurn() }
    queue.take(into: &updates)
  }

  // MARK: Time

  /// When the engine wants to be woken by ``advance(to:)``; nil while it waits for nothing.
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

  /// Advances the clock and fires the timers that are due.
  ///
  /// Timers that are due after a queued key was pressed fire after that key; how long keys are held is counted up to the
  /// first queued key, for it may be the release.
  public func advance(to time: Timestamp) {
    let limit = min(time, keyQueue.firstPressTime ?? time)
    while let action = timers.takeDue(at: limit) {
      operations.run(mayWait: mayAnswerLate, action)
    }
    if stages.heldKeys.isWatching {
      let limit = min(time, keyQueue.firstTime ?? time)
      operations.run(mayWait: mayAnswerLate) { [self] in stages.heldKeys.advance(to: limit) }
    }
    timers.advance(to: time)
    if waits {
      timeOutRequests(at: time)
      goOn()
    }
    if waitingKey == nil { endTurn() }
  }
}
