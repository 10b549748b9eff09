// SPDX-License-Identifier: Apache-2.0
import Glibc
import Keys

/// What keeps the keyboards from losing keys while a program is waited for.
package protocol WaitingKeyboards: AnyObject {
  /// The descriptors that become readable when there is something to take in.
  var waitingDescriptors: [Int32] { get }
  /// Takes in what was typed meanwhile; it is dealt with afterwards, in order.
  func readAhead()
}

/// Asks programs, and waits for their answers: for a moment at most, and not for one that hangs.
///
/// Everything else stands still meanwhile, but what is typed is taken in, the panic chord included.
final class Questions {
  /// For how long an answer is waited for, in milliseconds.
  static let limit: Int32 = 300

  weak var keyboards: (any WaitingKeyboards)?
  /// Whether a program is being asked: the engine is in the middle of a key, and nobody may change it.
  private(set) var isAsking = false
  /// Is told of programs that do not answer.
  var log: (LogEntry) -> Void = { _ in }
  /// Whether somebody was waited for in vain since the loop turned last: what else may hang waits for its next turn.
  private(set) var hasWaitedInVain = false
  private var lastNumber = 0

  /// Learns that the loop turns.
  func loopTurns() {
    hasWaitedInVain = false
  }

  /// Asks a program a question whose answer is yes or no.
  ///
  /// - Parameters:
  ///   - program: who is asked.
  ///   - question: what is asked.
  ///   - parameters: about what.
  ///   - preset: what counts where no answer comes in time, where the program does not answer an earlier
  ///     question, has not read what it was sent, or is not there.
  /// - Returns: the answer that counts.
  func ask(
    _ program: Program, _ question: QuestionName, _ parameters: [String: JSONValue],
    preset: Bool
  ) -> Bool {
    guard let connection = program.connection, !isAsking else { return preset }
    isAsking = true
    connection.holdsSnapshots = true
    defer {
      connection.holdsSnapshots = false
      isAsking = false
      connection.takeTurnAgain()
    }
    program.sendFrame()
    let hasRead = connection.queue.isEmpty && !connection.queue.needsSnapshot
    guard program.lateQuestion == nil, hasRead, !connection.isClosed else {
      tellPreset(program, question, parameters, preset, .late)
      return preset
    }
    lastNumber += 1
    let id = RequestID.word("q\(lastNumber)")
    var line: [UInt8] = []
    program.encoder.append(
      Question(id: id, method: question.rawValue, params: parameters), to: &line)
    connection.send(answer: line)
    switch wait(for: id, on: connection) {
    case .answered(.bool(let answer)?): return answer
    case .answered: tellPreset(program, question, parameters, preset, .notAnAnswer)
    case .gone: break
    case .late:
      hasWaitedInVain = true
      program.lateQuestion = id
      tellPreset(program, question, parameters, preset, .late)
    }
    return preset
  }

  private enum Outcome {
    case answered(JSONValue?)
    case late
    case gone
  }

  private func wait(for id: RequestID, on connection: Connection) -> Outcome {
    let end = ContinuousClock.now + .milliseconds(Int(Self.limit))
    var checked = 0
    while true {
      let rest = (end - .now) / .milliseconds(1)
      guard rest > 0 else { return .late }
      let others = keyboards?.waitingDescriptors ?? []
      guard
        let ready = connection.wait(milliseconds: Int32(rest.rounded(.up)), besides: others)
      else { return .gone }
      if !ready.isEmpty { keyboards?.readAhead() }
      // What else it asks for meanwhile has its turn afterwards.
      var answer: JSONValue?
      let isAnswered = connection.takePending(behind: checked) { line in
        guard case .answer(id, let value)? = try? Message(parsing: line) else { return false }
        answer = value
        return true
      }
      if isAnswered { return .answered(answer) }
      checked = connection.pending.count
    }
  }

  // MARK: Telling

  private enum Reason: String, Encodable {
    /// No answer came in time, to this question or to one before.
    case late
    /// What came was neither true nor false.
    case notAnAnswer
  }

  private struct Preset: Encodable {
    var answer: Bool
    var container: JSONValue?
    var question: String
    var reason: Reason
  }

  /// Tells a program that its preset was taken.
  private func tellPreset(
    _ program: Program, _ question: QuestionName, _ parameters: [String: JSONValue],
    _ answer: Bool, _ reason: Reason
  ) {
    log(.preset(program, question, reason.rawValue))
    program.notify(
      "question.preset",
      Preset(
        answer: answer, container: parameters["container"], question: question.rawValue,
        reason: reason))
  }
}
