// SPDX-License-Identifier: Apache-2.0
import Keys

/// The processing of one keystroke, timer or request, which may be suspended while a delegate
/// answers later.
final class Operation {
  /// The stack that it runs on; nil if it runs on the caller's stack and cannot wait.
  fileprivate var coroutine: Coroutine?
  /// Called on the caller's stack when the operation has finished.
  fileprivate var completion: () -> Void = {}
  /// Whether it processes a key, or an action that takes the place of a key.
  let isKey: Bool

  fileprivate init(isKey: Bool) {
    self.isKey = isKey
  }
}

/// A request to a delegate that is not answered yet.
final class PendingAnswer {
  let token: AnswerToken
  let deadline: Timestamp
  /// The container that the answer is about; nil for an answer about focus.
  private(set) weak var container: TextContainer?
  /// Whether the answer is about focus.
  let isAboutFocus: Bool
  /// The identity of the window that it concerns; nil for any.
  let window: ObjectIdentifier?
  fileprivate let operation: Operation
  fileprivate var outcome = AnswerOutcome.timedOut

  fileprivate init(
    _ token: AnswerToken, deadline: Timestamp, about container: TextContainer?,
    in window: Window?, of operation: Operation
  ) {
    (self.token, self.deadline, self.container) = (token, deadline, container)
    isAboutFocus = container == nil
    self.window = window.map(ObjectIdentifier.init)
    self.operation = operation
  }

  /// Whether a key waits for the answer.
  var isOfKey: Bool { operation.isKey }
}

/// Runs operations, each on its own stack, so that a waiting operation does not delay others.
///
/// This type has no knowledge of keys: ``TextEngine`` decides what may start while an operation
/// waits.
final class Operations {
  /// The maximum number of idle stacks kept for reuse.
  private static let idleLimit = 2

  /// The requests that are not answered yet, the oldest first.
  private(set) var pending: [PendingAnswer] = []
  /// The requests to send once the notifications before them are delivered.
  private var requests: [(token: AnswerToken, send: (AnswerToken) -> Void)] = []
  private var idle: [Coroutine] = []
  /// The running operation; nil between operations.
  private(set) var current: Operation?
  /// The suspended operations that process keys, the oldest first.
  private(set) var suspendedKeys: [Operation] = []
  /// The operations whose answer arrived while another one was running.
  private var answered: [Operation] = []
  private var lastNumber: UInt64 = 0

  /// Whether no operation is running; some may be waiting.
  var isBetweenOperations: Bool { current == nil }
  /// Whether answered operations must still be resumed.
  var hasAnswered: Bool { !answered.isEmpty }
  /// The time at which the first pending request times out; nil for none.
  var nextDeadline: Timestamp? { pending.lazy.map(\.deadline).min() }

  // MARK: Running

  /// Runs a body as an operation; inside another operation it is a part of that one.
  ///
  /// - Parameters:
  ///   - mayWait: whether it gets a stack to wait on; without one, requests get their default
  ///     answers immediately.
  ///   - isKey: whether it processes a key, so that later keys wait for it.
  ///   - body: the function to run.
  ///   - completion: called when it has finished, possibly before this function returns.
  /// - Returns: the operation if it is waiting; nil if it has finished.
  @discardableResult
  func run(
    mayWait: Bool, isKey: Bool = false, _ body: @escaping () -> Void,
    completion: @escaping () -> Void = {}
  ) -> Operation? {
    guard current == nil, mayWait, let coroutine = idle.popLast() ?? Coroutine() else {
      body()
      completion()
      return nil
    }
    let operation = Operation(isKey: isKey)
    operation.coroutine = coroutine
    operation.completion = completion
    current = operation
    let hasFinished = coroutine.start(body)
    current = nil
    if hasFinished {
      finish(operation)
      return nil
    }
    if isKey { suspendedKeys.append(operation) }
    return operation
  }

  private func resume(_ operation: Operation) {
    guard let coroutine = operation.coroutine else { return }
    current = operation
    let hasFinished = coroutine.resume()
    current = nil
    if hasFinished { finish(operation) }
  }

  private func finish(_ operation: Operation) {
    if let coroutine = operation.coroutine, idle.count < Self.idleLimit { idle.append(coroutine) }
    operation.coroutine = nil
    if !suspendedKeys.isEmpty { suspendedKeys.removeAll { $0 === operation } }
    let completion = operation.completion
    operation.completion = {}
    completion()
  }

  /// Resumes the operations whose answers have arrived.
  ///
  /// - Returns: whether there were any.
  @discardableResult
  func continueAnswered() -> Bool {
    guard current == nil, !answered.isEmpty else { return false }
    while !answered.isEmpty { resume(answered.removeFirst()) }
    return true
  }

  // MARK: Waiting

  /// Suspends the running operation until a request is answered, timed out or cancelled.
  ///
  /// - Parameters:
  ///   - deadline: the time at which the default answer applies.
  ///   - container: the container that the request is about; nil for a request about focus.
  ///   - window: the window of that text or focus; nil for any.
  ///   - send: sends the request; called by ``TextEngine/updatesWereDelivered()``.
  /// - Returns: the outcome; immediately ``AnswerOutcome/timedOut`` if waiting is not possible
  ///   here.
  func wait(
    until deadline: Timestamp, about container: TextContainer?, in window: Window?,
    send: @escaping (AnswerToken) -> Void
  ) -> AnswerOutcome {
    guard let operation = current, let coroutine = operation.coroutine else { return .timedOut }
    lastNumber += 1
    let token = AnswerToken(number: lastNumber)
    let answer = PendingAnswer(
      token, deadline: deadline, about: container, in: window, of: operation)
    pending.append(answer)
    requests.append((token, send))
    coroutine.suspend()
    return answer.outcome
  }

  /// Ends a pending request with an outcome; ``continueAnswered()`` resumes its operation.
  ///
  /// - Returns: false if no such request is pending, because the answer is late or repeated.
  func end(_ token: AnswerToken, with outcome: AnswerOutcome) -> Bool {
    guard let index = pending.firstIndex(where: { $0.token == token }) else { return false }
    let answer = pending.remove(at: index)
    requests.removeAll { $0.token == token }
    answer.outcome = outcome
    answered.append(answer.operation)
    return true
  }

  /// Ends the pending requests about a text, because it loses focus or is removed.
  func cancelRequests(about text: any HostedText) {
    for answer in pending where answer.container === text {
      _ = end(answer.token, with: .cancelled)
    }
  }

  /// Returns the requests to send since the last call, and removes them.
  func takeRequests() -> [(token: AnswerToken, send: (AnswerToken) -> Void)] {
    guard !requests.isEmpty else { return [] }
    defer { requests = [] }
    return requests
  }

  /// Returns the request that an operation is waiting for; nil for none.
  func request(of operation: Operation) -> PendingAnswer? {
    pending.first { $0.operation === operation }
  }
}
