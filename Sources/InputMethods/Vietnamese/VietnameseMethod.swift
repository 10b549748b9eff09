// SPDX-License-Identifier: Apache-2.0
package import Keys
package import TextInput

/// The Vietnamese input method with the keys of Telex or VNI (reference 12.6).
package final class VietnameseMethod: InputMethod {
  private let method: VietnameseKeys
  private let services: MethodServices
  private var keys: [Character] = []
  /// Whether ⎋ has restored the keys as typed.
  private var isRestored = false
  /// More keys than any syllable needs; a longer word is committed in parts.
  private static let limit = 48

  /// Creates the method.
  ///
  /// - Parameters:
  ///   - method: what the keys mean.
  ///   - services: what the method needs of its engine.
  package init(_ method: VietnameseKeys, services: MethodServices = MethodServices()) {
    self.method = method
    self.services = services
  }

  package func handle(
    _ keystroke: Keystroke, in context: InputMethodContext
  ) -> InputMethodAnswer {
    if !keys.isEmpty {
      if keystroke.isPlain(.delete) { return removeLast() }
      if keystroke.isPlain(.escape) { return restore() }
    }
    if let key = keystroke.typedCharacter, !keystroke.isInSequence, takes(key) {
      let finished = keys.count == Self.limit ? finish() : []
      keys.append(key)
      return .now(InputMethodReply(finished + [.mark(shown)]))
    }
    guard !keys.isEmpty else { return .noOpinion }
    return .now(InputMethodReply(finish(), passesKeyOn: true))
  }

  package func contextDidChange(_ context: InputMethodContext) { reset() }

  package func finish(in context: InputMethodContext) -> [InputMethodAction] {
    reset()
    return []
  }

  // MARK: Syllables

  private func takes(_ key: Character) -> Bool {
    guard key.isASCII else { return false }
    return key.isLetter || method == .vni && key.isNumber && !keys.isEmpty
  }

  private var shown: String {
    isRestored ? String(keys) : VietnameseSyllable(keys, method).text
  }

  private func finish() -> [InputMethodAction] {
    let text = isRestored ? String(keys) : finished
    reset()
    return [.commit(text)]
  }

  /// The text at the end of the word.
  ///
  /// A repeated key is one letter, unless the keys are a word of English: `tesst` is test, but
  /// `password` has both.
  private var finished: String {
    let syllable = VietnameseSyllable(keys, method)
    let typed = String(keys)
    if syllable.isLiteral, services.englishWord(typed.lowercased()) != nil { return typed }
    return syllable.finished
  }

  private func removeLast() -> InputMethodAnswer {
    keys =
      isRestored ? keys.dropLast() : VietnameseSyllable(keys, method).keysWithoutLastLetter
    if keys.isEmpty { isRestored = false }
    return .handled(.mark(keys.isEmpty ? "" : shown))
  }

  /// Shows the keys as typed; if they are shown already, drops them (IME-4).
  private func restore() -> InputMethodAnswer {
    guard shown == String(keys) else {
      isRestored = true
      return .handled(.mark(shown))
    }
    reset()
    return .handled(.mark(""))
  }

  private func reset() {
    keys = []
    isRestored = false
  }
}
