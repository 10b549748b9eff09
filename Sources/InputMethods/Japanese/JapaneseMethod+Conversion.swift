// SPDX-License-Identifier: Apache-2.0
import Keys
import TextInput

/// Conversion and prediction by the converter, and the keys that change its segments.
extension JapaneseMethod {
  // MARK: Requests

  /// Converts the whole reading.
  func convertReading(_ context: InputMethodContext) -> InputMethodAnswer {
    reading.finishRomaji()
    return ask(context, boundaries: [], focus: 0)
  }

  /// Shows words that begin with the reading.
  func predict(_ context: InputMethodContext) -> InputMethodAnswer {
    reading.finishRomaji()
    let request = request(context, boundaries: [])
    guard let converter else { return .handled() }
    return pending.ask(
      { converter.predict(request, answer: $0) },
      reply: { [self] answer in
        var items = ConversionRequest.checked(answer)
        if let word = englishWord, !items.contains(where: { $0.text == word }) {
          items.insert(Candidate(word), at: min(1, items.count))
        }
        guard !items.isEmpty else { return InputMethodReply([]) }
        conversion = JapaneseSegments(
          predictions: items, of: reading, learning: learning, pageSize: pageSize)
        return showConversion()
      })
  }

  private func request(
    _ context: InputMethodContext, boundaries: [Int]
  ) -> ConversionRequest {
    var request = ConversionRequest(reading.text, in: context)
    request.boundaries = boundaries
    request.waitsForStart = true
    return request
  }

  private func ask(
    _ context: InputMethodContext, boundaries: [Int], focus: Int
  ) -> InputMethodAnswer {
    let request = request(context, boundaries: boundaries)
    guard let converter else { return .now(show(nil, request, focus)) }
    return pending.ask(
      { converter.convert(request, answer: $0) },
      reply: { [self] in show($0, request, focus) })
  }

  /// Shows an answer; without a usable one the kana themselves are the only candidates.
  private func show(
    _ answer: [ConvertedSegment]?, _ request: ConversionRequest, _ focus: Int
  ) -> InputMethodReply {
    var segments = request.checked(answer) ?? [ConvertedSegment(request.reading, [])]
    if segments.count == 1, let word = englishWord {
      segments[0].candidates.append(ConvertedCandidate(word, length: request.reading.count))
    }
    conversion = JapaneseSegments(
      segments, of: reading, learning: learning, pageSize: pageSize, focus: focus)
    return showConversion()
  }

  /// The English word that the keys spell; nil if they spell none.
  private var englishWord: String? {
    let keys = reading.keys
    return layout == .romaji && keys.utf8.count >= 3 ? services.englishWord(keys) : nil
  }

  // MARK: Keys while converting

  /// Handles a key while the reading is converted.
  func convert(
    _ keystroke: Keystroke, in context: InputMethodContext
  ) -> InputMethodAnswer {
    if let form = KanaForm(keystroke) {
      conversion?.setForm(form)
      return .now(showConversion())
    }
    if let answer = handleSegmentKey(keystroke, in: context) { return answer }
    if let key = ListKey(inPages: keystroke), case .move(let move) = key {
      conversion?.move(move)
      return .now(showConversion())
    }
    if case .pick(let number)? = ListKey(inPages: keystroke), conversion?.list != nil {
      _ = conversion?.pick(number)
      return .now(showConversion())
    }
    // A letter commits the conversion and begins the next reading; other keys commit and then act.
    let committed = commitShown(in: context)
    switch handle(keystroke, in: context) {
    case .now(let reply):
      return .now(
        InputMethodReply(committed.actions + reply.actions, passesKeyOn: reply.passesKeyOn))
    case .noOpinion, .later:
      return .now(InputMethodReply(committed.actions, passesKeyOn: true))
    }
  }

  private func handleSegmentKey(
    _ keystroke: Keystroke, in context: InputMethodContext
  ) -> InputMethodAnswer? {
    guard let current = conversion else { return nil }
    let chord = keystroke.modifiers.intersection(.chord)
    let isInGrid = current.list?.isExpanded == true
    switch (keystroke.charactersIgnoringModifiers, chord) {
    case _ where keystroke.event.code == .henkan && chord.isSubset(of: .shift):
      conversion?.move(chord.isEmpty ? .next : .previous)
    case _ where keystroke.event.code == .muhenkan && chord.isEmpty:
      conversion?.setForm(current.nextKanaForm)
    case (" ", []): conversion?.move(.next)
    case (" ", .shift): conversion?.move(.previous)
    case (.leftArrow, []) where !isInGrid: conversion?.moveFocus(by: -1)
    case (.rightArrow, []) where !isInGrid: conversion?.moveFocus(by: 1)
    case (.leftArrow, .shift): return resize(by: -1, in: context)
    case (.rightArrow, .shift): return resize(by: 1, in: context)
    case (.escape, []), (.delete, []): conversion = nil
    case (.return, []):
      current.learn(in: learning, context)
      return .now(commit(current.text, in: context))
    default: return nil
    }
    return .now(showConversion())
  }

  /// Shrinks or grows the focused segment; the rest is converted anew.
  private func resize(by step: Int, in context: InputMethodContext) -> InputMethodAnswer {
    guard let conversion else { return .noOpinion }
    var lengths = Array(conversion.lengths[...conversion.focus])
    lengths[conversion.focus] += step
    let rest = conversion.lengths.reduce(0, +) - lengths.reduce(0, +)
    guard lengths[conversion.focus] > 0, rest >= 0 else { return .handled() }
    return ask(context, boundaries: lengths, focus: conversion.focus)
  }
}
