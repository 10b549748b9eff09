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

extension Subcommand {
  static let monitor = Subcommand(
    "monitor", "show live what each key event becomes, and what came of it",
    operands: "[CAPTURE]", operandLimit: 1, operand: .file("CAPTURE"),
    options: {
      [CommonOptions.device] + CommonOptions.layout + [
        Option("grab", nil, help: "take the keyboards for this program alone"),
        Option("releases", nil, help: "show releases too"),
        Option("service", nil, help: "show what the running service gets"),
        .control,
      ]
    },
    discussion: """
      One line a key event: time, keyboard, key, modifiers, keysym, text, and what
      came of it. Keyboards are not grabbed, so nobody is disturbed. With a CAPTURE,
      or - for standard input, that instead of keyboards. Mind who looks on.
      """
  ) { invocation in
    let showsReleases = invocation.has("releases")
    if invocation.has("service") || invocation.has("control") {
      try ServiceClient(invocation).monitor {
        Console.complain("showing what the service gets; secrets are left out", waits: false)
      } _: { monitored in
        switch monitored {
        case .keystroke(let keystroke):
          if !showsReleases, !["press", "repeat"].contains(keystroke.phase) { return true }
          return (try? Console.print(keystroke.line)) != nil
        case .scan(let scan):
          return (try? Console.print(scan.line)) != nil
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
        throw Complaint(failure, path: path)
      }
      return .done
    }
    let loop = try EventLoop()
    session.show(
      EventPrinter(ByteOutput(descriptor: 1, loop: loop), showsReleases: showsReleases),
      waits: false)
    let options = session.configuration.liveOptions(isGrabbing: invocation.has("grab"))
    let source = LiveSource(options: options, loop: loop)
    if source.devices.isEmpty { Console.complain("no keyboard yet; waiting for one", waits: false) }
    _ = try session.run(source)
    return .done
  }
}

extension ServiceClient.MonitoredKeystroke {
  /// The line that shows it.
  fileprivate var line: String {
    var words = ["\(time)", device.printable, key, phase, "→"]
    words.append((modifiers + [keysym]).joined(separator: "+"))
    if !text.isEmpty { words.append("\"\(text.printable)\"") }
    words += ["→", outcome.printable]
    return (words + events).joined(separator: " ")
  }
}

extension ServiceClient.MonitoredScan {
  /// The line that shows it.
  fileprivate var line: String {
    scanLine("\(time)", device.printable, text.printable, end, reason)
  }
}

/// The line that shows a code.
private func scanLine(
  _ time: String, _ device: String, _ text: String, _ end: String, _ flaw: String?
) -> String {
  let outcome = flaw.map { "not complete: \($0)" } ?? "scan"
  return [time, device, end, "→", "\"\(text)\"", "→", outcome].joined(separator: " ")
}

extension Session {
  fileprivate func show(_ printer: EventPrinter, waits: Bool) {
    pipeline.sinks = [printer]
    pipeline.observers = [ConsoleReports(waits: waits), printer]
  }
}

/// Prints a line for each key event.
private final class EventPrinter: UpdateSink, PipelineObserver {
  private let output: ByteOutput
  private let showsReleases: Bool

  init(_ output: ByteOutput, showsReleases: Bool) {
    self.output = output
    self.showsReleases = showsReleases
  }

  var interest: SinkInterest { [.devices, .scans, .frames] }
  var wantsKeystrokes: Bool { true }

  func receive(_ update: Update) {
    switch update {
    case .deviceAttached(let device):
      let kind = device.isScanner ? " (a scanner)" : ""
      output.append(
        "+ #\(device.id.rawValue) \(device.name.printable) \(device.path.printable)\(kind)\n")
    case .deviceDetached(let device):
      output.append("- #\(device.id.rawValue) \(device.name.printable)\n")
    default: break
    }
  }

  func receive(_ scan: Scan) {
    let line = scanLine(
      scan.time.description, "#\(scan.device.rawValue)", visible(scan.text),
      scan.end.description, scan.flaw?.rawValue)
    output.append(line + "\n")
  }

  func keystrokeEnded(
    _ keystroke: Keystroke, _ disposition: Disposition, _ updates: [Update]
  ) {
    let event = keystroke.event
    if !showsReleases, !event.isDown { return }
    var words = [
      event.time.description, "#\(event.device.rawValue)", event.code.description,
      "\(event.phase)", "→", keystroke.modifiers.description + keysymName(keystroke.keysym),
    ]
    if !keystroke.text.isEmpty { words.append("\"\(visible(keystroke.text))\"") }
    if case .pending(let preview) = keystroke.composition {
      words.append("waits with \"\(preview)\"")
    }
    words += ["→", disposition.words]
    words += updates.map(\.name)
    output.append(words.joined(separator: " ") + "\n")
  }

  func frameEnded() throws(MirrorError) { try output.flush() }
  func finish() throws(MirrorError) { try output.finish() }

  private func visible(_ text: String) -> String {
    text.unicodeScalars.map {
      $0.properties.generalCategory == .control ? $0.escaped(asASCII: true) : String($0)
    }.joined().printable
  }
}
