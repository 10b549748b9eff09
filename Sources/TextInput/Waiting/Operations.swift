// SPDX-License-Identifier: Apache-2.0
import Keys

/// What the engine does for one keystroke, timer or request, which may have to wait in its middle for a delegate
/// that answers later.
final class Operation {
  /// Where it runs; nil for one that runs on the caller's stack and so cannot wait.
  fileprivate var coroutine: Coroutine?
  /// Called on the caller's stack when it has finished.
  fileprivate var completion: () -> Void = {}
}

/// A request to a delegate whose answer has yet to come.
final class PendingAnswer {
  let token: AnswerToken
  let deadline: Timestamp
  /// The text that the answer is about; nil for one about the focus.
  private(set) weak var container: TextContainer?
  fileprivate let operation: Operation
  fileprivate var outcome = AnswerOutcome.timedOut

  fileprivate init(
    _ token: AnswerToken, deadline: Timestamp, about container: TextContainer?,
    of operation: Operation
  ) {
    (self.token, self.deadline, self.container) = (token, deadline, container)
    self.operation = operation
  }
}

/// Runs operations, each on a stack of its own, so that one that waits holds up no other.
///
/// Nothing here knows of keys: ``TextEngine`` decides what may begin while something waits.
final class Operations {
  /// How many idle stacks are kept for the next operations.
  private static let idleLimit = 2

  /// The requests whose answers have yet to come, the oldest first.
  private(set) var pending: [PendingAnswer] = []
  /// What sends the requests that were made; to be called once the notifications before them are delivered.
  private var requests: [(token: AnswerToken, send: (AnswerToken) -> Void)] = []
  private var idle: [Coroutine] = []
  /// The operation that runs now; nil between operations.
  private var current: Operation?
  /// The operations whose answer came while another one ran.
  private var answered: [Operation] = []
  private var lastNumber: UInt64 = 0

  /// Whether no operation runs now; some may be waiting.
  var isBetweenOperations: Bool { current == nil }
  /// Whether answers have come whose operations have yet to go on.
  var hasAnswered: Bool { !answered.isEmpty }
  /// When the first of the pending requests is timed out; nil for none.
  var nextDeadline: Timestamp? { pending.lazy.map(\.deadline).min() }

  // MARK: Running

  /// Runs a body as an operation; inside another one it is a part of that one.
  ///
  /// - Parameters:
  ///   - mayWait: whether it gets a stack to wait on; without one, requests get their default answers at once.
  ///   - body: what to do.
  ///   - completion: called when it has finished, which may be before this returns.
  /// - Returns: the operation where it waits; nil where it has finished.
  @discardableResult
  func run(
    mayWait: Bool, _ body: @escaping () -> Void, completion: @escaping () -> Void = {}
  ) -> Operation? {
    guard current == nil, mayWait, let coroutine = idle.popLast() ?? Coroutine() else {
      body()
      completion()
      return nil
    }
    let operation = Operation()
    operation.coroutine = coroutine
    operation.completion = completion
    current = operation
    let hasFinished = coroutine.start(body)
    current = nil
    if hasFinished { finish(operation) }
    return hasFinished ? nil : operation
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
    let completion = operation.completion
    operation.completion = {}
    completion()
  }

  /// Continues the operations whose answers have come.
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
  ///   - deadline: when the default answer counts.
  ///   - container: the text that the request is about; nil for one about the focus.
  ///   - send: sends the request; called by ``TextEngine/updatesWereDelivered()``.
  /// - Returns: how it ended; at once, with ``AnswerOutcome/timedOut``, where nothing here may wait.
  func wait(
    until deadline: Timestamp, about container: TextContainer?,
    send: @escaping (AnswerToken) -> Void
  ) -> AnswerOutcome {
    guard let operation = current, let coroutine = operation.coroutine else { return .timedOut }
    lastNumber += 1
    let token = AnswerToken(number: lastNumber)
    let answer = PendingAnswer(token, deadline: deadline, about: container, of: operation)
    pending.append(answer)
    requests.append((token, send))
    coroutine.suspend()
    return answer.outcome
  }

  /// Takes the outcome of a pending request; its operation goes on in ``continueAnswered()``.
  ///
  /// - Returns: false where no such request is pending: the answer is late, or came twice.
  func end(_ token: AnswerToken, with outcome: AnswerOutcome) -> Bool {
    guard let index = pending.firstIndex(where: { $0.token == token }) else { return false }
    let answer = pending.remove(at: index)
    requests.removeAll { $0.token == token }
    answer.outcome = outcome
    answered.append(answer.operation)
    return true
  }

  /// Takes what sends the requests that were made since it was asked last.
  func takeRequests() -> [(token: AnswerToken, send: (AnswerToken) -> Void)] {
    guard !requests.isEmpty else { return [] }
    defer { requests = [] }
    return requests
  }

  /// The request that an operation waits for; nil where it waits for none.
  func request(of operation: Operation) -> PendingAnswer? {
    pending.first { $0.operation === operation }
  }
}
