// SPDX-License-Identifier: Apache-2.0
package import Keys
package import TextInput

/// Encodes updates as lines of JSON, each ending in a newline.
///
/// Members are sorted, slashes are not escaped, and nothing depends on the machine: the same
/// updates always give the same bytes.
package final class WireEncoder {
  /// Returns xkb's name of a keysym.
  package typealias KeysymName = (Keysym) -> String

  /// The style of an update's line.
  package enum Style: Hashable, Sendable {
    /// A plain object with the name as `event`, for mirrors.
    case event
    /// A JSON-RPC 2.0 notification with the name as `method`, for sockets.
    case notification
  }

  /// The name that a container's owner gave it; nil for another owner's container, and for an
  /// encoder whose lines number them.
  package var containerName: ((ContainerID) -> String?)? {
    get { ownName }
    set {
      ownName = newValue
      lastTextLine = nil
    }
  }
  // Private, here and below, so that reading it for each line needs no exclusivity check.
  private var ownName: ((ContainerID) -> String?)?
  /// Whether the reader's own focus causes the changes of the keyboard area that are written next
  /// (NTF-12).
  package var isLocal = false

  /// The revision of the text after the change that is written next; nil for lines without
  /// revisions.
  package var revision: Int? {
    get { nextRevision }
    set { nextRevision = newValue }
  }
  private var nextRevision: Int?

  /// The beginning of the last line for a change of text, because consecutive changes usually begin
  /// alike.
  private var lastTextLine: (container: ContainerID, origin: TextChangeOrigin, start: [UInt8])?

  let keysymName: KeysymName
  private let style: Style
  let labels: DeviceLabels

  /// Creates an encoder; `keysymName` is the layout library's function.
  package init(style: Style = .event, keysymName: @escaping KeysymName) {
    self.keysymName = keysymName
    self.style = style
    labels = DeviceLabels()
  }

  /// Creates an encoder that shares the keyboards' labels with another one.
  package init(sharing other: WireEncoder) {
    (keysymName, style, labels) = (other.keysymName, other.style, other.labels)
  }

  /// The connected keyboards, in the order in which they were connected.
  package var devices: [DeviceInfo] { labels.devices }

  /// Records the labels of keyboards from an update without encoding it.
  package func note(_ update: Update) {
    labels.note(update)
  }

  /// Appends the line for an update.
  ///
  /// A keyboard's label is known from its `device.attached` to its `device.detached`.
  package func append(_ update: Update, to bytes: inout [UInt8]) {
    let event = update.name
    switch update {
    case .textDidChange(let container, let range, let text, let origin):
      let start = textLineStart(container, origin)
      write(after: start, to: &bytes) { line in
        line.add("range", (range.start, range.end))
        if let nextRevision { line.add("revision", nextRevision) }
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
    case .markedDidChange(let container, let range, let segments):
      write(event, to: &bytes) { line in
        line.add(name(of: container))
        line.add(event: event)
        line.add("range", range.map { ($0.start, $0.end) })
        if !segments.arePlain { line.add("segments", segments.wireValue) }
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
      write(event, to: &bytes) { line in
        line.add(event: event)
        line.add("list", list?.wireValue ?? .null)
      }
    case .inkDidChange(let ink, _):
      write(event, to: &bytes) { line in
        if let ink { line.add("aspect", .fraction(ink.aspect)) }
        line.add(event: event)
        line.add("strokes", (ink?.shortened ?? []).wireValue)
      }
    case .modeDidChange(let mode):
      append(event, to: &bytes) { ModeLine(event: $0, mode: mode) }
    case .modeExtensionBypassed(let id):
      write(event, to: &bytes) { line in
        line.add(event: event)
        line.add("mode", id)
      }
    case .layoutDidChange(let layout, let device):
      write(event, to: &bytes) { line in
        line.add("device", labels[device])
        line.add(event: event)
        line.add("group", layout.group)
        line.add("layout", layout.layout)
        line.add("variant", layout.variant)
      }
    case .locksDidChange(let locks, _):
      write(event, to: &bytes) { line in
        line.add("capsLock", locks.contains(.capsLock))
        line.add(event: event)
        line.add("numLock", locks.contains(.numLock))
        line.add("scrollLock", locks.contains(.scrollLock))
      }
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
    case .spellingDidChange(let container, let range, let words):
      append(event, to: &bytes) {
        SpellingLine(event: $0, container: name(of: container), range: range, words: words)
      }
    case .inlineDidChange(let container, let text):
      write(event, to: &bytes) { line in
        line.add(name(of: container))
        line.add(event: event)
        if let text { line.add("text", text) } else { line.addNull("text") }
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
      labels.note(update)
      append(event, to: &bytes) { DeviceLine(event: $0, description: DeviceDescription(info)) }
    }
  }

  /// Appends the line for a scan.
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

  /// Appends the line for a keystroke, without an event's name.
  package func append(_ keystroke: Keystroke, to bytes: inout [UInt8]) {
    append(keystroke, event: nil, to: &bytes)
  }

  /// Appends the line for a keystroke with its result.
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
      if event != nil { line.add("code", Int(keystroke.event.code.rawValue)) }
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

  /// Writes a line in place: the array is moved into the writer and back, so its bytes are not
  /// copied.
  func write(
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

  /// Writes a line in place after its beginning.
  private func write(
    after start: [UInt8], to bytes: inout [UInt8], _ body: (inout JSONWriter) -> Void
  ) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 512) { room in
      var taken: [UInt8] = []
      swap(&taken, &bytes)
      var line = JSONWriter(
        behind: consume taken, room: room, start: start, isNotification: style == .notification)
      body(&line)
      bytes = line.end()
    }
  }

  /// Returns the line for a change of text up to the range.
  private func textLineStart(_ container: ContainerID, _ origin: TextChangeOrigin) -> [UInt8] {
    if let lastTextLine, lastTextLine.container == container, lastTextLine.origin == origin {
      return lastTextLine.start
    }
    let event = EventName.textDidChange.text
    let start = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 512) { room in
      var line = JSONWriter(
        behind: [], room: room, notification: style == .notification ? event : nil)
      line.add(name(of: container))
      line.add(event: event)
      line.add("origin", word: origin.wireWord)
      return line.takeStart()
    }
    lastTextLine = (container, origin, start)
    return start
  }

  private func name(of container: ContainerID) -> WireContainer {
    ownName?(container).map(WireContainer.name) ?? .number(container.rawValue)
  }

  /// Appends the line for a rare update.
  ///
  /// The body contains the event's name, unless the name is the method of the notification.
  package func append(
    _ event: String, to bytes: inout [UInt8], _ body: (_ event: String?) -> some Encodable
  ) {
    switch style {
    case .event: append(body(event), to: &bytes)
    case .notification: append(Notification(method: event, params: body(nil)), to: &bytes)
    }
  }

  /// Appends a value as a line; only for rare lines, because it builds an intermediate value.
  package func append(_ value: some Encodable, to bytes: inout [UInt8]) {
    // None of our values throws while it is encoded; one that did would be omitted as a whole.
    guard let value = try? JSONValue(encoding: value) else { return }
    JSONWriter.append(value, as: .line, to: &bytes)
    bytes.append(UInt8(ascii: "\n"))
  }
}

/// A JSON-RPC 2.0 notification.
private struct Notification<Parameters: Encodable>: Encodable {
  var jsonrpc = "2.0"
  var method: String
  var params: Parameters
}
