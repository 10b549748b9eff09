// SPDX-License-Identifier: Apache-2.0
import Keys
import Mirrors
import TextInput

/// Sends requests to programs, and resumes the operations that wait for the responses.
///
/// Only operations on the text that a request is about wait for its response. A response takes
/// effect after everything that the program sent before it. A program whose responses are late
/// three times in a row within a minute is no longer waited for, until it responds in time again.
final class ProgramRequests {
  let engine: TextEngine
  private let now: () -> Timestamp
  /// Called before a request is sent: sends the program the notifications that must precede it.
  private let willSend: (Program) -> Void
  /// Logs programs that do not respond.
  var log: (LogEntry) -> Void = { _ in }
  /// The requests whose responses may still arrive.
  private var open: [RequestID: OpenRequest] = [:]
  /// How many responses may still arrive; bounded by the operations that wait, and one for each
  /// program that is not waited for.
  var openCount: Int { open.count }
  private var lastNumber = 0
  /// Counts the containers and commands that have opted in to requests.
  let lateAnswers: LateAnswers

  /// A request that was sent.
  private final class OpenRequest {
    let number: Int
    let program: Program
    let name: ProgramRequestName
    let sentAt: Timestamp
    /// Resumes the operation that waits for the response; nil if none waits.
    var token: AnswerToken?
    /// Whether the program's own request, which has no response yet, waits for the response.
    var isOfOwnRequest: Bool
    /// The response; nil for none yet.
    var response: Response?

    init(
      _ number: Int, _ program: Program, _ name: ProgramRequestName, at time: Timestamp,
      _ token: AnswerToken?, isOfOwnRequest: Bool
    ) {
      (self.number, self.program, self.name, sentAt) = (number, program, name, time)
      (self.token, self.isOfOwnRequest) = (token, isOfOwnRequest)
    }
  }

  /// A program's response to a request.
  private enum Response {
    case valid(DelegateAnswer)
    /// The response had an invalid value.
    case invalid
  }

  init(
    _ engine: TextEngine, now: @escaping () -> Timestamp, willSend: @escaping (Program) -> Void
  ) {
    self.engine = engine
    lateAnswers = LateAnswers(engine)
    self.now = now
    self.willSend = willSend
  }

  // MARK: Requests

  /// Sends a request to a program and waits for the response; only the current operation waits.
  ///
  /// - Parameters:
  ///   - name: the request's method.
  ///   - program: the program to ask.
  ///   - parameters: the request's parameters.
  ///   - container: the text that the request is about; nil if it is about the focus.
  ///   - defaultAnswer: the result if no response arrives within 300 ms.
  /// - Returns: the response, or the default answer.
  func send(
    _ name: ProgramRequestName, to program: Program, _ parameters: [String: JSONValue],
    about container: TextContainer?, defaultAnswer: Bool
  ) -> DelegateAnswer {
    guard program.connection != nil else { return defaultAnswer ? .yes : .no }
    if program.punctuality.isAlwaysLate {
      probe(program, name, parameters)
      return useDefault(defaultAnswer, of: program, name, parameters, .alwaysLate)
    }
    let isOwn = isInOwnRequest(of: program)
    var id: RequestID?
    defer { if let id { open[id] = nil } }
    let outcome = engine.waitForAnswer(about: container, in: program.window) { [self] token in
      id = write(name, parameters, to: program, token, isOfOwnRequest: isOwn)
    }
    let request = id.flatMap { open[$0] }
    switch outcome {
    case .answered(let answer): return answer
    case .cancelled:
      if let request, !isOwn { waitForEnd(of: request) }
      return .no
    case .timedOut, .overrun: break
    }
    if let id, let request { readAhead(of: request, id) }
    switch request?.response {
    // It arrived in time, and the program's own request has delayed it.
    case .valid(let answer): return answer
    case .invalid: return useDefault(defaultAnswer, of: program, name, parameters, .notAnAnswer)
    case nil: break
    }
    // A program that has disconnected is not late.
    guard program.connection != nil else { return defaultAnswer ? .yes : .no }
    guard outcome == .timedOut else {
      return useDefault(defaultAnswer, of: program, name, parameters, .tooManyKeys)
    }
    if request != nil { program.punctuality.wasLate(at: now()) }
    return useDefault(defaultAnswer, of: program, name, parameters, .late)
  }

