// SPDX-License-Identifier: Apache-2.0
import Keys
import TestSupport
import TextInput
import Testing

@testable import Mirrors

/// Lists of candidates on the terminal: rows and grids, wide and narrow.
@Suite struct CandidateDrawingTests {
  private func candidates(
    _ list: CandidateList, columns: Int = 40, rows: Int = 1, kind: TerminalKind = .window
  ) -> [String] {
    CandidateDrawing(
      list: list, glyphs: CellRenderer(hasSymbols: kind.hasSymbols), columns: columns
    ).rows(rows)
      .map(draw)
  }

  /// A row with reverse video in « ».
  private func draw(_ row: [Cell]) -> String {
    var text = ""
    var isReverse = false
    for cell in row {
      let style = cell.style.attributes.contains(.reverse)
      if style != isReverse { text += style ? "«" : "»" }
      isReverse = style
      text += cell.text
    }
    return text + (isReverse ? "»" : "")
  }

  private func list(_ words: String, pageSize: Int = 9, at highlighted: Int? = nil) -> CandidateList
  {
    CandidateList(
      .inputMethod, items: words.split(separator: " ").map { Candidate(String($0)) },
      pageSize: pageSize, highlighted: highlighted)
  }

  private static let letters = "é è ê ë ē ė ę"

  // MARK: Rows

  @Test(
    "IME-6a candidates are numbered, the highlighted one is reversed, marks indicate other pages")
  func page() {
    var list = list("é è ê")
    #expect(candidates(list) == ["1 é  2 è  3 ê"])
    list = list.moved(.next)
    #expect(candidates(list) == ["«1 é»  2 è  3 ê"])
    list = self.list(Self.letters, pageSize: 3)
    #expect(candidates(list) == ["  1 é  2 è  3 ê ›"])
    #expect(candidates(list.moved(.nextPage)) == ["‹ 1 ë  2 ē  3 ė ›"])
    #expect(candidates(list.moved(.previousPage)) == ["‹ 1 ę"])
    #expect(candidates(list, kind: .console) == ["  1 é  2 è  3 ê >"])
    #expect(candidates(self.list("")) == [])
    #expect(candidates(list, rows: 0) == [] && candidates(list, columns: 0) == [])
  }

  @Test(
    "IME-6a a row that is too narrow starts where the highlighted candidate fits",
    arguments: [
      (nil, 17, "  1 é  2 è  3 ê ›"), (0, 17, "  «1 é»  2 è  3 ê ›"),
      (2, 17, "  1 é  2 è  «3 ê» ›"),
      (3, 17, "‹ 2 è  3 ê  «4 ë» ›"), (6, 17, "‹ 5 ē  6 ė  «7 ę»"), (6, 16, "‹ 6 ė  «7 ę»"),
      (4, 7, "‹ «5 ē» ›"), (4, 6, "«5 ē»"), (4, 3, "«5 ē»"), (4, 1, "«5»"),
      (4, 33, "1 é  2 è  3 ê  4 ë  «5 ē»  6 ė  7 ę"),
    ] as [(Int?, Int, String)])
  func narrow(_ highlighted: Int?, _ columns: Int, _ row: String) {
    #expect(candidates(list(Self.letters, at: highlighted), columns: columns) == [row])
  }

  @Test(
    "IME-6a marks indicate hidden candidates of this page and other pages",
    arguments: [
      (0, "  «1 é» ›"), (2, "‹ «3 ê» ›"), (3, "‹ «1 ë» ›"), (6, "‹ «1 ę»"),
    ])
  func narrowPages(_ highlighted: Int, _ row: String) {
    #expect(candidates(list(Self.letters, pageSize: 3, at: highlighted), columns: 9) == [row])
  }

  @Test("IME-6a wide characters and annotations take their cells")
  func wide() {
    let items = [
      Candidate("日本"), Candidate("二本", annotation: "two"), Candidate("に"), Candidate("ニホン"),
    ]
    let list = CandidateList(.inputMethod, items: items, highlighted: 1)
    #expect(candidates(list) == ["1 日本  «2 二本 two»  3 に  4 ニホン"])
    #expect(candidates(list, columns: 22) == ["  1 日本  «2 二本 two» ›"])
    #expect(candidates(list, columns: 21) == ["‹ «2 二本 two»  3 に ›"])
  }

  @Test(
    "IME-6a a candidate wider than the row is truncated, and keeps its number",
    arguments: [
      (12, "‹ «2 日本…»  ›"), (11, "‹ «2 日本…» ›"), (9, "‹ «2 日…» ›"), (7, "‹ «2 »  ›"), (4, "«2 …»"),
      (3, "«2 »"), (2, "«2 »"), (1, "«2»"),
    ])
  func cut(_ columns: Int, _ row: String) {
    #expect(candidates(list("a 日本語日本語 b", at: 1), columns: columns) == [row])
  }

