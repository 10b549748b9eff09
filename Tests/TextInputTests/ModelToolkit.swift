// SPDX-License-Identifier: Apache-2.0
import Keys

@testable import Editing
@testable import TextInput

/// A toolkit with one text, which handles messages when a test asks for it: later than they were
/// sent, or only some of them.
final class ModelToolkit: ExternalTextClient {
  let text: ExternalText
  /// The toolkit's own text, without what is being composed.
  private(set) var own = Surroundings("", selection: Selection(caret: 0))
  private(set) var preedit: ExternalPreedit?
  /// The messages that were not handled yet.
  private(set) var inbox: [ExternalMessage] = []
  /// Each message since the last call of ``lines()``.
  private var received: [String] = []
  /// The keys that are down, as the toolkit knows.
  private(set) var down: [PhysicalKey: Int] = [:]
  private(set) var faults: [String] = []
  private(set) var droppedKeys = 0
  /// Whether messages are handled, and reported, as soon as they arrive.
  var isPrompt = true
  /// Whether the toolkit reports its text at all.
  var reportsText = true
  /// Returns what of a text the toolkit inserts.
  var accepts: (_ text: String, _ rest: Int) -> String = { text, _ in text }
  var limit = Int.max

  private var lastHandled = 0
  private var lastReceived = 0
  private var revision = 0
  /// Whether the text has changed since the last report with the cause `other`.
  private var isDirty = false
  private var ended = 0

  init(_ text: ExternalText) {
    self.text = text
    text.insertsFallbackItself = true
    text.client = self
  }

  // MARK: Messages

  func externalText(_ text: ExternalText, didSend message: ExternalMessage) {
    if message.number != lastReceived + 1 {
      faults.append("\(message.number) after \(lastReceived)")
    }
    lastReceived = message.number
    received.append(Self.line(message))
    inbox.append(message)
    if isPrompt {
      handleAll()
      report(.edit)
    }
  }

  func externalTextDidDropKeys(_ text: ExternalText) { droppedKeys += 1 }

  /// The messages since the last call, each as a short line.
  func lines() -> [String] {
    defer { received = [] }
    return received
  }

  func handleAll() { while !inbox.isEmpty { handleNext() } }

  func handleNext() {
    guard !inbox.isEmpty else { return }
    let message = inbox.removeFirst()
    switch message.content {
    case .edit(let edit): apply(edit)
    case .preedit(let new): show(new)
    case .key(let key): note(key)
    }
    lastHandled = message.number
  }

  private func apply(_ edit: ExternalEdit) {
    let isStale =
      edit.revision.map { $0 != revision || isDirty } ?? false
      || edit.composition.map { $0 <= ended } ?? false
    guard !isStale else {
      insert(edit.plain ?? "")
      if let new = edit.preedit { show(new) }
      return
    }
    preedit = nil
    deleteSelection()
    let units = Array(own.text.utf16)
    let caret = own.selection.head
    let (before, after) = (edit.before.utf16.count, edit.after.utf16.count)
    guard caret >= before, caret + after <= units.count else {
      return faults.append("\(Self.line(edit)) in \(drawn)")
    }
    let deleted =
      String(decoding: units[(caret - before)..<caret], as: UTF16.self) + "|"
      + String(decoding: units[caret..<(caret + after)], as: UTF16.self)
    if deleted != edit.before + "|" + edit.after {
      faults.append("\(Self.line(edit)) deletes \(deleted)")
    }
    replace(caret - before, caret + after, with: "")
    insert(edit.text)
    if let new = edit.preedit { show(new) }
  }

  private func show(_ new: ExternalPreedit) {
    guard new.composition > ended, !new.segments.isEmpty else {
      preedit = nil
      return
    }
    if new.caret > new.fallback.utf16.count { faults.append("a caret outside of the preedit") }
    deleteSelection()
    preedit = new
  }

  private func note(_ key: ExternalKey) {
    let physical = key.keystroke.event.key
    switch key.phase {
    case .began:
      if down[physical] != nil { faults.append("a key began twice") }
      down[physical] = 1
    case .repeated: if down[physical] == nil { faults.append("a repeat without a press") }
    case .ended, .cancelled:
      if down.removeValue(forKey: physical) == nil { faults.append("an end without a press") }
    }
  }