  /// Waits for the response to a request whose text has lost the focus, although it has no effect:
  /// what the program sends before it precedes the next key.
  private func waitForEnd(of request: OpenRequest) {
    let program = request.program
    let time = Duration.microseconds(now().microseconds(since: request.sentAt))
    guard request.response == nil, engine.keyWindow === program.window,
      time < TextEngine.answerLimit
    else { return }
    _ = engine.waitForAnswer(in: program.window, within: TextEngine.answerLimit - time) {
      [self] token in
      request.token = token
      if request.response != nil || program.connection == nil { engine.giveUp(token) }
    }
  }

  private func write(
    _ name: ProgramRequestName, _ parameters: [String: JSONValue], to program: Program,
    _ token: AnswerToken?, isOfOwnRequest: Bool = false
  ) -> RequestID? {
    willSend(program)
    guard let connection = program.connection else {
      if let token { engine.giveUp(token) }
      return nil
    }
    lastNumber += 1
    let id = RequestID.word("q\(lastNumber)")
    open[id] = OpenRequest(
      lastNumber, program, name, at: now(), token, isOfOwnRequest: isOfOwnRequest)
    var line: [UInt8] = []
    program.encoder.append(
      ServerRequest(id: id, method: name.rawValue, params: parameters), to: &line)
    connection.send(response: line)
    return id
  }

  /// Sends a request whose response changes nothing, to find out whether the program responds in
  /// time again.
  private func probe(
    _ program: Program, _ name: ProgramRequestName, _ parameters: [String: JSONValue]
  ) {
    guard let connection = program.connection, connection.queue.isEmpty,
      !open.values.contains(where: { $0.program === program })
    else { return }
    _ = write(name, parameters, to: program, nil)
  }

  // MARK: Commands

  /// Makes the id of a request that nothing waits for yet.
  ///
  /// Of a program that is not waited for, only one response at a time is expected.
  ///
  /// - Parameters:
  ///   - name: the request's method.
  ///   - program: the program to ask.
  ///   - isAwaited: whether an operation will wait for the response; otherwise it is ignored.
  /// - Returns: the id.
  func makeRequest(
    _ name: ProgramRequestName, to program: Program, isAwaited: Bool
  ) -> RequestID {
    lastNumber += 1
    let id = RequestID.word("q\(lastNumber)")
    if isAwaited,
      !program.punctuality.isAlwaysLate
        || !open.values.contains(where: { $0.program === program })
    {
      open[id] = OpenRequest(lastNumber, program, name, at: now(), nil, isOfOwnRequest: false)
    }
    return id
  }

  /// Sends the program its notifications, with the request among them, and lets an operation wait
  /// for the response.
  ///
  /// - Returns: false if the program cannot respond.
  func expectResponse(
    to id: RequestID?, from program: Program, _ token: AnswerToken, isOfOwnRequest: Bool
  ) -> Bool {
    willSend(program)
    guard let id, let request = open[id], program.connection != nil else { return false }
    request.token = token
    request.isOfOwnRequest = isOfOwnRequest
    return true
  }

  /// Forgets a request whose response no operation waits for any more.
  func stopExpecting(
    _ id: RequestID, _ parameters: [String: JSONValue], of program: Program,
    after outcome: AnswerOutcome
  ) {
    guard let request = open[id] else { return }
    guard request.token != nil else {
      // The wait ended before its turn came.
      open[id] = nil
      return
    }
    readAhead(of: request, id)
    open[id] = nil
    guard request.response == nil, program.connection != nil else { return }
    switch outcome {
    case .answered, .cancelled: break
    case .overrun: _ = useDefault(true, of: program, request.name, parameters, .tooManyKeys)
    case .timedOut:
      program.punctuality.wasLate(at: now())
      _ = useDefault(true, of: program, request.name, parameters, .late)
    }
  }

  /// Whether the running operation is a request of the program itself.
  func isInOwnRequest(of program: Program) -> Bool {
    guard let operation = engine.runningOperation else { return false }
    return program.connection?.operation == operation
  }

  // MARK: Responses

