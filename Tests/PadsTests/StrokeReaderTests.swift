// SPDX-License-Identifier: Apache-2.0
import Keys
import Pads
import TestSupport
import Testing

/// The strokes and gestures that contacts become, by the numbers of the reader's cases.
///
/// The surface has 1000 × 500 units, each twice as wide as high, so that 1000 × 250 units of the
/// width are as long: a tap moves by less than 20 of them, and a swipe by 167 at least.
@Suite struct StrokeReaderTests {
  private static let surface: PadSurface? = try? PadSurface(
    EvdevDescription(
      info: DeviceInfo(id: DeviceID(rawValue: 0), name: ""), properties: [],
      codes: [
        1: [UInt8](repeating: 0xff, count: 1) + [UInt8](repeating: 0, count: 40) + [4], 3: [3],
      ],
      axes: [
        0: AbsoluteAxis(minimum: 0, maximum: 1000, resolution: 10),
        1: AbsoluteAxis(minimum: 0, maximum: 500, resolution: 20),
      ]))

  /// A reader, and a clock in milliseconds.
  private struct Desk {
    var reader: StrokeReader
    /// The strokes and gestures.
    private(set) var reported: [String] = []
    /// The times at which a stroke was being drawn, and those at which it was none.
    private(set) var begun: [String] = []
    private(set) var events: [InkEvent] = []

    init() throws {
      reader = StrokeReader(DeviceID(rawValue: 3), on: try #require(surface))
    }

    /// Reads a frame: the contacts at a time, and what follows.
    mutating func at(
      _ milliseconds: Int64, _ contacts: (id: Int32, x: Int32, y: Int32)..., palms: [Int32] = [],
      fingers: Int = 0
    ) {
      let contacts = contacts.map {
        PadContact(id: $0.id, x: $0.x, y: $0.y, isPalm: palms.contains($0.id))
      }
      note(
        reader.read(
          PadFrame(
            time: Timestamp(microseconds: milliseconds * 1000), contacts: contacts,
            fingers: fingers)))
    }

    mutating func lose(_ milliseconds: Int64) {
      note(reader.lose(at: Timestamp(microseconds: milliseconds * 1000)))
    }

    private mutating func note(_ event: InkEvent?) {
      guard let event else { return }
      guard event.action != .begin, event.action != .drop else {
        return begun.append(Self.line(event))
      }
      events.append(event)
      reported.append(Self.line(event))
    }

    private static func line(_ event: InkEvent) -> String {
      let time = event.time.microseconds / 1000
      guard case .stroke(let stroke) = event.action else { return "\(time) \(event.action)" }
      let points = stroke.points.map { "\($0.x),\($0.y)@\($0.time.microseconds / 1000)" }
      return "\(time) " + points.joined(separator: " ")
    }
  }

  @Test("1: a touch is a stroke, with the time of each point, its device and its surface")
  func stroke() throws {
    var desk = try Desk()
    desk.at(10, (1, 100, 200))
    desk.at(20, (1, 110, 210))
    desk.at(30, (1, 300, 210))
    desk.at(40)
    desk.at(50)
    #expect(desk.reported == ["40 100,200@10 110,210@20 300,210@30"])
    #expect(desk.events.first?.device == DeviceID(rawValue: 3))
    #expect(
      desk.events.first?.surface == InkEvent.Surface(width: 1000, height: 500, unitAspect: 2))
  }

  @Test("1: a dot has one point, and a finger that rests adds none")
  func dot() throws {
    var desk = try Desk()
    for time in Int64(1)...1000 { desk.at(time, (1, 100, 200)) }
    desk.at(1001)
    #expect(desk.reported == ["1001 100,200@1"])
  }

  @Test("1: a stroke that begins when another one ends is a stroke of its own")
  func chained() throws {
    var desk = try Desk()
    desk.at(10, (1, 100, 200))
    desk.at(20, (2, 900, 200))
    desk.at(30)
    #expect(desk.reported == ["20 100,200@10", "30 900,200@20"])
  }

  @Test("1: a finger that moves is reported to be drawing; one that rests or only taps is not")
  func begun() throws {
    var desk = try Desk()
    desk.at(10, (1, 100, 200))
    desk.at(20, (1, 100, 200))
    #expect(desk.begun == [])
    desk.at(30, (1, 101, 200))
    desk.at(40, (1, 102, 200))
    desk.at(50)
    desk.at(60, (2, 100, 200))
    desk.at(70)
    #expect(desk.begun == ["30 begin"] && desk.reported.count == 2)
  }

