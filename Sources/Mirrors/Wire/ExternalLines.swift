// SPDX-License-Identifier: Apache-2.0
package import TextInput

/// The unit of the offsets in messages about texts that a toolkit owns (EXT-5).
package enum OffsetUnit: String, CaseIterable, Sendable {
  /// Bytes of UTF-8.
  case utf8
  /// Code units of UTF-16.
  case utf16
  /// Code points.
  case scalars

  /// Returns the length of a text.
  package func length(of text: some StringProtocol) -> Int {
    switch self {
    case .utf8: text.utf8.count
    case .utf16: text.utf16.count
    case .scalars: text.unicodeScalars.count
    }
  }

  /// Converts an offset in a text to UTF-16.
  ///
  /// - Returns: nil if it is outside of the text, or inside a code point.
  package func utf16Offset(of offset: Int, in text: String) -> Int? {
    let index: String.Index? =
      switch self {
      case .utf8: text.utf8.index(text.startIndex, offsetBy: offset, limitedBy: text.endIndex)
      case .utf16: text.utf16.index(text.startIndex, offsetBy: offset, limitedBy: text.endIndex)
      case .scalars:
        text.unicodeScalars.index(text.startIndex, offsetBy: offset, limitedBy: text.endIndex)
      }
    guard let index, let whole = String.Index(index, within: text.unicodeScalars) else {
      return nil
    }
    return text.utf16.distance(from: text.startIndex, to: whole)
  }
}

/// The lines for the owner of a text that a toolkit owns.
extension WireEncoder {
  /// Appends the line for a message.
  ///
  /// - Parameters:
  ///   - message: the message.
  ///   - container: the owner's name for the text.
  ///   - unit: the unit of the offsets.
  ///   - bytes: receives the line.
  package func append(
    _ message: ExternalMessage, of container: String, in unit: OffsetUnit,
    to bytes: inout [UInt8]
  ) {
    switch message.content {
    case .edit(let edit):
      write("external.edit", to: &bytes) { line in
        line.add("after", unit.length(of: edit.after))
        line.add("before", unit.length(of: edit.before))
        if let composition = edit.composition { line.add("composition", composition) }
        line.add("container", container)
        line.add("number", message.number)
        if let plain = edit.plain { line.add("plain", plain) }
        if let preedit = edit.preedit {
          line.add("preedit", JSONWriter.object { preedit.write(to: &$0, in: unit) })
        }
        if let revision = edit.revision { line.add("revision", revision) }
        line.add("text", edit.text)
      }
    case .preedit(let preedit):
      write("external.preedit", to: &bytes) { line in
        preedit.write(to: &line, in: unit, container: container, number: message.number)
      }
    case .key(let key):
      write("external.key", to: &bytes) { line in
        let keystroke = key.keystroke
        if let characters = keystroke.characters { line.add("characters", characters) }
        line.add("code", Int(keystroke.event.code.rawValue))
        line.add("container", container)
        line.add("device", labels[keystroke.event.device])
        line.add("key", keystroke.event.code.description)
        line.add("keysym", keysymName(keystroke.keysym))
        line.add("keysymValue", keystroke.keysym.rawValue)
        line.add("modifiers", keystroke.modifiers.names)
        line.add("number", message.number)
        line.add("phase", word: "\(key.phase)")
        line.add("time", keystroke.event.time.microseconds)
      }
    }
  }
}

extension ExternalPreedit {
  /// Adds the members, in sorted order; those of the message too if there is a container.
  fileprivate func write(
    to object: inout JSONWriter, in unit: OffsetUnit, container: String? = nil, number: Int = 0
  ) {
    let text = fallback
    let before = String(text.utf16.prefix(caret)) ?? text
    object.add("caret", unit.length(of: before))
    object.add("composition", composition)
    if let container { object.add("container", container) }
    object.add("fallback", text)
    if container != nil { object.add("number", number) }
    object.add(
      "segments",
      JSONWriter.objects(segments) { segment, object in
        object.add("length", unit.length(of: segment.text))
        object.add("style", word: segment.style.wireWord)
      })
    object.add("text", text)
  }
}

extension Keystroke {
  /// The text that the key types without Control, Option and Command; nil for none.
  fileprivate var characters: String? {
    let isControl = { (text: String) in text.utf8.contains { $0 < 0x20 || $0 == 0x7F } }
    if !text.isEmpty, !isControl(text), modifiers.isDisjoint(with: [.control, .command]) {
      return text
    }
    let character = charactersIgnoringModifiers
    guard character.isCharacter else { return nil }
    let text = character.rawValue
    return modifiers.contains(.shift) ? text.uppercased() : text
  }
}