  /// Handles a program's response; ignores one that is late, or that belongs to no request.
  ///
  /// While the program's own request has no response yet, only a response that this request waits
  /// for takes effect; others follow with ``ownRequestEnded(of:)``.
  func receive(_ value: JSONValue?, to id: RequestID, from program: Program) {
    guard let request = open[id], request.program === program, request.response == nil else {
      return
    }
    note(value, to: request)
    guard request.token != nil else {
      open[id] = nil
      return
    }
    if request.isOfOwnRequest || program.connection?.isHeld != true { apply(request) }
  }

  /// Records a response.
  private func note(_ value: JSONValue?, to request: OpenRequest) {
    let program = request.program
    let age = now().microseconds(since: request.sentAt)
    if age <= Int64(TextEngine.answerLimit / .microseconds(1)) { program.punctuality.wasInTime() }
    request.response =
      answer(value, to: request.name, from: program).map { .valid($0) } ?? .invalid
  }

  /// Resumes the operation that waits for a request, with the response if there is one.
  private func apply(_ request: OpenRequest) {
    guard let token = request.token else { return }
    if case .valid(let answer)? = request.response {
      engine.resume(token, with: answer)
    } else {
      engine.giveUp(token)
    }
  }

  /// Applies the responses that had to wait for the program's own request.
  func ownRequestEnded(of program: Program) {
    let requests = open.values.filter { $0.program === program && $0.response != nil }
    for request in requests.sorted(by: { $0.number < $1.number }) { apply(request) }
  }

  /// Looks for the response to a request whose deadline has passed among the lines that wait for
  /// the program's own request.
  private func readAhead(of request: OpenRequest, _ id: RequestID) {
    guard request.response == nil, let connection = request.program.connection,
      connection.isHeld
    else { return }
    let line = connection.takePending { line in
      response(in: line).map { $0.id == id } ?? false
    }
    if let line { note(response(in: line)?.value, to: request) }
  }

  private func response(in line: IncomingLine) -> (id: RequestID, value: JSONValue?)? {
    guard case .response(let id, let value)? = try? Message(parsing: line, limit: line.bytes.count)
    else { return nil }
    return (id, value)
  }

  private func answer(
    _ value: JSONValue?, to name: ProgramRequestName, from program: Program
  ) -> DelegateAnswer? {
    // Any response says that the program has handled the command.
    if name == .invoke { return .yes }
    switch value {
    case .bool(let isYes)?: return isYes ? .yes : .no
    case .object(let members)? where name == .shouldChange && members.count == 1:
      guard case .text(let text)? = members["replace"],
        (try? program.needRoom(forText: text)) != nil
      else { return nil }
      return .replace(text)
    default: return nil
    }
  }

  /// Returns when a line may be processed while the program's own request has no response yet.
  func precedence(of line: IncomingLine, of program: Program) -> LinePrecedence {
    guard let id = response(in: line)?.id else { return .afterRequest }
    return open[id]?.isOfOwnRequest == true && open[id]?.program === program
      ? .beforeAll : .beforeRequest
  }

  /// Uses the default answers at once, because the program has disconnected.
  ///
  /// The requests that were sent last come first, because earlier ones wait for them.
  func giveUp(_ program: Program) {
    let requests = open.filter { $0.value.program === program }
    for (id, request) in requests.sorted(by: { $0.value.number > $1.value.number }) {
      open[id] = nil
      apply(request)
    }
    program.punctuality = Punctuality()
  }

  // MARK: Default answers

  private struct DefaultAnswer: Encodable {
    var answer: Bool
    var command: JSONValue?
    var container: JSONValue?
    var question: String
    var reason: DefaultAnswerReason
  }

  /// Notifies a program that its default answer was used.
  private func useDefault(
    _ answer: Bool, of program: Program, _ name: ProgramRequestName,
    _ parameters: [String: JSONValue],
    _ reason: DefaultAnswerReason
  ) -> DelegateAnswer {
    log(program.defaultAnswerEntry(name, reason))
    program.notify(
      "question.preset",
      DefaultAnswer(
        answer: answer, command: parameters["command"], container: parameters["container"],
        question: name.rawValue, reason: reason))
    return answer ? .yes : .no
  }
}
