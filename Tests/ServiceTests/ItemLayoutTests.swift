// SPDX-License-Identifier: Apache-2.0
import Keys
import TestSupport
import Testing

@testable import Service
@testable import TextInput

/// The places of a program's items: those without a frame are below the ones created before them.
@Suite struct ItemLayoutTests {
  /// The items of a program: with a frame near the top, with one in the last rows, or without one.
  enum Item: CaseIterable {
    case top, bottom, field, view, label

    var hasFrame: Bool { self == .top || self == .bottom }
  }

  private static let height = 24

  private let desk: Desk
  private let program: Observer

  init() throws {
    desk = try Desk()
    program = try desk.greet("till")
  }

  private func create(_ item: Item, _ number: Int) throws {
    let name = "\"container\":\"i\(number)\""
    switch item {
    case .top:
      try desk.ask(program, "container.create", "{\(name),\"frame\":[3,\(number),30,1]}")
    case .bottom:
      try desk.ask(
        program, "container.create", "{\(name),\"kind\":\"textView\",\"frame\":[0,21,80,2]}")
    case .field: try desk.ask(program, "container.create", "{\(name),\"label\":\"Name\"}")
    case .view:
      try desk.ask(program, "container.create", "{\(name),\"kind\":\"textView\",\"rows\":4}")
    case .label:
      try desk.ask(program, "label.create", "{\"label\":\"i\(number)\",\"text\":\"one\\ntwo\"}")
    }
  }

  private func remove(_ items: [Item]) throws {
    for (number, item) in items.enumerated() {
      let kind = item == .label ? "label" : "container"
      try desk.ask(program, "\(kind).remove", "{\"\(kind)\":\"i\(number)\"}")
    }
  }

  private var frames: [CellRect] {
    desk.programs.programs.first?.items.map { item in
      item.row.view.frame
    } ?? []
  }

  /// All sequences of items.
  private func sequences(_ length: Int) -> [[Item]] {
    length == 0
      ? [[]] : sequences(length - 1).flatMap { list in Item.allCases.map { list + [$0] } }
  }

  @Test(
    "an item without a frame covers no other item, and is below the items created before it if there is room",
    arguments: [24, 8, 3])
  func combinations(_ height: Int) throws {
    desk.engine.screen = CellSize(width: 80, height: height)
    desk.turn()
    for items in (1...3).flatMap(sequences) {
      for (number, item) in items.enumerated() { try create(item, number) }
      let frames = frames
      try #require(frames.count == items.count)
      for (later, item) in items.enumerated() where !item.hasFrame {
        let own = frames[later]
        let before = frames[..<later]
        #expect(before.allSatisfy { rows(of: $0, areApartFrom: own) }, "\(items) \(frames)")
        #expect(own.height > 0 && own.width > 0)
        let bottom = before.map(\.maxY).max() ?? 0
        if bottom + own.height <= height {
          #expect(own.y == bottom, "\(items) \(frames)")
        } else if height == Self.height {
          #expect(own.maxY <= height, "\(items) \(frames): there is room higher up")
        }
      }
      try remove(items)
      #expect(self.frames.isEmpty)
    }
  }

  private func rows(of one: CellRect, areApartFrom other: CellRect) -> Bool {
    one.maxY <= other.y || other.maxY <= one.y
  }

  @Test(
    "a text without a frame is visible while it has the focus, although the window is full",
    arguments: [24, 8, 3], [Item.field, .view])
  func focusedInFullWindow(_ height: Int, _ item: Item) throws {
    desk.engine.screen = CellSize(width: 80, height: height)
    desk.turn()
    try desk.ask(
      program, "container.create", "{\"container\":\"i0\",\"frame\":[0,\(height - 1),80,1]}")
    for number in 1...30 { try create(item, number) }
    for number in Array(1...30) + [1, 30] {
      try desk.ask(program, "focus.request", "{\"container\":\"i\(number)\"}")
      let frames = frames
      let own = frames[number]
      #expect(own.y < height && own.height > 0 && own.width > 0, "\(number): \(own)")
      for (other, frame) in frames.enumerated() where other != number {
        #expect(rows(of: own, areApartFrom: frame), "\(number) \(own), \(other) \(frame)")
      }
      try desk.ask(program, "focus.release")
    }
    // Without the focus, the items are where they were created.
    #expect(frames[1...].map(\.y) == frames[1...].map(\.y).sorted())
  }

  @Test("an item moves down if a text before it grows, and keeps its place next to later frames")
  func growing() throws {
    try create(.top, 0)
    try create(.label, 1)
    try create(.field, 2)
    try create(.top, 3)
    #expect(frames.map(\.y) == [0, 1, 3, 3])
    try desk.ask(program, "label.set", #"{"label":"i1","text":"one\ntwo\nthree"}"#)
    #expect(frames.map(\.y) == [0, 1, 4, 3])
  }

  @Test(
    "a text that was above the keyboard area returns below the other items, or to its own frame",
    arguments: [Item.top, .bottom, .field, .view])
  func accessory(_ item: Item) throws {
    try create(item, 0)
    let own = frames[0]
    for number in 1...3 { try create(.top, number) }
    try desk.ask(program, "focus.request", #"{"container":"i2"}"#)
    try desk.ask(program, "accessory.set", #"{"expanding":{"container":"i0"}}"#)
    #expect(frames.map(\.y) == [1, 2, 3])
    try desk.ask(program, "accessory.set", #"{"items":[]}"#)
    #expect(frames.count == 4)
    #expect(
      frames[3]
        == (item.hasFrame
          ? own : CellRect(x: frames[3].x, y: 4, width: frames[3].width, height: own.height)))
  }

  @Test("the focused text is visible on the terminal, whichever text was created after it")
  func drawn() throws {
    try desk.ask(
      program, "container.create",
      #"{"container":"a","kind":"textView","text":"typed","frame":[0,0,80,3]}"#)
    try desk.ask(program, "focus.request", #"{"container":"a"}"#)
    try desk.ask(
      program, "container.create", #"{"container":"b","kind":"textView","text":"other"}"#)
    let window = try #require(desk.programs.programs.first?.window)
    var canvas = CellCanvas(
      of: desk.engine, size: CellSize(width: 20, height: 10),
      glyphs: CellRenderer(hasSymbols: true),
      isFocused: true, scrolls: FieldScrolls())
    canvas.draw(window)
    let rows = canvas.lines.map { String($0.map(\.text).joined()).trimmingSpaces }
    #expect(rows[0] == "typed" && rows[3] == "other", "\(rows)")
  }
}

extension String {
  fileprivate var trimmingSpaces: String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}
