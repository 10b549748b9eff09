// SPDX-License-Identifier: Apache-2.0
import TextInput

/// A converted reading: segments with candidates, one of which has the focus.
struct JapaneseSegments {
  /// A part of the reading, and its conversion.
  struct Segment {
    /// The kana of the part.
    var reading: KanaReading
    /// The candidates, with the chosen one highlighted.
    var list: CandidateList
    /// A form of the kana that replaces the candidates.
    var form: (form: KanaForm, text: String)?

    /// The text as shown.
    var text: String { form?.text ?? list.choice?.text ?? reading.text }
  }

  private(set) var segments: [Segment]
  private(set) var focus = 0
  /// Whether the candidates of the focused segment are shown.
  var showsList = true

  /// Creates a conversion from a checked answer.
  ///
  /// - Parameters:
  ///   - answer: the segments; together they are the whole reading.
  ///   - reading: the kana.
  ///   - learning: the choices of earlier conversions.
  ///   - pageSize: the number of candidates on a page.
  ///   - focus: the segment with the focus.
  init(
    _ answer: [ConvertedSegment], of reading: KanaReading, learning: ChoiceLearning,
    pageSize: Int, focus: Int = 0
  ) {
    var place = 0
    segments = answer.map { segment in
      let length = segment.reading.count
      defer { place += length }
      let kana = reading.part(place..<(place + length))
      let converted = segment.candidates.filter { $0.length == length }
        .map { Candidate($0.text, annotation: $0.annotation) }
      let items = learning.sorted(Self.withForms(converted, of: kana), for: segment.reading)
      return Segment(reading: kana, list: Self.list(items, pageSize: pageSize))
    }
    self.focus = min(max(0, focus), segments.count - 1)
  }

  /// Creates a conversion of the whole reading to predictions.
  init(
    predictions: [Candidate], of reading: KanaReading, learning: ChoiceLearning, pageSize: Int
  ) {
    let items = learning.sorted(Self.withForms(predictions, of: reading), for: reading.text)
    segments = [Segment(reading: reading, list: Self.list(items, pageSize: pageSize))]
  }

  /// Creates a conversion of the whole reading to a form.
  init(_ form: KanaForm, of reading: KanaReading, pageSize: Int) {
    let items = Self.withForms([], of: reading)
    segments = [Segment(reading: reading, list: Self.list(items, pageSize: pageSize))]
    setForm(form)
  }

  private static func list(
    _ items: [Candidate], pageSize: Int, highlighted: Int = 0
  ) -> CandidateList {
    CandidateList(.inputMethod, items: items, pageSize: pageSize, highlighted: highlighted)
  }

  /// Adds hiragana and katakana at the end, so that they can always be chosen.
  private static func withForms(_ items: [Candidate], of reading: KanaReading) -> [Candidate] {
    var items = items
    for form in [KanaForm.hiragana, .katakana, .halfKatakana] {
      let text = reading.text(as: form)
      if !items.contains(where: { $0.text == text }) { items.append(Candidate(text)) }
    }
    return items
  }

  // MARK: Display

  /// The segments as marked text.
  var marked: [MarkedSegment] {
    segments.enumerated().map {
      MarkedSegment($1.text, style: $0 == focus ? .focused : .converted)
    }
  }

  /// The offset of the caret in the marked text: the end of the focused segment.
  var caret: Int { segments[...focus].reduce(0) { $0 + $1.text.utf16.count } }

  /// The visible candidates with the kana that they replace; nil for none.
  var list: CandidateList? {
    let segment = segments[focus]
    guard showsList, segment.form == nil else { return nil }
    var list = segment.list
    list.reading = segment.reading.text
    return list
  }

  /// The text of all segments.
  var text: String { segments.map(\.text).joined() }

  /// The lengths of the segments, in characters.
  var lengths: [Int] { segments.map { $0.reading.text.count } }

  // MARK: Keys

  /// Moves the highlight among the candidates of the focused segment.
  mutating func move(_ move: CandidateList.Move) {
    segments[focus].form = nil
    segments[focus].list = segments[focus].list.moved(move)
    showsList = true
  }

  /// Chooses a candidate by its number on the page, and goes on to the next segment.
  ///
  /// - Returns: whether the page has such a candidate.
  mutating func pick(_ number: Int) -> Bool {
    guard let index = list?.index(forSelectionKey: number) else { return false }
    return choose(index)
  }

  /// Chooses a candidate by its index, and goes on to the next segment.
  ///
  /// - Returns: whether there is such a candidate.
  mutating func choose(_ index: Int) -> Bool {
    guard let list, list.items.indices.contains(index) else { return false }
    segments[focus].list = Self.list(
      list.items, pageSize: list.pageSize, highlighted: index)
    if focus + 1 < segments.count { focus += 1 } else { showsList = false }
    return true
  }

  /// Moves the focus; it stops at both ends.
  mutating func moveFocus(by step: Int) {
    focus = min(max(0, focus + step), segments.count - 1)
    showsList = true
  }

  /// Shows the focused segment in a form; Latin letters in lower case, in capitals, and with a
  /// capital, in turn.
  mutating func setForm(_ form: KanaForm) {
    let reading = segments[focus].reading
    let plain = reading.text(as: form)
    guard form == .latin || form == .wideLatin, let old = segments[focus].form, old.form == form
    else {
      segments[focus].form = (form, plain)
      return
    }
    let cases = [plain.lowercased(), plain.uppercased(), Self.capitalized(plain)]
    let next = cases.firstIndex(of: old.text).map { ($0 + 1) % cases.count } ?? 0
    segments[focus].form = (form, cases[next])
  }

  /// The form after the current one for Muhenkan: hiragana, katakana, half-width katakana in turn.
  var nextKanaForm: KanaForm {
    switch segments[focus].form?.form {
    case .katakana: .halfKatakana
    case .hiragana: .katakana
    default: .hiragana
    }
  }

  private static func capitalized(_ text: String) -> String {
    text.prefix(1).uppercased() + text.dropFirst().lowercased()
  }

  /// Remembers the chosen candidates that were not first.
  func learn(in learning: ChoiceLearning, _ context: InputMethodContext) {
    for segment in segments where segment.form == nil {
      guard let choice = segment.list.choice, segment.list.highlighted != 0 else { continue }
      learning.note(choice.text, for: segment.reading.text, in: context)
    }
  }
}
