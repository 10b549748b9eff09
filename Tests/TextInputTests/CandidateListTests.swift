// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing

@testable import TextInput

@Suite struct CandidateListTests {
  private func list(
    _ count: Int, at highlighted: Int? = nil, pageSize: Int = 9, expanded: Bool = false
  ) -> CandidateList {
    let list = CandidateList(
      .inputMethod, items: (0..<count).map { Candidate("\($0)") }, pageSize: pageSize,
      highlighted: highlighted)
    return expanded ? list.moved(.expand) : list
  }

  @Test("F030 a list of 29 candidates shows 9 on page 1, and all 29 when expanded")
  func pages() {
    let list = list(29)
    #expect(list.visible == 0..<9)
    #expect(list.pageCount == 4)
    #expect(!list.isExpanded)
    #expect(list.moved(.expand).visible == 0..<29)
    #expect(list.moved(.expand).isExpanded)
    #expect(list.moved(.expand).moved(.collapse) == list)
    #expect(list.moved(.previousPage).visible == 27..<29)
  }

  @Test("IME-7d a page may be longer than the list", arguments: [0, 1, 29])
  func hugePage(_ count: Int) {
    let list = list(count, at: count - 1, pageSize: .max)
    #expect(list.pageCount == min(count, 1) && list.visible == 0..<count)
    for move in [CandidateList.Move.next, .previous, .nextPage, .previousPage, .down, .up] {
      #expect(list.moved(move).visible == 0..<count)
      #expect(list.moved(.expand).moved(move).visible == 0..<count)
    }
    #expect(list.index(forSelectionKey: .max) == nil)
    #expect(list.index(forSelectionKey: 1) == (count > 0 ? 0 : nil))
  }

  @Test(
    "IME-6b a selection key picks from the current page",
    arguments: [
      (29, 0, 1, 0), (29, 0, 9, 8), (29, 9, 1, 9), (29, 13, 5, 13), (29, 28, 2, 28),
      (29, 28, 3, nil),
      (3, 0, 3, 2), (3, 0, 4, nil), (29, 0, 0, nil), (29, 0, 10, nil), (29, 0, -1, nil),
      (0, 0, 1, nil),
    ] as [(Int, Int, Int, Int?)])
  func selectionKeys(count: Int, highlighted: Int, number: Int, index: Int?) {
    #expect(list(count, at: highlighted).index(forSelectionKey: number) == index)
  }

  @Test(
    "IME-7a, IME-7d ↓ and ↑ move by candidates and wrap around",
    arguments: [
      (5, 0, CandidateList.Move.next, 1), (5, 4, .next, 0), (5, 0, .previous, 4),
      (5, 3, .previous, 2),
      (29, 8, .next, 9), (29, 9, .previous, 8), (29, 28, .next, 0), (29, 0, .previous, 28),
      (5, 0, .down, 1), (5, 4, .down, 0), (5, 0, .up, 4), (1, 0, .next, 0), (1, 0, .previous, 0),
    ])
  func candidates(count: Int, from: Int, move: CandidateList.Move, to: Int) {
    let moved = list(count, at: from).moved(move)
    #expect(moved.highlighted == to)
    #expect(moved.visible.contains(to))
    #expect(!moved.isExpanded)
  }

  @Test(
    "IME-7d pages wrap around and keep the position in the row",
    arguments: [
      (0, CandidateList.Move.nextPage, 9), (4, .nextPage, 13), (22, .nextPage, 28),
      (27, .nextPage, 0),
      (28, .nextPage, 1), (0, .previousPage, 27), (5, .previousPage, 28), (13, .previousPage, 4),
    ])
  func turning(from: Int, move: CandidateList.Move, to: Int) {
    #expect(list(29, at: from).moved(move).highlighted == to)
  }

  @Test("IME-9 a list that is not entered turns its pages, and ↓ enters the visible one")
  func notEntered() {
    let list = list(29)
    #expect(list.choice == nil)
    let second = list.moved(.nextPage)
    #expect(second.highlighted == nil)
    #expect(second.visible == 9..<18)
    #expect(second.index(forSelectionKey: 1) == 9)
    #expect(second.moved(.down).highlighted == 9)
    #expect(second.moved(.previous).highlighted == 17)
    #expect(list.moved(.expand).moved(.down).highlighted == 0)
    #expect(list.moved(.expand).moved(.up).highlighted == 28)
  }

  @Test("IME-8a one more ↓ at the end of the row opens the grid")
  func expanding() {
    let end = list(29, at: 7).moved(.down)
    #expect(end.highlighted == 8)
    #expect(!end.isExpanded)
    let grid = end.moved(.down)
    #expect(grid.isExpanded)
    #expect(grid.highlighted == 9)
    // After the last candidate the first one follows.
    #expect(list(29, at: 28).moved(.down).highlighted == 0)
    // Paging with the space bar keeps the place in the row.
    #expect(!list(29, at: 8).moved(.next).isExpanded)
  }

  // 0 1 2 3 4 / 5 6 7 8 9 / 10 11
  @Test(
    "IME-8b arrows move in two dimensions in the grid",
    arguments: [
      (0, CandidateList.Move.down, 5), (5, .down, 10), (10, .down, 0), (6, .down, 11),
      (7, .down, 2),
      (2, .up, 7), (0, .up, 10), (11, .up, 6), (1, .up, 11), (4, .up, 9),
      (4, .next, 5), (5, .previous, 4), (11, .next, 0), (0, .previous, 11),
    ])
  func grid(from: Int, move: CandidateList.Move, to: Int) {
    let moved = list(12, at: from, pageSize: 5, expanded: true).moved(move)
    #expect(moved.highlighted == to)
    #expect(moved.isExpanded)
  }

  @Test("IME-6a IME-8a the indices of a page are a row of the grid, and empty for an invalid page")
  func indices() {
    #expect((0..<4).map(list(29).indices(ofPage:)) == [0..<9, 9..<18, 18..<27, 27..<29])
    for page in [-1, 4, .max, .min] { #expect(list(29).indices(ofPage: page).isEmpty) }
  }

  @Test("IME-3a ⏎ takes the highlighted candidate")
  func choice() {
    #expect(list(12, at: 7).choice == Candidate("7"))
    #expect(list(12, at: 99).choice == nil)
    #expect(list(12, at: -1).choice == nil)
  }

  @Test("After any operations the highlighted candidate is visible and the page is valid")
  func randomWalk() {
    let moves: [CandidateList.Move] = [
      .next, .previous, .nextPage, .previousPage, .down, .up, .expand, .collapse,
    ]
    for seed in UInt64(0)..<200 {
      var random = SeededGenerator(seed: seed)
      var list = list(
        Int.random(in: 0..<40, using: &random), pageSize: Int.random(in: -1..<12, using: &random))
      for _ in 0..<200 {
        guard let move = moves.randomElement(using: &random) else { return }
        list = list.moved(move)
        #expect(list.visible.lowerBound >= 0 && list.visible.upperBound <= list.items.count)
        #expect(list.items.isEmpty || (0..<list.pageCount).contains(list.page))
        if let highlighted = list.highlighted {
          #expect(list.visible.contains(highlighted))
          #expect(list.page == highlighted / list.pageSize)
        }
        for key in 0..<12 {
          if let index = list.index(forSelectionKey: key) { #expect(list.visible.contains(index)) }
        }
      }
    }
  }
}
