// SPDX-License-Identifier: Apache-2.0
package import Keys
package import TextInput

/// Turns strokes of pads into characters, one at a time (F026).
///
/// 1. A stroke is shown at once, and the candidates of all strokes are asked. The answer to an
///    older question is dropped.
/// 2. ␠, ⏎ and digits choose, arrows move, ⌫ takes a stroke back, ⎋ closes the list and then drops
///    the strokes (IME-3 to IME-9). A key that needs the candidates waits for those of the last
///    stroke; no stroke waits.
/// 3. A pause, in which nothing is drawn, the first stroke of the next character, a tap with two
///    fingers, or a character that is typed take the first candidate, as on a pad of paper.
/// 4. Anything else drops the strokes, so that no character is typed that was not chosen.
///
/// Each pad has a paper of its own; keys are for the one that was drawn on last.
package final class HandwritingMethod: FollowingMethod {
  /// The maximum number of papers; the oldest is dropped.
  private static let paperLimit = 8

  let converter: (any Converter)?
  let services: MethodServices
  var followOns: FollowOns
  private let learning: InkLearning
  private let pending: PendingConversion
  private var punctuation = ChinesePunctuation(isZhuyin: false)
  /// The papers with strokes; the last one was drawn on last.
  private var papers: [Paper] = []
  /// Whether a reply is being made, which shows the candidates that come at once.
  private var isReplying = false

  /// Creates the method.
  ///
  /// - Parameters:
  ///   - converter: recognises characters; nil if there is none, and the method takes no ink.
  ///   - services: what the method needs of its engine.
  package init(
    converter: (any Converter)? = nil, services: MethodServices = MethodServices()
  ) {
    self.converter = converter
    self.services = services
    learning = InkLearning(services)
    followOns = FollowOns(pageSize: services.settings.pageSize)
    pending = PendingConversion(services, of: converter)
  }

  var isComposing: Bool { !papers.isEmpty }
  package var answersLater: Bool { converter?.answersLater ?? false }

  /// The text before the caret and the strokes are sent to a recogniser, so a text that forbids
  /// learning takes no ink.
  package func takesInk(in context: InputMethodContext) -> Bool {
    converter != nil && !context.forbidsLearning
  }

  // MARK: Ink

  package func handle(_ ink: InkEvent, in context: InputMethodContext) -> InputMethodAnswer {
    let paper = papers.first { $0.device == ink.device }
    paper?.time = ink.time
    // Follow-ons stay listed until something was drawn.
    if ink.action != .begin, ink.action != .drop { closeFollowOns() }
    isReplying = true
    defer { isReplying = false }
    switch ink.action {
    case .begin:
      paper?.holdPause()
      return .noOpinion
    case .drop:
      if let paper, paper.isPauseHeld { beginPause(on: paper) }
      return .noOpinion
    case .stroke(let stroke):
      return draw(Ink.points(of: stroke, on: ink.surface), ink, on: paper, in: context)
    case .undo:
      guard let paper else { return .handled(.show(nil)) }
      return .now(undo(on: paper, in: context))
    case .clear:
      if let paper { remove(paper) }
      return .now(InputMethodReply(shown))
    case .takeFirst:
      guard let paper else { return .handled(.show(nil)) }
      return whenRecognised(paper) { [self] in takeFirst(of: paper, in: context) }
    }
  }

  private func draw(
    _ points: [Ink.Point], _ ink: InkEvent, on paper: Paper?, in context: InputMethodContext
  ) -> InputMethodAnswer {
    guard !points.isEmpty else { return .now(InputMethodReply(shown)) }
    guard let paper, paper.beginsNextCharacter(points) else {
      return .now(add(points, ink, to: paper, in: context))
    }
    return whenRecognised(paper) { [self] in
      // Without a candidate nothing may be lost, so the strokes stay one character.
      guard let text = paper.candidates.first?.text else {
        return add(points, ink, to: paper, in: context)
      }
      let first = commit(0, of: paper, in: context)
      followOns.isWanted = false
      let next = add(points, ink, to: nil, in: context, after: text)
      return InputMethodReply(first.actions + next.actions)
    }
  }

  private func add(
    _ points: [Ink.Point], _ ink: InkEvent, to paper: Paper?, in context: InputMethodContext,
    after committed: String = ""
  ) -> InputMethodReply {
    let paper = paper ?? Paper(of: ink.device, on: ink.surface)
    papers.removeAll { $0 === paper }
    papers.append(paper)
    if papers.count > Self.paperLimit { remove(papers[0]) }
    paper.time = ink.time
    if paper.ink.isFull {
      services.inkIsFull()
    } else {
      paper.add(points)
      ask(about: paper, in: context, after: committed)
    }
    beginPause(on: paper)
    return InputMethodReply(shown)
  }

  private func undo(on paper: Paper, in context: InputMethodContext) -> InputMethodReply {
    // The person thinks; the next stroke begins a pause again.
    paper.cancelPause()
    paper.removeLast()
    if paper.ink.strokes.isEmpty { remove(paper) } else { ask(about: paper, in: context) }
    return InputMethodReply(shown)
  }

  /// Shows the paper that was drawn on last; nothing if there is none.
  private var shown: [InputMethodAction] {
    [.draw(papers.last?.ink), .show(papers.last?.list)]
  }

  private func remove(_ paper: Paper) {
    paper.cancelPause()
    paper.giveUp()
    papers.removeAll { $0 === paper }
  }

  func drop() {
    pending.cancel()
    if papers.contains(where: \.isAsking) { converter?.cancel() }
    for paper in papers { remove(paper) }
    closeFollowOns()
  }

  // MARK: The pause

  private func beginPause(on paper: Paper) {
    paper.beginPause(services) { [weak self] in self?.pauseEnded(on: $0) }
  }

  private func pauseEnded(on paper: Paper) {
    guard papers.contains(where: { $0 === paper }) else { return }
    guard paper.candidates.isEmpty, !paper.isAsking else {
      let end = paper.time.advanced(byMicroseconds: services.settings.handwritingPause)
      return services.draw(
        InkEvent(time: end, device: paper.device, surface: paper.surface, action: .takeFirst))
    }
    // The engine may have been started only by the stroke.
    guard !paper.hasAskedAgain, let context = services.context(self) else { return }
    paper.hasAskedAgain = true
    ask(about: paper, in: context)
    // The candidates that are found now are shown for a pause before the first one is taken.
    beginPause(on: paper)
  }

  // MARK: Candidates

  /// Asks for the candidates of all strokes; those of fewer strokes stay until the answer comes.
  private func ask(
    about paper: Paper, in context: InputMethodContext, after committed: String = ""
  ) {
    guard let converter else { return }
    let request = RecognitionRequest(paper.ink, in: context, after: committed)
    if paper.ink.strokes.count == 1 { converter.prepare(in: request.language) }
    let number = paper.ask()
    converter.recognise(request) { [weak self, weak paper] answer in
      guard let self, let paper, paper.end(number) else { return }
      // An engine that has ended is started again for the next stroke.
      if answer == nil { self.converter?.prepare(in: request.language) }
      let found = request.checked(answer)
      receive(
        found.isEmpty ? [] : learning.sorted(found, for: paper.ink, in: request.language),
        for: paper)
    }
  }

  private func receive(_ candidates: [Candidate], for paper: Paper) {
    paper.show(candidates, pageSize: services.settings.pageSize)
    if let waiter = paper.waiter {
      paper.waiter = nil
      return waiter()
    }
    guard !isReplying, paper === papers.last, let context = services.context(self) else { return }
    services.perform([.show(paper.list)], self, context)
  }

  /// Makes a reply with the candidates of the last stroke, which may be outstanding.
  private func whenRecognised(
    _ paper: Paper, _ reply: @escaping () -> InputMethodReply
  ) -> InputMethodAnswer {
    guard paper.isAsking else { return .now(reply()) }
    return pending.ask(
      { (answer: @escaping (Void?) -> Void) in paper.waiter = { answer(()) } },
      reply: { [self] _ in
        isReplying = true
        defer { isReplying = false }
        return reply()
      })
  }

  package func replyAfterTimeout(in context: InputMethodContext) -> InputMethodReply? {
    // The candidates of fewer strokes are shown no longer.
    for paper in papers where paper.isAsking {
      paper.giveUp()
      paper.show([], pageSize: services.settings.pageSize)
    }
    return pending.giveUp()
  }

  private func takeFirst(of paper: Paper, in context: InputMethodContext) -> InputMethodReply {
    guard paper.candidates.first != nil else { return InputMethodReply(shown) }
    return commit(0, of: paper, in: context)
  }

  /// Commits a candidate; what may follow it is asked when the commit was delivered.
  private func commit(
    _ index: Int, of paper: Paper, in context: InputMethodContext
  ) -> InputMethodReply {
    let text = paper.candidates[index].text
    if index > 0 { learning.note(text, for: paper.ink, in: context) }
    remove(paper)
    closeFollowOns()
    followOns.isWanted = papers.isEmpty
    return InputMethodReply(shown + [.commit(text)])
  }

  package func choose(_ index: Int, in context: InputMethodContext) -> InputMethodAnswer {
    if let text = followOns.suggestion(index) { return .now(commit(text, in: context)) }
    guard let paper = papers.last, paper.candidates.indices.contains(index) else {
      return .noOpinion
    }
    return .now(commit(index, of: paper, in: context))
  }

  // MARK: Keys

  package func handle(
    _ keystroke: Keystroke, in context: InputMethodContext
  ) -> InputMethodAnswer {
    isReplying = true
    defer { isReplying = false }
    return handleAfterCommit(keystroke, in: context)
  }

  func process(_ keystroke: Keystroke, in context: InputMethodContext) -> InputMethodAnswer {
    guard let paper = papers.last else {
      guard !keystroke.isInSequence, let form = form(of: keystroke, after: nil, in: context)
      else { return .noOpinion }
      return .handled(.commit(form))
    }
    if keystroke.isPlain(.delete) { return .now(undo(on: paper, in: context)) }
    return whenRecognised(paper) { [self] in reply(to: keystroke, on: paper, in: context) }
  }

  private func reply(
    to keystroke: Keystroke, on paper: Paper, in context: InputMethodContext
  ) -> InputMethodReply {
    guard !keystroke.isInSequence else { return dropped(passingOn: true) }
    if let open = paper.list, let key = ListKey(inPages: keystroke, spaceTakes: true) {
      return reply(to: key, in: open, of: paper, in: context)
    }
    if paper.isListClosed, keystroke.isPlain(.downArrow) || keystroke.isPlain(" ") {
      paper.openList(pageSize: services.settings.pageSize)
      return InputMethodReply(shown)
    }
    // ⏎ must not end the editing of a text for which a character is drawn (IME-3).
    if keystroke.isPlain(.escape) || keystroke.isPlain(.return) {
      return dropped(passingOn: false)
    }
    guard let character = keystroke.typedCharacter, character != " ",
      let text = paper.candidates.first?.text
    else { return dropped(passingOn: true) }
    var reply = commit(0, of: paper, in: context)
    followOns.isWanted = false
    if let form = form(of: keystroke, after: text, in: context) {
      reply.actions.append(.commit(form))
    } else {
      reply.passesKeyOn = true
    }
    return reply
  }

  private func reply(
    to key: ListKey, in open: CandidateList, of paper: Paper, in context: InputMethodContext
  ) -> InputMethodReply {
    switch key {
    case .move(let move):
      // The person chooses, so a pause takes nothing.
      paper.cancelPause()
      paper.hasMoved = true
      paper.list = open.moved(move)
      return InputMethodReply(shown)
    case .pick(let number):
      guard let index = open.index(forSelectionKey: number) else {
        return InputMethodReply(shown)
      }
      return commit(index, of: paper, in: context)
    case .take: return commit(open.highlighted ?? 0, of: paper, in: context)
    case .dismiss where paper.hasMoved:
      (paper.list, paper.isListClosed) = (nil, true)
      return InputMethodReply(shown)
    case .dismiss: return dropped(passingOn: false)
    }
  }

  private func dropped(passingOn passesKeyOn: Bool) -> InputMethodReply {
    for paper in papers { remove(paper) }
    return InputMethodReply(shown, passesKeyOn: passesKeyOn)
  }

  /// The full-width form of punctuation in Chinese; nil for other keys and languages.
  private func form(
    of keystroke: Keystroke, after committed: String?, in context: InputMethodContext
  ) -> String? {
    guard context.mode.primaryLanguage.language == "zh", let character = keystroke.typedCharacter
    else { return nil }
    return punctuation.form(of: character, after: committed ?? context.textBefore(limit: 1))
  }

  // MARK: Ends and changes

  package func contextDidChange(_ context: InputMethodContext) {
    drop()
    punctuation.reset()
  }

  package func finish(in context: InputMethodContext) -> [InputMethodAction] {
    drop()
    return []
  }
}
