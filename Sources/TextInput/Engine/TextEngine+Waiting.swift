// SPDX-License-Identifier: Apache-2.0
package import Keys

/// Delegates that answer later; only the keystroke waits.
///
/// A keystroke whose delegate needs an answer from elsewhere is suspended. Everything else
/// continues: other texts, commands of programs, timers, observers. Keys that are typed in the
/// meantime are queued in order and processed after the keystroke; each keeps its time. They are
/// queued as well while a program's own request waits for an answer about the text that has the
/// focus, or about the focus itself, so that typing fast has the same result as typing slowly.
extension TextEngine {
  /// The time after which the default answer replaces a missing answer.
  public static let answerLimit = Duration.milliseconds(300)

  /// Waits for an answer from elsewhere, in a delegate's method:
  /// `let answer = engine.waitForAnswer { … }`.
  ///
  /// The calling method simply receives the answer. Meanwhile its keystroke is suspended, and the
  /// call that started it returns ``Disposition/waiting(_:)``. The default answer applies
  /// immediately if waiting is not possible: while ``allowsLateAnswers`` is false, and outside of
  /// keys, timers and ``perform(_:completion:)``.
  ///
  /// No function on the stack may hold an exclusive access meanwhile: not call this, or a delegate,
  /// from a `mutating` method of a stored property, or in a closure that has one as an `inout`
  /// argument. The access would last until the answer, and Swift ends the process at the next one
  /// to the same property. Debug builds stop at such a call at once.
  ///
  /// - Parameters:
  ///   - container: the container that the answer is about; if it loses focus or is removed, the
  ///     outcome is ``AnswerOutcome/cancelled``. Nil for an answer about focus itself.
  ///   - window: the window of the text or the focus that the answer is about; keys for another
  ///     window do not wait. Nil if every key waits.
  ///   - limit: the maximum time, by the clock of the keystrokes.
  ///   - send: sends the request, with the token for ``resume(_:with:)``; called by
  ///     ``updatesWereDelivered()``.
  /// - Returns: the outcome of the request.
  public func waitForAnswer(
    about container: TextContainer? = nil, in window: Window? = nil,
    within limit: Duration = TextEngine.answerLimit, send: @escaping (AnswerToken) -> Void
  ) -> AnswerOutcome {
    let deadline = timers.now.advanced(by: limit)
    return operations.wait(until: deadline, about: container, in: window, send: send)
  }

  /// Resumes the operation that waits for an answer, and then processes the keys typed meanwhile.
  ///
  /// - Parameters:
  ///   - token: the token of the request.
  ///   - answer: the answer to apply.
  /// - Returns: false if no operation waits for it; the answer is late and has no effect.
  @discardableResult
  public func resume(_ token: AnswerToken, with answer: DelegateAnswer) -> Bool {
    guard operations.end(token, with: .answered(answer)) else { return false }
    processQueue()
    return true
  }

  /// Applies the default answer of a request now, because the program that should answer has
  /// disconnected.
  ///
  /// - Parameter token: the token of the request.
  public func giveUp(_ token: AnswerToken) {
    if operations.end(token, with: .timedOut) { processQueue() }
  }

  /// Applies the default answer of a request that is not wanted any more.
  ///
  /// Its operation goes on with the next ``proceed()``: the caller may be changing the text.
  ///
  /// - Parameter token: the token of the request.
  package func stopWaiting(for token: AnswerToken) { _ = operations.end(token, with: .timedOut) }

  /// Sends pending requests, and asks the assistant and the input method for what follows; call it
  /// after updates were delivered.
  ///
  /// Requests follow the updates, so that no decision is based on an older text, and offers follow
  /// them, so that typed text does not wait for them. Call this after everything from
  /// ``takeUpdates()`` was delivered. If it produces updates, deliver them and call it again.
  public func updatesWereDelivered() {
    if owesOffers {
      assistance.requestWhatIsDue()
      candidateRow.update()
      // Pending requests wait for the next call, because they follow the updates that resulted.
      if !queue.isEmpty { return }
    }
    if hasUndeliveredReply {
      let end = queue.end
      stages.composition.methods.replyWasDelivered()
      candidateRow.update()
      if queue.end != end { return }
    }
    for request in operations.takeRequests() { request.send(request.token) }
  }

