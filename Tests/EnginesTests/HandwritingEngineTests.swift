// SPDX-License-Identifier: Apache-2.0
import Glibc
import InputMethods
import Keys
import Mirrors
import TestSupport
import Testing
import TextInput

@testable import Engines

/// Characters that are drawn, with an engine that counts their strokes, and with the real one.
@Suite struct HandwritingEngineTests {
  /// A text in a mode of handwriting with an engine.
  private final class Paper {
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
      for stroke in strokes {
        time += 100_000
        let points = stroke.map { Stroke.Point(x: $0.0, y: $0.1, time: .zero) }
        typist.handle(
          InkEvent(
            time: Timestamp(microseconds: time), device: DeviceID(rawValue: 1),
            surface: InkEvent.Surface(width: 1000, height: 1000), action: .stroke(Stroke(points))))
      }
      let before = typist.candidates
      _ = desk.loop.run(for: 5) { typist.candidates != nil && typist.candidates != before }
      return typist.candidates?.items.map(\.text) ?? []
    }

    func kill() {
      if let process = engine?.process { Glibc.kill(process, SIGKILL) }
      _ = desk.loop.run { engine?.state != .ready }
    }
  }

  private static let stroke: [(Int32, Int32)] = [(100, 500), (900, 480)]

  @Test("F026 an engine receives all strokes, and its characters are listed")
  func scripted() throws {
    let paper = try Paper(["/usr/bin/python3", "-I", "-S", EngineDesk.script], language: "zh-Hans")
    #expect(paper.draw([Self.stroke]) == ["1", "長", "?"])
    #expect(paper.draw([Self.stroke, Self.stroke]) == ["3", "長", "?"])
  }

  @Test("F026 an engine that is killed costs no stroke: it is started again, and gets all of them")
  func killed() throws {
    let paper = try Paper(["/usr/bin/python3", "-I", "-S", EngineDesk.script], language: "zh-Hans")
    #expect(paper.draw([Self.stroke, Self.stroke]).first == "2")
    paper.kill()
    paper.prepare()
    #expect(paper.typist.ink?.strokes.count == 2)
    #expect(paper.draw([Self.stroke]).first == "3")
  }

  @Test("F026 64 strokes of 512 points fit into a request")
  func largest() throws {
    let paper = try Paper(["/usr/bin/python3", "-I", "-S", EngineDesk.script], language: "zh-Hans")
    let long = (0..<2000).map { (Int32($0 % 1000), Int32($0 / 2)) }
    for _ in 0..<15 { #expect(!paper.draw(Array(repeating: long, count: 4)).isEmpty) }
    #expect(paper.draw(Array(repeating: long, count: 4)).first == "4")
    #expect(paper.typist.ink?.isFull == true && paper.engine?.lastFault == nil)
  }

  @Test(
    "F026 the real engine recognises what is drawn; without its data it is not used",
    arguments: [
      (
        "zh-Hans", "十", [[(120, 480), (880, 470)], [(500, 100), (505, 900)]],
      ),
      (
        "zh-Hant", "三",
        [[(200, 200), (800, 190)], [(260, 500), (740, 490)], [(120, 830), (880, 820)]]
      ),
      (
        "ja-JP", "大",
        [
          [(120, 400), (880, 390)], [(500, 100), (490, 400), (380, 680), (130, 890)],
          [(510, 400), (640, 680), (880, 880)],
        ]
      ),
    ] as [(String, String, [[(Int32, Int32)]])])
  func real(_ language: String, _ character: String, _ strokes: [[(Int32, Int32)]]) throws {
    let paper = try Paper(RealEngine.program, language: language)
    // `make handwriting` makes the data, for which `make test` has no time.
    guard RealEngine.isThere else {
      #expect(paper.engine?.state == .stopped && paper.engine?.lastFault != nil)
      return
    }
    _ = paper.draw(Array(strokes.dropLast()))
    #expect(paper.draw([strokes[strokes.count - 1]]).prefix(3).contains(character))
  }
}

/// The engine with its data, as `make engines` and `make handwriting` make them.
private enum RealEngine {
  static let program: [String] = {
    let folder = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined() + "/.build"
    return [folder + "/engines/keybridge-engine-handwriting", folder + "/handwriting"]
  }()

  static let isThere =
    access(program[0], X_OK) == 0 && access(program[1] + "/copyright", R_OK) == 0
}
