// SPDX-License-Identifier: Apache-2.0
package import Keys
package import TextInput

/// The parts of an engine that its input methods use.
package struct MethodServices {
  /// The user's settings.
  package var settings = MethodSettings()
  /// The memory of chosen candidates; nil to learn nothing.
  package var memory: (any InputMemory)?
  /// Where chosen candidates are noted with the text that they were chosen for; nil for nowhere.
  package var journal: ChoiceJournal?
  /// Returns the converter of a method, by the method's name; nil for none.
  package var converter: (String) -> (any Converter)? = { _ in nil }
  /// Returns the English word that letters spell, with its own capitals; nil if they spell none, or
  /// without English words.
  package var englishWord: (String) -> String? = { _ in nil }
  /// Called when a method needs a data file that is not installed.
  package var lacks: (MethodData) -> Void = { _ in }
  /// Called when a stroke was not taken because a character has too many.
  package var inkIsFull: () -> Void = {}
  /// Whether the user lets Keybridge learn anything.
  package var isLearning: () -> Bool
  /// Delivers a late reply to the engine.
  package var resume: (AnswerToken, InputMethodReply) -> Void
  /// Lets a key go on whose reply is not wanted any more.
  package var stopWaiting: (AnswerToken) -> Void
  /// Performs actions without a key, unless it is too late for the context.
  package var perform: ([InputMethodAction], any InputMethod, InputMethodContext) -> Void
  /// Returns the text as it is now; nil if the method is not in use.
  package var context: (any InputMethod) -> InputMethodContext? = { _ in nil }
  /// Calls a function after a time, unless the closure that is returned is called before.
  package var schedule: (Duration, @escaping () -> Void) -> () -> Void = { _, _ in {} }
  /// Passes ink to the engine, as if it came from a pad.
  package var draw: (InkEvent) -> Void = { _ in }

  /// Creates services that do nothing.
  package init() {
    memory = nil
    isLearning = { true }
    resume = { _, _ in }
    stopWaiting = { _ in }
    perform = { _, _, _ in }
  }

  /// Creates the services of an engine, which they do not retain.
  ///
  /// - Parameters:
  ///   - engine: the engine.
  ///   - settings: the user's settings of the input methods.
  package init(_ engine: TextEngine, settings: MethodSettings = MethodSettings()) {
    self.settings = settings
    memory = engine.memory
    journal = engine.choiceJournal
    let reference = engine.reference
    isLearning = { [reference] in reference.object?.settings.learning ?? false }
    resume = { [reference] in reference.object?.resume($0, with: .input($1)) }
    stopWaiting = { [reference] in reference.object?.stopWaiting(for: $0) }
    perform = { [reference] in reference.object?.perform($0, of: $1, for: $2) }
    context = { [reference] in reference.object?.context(of: $0) }
    schedule = { [reference] delay, action in
      guard let timers = reference.object?.timers else { return {} }
      let token = timers.schedule(after: delay.inMicroseconds, action)
      return { [weak timers] in timers?.cancel(token) }
    }
    draw = { [reference] in reference.object?.handle($0) }
  }
}

/// Turns the answer of a converter, which may come later, into the answer of a method.
///
/// Every new request makes the answers to earlier ones void.
final class PendingConversion {
  private let services: MethodServices
  private let converter: (any Converter)?
  private var current = 0
  /// The token of the key that waits for the answer; nil for none, and before the key waits.
  private var token: AnswerToken?
  /// Makes the reply without an answer, while one is outstanding.
  private var withoutAnswer: (() -> InputMethodReply)?

  /// Creates an answer of a converter, which is notified if it is unwanted.
  init(_ services: MethodServices, of converter: (any Converter)?) {
    self.services = services
    self.converter = converter
  }

  /// Makes an outstanding answer void, cancels its request, and lets its key go on.
  func cancel() {
    let isOutstanding = withoutAnswer != nil
    let waiting = token
    end()
    if isOutstanding { converter?.cancel() }
    if let waiting { services.stopWaiting(waiting) }
  }

  private func end() {
    current += 1
    withoutAnswer = nil
    token = nil
  }

  /// Makes the outstanding answer void because its time has passed, and returns the reply without
  /// it; nil if none is outstanding.
  func giveUp() -> InputMethodReply? {
    let reply = withoutAnswer
    end()
    if reply != nil { converter?.cancel() }
    return reply?()
  }

  /// Asks, and returns the reply at once if the answer comes at once.
  ///
  /// - Parameters:
  ///   - start: asks; it passes the answer to its closure.
  ///   - reply: makes the reply from the answer, nil for none; called at most once, and not after
  ///     ``cancel()``.
  /// - Returns: the reply, or a promise of it.
  func ask<Answer>(
    _ start: (@escaping (Answer?) -> Void) -> Void,
    reply: @escaping (Answer?) -> InputMethodReply
  ) -> InputMethodAnswer {
    cancel()
    withoutAnswer = { reply(nil) }
    let number = current
    var isLate = false
    var known: InputMethodReply?
    start { [self] answer in
      guard number == current else { return }
      let waiting = token
      end()
      let reply = reply(answer)
      if isLate, let waiting { return services.resume(waiting, reply) }
      known = reply
      // The answer may come, and its time end, before the engine sends the token.
      if isLate { withoutAnswer = { reply } }
    }
    if let known { return .now(known) }
    isLate = true
    return .later { [self] received in
      if let known {
        services.resume(received, known)
      } else if number == current {
        token = received
      } else {
        services.stopWaiting(received)
      }
    }
  }
}
