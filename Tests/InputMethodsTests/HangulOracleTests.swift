// SPDX-License-Identifier: Apache-2.0
import CHangul
import TestSupport
import TestTraits
import Testing

@testable import InputMethods
@testable import Keys

/// The automaton, compared with libhangul's.
@Suite struct HangulOracleTests {
  @Test("IME-12, IME-13, IME-14 libhangul composes every syllable from the same keys")
  func syllables() throws {
    let oracle = try #require(Oracle())
    var count = 0
    for syllable in UInt32(0xAC00)...0xD7A3 {
      let character = try #require(Unicode.Scalar(syllable))
      let keys = try #require(Oracle.keys(of: character))
      let composed = compose(keys)
      #expect(composed == oracle.compose(keys), "\(character)")
      if composed.finished + composed.preedit == String(Character(character)) { count += 1 }
      for length in 1...keys.count {
        let shorter = keys + String(repeating: "<", count: length)
        #expect(compose(shorter) == oracle.compose(shorter), "\(character) \(shorter)")
      }
    }
    #expect(count == 11172)
  }

  @Test("IME-12, IME-13, IME-14 random keys compose as in libhangul")
  func randomKeys() throws {
    let oracle = try #require(Oracle())
    var random = SeededGenerator(seed: 18)
    // Vowels and consonants that combine are frequent, so that clusters are.
    let keys = Array("qwertyuiopasdfghjklzxcvbnmQWERTOPhkhkmlnjrtsgfrfakl<<<")
    for _ in 0..<Thoroughness.repetitions(20_000, long: 1_000_000) {
      let length = Int.random(in: 1...12, using: &random)
      let sequence = String((0..<length).compactMap { _ in keys.randomElement(using: &random) })
      let (ours, theirs) = (compose(sequence), oracle.compose(sequence))
      guard ours != theirs else { continue }
      Issue.record("\(sequence): \(ours), libhangul \(theirs)")
      return
    }
  }

  private func compose(_ keys: String) -> Composed {
    var composer = HangulComposer()
    var finished = ""
    for key in keys {
      if key == "<" {
        if !composer.removeLast() { _ = finished.popLast() }
      } else if let code = KeyCode(name: "KEY_\(key.uppercased())"),
        let jamo = HangulJamo(key: code, isShifted: key.isUppercase)
      {
        finished += composer.type(jamo)
      }
    }
    return Composed(finished: finished, preedit: composer.text)
  }
}

private struct Composed: Hashable {
  var finished: String
  var preedit: String
}

/// libhangul's input context for the 2-set layout.
private final class Oracle {
  private let context: OpaquePointer

  init?() {
    guard let context = hangul_ic_new("2") else { return nil }
    self.context = context
  }

  deinit { hangul_ic_delete(context) }

  func compose(_ keys: String) -> Composed {
    hangul_ic_reset(context)
    var finished = ""
    for key in keys {
      if key == "<" {
        if !hangul_ic_backspace(context) { _ = finished.popLast() }
        continue
      }
      _ = hangul_ic_process(context, Int32(key.asciiValue ?? 0))
      finished += Self.text(hangul_ic_get_commit_string(context))
    }
    return Composed(finished: finished, preedit: Self.text(hangul_ic_get_preedit_string(context)))
  }

  private static func text(_ characters: UnsafePointer<ucschar>?) -> String {
    guard var place = characters else { return "" }
    var text = ""
    while place.pointee != 0 {
      if let scalar = Unicode.Scalar(place.pointee) { text.unicodeScalars.append(scalar) }
      place += 1
    }
    return text
  }

  /// The keys of a syllable in the 2-set layout.
  static func keys(of syllable: Unicode.Scalar) -> String? {
    let number = Int(syllable.value) - 0xAC00
    guard (0..<11172).contains(number) else { return nil }
    return initials[number / 588] + medials[number % 588 / 28] + finals[number % 28]
  }

  private static let initials = words("r R s e E f a q Q t T d w W c z x v g")
  private static let medials = words("k o i O j p u P h hk ho hl y n nj np nl b m ml l")
  private static let finals =
    [""] + words("r R rt s sw sg e f fr fa fq ft fx fv fg a q qt t T d w c z x v g")

  private static func words(_ text: String) -> [String] {
    text.split(separator: " ").map(String.init)
  }
}
