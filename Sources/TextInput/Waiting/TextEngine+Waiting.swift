// SPDX-License-Identifier: Apache-2.0
package import Keys

/// Delegates that answer later: the keystroke waits, and nothing else does.
///
/// A keystroke that a delegate has to be consulted about, and whose answer has to come from elsewhere, stops where it
/// is. Meanwhile everything else goes on: other texts, commands of programs, timers, observers. Keys that are typed
/// meanwhile queue in order, and count once the keystroke is done; each keeps its time.
extension TextEngine {
  /// How long an answer is waited for before the default answer counts.
  public static let answerLimit = Duration.milliseconds(300)

  /// Waits for an answer that comes from elsewhere, in a delegate's method: `let answer = engine.waitForAnswer { … }`.
  ///
  /// The method that calls this simply gets the answer; its keystroke is suspended meanwhile, and the call that began
  /// it returns ``Disposition/waiting(_:)``. Where nothing may wait the default answer counts at once: while
  /// ``allowsLateAnswers`` is false, and where neither a key, a timer nor ``perform(_:completion:)`` is what led here.
  ///
  /// - Parameters:
  ///   - container: the text that the answer is about; where it loses the focus or goes away, the answer is
  ///     ``AnswerOutcome/cancelled``. Nil for an answer about the focus itself.
  ///   - limit: for how long at most, by the clock of the keystrokes.
  ///   - send: sends the request, with the token for ``resume(_:with:)``; called by ``updatesWereDelivered()``.
  /// - Returns: how the request ended.
  public func waitForAnswer(
    about container: TextContainer? = nil, within limit: Duration = TextEngine.answerLimit,
    send: @escaping (AnswerToken) -> Void
  ) -> AnswerOutcome {
    let deadline = timers.now.advanced(by: limit)
    return operations.wait(until: deadline, about: container, send: send)
  }

  /// Continues what waits for an answer, and then deals with the keys that were typed meanwhile.
  ///
  /// - Returns: false where nothing waits for it: the answer is late, and changes nothing.
  @discardableResult
  public func resume(_ token: AnswerToken, with answer: DelegateAnswer) -> Bool {
    guard operations.end(token, with: .answered(answer)) else { return false }
    goOn()
    return true
  }

  /// Lets the default answer of a request count now: whoever was to answer has gone.
  public func giveUp(_ token: AnswerToken) {
    if operations.end(token, with: .timedOut) { goOn() }
  }

  /// Does what comes behind the delivery of updates: requests that were made are sent, so that nobody decides on an older
  /// text, and the assistant is asked for its offers, so that no key's text waits for them.
  ///
  /// To be called when everything that ``takeUpdates()`` gave has been handed on. If there are updates again then, it is to
  /// be called again behind those.
  public func updatesWereDelivered() {
    if waitingKey == nil, assistance.isDue {
      assistance.settle()
      // Requests come behind what that led to.
      if !queue.isEmpty { return }
    }
    for request in operations.takeRequests() { request.send(request.token) }
  }

  /// Does something as the program, in which delegates may answer later; it delays nobody else.
  ///
  /// - Parameters:
  ///   - body: what to do.
  ///   - completion: called once it is done, which may be before this returns.
  public func perform(_ body: @escaping () -> Void, completion: @escaping () -> Void = {}) {
    operations.run(
      mayWait: mayAnswerLate,
      { [self] in
        body()
        endTurn()
      }, completion: completion)
    goOn()
  }

  /// Whether delegates or input methods may answer later.
  var mayAnswerLate: Bool { allowsLateAnswers || stages.composition.methods.mayAnswerLate }

  /// Whether nothing has changed since the updates were taken and delivered: most releases of keys leave it so.
  package var isSettled: Bool {
    queue.isEmpty && !hasWorkAfterDelivery && stages.overlay.current == nil
      && !keyboardArea.needsUpdate && !keyboardArea.isFollowing
  }

  /// Whether ``updatesWereDelivered()`` has anything to do.
  package var hasWorkAfterDelivery: Bool { waits || assistance.isDue }

  /// Whether the engine is in the middle of something now: it must not be told of what only concerns what comes after.
  package var isInOperation: Bool { !operations.isBetweenOperations }

  // MARK: Keys

  /// The keystroke that waits; nil for none.
  public var pendingKeystroke: PendingKeystroke? {
    waitingKey.flatMap { operations.request(of: $0) }
      .map { PendingKeystroke(token: $0.token, deadline: $0.deadline) }
  }

  /// Whether keys queue behind one that waits.
  package var isHoldingKeys: Bool { holdsKeys }

  /// Queues a key whose turn has not come, as its layout is still to translate it; it comes back through
  /// ``keyIsDue``.
  ///
  /// - Returns: false where no key waits, and so this one is not to wait either.
  package func hold(_ event: KeyEvent) -> Bool {
    guard holdsKeys else { return false }
    queueKey(.event(event))
    return true
  }

  func queueKey(_ item: KeyQueue.Item) {
    if !keyQueue.append(item) { keysWereDropped() }
  }

  /// Takes a keystroke as an operation, or queues it behind one that waits.
  func begin(_ keystroke: Keystroke) -> Disposition {
    if holdsKeys, !isGoingOn {
      queueKey(.keystroke(keystroke))
      return .queued
    }
    // Inside another operation it is a part of that one.
    guard mayAnswerLate, operations.isBetweenOperations else { return take(keystroke) }
    var disposition = Disposition.ignored
    var hasReturned = false
    waitingKey = operations.run(
      mayWait: true, { [self] in disposition = take(keystroke) },
      completion: { [self] in
        if hasReturned {
          waitingKey = nil
          keystrokeDidEnd(keystroke, disposition)
        }
      })
    hasReturned = true
    guard waitingKey != nil, let pending = pendingKeystroke else { return disposition }
    holdsKeys = true
    return .waiting(pending)
  }

  /// Continues what can go on, as ``takeUpdates(into:)`` does; for whoever must not be called back in the middle of that.
  package func proceed() {
    if waits { goOn() }
  }

  /// Continues what has its answer, then takes the keys that were typed meanwhile, until one has to wait.
  func goOn() {
    guard operations.isBetweenOperations, !isGoingOn else { return }
    guard operations.hasAnswered || holdsKeys && waitingKey == nil else {
      if !mayAnswerLate, !holdsKeys, operations.pending.isEmpty { waits = false }
      return
    }
    isGoingOn = true
    defer { isGoingOn = false }
    repeat {
      operations.continueAnswered()
      guard holdsKeys, waitingKey == nil else { continue }
      guard let item = keyQueue.popFirst() else {
        holdsKeys = false
        continue
      }
      // While it is taken, keys behind it go on queueing.
      switch item {
      case .event(let event): keyIsDue(event)
      case .keystroke(let keystroke):
        let disposition = begin(keystroke)
        if waitingKey == nil { keystrokeDidEnd(keystroke, disposition) }
      }
    } while operations.hasAnswered || holdsKeys && waitingKey == nil
  }

  // MARK: Ends without an answer

  /// Lets the default answers count of the requests whose time is over.
  func timeOutRequests(at time: Timestamp) {
    let late = operations.pending.filter { $0.deadline <= time }
    for answer in late { _ = operations.end(answer.token, with: .timedOut) }
  }

  /// A text lost the focus or went away: what waits for an answer about it changes nothing.
  func cancelRequests(about container: TextContainer) {
    for answer in operations.pending where answer.container === container {
      _ = operations.end(answer.token, with: .cancelled)
    }
  }
}
