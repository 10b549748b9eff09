// SPDX-License-Identifier: Apache-2.0
import Keys

/// The messages that a toolkit has not handled yet, and their effect on what it reports.
struct UnseenMessages {
  /// A message that was sent.
  struct Entry {
    var number: Int
    var sentAt: Timestamp
    /// The change of the text; empty for a preedit, which deletes the selection only; nil for a
    /// key.
    var edit: ExternalEdit?
    /// The text that is being composed after the message; nil for nothing, and for a key.
    var preedit: ExternalPreedit?
  }

  private(set) var entries: [Entry] = []
  /// The text that the toolkit shows as being composed; nil for nothing.
  private var shown: ExternalPreedit?

  var isEmpty: Bool { entries.isEmpty }
  var count: Int { entries.count }
  /// When the oldest of them was sent; nil for none.
  var oldest: Timestamp? { entries.first?.sentAt }

  /// Whether the toolkit has not handled a message yet.
  func hasUnseen(_ number: Int) -> Bool { entries.last.map { $0.number >= number } ?? false }

  mutating func append(_ entry: Entry) { entries.append(entry) }

  /// Forgets the messages up to a number, because they were handled.
  mutating func removeSeen(through number: Int) {
    guard let first = entries.first, first.number <= number else { return }
    if let last = entries.last(where: { $0.number <= number && $0.edit != nil }) {
      shown = last.preedit
    }
    entries.removeAll { $0.number <= number }
  }

  /// Forgets the oldest messages beyond a number of messages.
  mutating func trim(to limit: Int) {
    if entries.count > limit { entries.removeFirst(entries.count - limit) }
  }

  mutating func removeAll() {
    entries.removeAll()
    shown = nil
  }

  /// Returns what was typed into a composition after the last message that the toolkit has handled,
  /// and has not arrived in its text, because the toolkit has ended the composition; without the
  /// effect of a conversion.
  func textTyped(afterEndOf composition: Int) -> String {
    let before = shown.flatMap { $0.composition == composition ? $0.fallback : nil } ?? ""
    var text: String?
    for entry in entries {
      let typed =
        entry.preedit?.composition == composition
        ? entry.preedit?.fallback
        : entry.edit?.composition == composition ? entry.edit?.text : nil
      if let typed, typed.utf8.starts(with: before.utf8) { text = typed }
    }
    guard let text else { return "" }
    return String(decoding: text.utf8.dropFirst(before.utf8.count), as: UTF8.self)
  }

  /// Makes the edits that end a composition stale, because the toolkit has ended it.
  mutating func voidEdits(of composition: Int) {
    for index in entries.indices where entries[index].edit?.composition == composition {
      let plain = entries[index].edit?.plain ?? ""
      entries[index].edit = ExternalEdit(text: plain)
    }
  }

  /// Returns the surroundings after the messages that were not handled yet.
  ///
  /// - Parameters:
  ///   - surroundings: what the toolkit reported.
  ///   - revision: the revision of that report; edits of another one are stale.
  /// - Returns: what the toolkit will report then.
  func applied(to surroundings: Surroundings, revision: Int) -> Surroundings {
    var result = surroundings
    for case let edit? in entries.map(\.edit) {
      let isStale = edit.revision.map { $0 != revision } ?? false
      result.apply(isStale ? ExternalEdit(text: edit.plain ?? "") : edit)
    }
    return result
  }
}
