// SPDX-License-Identifier: Apache-2.0
import Bridge
import Captures
import Devices
import Glibc
import Keys
import Layouts
import Mirrors
import Service
import TextInput

/// `keybridge monitor`: prints each key with its meaning and its result.
extension Subcommand {
  static let monitor = Subcommand(
    "monitor", "show each key event live, and its result",
    operands: "[CAPTURE]", operandLimit: 1, operand: .file("CAPTURE"),
    options: {
      [CommonOptions.device] + CommonOptions.layout + [
        Option("grab", nil, help: "grab the keyboards, and pads that the settings allow"),
        Option("releases", nil, help: "also show releases"),
        Option("service", nil, help: "show what the running service receives"),
        .control,
      ]
    },
    discussion: """
      Lines have time, keyboard, key, modifiers, keysym, text and result; of a stroke
      they have both ends. Keyboards are not grabbed, so other programs still receive
      the keys. CAPTURE, or -, replaces the keyboards. The output shows passwords.
      """
  ) { invocation in
    let showsReleases = invocation.has("releases")
    if invocation.has("service") || invocation.has("control") {
      try ServiceClient(invocation).monitor {
        Console.printError(
          "showing the keys and strokes that the service receives; secrets are omitted",
          waits: false)
      } _: { monitored in
        switch monitored {
        case .keystroke(let keystroke):
          if !showsReleases, !["press", "repeat"].contains(keystroke.phase) { return true }
          return (try? Console.print(keystroke.line)) != nil
        case .scan(let scan):
          return (try? Console.print(scan.line)) != nil
        case .ink(let ink):
          return (try? Console.print(ink.line)) != nil
        }
      }
      return .done
    }
    let session = try TextSession(invocation, isReplay: !invocation.operands.isEmpty).session
    if let path = invocation.operands.first {
      session.show(
        EventPrinter(ByteOutput(descriptor: 1), showsReleases: showsReleases), waits: true)
      do {
        _ = try session.run(CaptureReplay(try CaptureReader(path: path)))
      } catch let failure as CaptureFailure {
        throw UserFacingError(failure, path: path)
      }
      return .done
    }
    if invocation.has("grab") { IgnoredSignals.ofStops.begin() }
    let loop = try EventLoop()
    session.show(
      EventPrinter(ByteOutput(descriptor: 1, loop: loop), showsReleases: showsReleases),
      waits: false)
    let options = session.configuration.liveOptions(isGrabbing: invocation.has("grab"))
    let source = LiveSource(options: options, loop: loop)
    if source.devices.isEmpty {
      Console.printError("no keyboard is attached; waiting for one", waits: false)
    }
    SecretMemory.protect()
    _ = try session.run(source)
    return .done
  }
}

extension ServiceClient.MonitoredKeystroke {
  /// The line for the keystroke.
  fileprivate var line: String {
    keystrokeLine(
      Timestamp(microseconds: Int64(time)), device, key, phase, Modifiers(names: modifiers), keysym,
      text, waitingFor: nil, outcome, events)
  }
}

/// Returns the line for a key event, from the service or from our own session.
private func keystrokeLine(
  _ time: Timestamp, _ device: String, _ key: String, _ phase: String, _ modifiers: Modifiers,
  _ keysym: String, _ text: String, waitingFor preview: String?, _ outcome: String,
  _ events: [String]
) -> String {
  var words = [time.description, device.printable, key, phase, "→", "\(modifiers)\(keysym)"]
  if !text.isEmpty { words.append("\"\(visible(text))\"") }
  if let preview { words.append("waits with \"\(preview)\"") }
  return (words + ["→", outcome.printable] + events).joined(separator: " ").forConsole
}

/// Returns a text with the names of its control characters.
private func visible(_ text: String) -> String {
  text.unicodeScalars.map {
    $0.properties.generalCategory == .control ? $0.escaped(asASCII: true) : String($0)
  }.joined().printable
}

extension ServiceClient.MonitoredScan {
  /// The line for the scan.
  fileprivate var line: String {
    scanLine(Timestamp(microseconds: Int64(time)), device, text, end, reason)
  }
}

/// Returns the line for a scan.
private func scanLine(
  _ time: Timestamp, _ device: String, _ text: String, _ end: String, _ flaw: String?
) -> String {
  let outcome = flaw.map { "not complete: \($0)" } ?? "scan"
  let words = [time.description, device.printable, end, "→", "\"\(visible(text))\"", "→", outcome]
  return words.joined(separator: " ").forConsole
}

