// SPDX-License-Identifier: Apache-2.0
import Keys
import Mirrors
import TextInput

/// The methods that read and change a text and its selection, or choose candidates.
extension ProgramMethods {
  /// The methods that edit texts.
  ///
  /// No delegate is consulted, and notifications report the edits like any other change (FLD-12).
  static let text: [String: Method<ProgramClient>] = [
    "text.set": Method(["container", "text", "string", "ifRevision", "keepsSelection"]) {
      (client, parameters) throws(RequestError) in
      let program = try client.program
      let text = try program.ownText(parameters)
      try parameters.checkRevision(of: text)
      let string = try parameters.newText
      // Setting the text releases the old text and its undo history, so their size is available.
      try program.needRoom(forText: string, giving: text.heldUnits)
      text.setText(string, selecting: try parameters.selectionRule)
      return Edited(revision: text.textRevision)
    },
    "text.replace": Method([
      "container", "range", "text", "string", "ifRevision", "keepsSelection",
    ]) { (client, parameters) throws(RequestError) in
      let program = try client.program
      let text = try program.ownText(parameters)
      try parameters.checkRevision(of: text)
      let string = try parameters.newText
      try program.needRoom(forText: string)
      let rule = try parameters.selectionRule
      text.replace(try parameters.range("range", in: text), withText: string, selecting: rule)
      return Edited(revision: text.textRevision)
    },
    "text.clear": Method(["container", "ifRevision"]) { (client, parameters) throws(RequestError) in
      // Acts like the field's clear button: the program is consulted if it has opted in (FLD-17).
      let text = try client.program.ownText(parameters)
      try parameters.checkRevision(of: text)
      guard let field = text as? TextField else {
        throw RequestError(
          .unsupported, "only a field has a clear button; use text.set to empty a view",
          at: parameters.pointer("container"))
      }
      field.clear()
      return Edited(revision: text.textRevision)
    },
    "selection.set": Method(["container", "anchor", "head", "ifRevision"]) {
      (client, parameters) throws(RequestError) in
      let text = try client.program.ownText(parameters)
      try parameters.checkRevision(of: text)
      let anchor = try parameters.offset("anchor", in: text)
      let head =
        try parameters.number(ifThere: "head") != nil
        ? parameters.offset("head", in: text) : anchor
      text.select(Selection(anchor: anchor, head: head))
      return Done()
    },
    "text.words": Method(["container", "range"]) { (client, parameters) throws(RequestError) in
      let text = try client.program.container(parameters).text
      let range =
        parameters.has("range") && parameters["range"] != .null
        ? try parameters.range("range", in: text) : TextRange(0, text.storage.count)
      // Text without a word would otherwise be searched to its end.
      let end = text.storage.characterBoundary(
        atOrAfter: min(range.end, range.start + searchedUnits))
      let words = text.storage.words(in: TextRange(range.start, end))
      // The last word may continue after the part that was searched.
      let next =
        words.count > wordLimit ? words[wordLimit].start : max(end, words.last?.end ?? end)
      let listed = words.prefix(wordLimit)
      // The text is read once, because finding each word in a long text costs more than the word.
      var place = listed.first?.start ?? 0
      var rest = text.storage.substring(TextRange(place, listed.last?.end ?? place))[...]
      return Words(
        next: next < range.end ? next : nil,
        words: JSONWriter.objects(listed) { word, object in
          let start = rest.utf16.index(rest.startIndex, offsetBy: word.start - place)
          let end = rest.utf16.index(start, offsetBy: word.length)
          object.add("range", (word.start, word.end))
          object.add("text", String(rest[start..<end]))
          (place, rest) = (word.end, rest[end...])
        })
    },
    "candidates.choose": Method(["number"]) { (client, parameters) throws(RequestError) in
      let program = try client.program
      let number = try parameters.candidateNumber
      guard client.hub.turns.isHolder(program) else { throw .noCandidate(number) }
      switch client.hub.engine.chooseCandidate(number, byProgram: true) {
      case .chosen: return Done()
      case .notOffered: throw .noCandidate(number)
      case .notPermitted:
        throw RequestError(
          .notPermitted,
          "candidate \(number) is a value to fill in, which only the person may choose, with a key "
            + "or at the control socket, unless the setting programs-choose-fills is true",
          at: parameters.pointer("number"))
      }
    },
  ]

  /// How many words ``text.words`` lists at most.
  private static let wordLimit = 1000
  /// The number of code units in which ``text.words`` searches for words.
  private static let searchedUnits = 5000

  /// The response to an edit.
  private struct Edited: Encodable {
    /// The revision of the text after the edit.
    var revision: Int
  }
}

