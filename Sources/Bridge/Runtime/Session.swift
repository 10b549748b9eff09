// SPDX-License-Identifier: Apache-2.0
import Assistance
import Captures
import Devices
import Glibc
import KeyCommands
package import Keys
package import Layouts
package import Mirrors
package import TextInput

/// The stages, assembled according to the settings file and the options.
///
/// Every program of this package runs one session.
package struct Session {
  /// Translates key events into keystrokes.
  package let layouts: KeyboardLayouts
  /// The engine.
  package let engine: TextEngine
  /// The pipeline of the stages.
  package let pipeline: Pipeline
  /// Creates the mirrors on standard output.
  package let mirrors: SessionMirrors
  /// The user's words, and the assistant.
  let language: SessionLanguage
  /// The current settings.
  let settings: CurrentSettings
  private let storage: SessionStorage

  /// Assembles the stages around an engine that has no sink yet.
  ///
  /// - Parameters:
  ///   - settings: the settings of the session.
  ///   - engine: the engine, with its windows.
  ///   - statusRows: the number of status rows on a terminal with several rows.
  ///   - layOut: positions the window's views; on a terminal it is called for the initial size,
  ///     whenever the size changes, and when the keyboard area changes.
  /// - Throws: why a configured layout cannot be used.
  package init(
    _ settings: SessionSettings, engine: TextEngine, statusRows: Int = 1,
    layOut: @escaping () -> Void = {}
  ) throws {
    self.engine = engine
    storage = settings.storage
    language = SessionLanguage(engine, vocabularies: InstalledVocabularies.ofThisMachine())
    let current = CurrentSettings(settings, language: language)
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
    pipeline.takeInk = { [engine] in engine.handle($0) }
    engine.wantsInkDidChange = { [unowned pipeline] in pipeline.isInkWanted = $0 }
    pipeline.isInkWanted = engine.wantsInk
    // Not weak: counting references to the engine would take longer at every key.
    language.assistant.personalWords.names = { [unowned pipeline, unowned engine] user in
      let windows = engine.windows.filter { $0.user == user }
      return pipeline.keyboardNames + windows.compactMap { $0.rootViewController?.name }
    }
    mirrors = SessionMirrors(
      engine: engine, storage: storage,
      fit: WindowFit(pipeline, statusRows: statusRows, layOut: layOut))
    current.applyAll(to: engine)
    for line in settings.commandMistakes() { Console.printError(line) }
    IgnoredSignals.ofWrites.begin()
  }

  /// The settings, as they were last read.
  package var configuration: Configuration { settings.configuration }

  /// Runs the pipeline on a source, then closes the storage.
  ///
  /// A reader that closes the pipe ends the run without an error.
  ///
  /// - Throws: the error that ended the source, or a ``MirrorError``.
  package func run(_ source: some KeySource) throws -> EndReason {
    // By then, the mirror has restored the terminal.
    defer {
      language.end()
      storage.end()
    }
    do {
      return try pipeline.run(source)
    } catch let error as MirrorError where error.isBrokenPipe {
      return .finished
    }
  }

  /// Replays a capture through the stages.
  ///
  /// - Parameters:
  ///   - path: the path of the capture; `-` for standard input.
  ///   - isRealtime: whether to replay at the recorded speed.
  ///   - isStrict: whether time that steps back is a mistake.
  ///   - folder: the folder of an extension that answers keys, without any right; nil for none.
  ///   - makeMirror: creates the mirror; called after the capture was opened.
  /// - Throws: the errors in the capture, ready to be displayed, those of the extension, or the
  ///   errors of `makeMirror`.
  package func replay(
    _ path: String, isRealtime: Bool, isStrict: Bool = false, extension folder: String? = nil,
    into makeMirror: () throws -> (any UpdateSink)?
  ) throws {
    do {
      let reader = try CaptureReader(path: path, isStrict: isStrict)
      let progress = ProgressLine()
      defer { progress.end() }
      if !isRealtime {
        reader.didRead = { [unowned reader] in
          progress.show(reader.progress.map { "replayed \(Int($0 * 100)) %" } ?? "replaying")
        }
      }
      pipeline.continuesWords = false
      pipeline.sinks = [try makeMirror()].compactMap { $0 }
      pipeline.observers.append(ConsoleReports(waits: true))
      let clock = RealTime()
      let source = CaptureReplay(reader, pace: isRealtime ? { clock.wait(until: $0) } : nil)
      guard let folder else {
        _ = try run(source)
        return
      }
      let requests = ExtensionRequests(of: self) { Console.show($0, waits: true) }
      let tried = try TriedExtension(folder, in: engine, answeringWithin: .seconds(10)) { host in
        host.engines.didAnswer = { [unowned pipeline] in pipeline.deliver() }
        host.perform = { requests.perform($0, of: $1) }
      }
      defer { tried.end() }
      _ = try run(AnsweredKeys(source, answeredBy: tried))
    } catch let failure as CaptureFailure {
      throw UserFacingError(failure, path: path)
    }
  }
}