  /// Performs an action of the program in which delegates may answer later, without delaying
  /// anything else.
  ///
  /// - Parameters:
  ///   - body: the action.
  ///   - completion: called when it has finished, possibly before this function returns.
  public func perform(_ body: @escaping () -> Void, completion: @escaping () -> Void = {}) {
    operations.run(
      mayWait: mayAnswerLate,
      { [self] in
        body()
        endTurn()
      }, completion: completion)
    processQueue()
  }

  /// Performs an action of a client that takes the place of a key: keys that are typed while it
  /// waits are queued.
  package func performLikeKey(_ body: @escaping () -> Void) {
    guard mayAnswerLate, operations.isBetweenOperations else { return perform(body) }
    operations.run(mayWait: true, isKey: true) { [self] in
      body()
      endTurn()
    }
    processQueue()
  }

  /// Whether delegates or input methods may answer later.
  var mayAnswerLate: Bool { allowsLateAnswers || stages.composition.methods.mayAnswerLate }

  /// Whether nothing has changed since the updates were delivered, as after most key releases.
  package var isSettled: Bool {
    queue.isEmpty && !hasWorkAfterDelivery && !stages.overlay.isOpen
      && !keyboardArea.needsTurn
  }

  /// Whether ``updatesWereDelivered()`` has anything to do.
  package var hasWorkAfterDelivery: Bool { waits || isHelpDue || hasUndeliveredReply }

  /// Whether ``updatesWereDelivered()`` calls the assistant.
  package var owesOffers: Bool { !isKeySuspended && isHelpDue }

  /// Whether ``updatesWereDelivered()`` searches for something that typed text need not wait for.
  package var owesSearch: Bool {
    owesOffers || hasUndeliveredReply && stages.composition.methods.continuesReply
  }

  /// Whether an operation is running; the engine must then not be called about later events.
  package var isInOperation: Bool { !operations.isBetweenOperations }

  /// The identity of the running operation, which remains the same while it waits and continues;
  /// nil if none is running.
  package var runningOperation: ObjectIdentifier? { operations.current.map(ObjectIdentifier.init) }

  // MARK: Keys

  /// The keystroke that is waiting; nil for none.
  public var pendingKeystroke: PendingKeystroke? {
    waitingKey.flatMap { operations.request(of: $0) }
      .map { PendingKeystroke(token: $0.token, deadline: $0.deadline) }
  }

  /// Whether keys are queued, or a keystroke is suspended.
  package var isHoldingKeys: Bool { holdsKeys || isKeySuspended }

  /// Queues a key event that its layout must still translate; ``keyIsDue`` is called with it later.
  ///
  /// - Returns: false if it need not wait, and must be processed now.
  package func hold(_ event: KeyEvent) -> Bool { queued(.event(event)) }

  /// Queues a key or ink if an earlier one is queued, or if it must wait for an operation.
  ///
  /// - Returns: whether the key was queued.
  func queued(_ item: KeyQueue.Item) -> Bool {
    guard mustQueue else { return false }
    // Instead of dropping a key, the requests that it would wait for get their default answers.
    while keyQueue.isFull, endRequestsOfKeys() {}
    guard mustQueue else { return false }
    holdsKeys = true
    keyQueue.append(item)
    return true
  }

  /// Whether a key that is typed now must be queued.
  package var mustQueue: Bool { holdsKeys || operations.hasAnswered || isBlocked }

  /// Whether keys wait for a request.
  private var isBlocked: Bool { operations.pending.contains(where: concernsKeys) }

