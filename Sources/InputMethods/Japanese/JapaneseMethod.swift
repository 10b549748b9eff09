// SPDX-License-Identifier: Apache-2.0
package import Keys
package import TextInput

/// The Japanese input method, with romaji or with the keys of a kana keyboard (reference 12.2).
package final class JapaneseMethod: FollowingMethod {
  /// How keys type kana.
  package enum Layout: Hashable, Sendable {
    /// Latin letters spell kana.
    case romaji
    /// Each physical key is a kana.
    case kana
  }

  let layout: Layout
  let converter: (any Converter)?
  let services: MethodServices
  let learning: ChoiceLearning
  let pending: PendingConversion
  var reading = KanaReading()
  /// The conversion of the reading; nil while it is composed.
  var conversion: JapaneseSegments?
  var followOns: FollowOns
  /// Whether the Eisu key has switched to Latin letters.
  private var isLatin = false

  /// Creates the method.
  ///
  /// - Parameters:
  ///   - layout: how keys type kana.
  ///   - converter: converts kana; nil if there is none, and kana stay kana.
  ///   - services: what the method needs of its engine.
  package init(
    _ layout: Layout, converter: (any Converter)? = nil, services: MethodServices = MethodServices()
  ) {
    self.layout = layout
    self.converter = converter
    self.services = services
    learning = ChoiceLearning(.japanese, services)
    followOns = FollowOns(pageSize: services.settings.pageSize)
    pending = PendingConversion(services, of: converter)
  }

  var isComposing: Bool { !reading.isEmpty }
  package var answersLater: Bool { converter?.answersLater ?? false }
  var pageSize: Int { services.settings.pageSize }

  package func handle(
    _ keystroke: Keystroke, in context: InputMethodContext
  ) -> InputMethodAnswer {
    handleAfterCommit(keystroke, in: context)
  }

  package func choose(_ index: Int, in context: InputMethodContext) -> InputMethodAnswer {
    if let text = followOns.suggestion(index) { return .now(commit(text, in: context)) }
    guard conversion?.choose(index) == true else { return .noOpinion }
    return .now(showConversion())
  }

  package func replyAfterTimeout(in context: InputMethodContext) -> InputMethodReply? {
    pending.giveUp()
  }

  package func contextDidChange(_ context: InputMethodContext) { drop() }

  func drop() {
    pending.cancel()
    reading = KanaReading()
    conversion = nil
    closeFollowOns()
  }

  package func finish(in context: InputMethodContext) -> [InputMethodAction] {
    // The conversion is committed as shown, so a correction counts as with ⏎.
    conversion?.learn(in: learning, context)
    // A hanging `n` is ん, as with ⏎; the rest stays as shown.
    let text = conversion == nil && !reading.isEmpty ? reading.text(as: .hiragana) : ""
    drop()
    return text.isEmpty ? [] : [.commit(text)]
  }

  // MARK: Keys

  func process(
    _ keystroke: Keystroke, in context: InputMethodContext
  ) -> InputMethodAnswer {
    if let answer = switchLetters(keystroke, in: context) { return answer }
    guard !isLatin else { return .noOpinion }
    if conversion != nil { return convert(keystroke, in: context) }
    if !reading.isEmpty { return compose(keystroke, in: context) }
    return begin(keystroke, in: context)
  }

  /// Handles the keys that switch between kana and Latin letters.
  private func switchLetters(
    _ keystroke: Keystroke, in context: InputMethodContext
  ) -> InputMethodAnswer? {
    guard keystroke.chordModifiers.isEmpty else { return nil }
    let wasLatin = isLatin
    switch keystroke.event.code {
    case .hanja: isLatin = true
    case .hangul, .hiragana, .katakana, .katakanaHiragana: isLatin = false
    case .zenkakuHankaku: isLatin.toggle()
    // The key above Tab on Japanese keyboards, with the layout's Zenkaku_Hankaku.
    case _ where keystroke.keysym.rawValue == 0xFF2A: isLatin.toggle()
    // Eisu_toggle, on the Caps Lock key.
    case _ where keystroke.keysym.rawValue == 0xFF30: isLatin = true
    default: return nil
    }
    guard isLatin, !wasLatin, !reading.isEmpty else { return .handled() }
    return .now(commitShown(in: context))
  }

  private func begin(
    _ keystroke: Keystroke, in context: InputMethodContext
  ) -> InputMethodAnswer {
    if keystroke.typedCharacter == " ", !keystroke.isInSequence {
      // With ⇧ it is the ordinary space.
      return keystroke.modifiers.contains(.shift) ? .noOpinion : .handled(.commit("\u{3000}"))
    }
    return type(keystroke, in: context) ? .now(InputMethodReply(markReading())) : .noOpinion
  }

  /// Adds a key to the reading.
  ///
  /// - Returns: whether the key types a kana or another character.
  private func type(_ keystroke: Keystroke, in context: InputMethodContext) -> Bool {
    guard !keystroke.isInSequence, let character = keystroke.typedCharacter, character != " "
    else { return false }
    let isShifted = keystroke.modifiers.contains(.shift)
    if layout == .kana,
      let kana = KanaKeyboard.kana(
        of: keystroke.event.code, isShifted: isShifted, on: services.settings.kanaLayout)
    {
      reading.typeKana(kana, keys: character.isASCII ? String(character) : "")
    } else if layout == .kana {
      reading.typeMark(character)
    } else {
      reading.typeRomaji(character)
    }
    // Only ␠ asks the converter. If it has ended meanwhile, it is ready again by then.
    if !context.forbidsLearning {
      converter?.prepare(in: context.mode.primaryLanguage.description)
    }
    return true
  }

  private func compose(
    _ keystroke: Keystroke, in context: InputMethodContext
  ) -> InputMethodAnswer {
    if let form = KanaForm(keystroke) { return show(form) }
    if reading.isLatin, keystroke.isPlain(" ") { return .now(commit(reading.text, in: context)) }
    if keystroke.event.code == .muhenkan { return show(.katakana) }
    if keystroke.event.code == .henkan || keystroke.isPlain(" ") { return convertReading(context) }
    switch keystroke.charactersIgnoringModifiers {
    case _ where !keystroke.modifiers.isDisjoint(with: .chord): break
    case .return: return .now(commit(reading.text(as: .hiragana), in: context))
    case .escape:
      drop()
      return .handled(.mark(""))
    case .delete: reading.deleteBackward()
    case .leftArrow: reading.moveCaret(by: -1)
    case .rightArrow: reading.moveCaret(by: 1)
    case .tab, .downArrow: return predict(context)
    default: break
    }
    switch keystroke.charactersIgnoringModifiers {
    case .delete, .leftArrow, .rightArrow:
      if keystroke.modifiers.isDisjoint(with: .chord) {
        return .now(InputMethodReply(markReading()))
      }
    default: break
    }
    if type(keystroke, in: context) { return .now(InputMethodReply(markReading())) }
    // ␠ with ⇧, caret keys and chords end the composition and then act.
    var reply = commitShown(in: context)
    reply.passesKeyOn = true
    return .now(reply)
  }

  // MARK: Results

  private func markReading() -> [InputMethodAction] {
    let text = reading.text
    return [
      .mark(
        text.isEmpty ? [] : [MarkedSegment(text)], selected: TextRange(caret: reading.caret))
    ]
  }

  /// Shows the conversion and its candidates.
  func showConversion() -> InputMethodReply {
    guard let conversion else { return InputMethodReply([.show(nil)] + markReading()) }
    return InputMethodReply([
      .mark(conversion.marked, selected: TextRange(caret: conversion.caret)),
      .show(conversion.list),
    ])
  }

  private func show(_ form: KanaForm) -> InputMethodAnswer {
    reading.finishRomaji()
    conversion = JapaneseSegments(form, of: reading, pageSize: pageSize)
    return .now(showConversion())
  }

  /// Commits what is shown.
  func commitShown(in context: InputMethodContext) -> InputMethodReply {
    if let conversion { conversion.learn(in: learning, context) }
    let text = conversion?.text ?? reading.text(as: .hiragana)
    drop()
    return InputMethodReply([.show(nil), .commit(text)])
  }
}

extension KanaForm {
  /// The form that a key asks for; nil for any other key.
  init?(_ keystroke: Keystroke) {
    switch (keystroke.charactersIgnoringModifiers, keystroke.modifiers.intersection(.chord)) {
    case ("j", .control), (.function(6), []): self = .hiragana
    case ("k", .control), (.function(7), []): self = .katakana
    case (";", .control), (.function(8), []): self = .halfKatakana
    case ("l", .control), (.function(9), []): self = .wideLatin
    case (.function(10), []): self = .latin
    default: return nil
    }
  }
}
