// SPDX-License-Identifier: Apache-2.0
package import Keys
package import TextInput

/// The Korean input method with the 2-set layout (reference 12.4).
package final class HangulMethod: InputMethod {
  private let services: MethodServices
  private let hanja: HanjaDictionary
  private let learning: ChoiceLearning
  private var composer = HangulComposer()
  private var list: HanjaList?
  /// Whether the Hangul key has switched to Latin letters.
  private var isLatin = false

  /// Creates the method.
  ///
  /// - Parameters:
  ///   - hanja: the dictionary of Chinese characters.
  ///   - services: what the method needs of its engine.
  package init(
    hanja: HanjaDictionary = HanjaDictionary(), services: MethodServices = MethodServices()
  ) {
    self.services = services
    self.hanja = hanja
    learning = ChoiceLearning(.hanja, services)
  }

  private var settings: MethodSettings { services.settings }
  private var delivery: HangulDelivery { settings.hangulDelivery }

  package func handle(
    _ keystroke: Keystroke, in context: InputMethodContext
  ) -> InputMethodAnswer {
    var closing: [InputMethodAction] = []
    if let open = list {
      if let key = ListKey(inPages: keystroke, spaceTakes: true) {
        return handle(key, in: open, context)
      }
      list = nil
      closing = [.show(nil)]
      // ⌫ only closes the list, like ⎋.
      if keystroke.isPlain(.delete) { return .now(InputMethodReply(closing)) }
    }
    if let reply = compose(keystroke, in: context) {
      return .now(InputMethodReply(closing + reply.actions, passesKeyOn: reply.passesKeyOn))
    }
    return closing.isEmpty ? .noOpinion : .now(InputMethodReply(closing, passesKeyOn: true))
  }

  package func choose(_ index: Int, in context: InputMethodContext) -> InputMethodAnswer {
    guard let open = list, open.list.items.indices.contains(index) else { return .noOpinion }
    return choose(index, of: open, context)
  }

  package func contextDidChange(_ context: InputMethodContext) {
    composer = HangulComposer()
    list = nil
  }

  package func finish(in context: InputMethodContext) -> [InputMethodAction] {
    contextDidChange(context)
    return []
  }

  // MARK: Syllables

  private func compose(
    _ keystroke: Keystroke, in context: InputMethodContext
  ) -> InputMethodReply? {
    let code = keystroke.event.code
    let chord = keystroke.chordModifiers
    if code == .hangul, chord.isEmpty {
      isLatin.toggle()
      return InputMethodReply(commit())
    }
    if isHanjaKey(keystroke) { return openHanja(in: context) }
    guard !isLatin else { return nil }
    if delivery == .replace, !composer.isEmpty, !isShown(in: context) {
      composer = HangulComposer()
    }
    if keystroke.isPlain(.delete), !composer.isEmpty { return InputMethodReply(removeLast()) }
    if chord.isEmpty, !keystroke.isInSequence, !keystroke.text.isEmpty,
      let jamo = HangulJamo(key: code, isShifted: keystroke.modifiers.contains(.shift))
    {
      return InputMethodReply(type(jamo))
    }
    guard !composer.isEmpty else { return nil }
    return InputMethodReply(commit(), passesKeyOn: true)
  }

  private func type(_ jamo: HangulJamo) -> [InputMethodAction] {
    let shown = composer.text
    let finished = composer.type(jamo)
    switch delivery {
    case .marked:
      return (finished.isEmpty ? [] : [.commit(finished)]) + [.mark(composer.text)]
    case .replace:
      return replace(shown, with: finished + composer.text)
    }
  }

  private func removeLast() -> [InputMethodAction] {
    let shown = composer.text
    _ = composer.removeLast()
    return delivery == .marked ? [.mark(composer.text)] : replace(shown, with: composer.text)
  }

  /// Ends the syllable; with the delivery `replace` it is already in the text.
  private func commit() -> [InputMethodAction] {
    let text = composer.finish()
    return delivery == .replace || text.isEmpty ? [] : [.commit(text)]
  }

  private func replace(_ shown: String, with text: String) -> [InputMethodAction] {
    if !shown.isEmpty, text.hasPrefix(shown) {
      return [.commit(String(text.dropFirst(shown.count)))]
    }
    return (shown.isEmpty ? [] : [.delete(before: 1, after: 0)])
      + (text.isEmpty ? [] : [.commit(text)])
  }

  /// Whether the syllable is before the caret; a delegate may have refused or replaced it.
  private func isShown(in context: InputMethodContext) -> Bool {
    context.selection.isCaret && context.textBefore(limit: 16).hasSuffix(composer.text)
  }

  // MARK: Hanja

  private func isHanjaKey(_ keystroke: Keystroke) -> Bool {
    if keystroke.event.code == .hanja, keystroke.chordModifiers.isEmpty { return true }
    return keystroke.charactersIgnoringModifiers == .return
      && keystroke.modifiers.intersection(.chord) == .option
  }

  /// Opens the list of Chinese characters for the syllable, the selection, or the syllable before
  /// the caret (IME-17); nil if there is none for it.
  private func openHanja(in context: InputMethodContext) -> InputMethodReply? {
    let source: HanjaList.Source
    if !composer.isEmpty, delivery == .marked {
      source = .marked(composer.text)
    } else if !context.selection.isCaret {
      source = .selection(context.storage.substring(context.selection.range))
    } else if let last = context.textBefore(limit: 16).last {
      source = .before(String(last))
    } else {
      return nil
    }
    let candidates = learning.sorted(hanja.candidates(for: source.reading), for: source.reading)
    if candidates.isEmpty, !hanja.isInstalled { services.lacks(.hanja) }
    // A syllable that is being composed stays, and ⌥⏎ adds no newline while text is marked (IME-3).
    guard !candidates.isEmpty else { return composer.isEmpty ? nil : InputMethodReply([]) }
    let opened = HanjaList(
      source: source,
      list: CandidateList(
        .inputMethod, items: candidates, pageSize: settings.pageSize, highlighted: 0))
    list = opened
    return InputMethodReply([.show(opened.list)])
  }

  private func handle(
    _ key: ListKey, in open: HanjaList, _ context: InputMethodContext
  ) -> InputMethodAnswer {
    switch key {
    case .move(let move):
      list?.list = open.list.moved(move)
      return .handled(.show(list?.list))
    case .dismiss:
      list = nil
      return .handled(.show(nil))
    case .take:
      return choose(open.list.highlighted, of: open, context)
    case .pick(let number):
      return choose(open.list.index(forSelectionKey: number), of: open, context)
    }
  }

  private func choose(
    _ index: Int?, of open: HanjaList, _ context: InputMethodContext
  ) -> InputMethodAnswer {
    guard let index else { return .handled() }
    let text = open.list.items[index].text
    if index != 0 { learning.note(text, for: open.source.reading, in: context) }
    list = nil
    composer = HangulComposer()
    let deleting: [InputMethodAction] =
      if case .before = open.source { [.delete(before: 1, after: 0)] } else { [] }
    return .now(InputMethodReply([.show(nil)] + deleting + [.commit(text)]))
  }
}

/// An open list of Chinese characters, and the text that a choice replaces.
private struct HanjaList {
  enum Source {
    case marked(String)
    case selection(String)
    case before(String)

    var reading: String {
      switch self {
      case .marked(let text), .selection(let text), .before(let text): text
      }
    }
  }

  var source: Source
  var list: CandidateList
}