  /// Whether keys wait for a request: a key made it, or it is about the text that they would change
  /// or about their focus.
  private func concernsKeys(_ answer: PendingAnswer) -> Bool {
    let window = keyWindow.map(ObjectIdentifier.init)
    guard answer.window == nil || answer.window == window else { return false }
    if answer.isOfKey { return true }
    if answer.isAboutFocus { return grabsKeyboards || holdsKeys || hasFirstResponder }
    return answer.container.map { $0 === textContainer } ?? false
  }

  /// Whether the keyboards stay grabbed although nothing has the focus: a program is asked whether
  /// it takes the focus over, and keys typed meanwhile are for that program.
  package var keepsKeyboards: Bool {
    grabsKeyboards && isActive && (isHoldingKeys || isBlocked)
  }

  /// Applies the default answers of the requests that keys wait for, and processes queued keys up
  /// to the next request.
  ///
  /// - Returns: false if this is not possible now.
  private func endRequestsOfKeys() -> Bool {
    guard operations.isBetweenOperations, !isGoingOn else { return false }
    for answer in operations.pending where concernsKeys(answer) {
      _ = operations.end(answer.token, with: .overrun)
    }
    processQueue()
    return true
  }

  /// Processes a keystroke as an operation, or queues it behind a waiting one.
  func begin(_ keystroke: Keystroke) -> Disposition {
    if !isGoingOn, queued(.keystroke(keystroke)) { return .queued }
    // Inside another operation, the keystroke is a part of that operation.
    guard mayAnswerLate, operations.isBetweenOperations else { return take(keystroke) }
    var disposition = Disposition.ignored
    var hasReturned = false
    let operation = operations.run(
      mayWait: true, isKey: true,
      { [self] in
        disposition = take(keystroke)
        if state.toolkitWait != nil { waitForToolkit() }
      },
      completion: { [self] in if hasReturned { keystrokeDidEnd(keystroke, disposition) } })
    hasReturned = true
    guard let request = operation.flatMap({ operations.request(of: $0) }) else {
      return disposition
    }
    return .waiting(PendingKeystroke(token: request.token, deadline: request.deadline))
  }

  /// Waits until the toolkit that owns a text has handled a key.
  private func waitForToolkit() {
    guard let wait = state.toolkitWait else { return }
    state.toolkitWait = nil
    guard !wait.isOver, let container = wait.text as? TextContainer else { return }
    _ = waitForAnswer(about: container, in: container.window, within: ToolkitWait.limit) {
      [unowned self] token in
      if wait.isOver { return stopWaiting(for: token) }
      wait.resume = { [unowned self] in stopWaiting(for: token) }
    }
    wait.resume = {}
  }

  /// Resumes operations that can continue, like ``takeUpdates(into:)``; for callers that must not
  /// be called back during that.
  package func proceed() {
    if waits { processQueue() }
  }

  /// Resumes answered operations, then processes queued keys until a key must wait.
  func processQueue() {
    guard operations.isBetweenOperations, !isGoingOn else { return }
    guard operations.hasAnswered || holdsKeys && !isBlocked else {
      if !mayAnswerLate, !holdsKeys, operations.pending.isEmpty { waits = false }
      return
    }
    isGoingOn = true
    defer { isGoingOn = false }
    repeat {
      operations.continueAnswered()
      guard holdsKeys, !isBlocked else { continue }
      guard let item = keyQueue.popFirst() else {
        holdsKeys = false
        continue
      }
      // While the key is processed, later keys are still queued.
      switch item {
      case .event(let event): keyIsDue(event)
      case .ink(let ink): handle(ink)
      case .keystroke(let keystroke):
        let disposition = begin(keystroke)
        // Another keystroke may be suspended, for a window that has lost the keyboard.
        if case .waiting = disposition { continue }
        keystrokeDidEnd(keystroke, disposition)
      }
    } while operations.hasAnswered || holdsKeys && !isBlocked
  }

  // MARK: Ends without an answer

  /// Applies the default answers of the requests that have timed out.
  func timeOutRequests(at time: Timestamp) {
    let late = operations.pending.filter { $0.deadline <= time }
    for answer in late { _ = operations.end(answer.token, with: .timedOut) }
  }
}
