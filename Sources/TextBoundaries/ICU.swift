// SPDX-License-Identifier: Apache-2.0
internal import CICU
import Synchronization

/// The loaded ICU library, with iterators that are opened once and reused; the only caller of ICU.
///
/// Nothing is freed, because the library is used until the program exits.
struct ICU {
  enum Kind {
    case word, sentence, line
  }

  /// The number of the release, for example 72.
  var release: Int { Int(functions.release) }

  private let functions: icu_functions
  private let words: OpaquePointer
  private let sentences: OpaquePointer
  private let lines: OpaquePointer
  private let bidi: OpaquePointer

  // A mutex, because an embedding program may call from several threads and an iterator serves one.
  private static let shared = Mutex(ICU())

  /// Calls `body` with the library, or with nil if it is missing; the first call loads it.
  static func withShared<Result: Sendable>(_ body: (ICU?) -> Result) -> Result {
    shared.withLock { body($0) }
  }

  /// Loads the library; nil if the library or one of its functions is missing.
  ///
  /// The rules are the root locale's, because word boundaries must not depend on the environment.
  private init?() {
    guard let functions = icu_load()?.pointee else { return nil }
    func open(_ kind: UBreakIteratorType) -> OpaquePointer? {
      var status = U_ZERO_ERROR
      let iterator = functions.openBreaks(kind, "", nil, 0, &status)
      return Self.isGood(status) ? iterator : nil
    }
    guard let words = open(UBRK_WORD), let sentences = open(UBRK_SENTENCE),
      let lines = open(UBRK_LINE), let bidi = functions.openBidi()
    else { return nil }
    self.functions = functions
    (self.words, self.sentences, self.lines, self.bidi) = (words, sentences, lines, bidi)
  }

  /// Whether the status is no error; warnings, such as the use of the root locale's data, are below
  /// zero.
  private static func isGood(_ status: UErrorCode) -> Bool {
    status.rawValue <= U_ZERO_ERROR.rawValue
  }

  /// Divides a text into segments; nil on an error.
  ///
  /// The C functions are `ubrk_setText`, `ubrk_next` and `ubrk_getRuleStatus`.
  func segments(of text: [UInt16], _ kind: Kind) -> [TextSegmenter.Segment]? {
    let iterator =
      switch kind {
      case .word: words
      case .sentence: sentences
      case .line: lines
      }
    return text.withUnsafeBufferPointer { units in
      var status = U_ZERO_ERROR
      functions.setBreakText(iterator, units.baseAddress, Int32(units.count), &status)
      guard Self.isGood(status) else { return nil }
      // The iterator must not keep the address of a text that is freed.
      defer { functions.setBreakText(iterator, nil, 0, &status) }
      var segments: [TextSegmenter.Segment] = []
      var start = 0
      while true {
        let end = Int(functions.nextBreak(iterator))
        guard end > start else { return segments }
        let isWord =
          kind != .word || functions.ruleStatus(iterator) >= UBRK_WORD_NONE_LIMIT.rawValue
        segments.append(TextSegmenter.Segment(start..<end, isWord: isWord))
        start = end
      }
    }
  }

  /// Resolves directions; nil on an error.
  ///
  /// The C functions are `ubidi_setPara` and `ubidi_getLevels`.
  func levels(of text: [UInt16], base: UInt8?) -> TextSegmenter.Levels? {
    text.withUnsafeBufferPointer { units in
      var status = U_ZERO_ERROR
      functions.setParagraph(
        bidi, units.baseAddress, Int32(units.count), base ?? UInt8(UBIDI_DEFAULT_LTR), nil, &status)
      guard Self.isGood(status) else { return nil }
      let paragraph = functions.paragraphLevel(bidi)
      guard !units.isEmpty else { return TextSegmenter.Levels(levels: [], base: paragraph) }
      let levels = functions.levels(bidi, &status)
      guard Self.isGood(status), let levels else { return nil }
      return TextSegmenter.Levels(
        levels: Array(UnsafeBufferPointer(start: levels, count: units.count)), base: paragraph)
    }
  }

  /// Applies rule L2; the C function is `ubidi_reorderVisual`.
  func visualOrder(of levels: [UInt8]) -> [Int] {
    var order = [Int32](repeating: 0, count: levels.count)
    functions.reorderVisual(levels, Int32(levels.count), &order)
    return order.map(Int.init)
  }

  /// Returns the mirror image of a code point, as in rule L4; the C function is `u_charMirror`.
  func mirror(of scalar: Unicode.Scalar) -> Unicode.Scalar {
    Unicode.Scalar(UInt32(bitPattern: functions.mirror(Int32(scalar.value)))) ?? scalar
  }
}
