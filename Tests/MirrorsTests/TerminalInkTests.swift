// SPDX-License-Identifier: Apache-2.0
import InputMethods
import Keys
import ScriptedConverters
import TestSupport
import Testing
import TextInput

@testable import Mirrors

/// The character that is drawn, on the terminal.
@Suite struct TerminalInkTests {
  private let converter = ScriptedConverter()

  init() { converter.drawings = [1: ["一"], 2: ["十", "二"]] }

  private func stage(
    _ columns: Int = 60, _ rows: Int = 24, kind: TerminalKind = .window,
    language: String = "zh-Hans"
  ) throws -> Stage {
    let tag = try #require(LanguageTag(language))
    let mode = TextInputMode(tag, inputMethod: "handwriting", displayName: "draw")
    return try Stage(columns: columns, rows: rows, kind: kind) { engine in
      engine.modes.setList(ModeList([mode, .english]))
      engine.registerInputMethod(
        HandwritingMethod(converter: converter, services: MethodServices(engine)),
        named: "handwriting")
      engine.modes.perform(.choose(mode.id))
      engine.fill(with: TextView(name: "view"))
    }
  }

  private func draw(
    _ points: [(Int32, Int32)], aspect: Double = 1, _ stage: inout Stage
  ) throws {
    let stroke = Stroke(points.map { Stroke.Point(x: $0.0, y: $0.1, time: .zero) })
    stage.engine.handle(
      InkEvent(
        time: .zero, device: DeviceID(rawValue: 9),
        surface: InkEvent.Surface(width: 1000, height: 1000, unitAspect: aspect),
        action: .stroke(stroke)))
    try stage.show()
  }

  private static let across: [(Int32, Int32)] = [(0, 0), (1000, 1000)]
  private static let back: [(Int32, Int32)] = [(1000, 0), (0, 1000)]

  @Test("a stroke is drawn in braille on paper of 20 × 10 cells, above the candidates")
  func paper() throws {
    var stage = try stage()
    #expect(stage.area.height == 2, "without ink the text has the rows")
    try draw(Self.across, &stage)
    #expect(stage.area == CellRect(x: 0, y: 10, width: 60, height: 14))
    let lines = stage.terminal.lines
    #expect(lines[10] == "┌" + String(repeating: "─", count: 20) + "┐")
    #expect(lines[21] == "└" + String(repeating: "─", count: 20) + "┘")
    #expect(lines[11] == "│⠑⢄" + String(repeating: " ", count: 18) + "│")
    #expect(lines[20] == "│" + String(repeating: " ", count: 18) + "⠑⢄│")
    #expect(lines[22].hasPrefix("1 一"))
    #expect(stage.status.hasPrefix("手写 · 1 stroke · "))
    try draw(Self.back, &stage)
    #expect(stage.terminal.lines[11].hasSuffix("⡠⠊│"))
    #expect(stage.status.hasPrefix("手写 · 2 strokes · "))
  }

  @Test("the paper stays empty for the next character, and is gone with the mode")
  func kept() throws {
    var stage = try stage()
    try draw(Self.across, &stage)
    try stage.press(.return)
    #expect(stage.content[0].hasPrefix("一") && stage.area.height == 14)
    #expect(stage.terminal.lines[11] == "│" + String(repeating: " ", count: 20) + "│")
    stage.engine.modes.perform(.next)
    try stage.show()
    #expect(stage.area.height == 1)
  }

  @Test(
    "a small screen has the row of candidates alone",
    arguments: [(40, 10), (60, 21), (21, 40)])
  func small(_ columns: Int, _ rows: Int) throws {
    var stage = try stage(columns, rows)
    try draw(Self.across, &stage)
    #expect(stage.area.height == 2 && stage.terminal.lines[rows - 2].hasPrefix("1 一"))
    #expect(stage.status.hasPrefix("手写"))
  }

  @Test("the paper is as wide as the pad, up to the width of the screen, without distortion")
  func wide() throws {
    var stage = try stage()
    try draw([(0, 500), (1000, 500)], aspect: 2, &stage)
    #expect(stage.terminal.lines[10].count == 42)
    #expect(stage.terminal.lines[16] == "│⠈" + String(repeating: "⠉", count: 39) + "│")
    var narrow = try self.stage()
    try draw([(0, 500), (1000, 500)], aspect: 10, &narrow)
    #expect(narrow.terminal.lines[10].count == 60)
    var tall = try self.stage()
    try draw([(0, 0), (1000, 0)], aspect: 0.5, &tall)
    let margin = String(repeating: " ", count: 5)
    #expect(tall.terminal.lines[11].count == 22)
    #expect(tall.terminal.lines[11].hasPrefix("│" + String(margin.dropLast())))
  }

  @Test("a terminal without symbols draws in ASCII")
  func console() throws {
    var stage = try stage(kind: .console)
    try draw(Self.across, &stage)
    let lines = stage.terminal.lines
    #expect(lines[10] == "+" + String(repeating: "-", count: 20) + "+")
    #expect(lines[11] == "|'." + String(repeating: " ", count: 18) + "|")
    try draw([(500, 0), (500, 1000)], &stage)
    #expect(stage.terminal.lines[15].contains(":"))
  }

  @Test(
    "the status row names handwriting in the language of the mode",
    arguments: [("ja-JP", "手書き"), ("zh-Hant", "手寫"), ("zh-Hans", "手写")])
  func status(_ language: String, _ word: String) throws {
    var stage = try stage(language: language)
    #expect(stage.status.hasPrefix("draw · "))
    try draw(Self.across, &stage)
    #expect(stage.status.hasPrefix("\(word) · 1 stroke · "))
  }
}
