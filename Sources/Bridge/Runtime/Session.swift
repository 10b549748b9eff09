// SPDX-License-Identifier: Apache-2.0
import Captures
import Devices
import Glibc
import KeyCommands
package import Keys
package import Layouts
package import Mirrors
package import Service
package import TextInput

/// What every program of this package shares: the stages, put together as the options say.
package struct Session {
  /// The settings, as they were read last.
  package var configuration: Configuration { current.settings.configuration }
  /// Gives key events their meaning.
  package let layouts: KeyboardLayouts
  /// What is typed into.
  package let engine: TextEngine
  /// The stages.
  package let pipeline: Pipeline
  /// Gives the window's views their places on the screen that there is.
  let layOut: () -> Void
  let storage: SessionStorage
  let current: CurrentSettings
  /// What the settings bind.
  let commands = UserCommands()

  /// Makes the stages around an engine, which nobody observes yet.
  ///
  /// - Parameters:
  ///   - settings: what file and options say.
  ///   - engine: the engine, with its windows.
  ///   - layOut: gives the window's views their places; on a terminal it is called for its size, for
  ///     each change of it, and when the keyboard area changes.
  /// - Throws: what is wrong with the layouts that are asked for.
  package init(
    _ settings: SessionSettings, engine: TextEngine, layOut: @escaping () -> Void = {}
  ) throws {
    self.engine = engine
    self.layOut = layOut
    storage = settings.storage
    let current = CurrentSettings(settings)
    self.current = current
    let configuration = settings.configuration
    layouts = try KeyboardLayouts(
      sources: configuration.sources,
      settingsFor: { current.settings.configuration.settings(for: $0).layout })
    try LayoutCheck(configuration, file: settings.file).run(on: layouts)
    engine.translator = try Translator(locale: nil)
    pipeline = Pipeline(
      layouts: layouts, engine: engine, repeatTiming: configuration.repeatTiming,
      startingLocks: configuration.startingLocks,
      scannerProfile: { current.settings.configuration.settings(for: $0).scannerProfile })
    applyToEngine()
    for line in settings.commandMistakes { Console.complain(line) }
    // A reader that goes away, and a file that may grow no more, is an error of the write, never a signal.
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
  }

  /// Tells of what a person should know.
  ///
  /// - Parameter tell: where to.
  package func tellTroubles(_ tell: @escaping (LogEntry) -> Void) {
    pipeline.onNotice = { tell($0.entry) }
    pipeline.onLayoutError = { error, device in
      tell(
        LogEntry(
          "device.noLayout", .error,
          "\(device.label): \(Complaint(error).message); it types nothing",
          LogEntry.fields(of: device)))
    }
    pipeline.onModeLayoutError = { error, mode in
      tell(
        LogEntry(
          "mode.noLayout", .warning,
          "\(mode.id): \(Complaint(error).message); keyboards keep their own layouts"))
    }
  }

  /// Tells on standard error of what a person should know.
  ///
  /// - Parameter waits: whether for whoever reads it, which a live run must not.
  package func tellTroubles(waits: Bool) {
    tellTroubles { Console.show($0, waits: waits) }
  }

  /// Runs the pipe on a source, and closes what the engine remembers with; a reader that has gone away
  /// ends it without a word.
  package func run(_ source: some KeySource) throws -> EndReason {
    // The pipe has given back a terminal by then.
    defer { storage.end() }
    do {
      return try pipeline.run(source)
    } catch let error as MirrorError where error.isBrokenPipe {
      return .finished
    }
  }

  /// Plays a capture through the stages.
  ///
  /// - Parameters:
  ///   - path: the capture; `-` for standard input.
  ///   - isRealtime: whether it takes the time that typing took.
  ///   - makeMirror: makes the mirror, once it is known that there is a capture.
  /// - Throws: what is wrong with the capture, ready to be shown, or what its mirror throws.
  package func replay(
    _ path: String, isRealtime: Bool, into makeMirror: () throws -> (any UpdateSink)?
  ) throws {
    do {
      let reader = try CaptureReader(path: path)
      pipeline.sinks = [try makeMirror()].compactMap { $0 }
      tellTroubles(waits: true)
      let clock = RealTime()
      let source = CaptureReplay(reader, pace: isRealtime ? { clock.wait(until: $0) } : nil)
      _ = try run(source)
    } catch let failure as CaptureFailure {
      throw Complaint(failure, path: path)
    }
  }

  /// An encoder of lines; each mirror has its own, because it learns the keyboards' names.
  package func makeEncoder(style: WireEncoder.Style = .event) -> WireEncoder {
    WireEncoder(style: style, keysymName: { keysymName($0) })
  }
}
