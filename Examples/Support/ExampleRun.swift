// SPDX-License-Identifier: Apache-2.0
import Bridge
import Glibc
import Mirrors
import TextInput

/// An engine with an example's window, and the stages around it.
struct ExampleRun {
  private let screen: any ExampleScreen
  private let invocation: Invocation
  private let session: Session

  init(_ screen: any ExampleScreen, named name: String, _ invocation: Invocation) throws {
    self.screen = screen
    self.invocation = invocation
    let settings = try SessionSettings(invocation, isReplay: invocation.has("replay"))
    let engine = settings.makeEngine()
    engine.programName = name
    let layOut = { [unowned engine] in
      let size = CellSize(
        width: engine.screen.width, height: engine.window.keyboardLayoutGuide.y)
      screen.layOut(in: size)
    }
    session = try Session(settings, engine: engine, layOut: layOut)
    engine.window.rootViewController = screen
    layOut()
    screen.begin()
    // Discards the updates of the setup, so that the output contains only updates caused by keys.
    _ = engine.takeUpdates()
    session.pipeline.observers = [ScreenEnd(screen, of: session.pipeline)]
  }

  /// Runs to the end.
  ///
  /// By default a terminal shows the window, and a pipe receives the report.
  func run(mirror name: String?) throws {
    let name = name ?? (Console.isTerminal(1) ? "terminal" : "text")
    if let capture = invocation.value("replay") {
      try session.replay(capture, isRealtime: invocation.has("realtime")) {
        try makeMirror(name, output: ByteOutput(descriptor: 1))
      }
    } else {
      let live = try LiveRun(session, isGrabbing: !invocation.has("no-grab"))
      let mirror = try makeMirror(name, output: ByteOutput(descriptor: 1, loop: live.loop))
      session.pipeline.sinks = [mirror]
      try live.run(showing: mirror)
    }
    // The window disappears with the screen of the terminal mirror, so the report is printed after
    // it.
    if name == "terminal" { for line in screen.report { try Console.print(line.printable) } }
  }

  private func makeMirror(_ name: String, output: ByteOutput) throws -> any UpdateSink {
    switch name {
    case "json": JSONMirror(output: output, encoder: session.mirrors.makeEncoder())
    case "terminal": try session.mirrors.makeTerminal(output)
    default: ReportMirror(screen, output: output)
    }
  }
}

/// Ends the run when the example's screen is finished.
private final class ScreenEnd: PipelineObserver {
  private let screen: any ExampleScreen
  private unowned let pipeline: Pipeline

  init(_ screen: any ExampleScreen, of pipeline: Pipeline) {
    (self.screen, self.pipeline) = (screen, pipeline)
  }

  var wantsTurns: Bool { true }
  func updatesWillBeDelivered() { if screen.isFinished { pipeline.end() } }
}

/// Prints the report of an example, each line as soon as it exists.
private final class ReportMirror: UpdateSink {
  private let screen: any ExampleScreen
  private let output: ByteOutput
  private var count = 0

  init(_ screen: any ExampleScreen, output: ByteOutput) {
    self.screen = screen
    self.output = output
  }

  var interest: SinkInterest { .frames }

  func frameEnded() throws(MirrorError) {
    for line in screen.report.dropFirst(count) { output.append(line + "\n") }
    count = screen.report.count
    try output.flush()
  }

  func finish() throws(MirrorError) {
    try frameEnded()
    try output.finish()
  }
}
