// SPDX-License-Identifier: Apache-2.0
import Captures
import Keys
import Pads
import SamplePads
import TestSupport
import TestTraits
import Testing

/// The captures of drawn characters: the strokes that a replay gives are those that were drawn.
@Suite struct DrawnCaptureTests {
  private static let root = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined()

  /// The strokes of each character, as places in a box of 1000 by 1000.
  private static func strokes() throws -> [Character: [[(x: Double, y: Double)]]] {
    var strokes: [Character: [[(x: Double, y: Double)]]] = [:]
    for line in contents(of: root + "/Tests/Handwriting/drawn.strokes").split(separator: "\n") {
      let fields = line.split(separator: " ", maxSplits: 1)
      let scalar = try #require(UInt32(fields[0], radix: 16).flatMap(Unicode.Scalar.init))
      strokes[Character(scalar)] = fields[1].split(separator: ";").map { stroke in
        stroke.split(separator: " ").map { place in
          let numbers = place.split(separator: ",").map { Double($0) ?? .nan }
          return (numbers[0], numbers[1])
        }
      }
    }
    return strokes
  }

  /// Returns the place in the box of a point on a pad; the box is in the middle of the surface.
  private static func place(_ point: Stroke.Point, on pad: SamplePad) -> (x: Double, y: Double) {
    func size(_ code: UInt16) -> (units: Double, resolution: Double) {
      let axis = pad.axes[code] ?? AbsoluteAxis(minimum: 0, maximum: 0)
      return (Double(axis.maximum - axis.minimum), Double(axis.resolution))
    }
    let (x, y) = (size(0), size(1))
    let side = min(45, 0.8 * min(x.units / x.resolution, y.units / y.resolution))
    return (
      500 + 1000 * (Double(point.x) - x.units / 2) / x.resolution / side,
      500 + 1000 * (Double(point.y) - y.units / 2) / y.resolution / side
    )
  }

  @Test(
    "F026 captured characters replay to the strokes that were drawn, however slowly",
    arguments: [
      ("drawn-ja", SamplePad.laptop, "あのカ日本語人水3月"),
      ("drawn-zh-Hans", .trackpad, "中国你好学生门火木山"), ("drawn-zh-Hant", .tablet, "大小天見車馬門東長雨"),
    ])
  func ink(_ capture: String, _ pad: SamplePad, _ text: String) throws {
    let reader = try CaptureReader(path: Self.root + "/Documentation/Captures/\(capture).evemu")
    let replay = CaptureReplay(reader)
    replay.setDrawing(true)
    var (strokes, begun, frame): ([Stroke], Int, [KeyEvent]) = ([], 0, [])
    reading: while true {
      switch try replay.next(before: nil, into: &frame) {
      case .ink(let ink):
        if case .stroke(let stroke) = ink.action { strokes.append(stroke) }
        if ink.action == .begin { begun += 1 }
        #expect(ink.surface == (try PadSurface(pad.description).size))
      case .notice(let notice): Issue.record("\(notice)")
      case .end: break reading
      default: break
      }
    }
    #expect(reader.devices.first?.info.name == pad.name)
    let table = try Self.strokes()
    let drawn = text.flatMap { table[$0] ?? [] }
    #expect(strokes.count == drawn.count && begun == drawn.count)
    for (number, (stroke, places)) in zip(strokes, drawn).enumerated() {
      let points = stroke.points.map { Self.place($0, on: pad) }
      for place in places {
        let distances = points.map { point in
          let (x, y) = (point.x - place.x, point.y - place.y)
          return (x * x + y * y).squareRoot()
        }
        // A hand is not exact, and a report comes every few millimetres.
        #expect((distances.min() ?? .infinity) < 60, "stroke \(number) of \(text)")
      }
      #expect((3...512).contains(points.count))
    }
  }

  @Test(
    "the captures of drawn characters are what their tool makes", .needs(file: "/usr/bin/python3"))
  func tool() throws {
    let child = try Child.run([Self.root + "/Tests/Handwriting/draw-captures", "--check"])
    #expect(child.status == 0, "\(child.errors)")
  }
}
