// SPDX-License-Identifier: Apache-2.0
import Captures
import Devices
import Glibc
import KeyCommands
package import Keys
package import Layouts
package import Mirrors
package import TextInput

/// The stages, put together as settings file and options say: every program of this package runs one.
package struct Session {
  /// Gives key events their meaning.
  package let layouts: KeyboardLayouts
  /// What is typed into.
  package let engine: TextEngine
  /// The stages.
  package let pipeline: Pipeline
  /// Makes the mirrors of standard output.
  package let mirrors: SessionMirrors
  /// The settings in force.
  let settings: CurrentSettings
  private let storage: SessionStorage

  /// Puts the stages around an engine, which has no sink yet.
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
    storage = settings.storage
    let current = CurrentSettings(settings)
    self.settings = current
    let configuration = settings.configuration
    layouts = try KeyboardLayouts(
      sources: configuration.sources,
      settingsFor: { current.configuration.settings(for: $0).layout })
    try LayoutCheck(configuration, file: settings.file).run(on: layouts)
    engine.translator = try Translator(locale: nil)
    pipeline = Pipeline(
      layouts: layouts, engine: engine, repeatTiming: configuration.repeatTiming,
      startingLocks: configuration.startingLocks,
      scannerProfile: { current.configuration.settings(for: $0).scannerProfile })
    mirrors = SessionMirrors(
      engine: engine, storage: storage, fit: WindowFit(pipeline, layOut: layOut))
    current.apply(to: engine)
    for line in settings.commandMistakes { Console.complain(line) }
    // A reader that closes its end, and a file that may grow no more, are errors of the write, never signals.
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
  }

  /// The settings, as they were read last.
  package var configuration: Configuration { settings.configuration }

  /// Runs the pipeline on a source, and then closes the engine's memory.
  ///
  /// A reader that closes its end ends the run without an error.
  package func run(_ source: some KeySource) throws -> EndReason {
    // The mirror has given the terminal back by then.
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
  ///   - makeMirror: makes the mirror; called once the capture is known to exist.
  /// - Throws: what is wrong with the capture, ready to be shown, or what its mirror throws.
  package func replay(
    _ path: String, isRealtime: Bool, into makeMirror: () throws -> (any UpdateSink)?
  ) throws {
    do {
      let reader = try CaptureReader(path: path)
      let progress = ProgressLine()
      defer { progress.end() }
      if !isRealtime {
        reader.didRead = { [unowned reader] in
          progress.show(reader.progress.map { "replayed \(Int($0 * 100)) %" } ?? "replaying")
        }
      }
      pipeline.sinks = [try makeMirror()].compactMap { $0 }
      pipeline.observers.append(ConsoleReports(waits: true))
      let clock = RealTime()
      let source = CaptureReplay(reader, pace: isRealtime ? { clock.wait(until: $0) } : nil)
      _ = try run(source)
    } catch let failure as CaptureFailure {
      throw Complaint(failure, path: path)
    }
  }
}