  @Test("1: a stroke that was being drawn and is none is reported, and only then")
  func dropped() throws {
    var desk = try Desk()
    desk.at(10, (1, 100, 200))
    desk.at(20, (1, 130, 200))
    desk.at(30, (1, 130, 200), (2, 500, 200))
    desk.at(40)
    desk.at(50, (3, 100, 200))
    desk.at(60, (3, 110, 200))
    desk.at(70, (3, 110, 200), palms: [3])
    desk.at(80)
    desk.at(90, (4, 100, 200))
    desk.at(100, (4, 100, 200), (5, 500, 200), (6, 700, 200))
    desk.at(110)
    #expect(desk.begun == ["20 begin", "30 drop", "60 begin", "70 drop"])
    #expect(desk.reported == [])
    desk.at(120, (7, 100, 200))
    desk.at(130, (7, 110, 200))
    desk.lose(140)
    desk.at(150)
    // The stroke says that nothing is drawn any more.
    #expect(desk.begun.suffix(1) == ["130 begin"])
    #expect(desk.reported == ["140 100,200@120 110,200@130"])
  }

  @Test("2: a second finger drops the stroke until all fingers are up")
  func secondFinger() throws {
    var desk = try Desk()
    desk.at(10, (1, 100, 200))
    desk.at(191, (1, 100, 200), (2, 500, 200))
    desk.at(200, (1, 100, 200))
    desk.at(210, (1, 400, 200))
    desk.at(220, (2, 400, 200))
    desk.at(230)
    #expect(desk.reported == [])
    desk.at(240, (3, 1, 1))
    desk.at(250)
    #expect(desk.reported == ["250 1,1@240"])
  }

  @Test("2: a finger that has moved is drawing, and waits for no second one")
  func movedFinger() throws {
    for (x, isTap) in [(Int32(120), true), (121, false)] {
      var desk = try Desk()
      desk.at(10, (1, 100, 200))
      desk.at(20, (1, x, 200))
      desk.at(30, (1, x, 200), (2, 500, 200))
      desk.at(60)
      #expect(desk.reported == (isTap ? ["60 takeFirst"] : []), "\(x)")
    }
  }

  @Test("3: a tap with two fingers takes the first candidate, in one frame or in two")
  func tap() throws {
    for second in [Int64(0), 8, 180] {
      var desk = try Desk()
      desk.at(0, (1, 100, 200))
      desk.at(second, (1, 100, 200), (2, 500, 200))
      desk.at(second + 10, (2, 500, 200))
      desk.at(second + 20)
      #expect(desk.reported == ["\(second + 20) takeFirst"])
    }
    var late = try Desk()
    late.at(0, (1, 100, 200))
    late.at(181, (1, 100, 200), (2, 500, 200))
    late.at(190)
    #expect(late.reported == [])
    // The time counts from the first finger.
    var long = try Desk()
    long.at(0, (1, 100, 200))
    long.at(90, (1, 100, 200), (2, 500, 200))
    long.at(361)
    #expect(long.reported == [])
  }

  @Test("3: a tap ends after 360 ms at the latest, and its fingers stay where they are")
  func tapLimits() throws {
    for (end, move, isTap) in [(Int64(360), Int32(20), true), (361, 0, false), (100, 21, false)] {
      for finger in 0...1 {
        var desk = try Desk()
        desk.at(0, (1, 100, 200), (2, 500, 200))
        desk.at(
          10, (1, 100 + (finger == 0 ? move : 0), 200), (2, 500 + (finger == 1 ? move : 0), 200))
        desk.at(20, (1, 100, 200), (2, 500, 200))
        desk.at(end)
        #expect(desk.reported == (isTap ? ["\(end) takeFirst"] : []), "\(end) \(move)")
      }
    }
  }

  @Test("3: the height of units counts half in a tap")
  func tallUnits() throws {
    for (move, isTap) in [(Int32(41), true), (42, false)] {
      var desk = try Desk()
      desk.at(0, (1, 100, 200), (2, 500, 200))
      desk.at(10, (1, 100, 200 + move), (2, 500, 200))
      desk.at(20)
      #expect(desk.reported.isEmpty != isTap, "\(move)")
    }
  }

