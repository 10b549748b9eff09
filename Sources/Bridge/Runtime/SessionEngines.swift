// SPDX-License-Identifier: Apache-2.0
import Devices
import Engines
import InputMethods
import Keys
import Mirrors
import Service
import TextInput

/// The language engines of a live run, which input methods ask for conversions.
///
/// A replay has none: its result must not depend on the engines of the machine.
final class SessionEngines {
  private let engines: InstalledEngines
  private let report: (LogEntry) -> Void
  /// The methods whose missing engine was reported.
  private var missing: Set<String> = []
  /// The data files whose absence was reported.
  private var missingData: Set<MethodData> = []
  private var hasReportedFullInk = false
  /// The mistakes that were reported.
  private var mistakes: Set<EngineManifest.Mistake> = []

  /// Reads the manifests; no process is started.
  ///
  /// - Parameters:
  ///   - configuration: the settings.
  ///   - host: the parts of the run that engines use.
  ///   - launcher: starts the engines; nil if this process does.
  ///   - report: reports an entry to the user.
  init(
    _ configuration: Configuration, host: EngineHost, launcher: Launcher?,
    report: @escaping (LogEntry) -> Void
  ) {
    self.report = report
    var host = host
    host.notice = { report(LogEntry("engine.rests", .warning, $0)) }
    if let launcher {
      host.open = { launcher.open($0) }
      host.connectingProcess = launcher.process
    }
    engines = InstalledEngines(
      EngineList(folders: EngineList.ofThisMachine),
      choices: configuration.inputMethods.engines, host: host)
  }

  /// Returns the converter of a method; nil if no engine can serve it.
  func converter(for method: String) -> (any Converter)? {
    guard engines.list.manifests.contains(where: { $0.methods.contains(method) }) else {
      return nil
    }
    return EngineConverter(method, engines: engines)
  }

  /// Reads the manifests again.
  ///
  /// - Parameter configuration: the settings.
  /// - Returns: whether converters must be created again.
  func reload(_ configuration: Configuration) -> Bool {
    let list = EngineList(folders: EngineList.ofThisMachine)
    let choices = configuration.inputMethods.engines
    let hasChanged = list != engines.list || choices != engines.choices
    engines.replace(with: list, choices: choices)
    return hasChanged
  }

  /// Starts the engines of a mode that became current.
  func follow(_ mode: TextInputMode) {
    for mistake in engines.list.mistakes where mistakes.insert(mistake).inserted {
      report(LogEntry("engine.manifest", .warning, mistake.text))
    }
    let language = mode.primaryLanguage.description
    if mode.inputMethod == "stroke" || mode.isHandwriting {
      // Only what follows a character is asked.
      for method in ["pinyin", "zhuyin", "romaji"] { engines.prepare(method, in: language) }
    }
    guard let method = mode.inputMethod, let need = EngineNeed.ofMethod(method) else { return }
    engines.prepare(method, in: language)
    guard engines.manifests(for: method, in: language).isEmpty, engines.choices[mode.id] != [],
      missing.insert(method).inserted
    else { return }
    report(LogEntry(missing: need, in: mode))
  }

  /// Reports a data file that a method needs and that is not installed, once.
  func report(missing data: MethodData) {
    if missingData.insert(data).inserted { report(LogEntry(missing: data)) }
  }

  /// Reports that a character has too many strokes, once.
  func reportFullInk() {
    guard !hasReportedFullInk else { return }
    hasReportedFullInk = true
    report(
      LogEntry(
        "ink.full", .notice,
        "a character has at most \(Ink.strokeLimit) strokes: further ones are ignored;"
          + " press Backspace to take one back, or Escape to start again"))
  }

  /// Collects the processes that have ended; called on SIGCHLD.
  func reap() { engines.reap() }

  /// Ends all processes.
  func stop() { engines.stop() }
}

extension SessionEngines: EngineService {
  func handwriting(in modes: [TextInputMode]) -> HandwritingSupport {
    var languages: [String] = []
    var fault: String?
    for mode in modes {
      let serving = engines.engines(for: "handwriting", in: mode.primaryLanguage.description)
      // An engine that was not needed yet has no fault; one without data has.
      if serving.contains(where: { $0.state == .ready || $0.lastFault == nil }) {
        languages.append(mode.primaryLanguage.description)
      } else if let engine = serving.first, let lastFault = engine.lastFault {
        fault = fault ?? "the engine \(engine.manifest.name) failed: \(lastFault)"
      }
    }
    guard languages.isEmpty else { return .scripts(languages) }
    return .missing(fault ?? HandwritingSupport.noEngine)
  }

  var listing: [EngineListing.Engine] {
    engines.list.manifests.map { manifest in
      EngineListing.Engine(
        name: manifest.name, languages: manifest.languages, methods: manifest.methods,
        processes: engines.engines(of: manifest).map { engine in
          EngineListing.Process(
            language: engine.language, ready: engine.state == .ready,
            state: engine.isResting ? "resting" : engine.state.rawValue,
            version: engine.nameAndVersion, process: engine.process,
            memory: engines.memory(of: engine),
            lastFault: engine.lastFault)
        })
    }
  }
}
