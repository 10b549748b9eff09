// SPDX-License-Identifier: Apache-2.0
import Keys
import Mirrors
import TextInput

/// Sends requests to programs, and resumes the operations that wait for the responses.
///
/// Only operations on the text that a request is about wait for its response. A program whose
/// responses are late three times in a row within a minute is no longer waited for, until it
/// responds in time again.
final class ProgramRequests {
  let engine: TextEngine
  private let now: () -> Timestamp
  /// Called before a request is sent: sends the program the notifications that must precede it.
  private let willSend: (Program) -> Void
  /// Logs programs that do not respond.
  var log: (LogEntry) -> Void = { _ in }
  /// The requests whose responses may still arrive.
  private var open: [RequestID: OpenRequest] = [:]
  private var lastNumber = 0
  /// How many containers and commands have opted in to requests.
  ///
  /// Without any, keys cost less.
  var optIns = 0 {
    didSet { engine.allowsLateAnswers = optIns > 0 }
  }

  /// A request that was sent.
  private final class OpenRequest {
    let program: Program
    let name: ProgramRequestName
    let sentAt: Timestamp
    /// Resumes the operation that waits for the response; nil if none waits.
    var token: AnswerToken?
    /// Whether the response had an invalid value.
    var hasBadAnswer = false

    init(_ program: Program, _ name: ProgramRequestName, at time: Timestamp, _ token: AnswerToken?)
    {
      (self.program, self.name, sentAt, self.token) = (program, name, time, token)
    }
  }

  init(
    _ engine: TextEngine, now: @escaping () -> Timestamp, willSend: @escaping (Program) -> Void
  ) {
    self.engine = engine
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
    var id: RequestID?
    let outcome = engine.waitForAnswer(about: container) { [self] token in
      id = write(name, parameters, to: program, token)
    }
    let request = id.flatMap { open.removeValue(forKey: $0) }
    switch outcome {
    case .answered(let answer): return answer
    case .cancelled: return .no
    case .timedOut:
      if request?.hasBadAnswer == true {
        return useDefault(defaultAnswer, of: program, name, parameters, .notAnAnswer)
      }
      // A program that has disconnected is not late.
      guard program.connection != nil else { return defaultAnswer ? .yes : .no }
      if request != nil { program.punctuality.wasLate(at: now()) }
      return useDefault(defaultAnswer, of: program, name, parameters, .late)
    }
  }

  private func write(
    _ name: ProgramRequestName, _ parameters: [String: JSONValue], to program: Program,
    _ token: AnswerToken?
  ) -> RequestID? {
    willSend(program)
    guard let connection = program.connection else {
      if let token { engine.giveUp(token) }
      return nil
    }
    lastNumber += 1
    let id = RequestID.word("q\(lastNumber)")
    open[id] = OpenRequest(program, name, at: now(), token)
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
  func makeRequest(_ name: ProgramRequestName, to program: Program) -> RequestID {
    lastNumber += 1
    let id = RequestID.word("q\(lastNumber)")
    if !program.punctuality.isAlwaysLate
      || !open.values.contains(where: { $0.program === program })
    {
      open[id] = OpenRequest(program, name, at: now(), nil)
    }
    return id
  }

  /// Sends the program its notifications, with the request among them, and lets an operation wait
  /// for the response.
  ///
  /// - Returns: false if the program cannot respond.
  func expectResponse(to id: RequestID?, from program: Program, _ token: AnswerToken) -> Bool {
    willSend(program)
    guard let id, let request = open[id], program.connection != nil else { return false }
    request.token = token
    return true
  }

  /// Forgets a request whose response no operation waits for any more.
  func stopExpecting(
    _ id: RequestID, _ parameters: [String: JSONValue], of program: Program, isLate: Bool
  ) {
    guard let request = open[id], request.token != nil else { return }
    open[id] = nil
    guard isLate, program.connection != nil else { return }
    program.punctuality.wasLate(at: now())
    _ = useDefault(true, of: program, request.name, parameters, .late)
  }

  // MARK: Responses

  /// Handles a program's response; ignores one that is late, or that belongs to no request.
  func receive(_ value: JSONValue?, to id: RequestID, from program: Program) {
    guard let request = open[id], request.program === program else { return }
    let age = now().microseconds(since: request.sentAt)
    if age <= Int64(TextEngine.answerLimit / .microseconds(1)) { program.punctuality.wasInTime() }
    guard let token = request.token else {
      open[id] = nil
      return
    }
    if let answer = answer(value, to: request.name, from: program) {
      engine.resume(token, with: answer)
    } else {
      request.hasBadAnswer = true
      engine.giveUp(token)
    }
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

  /// Whether a line is a response that an operation waits for.
  func isAwaited(_ line: IncomingLine, of program: Program) -> Bool {
    guard case .response(let id, _)? = try? Message(parsing: line, limit: line.bytes.count) else {
      return false
    }
    return open[id].map { $0.program === program && $0.token != nil } ?? false
  }

  /// Uses the default answers at once, because the program has disconnected.
  func giveUp(_ program: Program) {
    for (id, request) in open where request.program === program {
      open[id] = nil
      if let token = request.token { engine.giveUp(token) }
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
    log(.defaultAnswer(program, name, reason))
    program.notify(
      "question.preset",
      DefaultAnswer(
        answer: answer, command: parameters["command"], container: parameters["container"],
        question: name.rawValue, reason: reason))
    return answer ? .yes : .no
  }
}

/// Why the default answer to a request was used.
enum DefaultAnswerReason: String, Encodable {
  /// No response arrived in time.
  case late
  /// Three responses in a row were late, so the program is not waited for.
  case alwaysLate
  /// The response had an invalid value.
  case notAnAnswer
}

/// Records whether a program responds in time.
struct Punctuality {
  /// After this many late responses within ``period`` the service no longer waits for the program.
  static let limit = 3
  /// In microseconds.
  static let period: Int64 = 60_000_000

  private var lateTimes: [Timestamp] = []
  /// Whether the service no longer waits for the program's responses.
  private(set) var isAlwaysLate = false

  /// Records a response that did not arrive in time.
  mutating func wasLate(at time: Timestamp) {
    lateTimes.removeAll { time.microseconds(since: $0) > Self.period }
    lateTimes.append(time)
    if lateTimes.count >= Self.limit { isAlwaysLate = true }
  }

  /// Records a response that arrived in time.
  mutating func wasInTime() {
    self = Punctuality()
  }
}