  @Test("3: a third finger makes it nothing, also one without a place")
  func thirdFinger() throws {
    var desk = try Desk()
    desk.at(0, (1, 100, 200), (2, 500, 200))
    desk.at(10, (1, 100, 200), (2, 500, 200), (3, 900, 200))
    desk.at(20)
    desk.at(30, (4, 100, 200), (5, 500, 200))
    desk.at(40, (4, 100, 200), (5, 500, 200), fingers: 3)
    desk.at(50)
    desk.at(60, (6, 0, 0), (7, 1, 1), (8, 2, 2))
    desk.at(70)
    #expect(desk.reported == [])
  }

  @Test("3: a finger that comes back makes it nothing")
  func fingerComesBack() throws {
    var desk = try Desk()
    desk.at(0, (1, 100, 200), (2, 500, 200))
    desk.at(10, (1, 100, 200))
    desk.at(20, (1, 100, 200), (3, 500, 200))
    desk.at(30)
    desk.at(40, (1, 100, 200), (2, 500, 200))
    desk.at(50, (1, 100, 200), (4, 500, 200))
    desk.at(60)
    #expect(desk.reported == [])
  }

  @Test("3: a pad with one position taps by the number of its fingers, though its place jumps")
  func counted() throws {
    var desk = try Desk()
    desk.at(0, (1, 100, 200))
    desk.at(10, (1, 300, 200), fingers: 2)
    desk.at(20, (1, 500, 200))
    desk.at(30)
    #expect(desk.reported == ["30 takeFirst"])
    // A finger that comes back makes it nothing.
    desk.at(40, (1, 100, 200), fingers: 2)
    desk.at(50, (1, 100, 200))
    desk.at(60, (1, 100, 200), fingers: 2)
    desk.at(70)
    #expect(desk.reported.count == 1)
  }

  @Test("4: two fingers swiped left clear the strokes")
  func swipe() throws {
    for (way, down, end, isClear) in [
      (Int32(-167), Int32(0), Int64(1000), true), (-166, 0, 100, false), (-167, 0, 1001, false),
      (167, 0, 100, false), (-200, 200, 100, true), (-200, 201, 100, false),
      (-200, -201, 100, false),
    ] {
      var desk = try Desk()
      desk.at(0, (1, 400, 250), (2, 800, 250))
      desk.at(10, (1, 400 + way / 2, 250), (2, 800 + way / 2, 250))
      desk.at(20, (1, 400 + way, 250 + down), (2, 800 + way, 250 + down))
      desk.at(end - 1, (2, 999, 0))
      desk.at(end)
      #expect(desk.reported == (isClear ? ["\(end) clear"] : []), "\(way) \(down) \(end)")
    }
  }

  @Test("4: if only one of the fingers goes left, nothing happens")
  func halfSwipe() throws {
    var desk = try Desk()
    desk.at(0, (1, 400, 250), (2, 800, 250))
    desk.at(20, (1, 100, 250), (2, 800, 250))
    desk.at(30)
    #expect(desk.reported == [])
  }

  @Test("5: a palm is nothing, and stays one until it is lifted")
  func palm() throws {
    var desk = try Desk()
    desk.at(0, (9, 900, 400), palms: [9])
    desk.at(10, (9, 900, 400), (1, 100, 200), fingers: 2)
    desk.at(20, (9, 901, 400), (1, 200, 200), fingers: 2)
    desk.at(30, (9, 901, 400), fingers: 1)
    desk.at(40)
    #expect(desk.reported == ["30 100,200@10 200,200@20"])
    desk.at(50, (9, 1, 1))
    desk.at(60)
    #expect(desk.reported.last == "60 1,1@50")
  }

  @Test("6: a finger that becomes a palm has drawn nothing")
  func fingerBecomesPalm() throws {
    var desk = try Desk()
    desk.at(0, (1, 100, 200))
    desk.at(10, (1, 300, 200), palms: [1])
    desk.at(20, (1, 400, 200), (2, 5, 5))
    desk.at(30, (1, 400, 200))
    desk.at(40)
    #expect(desk.reported == ["30 5,5@20"])
    desk.at(50, (3, 100, 200))
    desk.at(60, (3, 300, 200), (4, 9, 9), palms: [3])
    desk.at(70, (4, 20, 20))
    desk.at(80)
    #expect(desk.reported == ["30 5,5@20"])
    // Nothing is left of it when events are lost.
    desk.at(90, (5, 100, 200))
    desk.at(100, (5, 100, 200), palms: [5])
    desk.lose(110)
    #expect(desk.reported == ["30 5,5@20"])
  }

