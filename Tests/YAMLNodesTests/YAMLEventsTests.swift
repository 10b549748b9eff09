// SPDX-License-Identifier: Apache-2.0
import Testing
import YAMLNodes

@Suite struct YAMLEventsTests {
  private func events(of text: String, block: Int = 1) -> YAMLEvents {
    var rest = Array(text.utf8)[...]
    return YAMLEvents { buffer in
      let piece = rest.prefix(min(block, buffer.count))
      buffer.copyBytes(from: piece)
      rest = rest.dropFirst(piece.count)
      return piece.count
    }
  }

  @Test("Events have the order of the text, however small the blocks")
  func order() throws {
    let events = events(of: "a: [1, \"é\"]\nb: *x\n")
    var seen: [YAMLEvents.Event] = []
    var texts: [String] = []
    while true {
      let event = try events.next()
      seen.append(event)
      if event == .scalar { texts.append(events.text) }
      if event == .alias { #expect(events.anchor == "x") }
      if event == .end { break }
    }
    #expect(
      seen == [
        .documentStart, .mappingStart, .scalar, .sequenceStart, .scalar, .scalar, .sequenceEnd,
        .scalar, .alias, .mappingEnd, .documentEnd, .end,
      ])
    #expect(texts == ["a", "1", "é", "b"])
    #expect(try events.next() == .end)
    #expect(events.text.isEmpty)
  }

  @Test("Skipping a collection skips everything in it")
  func skipping() throws {
    let events = events(of: "a: {b: [1, [2]], c: 3}\nd: 4\n", block: 100)
    while try events.next() != .mappingStart || events.depth < 2 {}
    try events.skip(outOfDepth: 2)
    #expect(events.depth == 1)
    #expect(try events.next() == .scalar)
    #expect(events.text == "d")
  }

  @Test("An endless scalar is refused at the limit, not buffered")
  func endlessScalar() {
    var given = 0
    let events = YAMLEvents(pieceLimit: 1 << 20) { buffer in
      buffer.copyBytes(from: repeatElement(UInt8(ascii: "x"), count: buffer.count))
      if given == 0 { buffer[0] = UInt8(ascii: "\"") }
      given += buffer.count
      return buffer.count
    }
    #expect {
      while true { _ = try events.next() }
    } throws: {
      ($0 as? YAMLError)?.problem == .tooLong(limit: 1 << 20)
    }
    #expect(given < 3 << 20)
  }

  @Test("A sequence longer than any limit is read to its end")
  func endlessSequence() throws {
    var lines = 0
    let events = YAMLEvents(pieceLimit: 1 << 16) { buffer in
      if lines >= 100_000 { return 0 }
      let count = min(buffer.count / 4, 1000)
      buffer.copyBytes(from: (0..<count).flatMap { _ in Array("- a\n".utf8) })
      lines += count
      return count * 4
    }
    var items = 0
    while true {
      let event = try events.next()
      if event == .scalar { items += 1 }
      if event == .end { break }
    }
    #expect(items == lines)
  }

  @Test("A failing reader is reported as such, at each call")
  func failingReader() {
    let events = YAMLEvents { _ in nil }
    for _ in 0..<2 {
      #expect {
        try events.next()
      } throws: {
        ($0 as? YAMLError)?.problem == .readFailed
      }
    }
  }
}