/// Returns the line for a stroke or a gesture; nil for the reports around a stroke.
private func inkLine(
  _ ink: InkEvent, _ device: String, _ outcome: String, _ events: [String]
) -> String? {
  switch ink.action {
  case .stroke(let stroke):
    guard let first = stroke.points.first, let last = stroke.points.last else { return nil }
    let words = strokeWords(
      [Int(first.x), Int(first.y)], [Int(last.x), Int(last.y)], points: stroke.points.count,
      microseconds: ink.time.microseconds(since: first.time))
    return inkLine(ink.time, device, words, outcome, events)
  case .undo, .clear, .takeFirst:
    return inkLine(ink.time, device, ["\(ink.action)"], outcome, events)
  case .begin, .drop: return nil
  }
}

private func strokeWords(
  _ from: [Int], _ to: [Int], points: Int, microseconds: Int64
) -> [String] {
  let ends = [from, to].map { $0.map(String.init).joined(separator: ",") }.joined(separator: "–")
  let count = points == 1 ? "1 point" : "\(points) points"
  return ["stroke", "→", ends, count, "\(microseconds / 1000) ms"]
}

/// Returns the line for a stroke or a gesture, from the service or from our own session.
private func inkLine(
  _ time: Timestamp, _ device: String, _ words: [String], _ outcome: String, _ events: [String]
) -> String {
  ([time.description, device.printable] + words + ["→", outcome.printable] + events)
    .joined(separator: " ").forConsole
}

extension ServiceClient.MonitoredInk {
  /// The line for the stroke or the gesture.
  fileprivate var line: String {
    var words = [action.printable]
    if let from, let to, let points, let duration {
      words = strokeWords(from, to, points: points, microseconds: duration)
    }
    return inkLine(Timestamp(microseconds: time), device, words, outcome, events)
  }
}

extension Session {
  fileprivate func show(_ printer: EventPrinter, waits: Bool) {
    pipeline.sinks = [printer]
    pipeline.observers = [ConsoleReports(waits: waits), printer]
    // Strokes are shown like keys, also those that no mode takes.
    engine.wantsInkDidChange = { _ in }
    pipeline.isInkWanted = true
  }
}

/// Prints a line for each key event, each stroke and each gesture.
private final class EventPrinter: UpdateSink, PipelineObserver {
  private let output: ByteOutput
  private let showsReleases: Bool
  private var labels: [DeviceID: String] = [:]

  init(_ output: ByteOutput, showsReleases: Bool) {
    self.output = output
    self.showsReleases = showsReleases
  }

  var interest: SinkInterest { [.devices, .scans, .frames] }
  var wantsKeystrokes: Bool { true }

  func receive(_ update: Update) {
    switch update {
    case .deviceAttached(let device):
      labels[device.id] = device.label
      let kind = device.isScanner ? " (a scanner)" : ""
      let name = device.path.isEmpty ? "" : " \(device.name.printable)"
      output.append("+ \(device.label.printable)\(name)\(kind)\n")
    case .deviceDetached(let device):
      labels[device.id] = nil
      output.append("- \(device.label.printable)\n")
    default: break
    }
  }

  func receive(_ scan: Scan) {
    let line = scanLine(
      scan.time, label(of: scan.device), scan.text, scan.end.description, scan.flaw?.rawValue)
    output.append(line + "\n")
  }

  func keystrokeEnded(
    _ keystroke: Keystroke, _ disposition: Disposition, _ updates: [Update]
  ) {
    let event = keystroke.event
    if !showsReleases, !event.isDown { return }
    let preview: String? =
      if case .pending(let preview) = keystroke.composition { preview } else { nil }
    let line = keystrokeLine(
      event.time, label(of: event.device), event.code.description, "\(event.phase)",
      keystroke.modifiers, keysymName(keystroke.keysym), keystroke.text, waitingFor: preview,
      disposition.words, updates.map(\.name))
    output.append(line + "\n")
  }

  func inkEnded(_ ink: InkEvent, isTaken: Bool, _ updates: [Update]) {
    let outcome = isTaken ? "handled" : "not taken"
    guard let line = inkLine(ink, label(of: ink.device), outcome, updates.map(\.name)) else {
      return
    }
    output.append(line + "\n")
  }

  /// Learns the name of a pad, which is no keyboard that is attached.
  func receive(_ notice: SourceNotice) {
    if case .grabbed(let device) = notice { labels[device.id] = device.label }
  }

  private func label(of device: DeviceID) -> String { labels[device] ?? "#\(device.rawValue)" }

  func frameEnded() throws(MirrorError) { try output.flush() }
  func finish() throws(MirrorError) { try output.finish() }
}