  @Test("7: lost events end the stroke where it was, and block what is down")
  func lost() throws {
    var desk = try Desk()
    desk.at(0, (1, 100, 200))
    desk.at(10, (1, 200, 200))
    desk.lose(15)
    desk.at(20, (1, 300, 200))
    desk.at(30)
    desk.at(40, (2, 300, 200))
    desk.at(50)
    #expect(desk.reported == ["15 100,200@0 200,200@10", "50 300,200@40"])
    desk.at(60, (1, 100, 200), (2, 500, 200))
    desk.lose(65)
    desk.at(70)
    #expect(desk.reported.count == 2)
  }

  @Test("A stroke that is blocked is dropped")
  func block() throws {
    var desk = try Desk()
    desk.at(0, (1, 100, 200))
    desk.reader.block()
    desk.at(10, (1, 200, 200))
    desk.at(20)
    #expect(desk.reported == [])
  }

  @Test("Time that runs backwards stands still")
  func backwards() throws {
    var desk = try Desk()
    desk.at(100, (1, 100, 200))
    desk.at(50, (1, 110, 200))
    desk.at(Int64(Int32.min), (1, 120, 200))
    desk.at(110, (1, 130, 200))
    desk.at(20)
    #expect(desk.reported == ["110 100,200@100 110,200@100 120,200@100 130,200@110"])
  }

  @Test(
    "A long stroke keeps at most 512 points, evenly, with its first and its last",
    arguments: [2, 511, 512, 513, 1000, 1_000_000])
  func long(_ count: Int) throws {
    var desk = try Desk()
    for index in 0..<count {
      desk.at(Int64(index), (1, Int32(index % 1000), Int32(index / 1000 % 500)))
    }
    desk.at(Int64(count))
    guard case .stroke(let stroke)? = desk.events.first?.action else {
      Issue.record("no stroke")
      return
    }
    let times = stroke.points.map { $0.time.microseconds / 1000 }
    #expect(times.count <= 512 && times.count >= min(count, 257))
    #expect(times.first == 0 && times.last == Int64(count - 1))
    let gaps = Set(zip(times, times.dropFirst().dropLast()).map { $1 - $0 })
    #expect(gaps.count <= 1)
    if count <= 511 { #expect(times.count == count) }
  }

  @Test("Random touches leave no stroke open, and every stroke is short and in order")
  func walk() throws {
    var random = SeededGenerator(seed: 45)
    var desk = try Desk()
    var down: [Int32: (Int32, Int32)] = [:]
    var time: Int64 = 0
    for step in Int32(0)..<100_000 {
      time += Int64.random(in: -5...30, using: &random)
      switch Int.random(in: 0..<12, using: &random) {
      case 0: down[step] = (.random(in: 0...1000, using: &random), 7)
      case 1: down[down.keys.randomElement(using: &random) ?? 0] = nil
      case 2: down = [:]
      case 3: desk.lose(time)
      default:
        for id in down.keys { down[id] = (.random(in: 0...1000, using: &random), 9) }
      }
      let palms = down.keys.filter { _ in Int.random(in: 0..<40, using: &random) == 0 }
      let contacts = down.map {
        PadContact(id: $0.key, x: $0.value.0, y: $0.value.1, isPalm: palms.contains($0.key))
      }
      let frame = PadFrame(
        time: Timestamp(microseconds: time * 1000), contacts: contacts,
        fingers: Int.random(in: 0...3, using: &random))
      guard let event = desk.reader.read(frame), case .stroke(let stroke) = event.action else {
        continue
      }
      let times = stroke.points.map(\.time)
      if times.isEmpty || times.count > 512 || times != times.sorted() || times[0] > event.time {
        Issue.record("\(step): \(event)")
      }
    }
    desk.at(time + 1000)
    desk.at(time + 1001, (-1, 1, 1))
    desk.at(time + 1002)
    #expect(desk.events.last.map { $0.action } == .stroke(Stroke([Self.point(time + 1001)])))
  }

  private static func point(_ milliseconds: Int64) -> Stroke.Point {
    Stroke.Point(x: 1, y: 1, time: Timestamp(microseconds: milliseconds * 1000))
  }
}