  // MARK: The toolkit's text

  private func deleteSelection() {
    let range = own.selection.range
    if !range.isEmpty { replace(range.start, range.end, with: "") }
  }

  private func replace(_ start: Int, _ end: Int, with text: String) {
    let units = Array(own.text.utf16)
    own.text =
      String(decoding: units[..<start] + Array(text.utf16) + units[end...], as: UTF16.self)
    own.selection = Selection(caret: start + text.utf16.count)
  }

  private func insert(_ text: String) {
    guard !text.isEmpty else { return }
    deleteSelection()
    let wanted = String(
      accepts(text, limit - own.text.count).prefix(max(0, limit - own.text.count)))
    replace(own.selection.head, own.selection.head, with: wanted)
    // A replacement that is on its way counts on the whole text.
    if wanted != text { isDirty = true }
  }

  /// Changes the text as the toolkit itself does: by a mouse, undo or a program.
  func change(_ drawn: String, reporting: Bool = true) {
    endComposition(inserting: true, reporting: reporting)
    let (text, selection) = Typist.read(drawn)
    own = Surroundings(text, selection: selection)
    isDirty = true
    if reporting { report(.other) }
  }

  /// Deletes the character before the caret, as the toolkit's ⌫ does.
  func deleteBackward() {
    guard own.selection.isCaret else { return deleteSelection() }
    let before = String(decoding: own.text.utf16.prefix(own.selection.head), as: UTF16.self)
    guard let last = before.last else { return }
    replace(own.selection.head - last.utf16.count, own.selection.head, with: "")
    isDirty = true
    report(.other)
  }

  /// Ends the composition, as a click elsewhere does.
  func endComposition(inserting: Bool, reporting: Bool = true) {
    guard let old = preedit else { return }
    preedit = nil
    ended = max(ended, old.composition)
    if inserting { insert(old.fallback) }
    isDirty = true
    try? text.compositionDidEnd(old.composition, isInserted: inserting, seen: lastHandled)
    if reporting { report(.other) }
  }

  /// Called when the focus has left the text.
  func focusEnded() {
    guard let old = preedit else { return }
    preedit = nil
    ended = max(ended, old.composition)
    insert(old.fallback)
    isDirty = true
    report(.other)
  }

  func report(_ cause: Surroundings.Cause) {
    let cause = isDirty ? .other : cause
    if cause == .other {
      revision += 1
      isDirty = false
    }
    do {
      try text.report(
        reportsText && !text.isSecret ? own : nil, seen: lastHandled, cause: cause)
    } catch {
      faults.append("\(error)")
    }
  }

  // MARK: Drawing

  /// The text with its caret and what is being composed.
  var drawn: String {
    var units = Array(own.text.utf16)
    let range = own.selection.range
    if let preedit {
      units.insert(contentsOf: "{\(preedit.fallback)}".utf16, at: range.start)
    } else if range.isEmpty {
      units.insert(contentsOf: "‸".utf16, at: range.start)
    } else {
      units.insert(contentsOf: "»".utf16, at: range.end)
      units.insert(contentsOf: "«".utf16, at: range.start)
    }
    return String(decoding: units, as: UTF16.self)
  }

  static func line(_ message: ExternalMessage) -> String {
    let content =
      switch message.content {
      case .edit(let edit): line(edit)
      case .preedit(let preedit): "preedit {\(preedit.fallback)}"
      case .key(let key):
        "key \(key.phase) \(key.keystroke.charactersIgnoringModifiers.rawValue)"
      }
    return "\(message.number) \(content)"
  }

  private static func line(_ edit: ExternalEdit) -> String {
    var words = ["edit"]
    if !edit.before.isEmpty { words.append("-\(edit.before)") }
    if !edit.after.isEmpty { words.append("+\(edit.after)") }
    words.append("'\(edit.text)'")
    if let preedit = edit.preedit { words.append("{\(preedit.fallback)}") }
    if let revision = edit.revision { words.append("r\(revision)") }
    if let plain = edit.plain { words.append("plain '\(plain)'") }
    if let composition = edit.composition { words.append("c\(composition)") }
    return words.joined(separator: " ")
  }
}
