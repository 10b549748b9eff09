// SPDX-License-Identifier: Apache-2.0
import Glibc
import InputMethods
import Keys
import Mirrors
import TestSupport
import Testing
import TextInput

@testable import Engines

/// A text in a mode of handwriting with an engine, for ink instead of keys.
final class HandwritingPaper {
  let desk = EngineDesk()
  let typist: TextEngine
  let view = TextView(name: "view")
  private let engines: InstalledEngines
  private var time: Int64 = 1_000_000

  init(_ program: [String], language: String) throws {
    let manifest = EngineManifest(
      name: "drawn", methods: ["handwriting"], languages: [language], verbs: [.recognise],
      program: program)
    engines = InstalledEngines(EngineList([manifest]), host: desk.host)
    let mode = TextInputMode(
      try #require(LanguageTag(language)), inputMethod: "handwriting", displayName: language)
    typist = TextEngine(modes: ModeList([mode, .english]))
    let engines = engines
    let recogniser = HandwritingConverter {
      $0 == "handwriting" ? EngineConverter($0, engines: engines) : nil
    }
    var settings = MethodSettings()
    settings.handwritingPause = 0
    typist.registerInputMethod(
      HandwritingMethod(
        converter: recogniser, services: MethodServices(typist, settings: settings)),
      named: "handwriting")
    typist.window.addSubview(view)
    view.becomeFirstResponder()
    prepare()
  }

  deinit { engines.stop() }

  var engine: Engine? { engines.list.manifests.first.flatMap { engines.engines(of: $0).first } }

  func prepare() {
    let language = typist.modes.current.primaryLanguage.description
    engines.prepare("handwriting", in: language)
    _ = desk.loop.run { engine?.state == .ready || engine?.state == .stopped }
  }

  /// Draws strokes on a square, and waits for the candidates.
  func draw(_ strokes: [[(Int32, Int32)]]) -> [String] {
    draw(
      strokes.map { stroke in
        time += 100_000
        let points = stroke.map { Stroke.Point(x: $0.0, y: $0.1, time: .zero) }
        return InkEvent(
          time: Timestamp(microseconds: time), device: DeviceID(rawValue: 1),
          surface: InkEvent.Surface(width: 1000, height: 1000), action: .stroke(Stroke(points)))
      })
  }

  /// Draws what a pad has reported, and waits for the candidates of all strokes.
  func draw(_ ink: [InkEvent]) -> [String] {
    for event in ink { typist.handle(event) }
    let before = typist.candidates
    _ = desk.loop.run(for: 5) { typist.candidates != nil && typist.candidates != before }
    return typist.candidates?.items.map(\.text) ?? []
  }

  func kill() {
    if let process = engine?.process { Glibc.kill(process, SIGKILL) }
    _ = desk.loop.run { engine?.state != .ready }
  }
}

/// The engine of handwriting with its data, as `make engines` and `make handwriting` make them.
enum RealHandwriting {
  static let program: [String] = {
    let folder = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined() + "/.build"
    return [folder + "/engines/keybridge-engine-handwriting", folder + "/handwriting"]
  }()

  static let isThere =
    access(program[0], X_OK) == 0 && access(program[1] + "/copyright", R_OK) == 0
}