  // MARK: The grid

  @Test("IME-8a the grid has a row for each page, and scrolls to the highlighted candidate")
  func grid() {
    let list = list(Self.letters, pageSize: 3).moved(.expand)
    #expect(candidates(list, rows: 5) == ["1 é  2 è  3 ê", "1 ë  2 ē  3 ė", "1 ę"])
    let last = list.moved(.previous)
    #expect(candidates(last, rows: 2) == ["1 ë  2 ē  3 ė", "«1 ę»"])
    // A list that is not entered shows the page that the selection keys pick from.
    #expect(candidates(list.moved(.nextPage), rows: 1) == ["1 ë  2 ē  3 ė"])
  }

  @Test("IME-8a the grid's columns are aligned, so that ↓ moves straight down")
  func columns() {
    let list = list("a bbb c dd 日本 f gggg", pageSize: 3, at: 1).moved(.expand)
    #expect(
      candidates(list, rows: 3) == [
        "1 a     «2 bbb»   3 c", "1 dd    2 日本  3 f", "1 gggg",
      ])
    #expect(candidates(list.moved(.down), rows: 3)[1] == "1 dd    «2 日本»  3 f")
  }

  @Test("IME-8a a grid that is too wide scrolls sideways, all rows alike")
  func slides() {
    let list = list("a bbb c dd 日本 f gggg", pageSize: 3, at: 0).moved(.expand)
    #expect(candidates(list, columns: 15, rows: 3) == ["  «1 a»    ›", "  1 dd   ›", "  1 gggg"])
    #expect(candidates(list, columns: 18, rows: 1) == ["  «1 a»     2 bbb  ›"])
    let end = list.moved(.next).moved(.next)
    #expect(candidates(end, columns: 18, rows: 3) == ["‹ 2 bbb   «3 c»", "‹ 2 日本  3 f", "‹ "])
  }

  // MARK: Any list

  @Test(
    "IME-6a IME-8a the highlighted number is visible and no row too wide, for any list and width"
  )
  func random() {
    let words = ["a", "日本", "とうきょう", "e\u{301}", "👍🏽", "\u{1b}[", "", "long word", "\t", "語"]
    let moves: [CandidateList.Move] = [
      .next, .previous, .nextPage, .previousPage, .down, .up, .expand, .collapse,
    ]
    for seed in UInt64(0)..<400 {
      var random = SeededGenerator(seed: seed)
      let items = (0..<Int.random(in: 1..<40, using: &random)).map { _ in
        Candidate(
          String(
            repeating: words.randomElement(using: &random) ?? "", count: seed % 3 == 0 ? 3 : 1),
          annotation: Bool.random(using: &random) ? words.randomElement(using: &random) : nil)
      }
      var list = CandidateList(
        .inputMethod, items: items, pageSize: Int.random(in: 1...9, using: &random))
      for _ in 0..<20 {
        list = list.moved(moves.randomElement(using: &random) ?? .next)
        let columns = Int.random(in: 1..<60, using: &random)
        let count = Int.random(in: 1..<6, using: &random)
        let rows = CandidateDrawing(
          list: list, glyphs: CellRenderer(hasSymbols: true), columns: columns
        ).rows(count)
        #expect((1...count).contains(rows.count))
        #expect(rows.allSatisfy { $0.width <= columns }, "seed \(seed)")
        guard let highlighted = list.highlighted else { continue }
        let shown = rows.flatMap { $0 }.filter { $0.style.attributes.contains(.reverse) }
        #expect(shown.first?.text == "\(highlighted % list.pageSize + 1)", "seed \(seed)")
        if columns > 6, !list.isExpanded, let row = rows.first {
          expectMarks(of: list, in: row, seed)
        }
      }
    }
  }

  /// Whether the marks of a page's row agree with the hidden candidates and the other pages.
  private func expectMarks(of list: CandidateList, in row: [Cell], _ seed: UInt64) {
    let page = CandidateDrawing(list: list, glyphs: CellRenderer(hasSymbols: true), columns: 10_000)
    let whole = page.rows(1).first.map(draw) ?? ""
    let hasMarks = row.first?.text == "‹" || row.last?.text == "›"
    if list.page > 0 { #expect(row.first?.text == "‹", "seed \(seed)") }
    if list.page + 1 < list.pageCount { #expect(row.last?.text == "›", "seed \(seed)") }
    if list.pageCount == 1, !hasMarks, row.first?.text == "1" {
      #expect(draw(row) == whole, "seed \(seed)")
    }
  }

  @Test("no text in a candidate controls the terminal")
  func hostile() {
    let list = CandidateList(
      .inputMethod, items: [Candidate("\u{1b}[2J", annotation: "\u{202e}\n")])
    #expect(candidates(list) == ["1 ␛[2J \u{fffd}␊"])
  }
}