/// The response to `text.words`.
private struct Words: Encodable {
  /// Where to continue if a part of the range was not searched; nil if all of it was.
  var next: Int?
  /// The words, each with its range and its text.
  var words: JSONValue
}

extension Parameters {
  /// The text to insert: `text`, or `string`, its name in version 1.0.
  fileprivate var newText: String {
    get throws(RequestError) {
      guard let old = try text(ifThere: "string", limit: Self.documentLimit) else {
        return try text("text", limit: Self.documentLimit)
      }
      guard try text(ifThere: "text", limit: Self.documentLimit) == nil else {
        throw RequestError(
          .invalidParameter, "either text or string, not both", at: pointer("string"))
      }
      return old
    }
  }

  /// The rule for the selection after the edit (INP-18).
  var selectionRule: SelectionRule {
    get throws(RequestError) {
      try bool(ifThere: "keepsSelection").map { $0 ? .keeps : .movesCaret } ?? .automatic
    }
  }

  /// Compares the revision that a member names, if any, with that of the text.
  ///
  /// - Parameters:
  ///   - text: the text.
  ///   - member: the member with the revision.
  ///   - name: the text's name for the error; nil if the request names no other text.
  /// - Throws: `stale` if the text has another revision, or if text is being composed in it.
  func checkRevision(
    of text: TextContainer, _ member: String = "ifRevision", called name: String? = nil
  ) throws(RequestError) {
    guard let wanted = try number(ifThere: member, in: 0...Int.max) else { return }
    let revision = text.textRevision
    guard wanted == revision else {
      throw RequestError(
        .stale, "\(name.map(\.excerpt) ?? "the text") now has revision \(revision), not \(wanted)",
        at: pointer(member), revision: revision)
    }
    // A program that follows the notifications has offsets that do not count marked text.
    guard text.markedRange == nil else {
      throw RequestError(
        .stale,
        "text is being composed\(name.map { " in " + $0.excerpt } ?? ""); use marked.commit first,"
          + " which creates a revision",
        at: pointer(member), revision: revision)
    }
  }

  /// Reads an offset into a container's text, in UTF-16 code units.
  fileprivate func offset(
    _ name: String, in text: TextContainer
  ) throws(RequestError) -> Int {
    let offset = try number(name)
    guard (0...text.storage.count).contains(offset) else {
      throw outside(offset, name, of: text)
    }
    return offset
  }

  /// Reads a range of a container's text, `[start, end]`, which must not split a character.
  fileprivate func range(
    _ name: String, in text: TextContainer
  ) throws(RequestError) -> TextRange {
    guard case .list(let list)? = self[name], list.count == 2,
      case .number(let start) = list[0], case .number(let end) = list[1]
    else {
      throw invalid(name, "an array of two whole numbers, [start, end]")
    }
    let nearest = text.storage.nearestRange(to: start, end)
    let offered = [nearest.start, nearest.end]
    for offset in [start, end] where !(0...text.storage.count).contains(offset) {
      throw outside(offset, name, of: text, range: offered)
    }
    guard offered != [start, end] else { return nearest }
    let flaw = start > end ? "ends before it begins" : "begins or ends inside a character"
    throw RequestError(
      .invalidParameter,
      "the range [\(start),\(end)] \(flaw); the nearest one is [\(nearest.start),\(nearest.end)]",
      at: pointer(name), range: offered)
  }

  private func outside(
    _ offset: Int, _ name: String, of text: TextContainer, range: [Int]? = nil
  ) -> RequestError {
    RequestError(
      .invalidParameter,
      "the text has \(text.storage.count) UTF-16 code units; \(offset) is out of range",
      at: pointer(name), range: range)
  }
}

extension TextStorage {
  /// Returns the range between character boundaries that is nearest to two offsets.
  ///
  /// If two boundaries are equally near, the outer one is used, and for a caret the earlier one.
  fileprivate func nearestRange(to start: Int, _ end: Int) -> TextRange {
    let range = clamped(TextRange(start, end))
    let before = nearestBoundary(to: range.start, isUpPreferred: false)
    guard !range.isEmpty else { return TextRange(caret: before) }
    return TextRange(before, nearestBoundary(to: range.end, isUpPreferred: true))
  }

  private func nearestBoundary(to offset: Int, isUpPreferred: Bool) -> Int {
    let (below, above) = (
      characterBoundary(atOrBefore: offset), characterBoundary(atOrAfter: offset)
    )
    let isNearerAbove = above - offset < offset - below
    let isTie = above - offset == offset - below
    return isNearerAbove || isTie && isUpPreferred ? above : below
  }
}
