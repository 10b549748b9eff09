// SPDX-License-Identifier: Apache-2.0
package import Keys
package import TextInput

/// Makes lines of JSON, one for each fact, each ending in a newline.
///
/// Keys are sorted, slashes are not escaped, nothing else depends on the machine: the same facts
/// always give the same bytes.
package final class WireEncoder {
  /// Gives a keysym the name xkb has for it.
  package typealias KeysymName = (Keysym) -> String

  /// What a line of a fact is.
  package enum Style: Hashable, Sendable {
    /// A plain object that has the fact's name as `event`: the mirrors'.
    case event
    /// A notification of JSON-RPC 2.0 that has the fact's name as `method`: the sockets'.
    case notification
  }

  /// What a container's owner calls it; nil for a container of somebody else, and for an encoder whose
  /// lines number them.
  package var containerName: ((ContainerID) -> String?)?
  /// Whether the reader's own focus causes what becomes of the keyboard area (NTF-12).
  package var isLocal = false

  /// The revision of the text after the change that is written next; nil for lines without revisions.
  package var revision: Int?

  private let keysymName: KeysymName
  private let style: Style
  private let labels: DeviceLabels

  /// Makes an encoder; `keysymName` is the layout library's.
  package init(style: Style = .event, keysymName: @escaping KeysymName) {
    self.keysymName = keysymName
    self.style = style
    labels = DeviceLabels()
  }

  /// Makes an encoder that knows the same keyboards as another, for as long as that one learns of them.
  package init(sharing other: WireEncoder) {
    (keysymName, style, labels) = (other.keysymName, other.style, other.labels)
  }

  /// The keyboards that have come and not gone, in that order.
  package var devices: [DeviceInfo] { labels.devices }

  /// Learns the names of keyboards from an update without making a line of it.
  package func note(_ update: Update) {
    labels.note(update)
  }

  /// Adds the line of an update.
  ///
  /// A keyboard's name is known from its `device.attached` to its `device.detached`.
  package func append(_ update: Update, to bytes: inout [UInt8]) {
    labels.note(update)
    let event = update.name
    switch update {
    case .textDidChange(let container, let range, let text, let origin):
      write(event, to: &bytes) { line in
        line.add(name(of: container))
        line.add(event: event)
        line.add("origin", word: origin.wireWord)
        line.add("range", (range.start, range.end))
        if let revision { line.add("revision", revision) }
        line.add("string", text)
      }
    case .selectionDidChange(let container, let selection):
      write(event, to: &bytes) { line in
        line.add("anchor", selection.anchor)
        line.add(name(of: container))
        line.add(event: event)
        line.add("head", selection.head)
      }
    case .selectionDidEnd(let container):
      write(event, to: &bytes) { line in
        line.addNull("anchor")
        line.add(name(of: container))
        line.add(event: event)
        line.addNull("head")
      }
    case .markedDidChange(let container, let range?, let segments) where !segments.arePlain:
      append(event, to: &bytes) {
        MarkedLine(event: $0, container: name(of: container), range: range, segments: segments)
      }
    case .markedDidChange(let container, let range, let segments):
      write(event, to: &bytes) { line in
        line.add(name(of: container))
        line.add(event: event)
        line.add("range", range.map { ($0.start, $0.end) })
        line.add("string", segments.text)
      }
    case .editingChanged(let container), .didEndOnExit(let container),
      .focusDidBegin(let container):
      write(event, to: &bytes) { line in
        line.add(name(of: container))
        line.add(event: event)
      }
    case .focusDidEnd(let container, let reason):
      write(event, to: &bytes) { line in
        line.add(name(of: container))
        line.add(event: event)
        line.add("reason", word: reason.wireWord)
      }
    case .traitsDidChange(let container, let traits):
      append(event, to: &bytes) {
        TraitsLine(event: $0, container: name(of: container), traits: traits)
      }
    case .candidatesDidChange(let list, _):
      append(event, to: &bytes) { CandidatesLine(event: $0, list: list) }
    case .modeDidChange(let mode):
      append(event, to: &bytes) { ModeLine(event: $0, mode: mode) }
    case .keyboard(_, let change):
      append(event, to: &bytes) { KeyboardLine(event: $0, change: change, isLocal: isLocal) }
    case .correctionDidChange(let container, let correction, _):
      write(event, to: &bytes) { line in
        line.add(name(of: container))
        line.add(event: event)
        line.add("range", (correction.range.start, correction.range.end))
        line.add("replacement", correction.replacement)
        line.add("typed", correction.typed)
      }
    case .viewDidScroll(let container, let topOffset):
      write(event, to: &bytes) { line in
        line.add(name(of: container))
        line.add(event: event)
        line.add("topOffset", topOffset)
      }
    case .commandInvoked(let id, let title, let target, let argument):
      write(event, to: &bytes) { line in
        if let argument { line.add("argument", argument) }
        line.add(event: event)
        line.add("id", id)
        line.add("target", target)
        line.add("title", title)
      }
    case .hudShown(let panel):
      append(event, to: &bytes) { CommandPanelLine(event: $0, panel: panel) }
    case .menuShown(let panel):
      append(event, to: &bytes) { MenuPanelLine(event: $0, panel: panel) }
    case .hudHidden, .menuHidden:
      write(event, to: &bytes) { line in line.add(event: event) }
    case .pressBegan(let keystroke, _), .pressEnded(let keystroke, _),
      .pressCancelled(let keystroke, _), .pressUnhandled(let keystroke, _):
      append(keystroke, event: event, to: &bytes)
    case .deviceConnected(let info), .deviceDisconnected(let info), .deviceAttached(let info),
      .deviceDetached(let info):
      append(event, to: &bytes) { DeviceLine(event: $0, facts: DeviceFacts(info)) }
    }
  }

  /// Adds the line of a scanner's code.
  package func append(_ scan: Scan, to bytes: inout [UInt8]) {
    write("scan", to: &bytes) { line in
      if !scan.isComplete { line.add("complete", false) }
      line.add("device", labels[scan.device])
      line.add("duration", scan.duration.inMicroseconds)
      line.add("end", scan.end.description)
      line.add(event: "scan")
      if let flaw = scan.flaw { line.add("reason", word: flaw.rawValue) }
      line.add("text", scan.text)
      line.add("time", scan.time.microseconds)
    }
  }

  /// Adds the line of a keystroke, without an event's name.
  package func append(_ keystroke: Keystroke, to bytes: inout [UInt8]) {
    append(keystroke, event: nil, to: &bytes)
  }

  /// Adds the line of a keystroke and of what it came to.
  package func append(
    keystroke: Keystroke, outcome: String, events: [String], to bytes: inout [UInt8]
  ) {
    let event = keystroke.event
    write("keystroke", to: &bytes) { line in
      line.add("device", labels[event.device])
      line.add(event: "keystroke")
      line.add("events", events)
      line.add("key", event.code.description)
      line.add("keysym", keysymName(keystroke.keysym))
      line.add("modifiers", keystroke.modifiers.names)
      line.add("outcome", outcome)
      line.add("phase", word: "\(event.phase)")
      line.add("text", keystroke.text)
      line.add("time", event.time.microseconds)
    }
  }

  private func append(_ keystroke: Keystroke, event: String?, to bytes: inout [UInt8]) {
    write(event, to: &bytes) { line in
      line.add("device", labels[keystroke.event.device])
      if let event { line.add(event: event) }
      line.add("key", keystroke.event.code.description)
      line.add("keysym", keysymName(keystroke.keysym))
      line.add("modifiers", keystroke.modifiers.names)
      line.add("repeat", keystroke.event.phase == .repeat)
      line.add("text", keystroke.text)
      line.add("time", keystroke.event.time.microseconds)
    }
  }

  /// Writes a line in place: the bytes are moved into it and back, never copied.
  private func write(
    _ event: String?, to bytes: inout [UInt8], _ body: (inout JSONWriter) -> Void
  ) {
    let method = style == .notification ? event : nil
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 512) { room in
      var taken: [UInt8] = []
      swap(&taken, &bytes)
      var line = JSONWriter(behind: consume taken, room: room, notification: method)
      body(&line)
      bytes = line.end()
    }
  }

  private func name(of container: ContainerID) -> WireContainer {
    containerName?(container).map(WireContainer.name) ?? .number(container.rawValue)
  }

  /// Adds the line of a fact that is rare.
  ///
  /// Its name is in the body, or is the method that the body belongs to.
  package func append(
    _ event: String, to bytes: inout [UInt8], _ body: (_ event: String?) -> some Encodable
  ) {
    switch style {
    case .event: append(body(event), to: &bytes)
    case .notification: append(Notification(method: event, params: body(nil)), to: &bytes)
    }
  }

  /// Adds a value as a line: for what is rare.
  package func append(_ value: some Encodable, to bytes: inout [UInt8]) {
    // No value refuses to be encoded; one that did would be left out whole.
    guard let value = try? JSONValue(encoding: value) else { return }
    JSONWriter.append(value, as: .line, to: &bytes)
    bytes.append(UInt8(ascii: "\n"))
  }
}

/// How a line names a container.
enum WireContainer: Encodable {
  case number(UInt32)
  case name(String)

  func encode(to encoder: any Encoder) throws {
    var value = encoder.singleValueContainer()
    switch self {
    case .number(let number): try value.encode(number)
    case .name(let name): try value.encode(name)
    }
  }
}

/// A fact as JSON-RPC 2.0 has it.
private struct Notification<Parameters: Encodable>: Encodable {
  var jsonrpc = "2.0"
  var method: String
  var params: Parameters
}
