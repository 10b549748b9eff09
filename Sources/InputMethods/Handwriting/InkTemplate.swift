// SPDX-License-Identifier: Apache-2.0
import TextInput

/// How a person draws a character: a few points of each stroke, in a square around all of them.
///
/// One hand draws a character alike each time, with the same number and order of strokes, so that
/// points are compared one by one. Recognisers compare drawings of many hands instead.
struct InkTemplate: Hashable {
  /// The points of a stroke.
  private static let pointCount = 6
  /// The greatest distance from the upper and the left edge.
  private static let edge = 15.0
  /// The maximum number of strokes of a template; hardly any character has more.
  static let strokeLimit = 30
  /// The greatest mean distance of the points of two drawings of one character.
  private static let nearness = 1.8

  /// The distances of all points from the left and the upper edge, in turns; from 0 to 15.
  private var places: [UInt8] = []

  /// Creates the template of a drawing; nil if it has too many strokes.
  init?(_ ink: Ink) {
    let points = ink.strokes.joined()
    guard 1...Self.strokeLimit ~= ink.strokes.count,
      let left = points.lazy.map(\.x).min(), let right = points.lazy.map(\.x).max(),
      let top = points.lazy.map(\.y).min(), let bottom = points.lazy.map(\.y).max()
    else { return nil }
    let size = max(Double(right - left) * ink.aspect, Double(bottom - top), 1)
    for stroke in ink.strokes {
      for point in Self.evenPoints(of: stroke, aspect: ink.aspect) {
        places.append(Self.place(point.x - Double(left) * ink.aspect, of: size))
        places.append(Self.place(point.y - Double(top), of: size))
      }
    }
  }

  /// Reads a template from its digits; nil for any other text.
  init?(_ digits: Substring) {
    places = digits.utf8.compactMap { digit in
      switch digit {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
      case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
      default: nil
      }
    }
    guard places.count == digits.utf8.count, !places.isEmpty,
      places.count.isMultiple(of: 2 * Self.pointCount)
    else { return nil }
  }

  /// The template as hexadecimal digits, two for each point.
  var digits: String { places.map { String($0, radix: 16) }.joined() }

  /// The mean distance of the points of two templates; nil if these are of different characters.
  func distance(to other: InkTemplate) -> Double? {
    guard places.count == other.places.count else { return nil }
    var sum = 0.0
    for place in stride(from: 0, to: places.count, by: 2) {
      let x = Double(places[place]) - Double(other.places[place])
      let y = Double(places[place + 1]) - Double(other.places[place + 1])
      sum += (x * x + y * y).squareRoot()
    }
    let mean = sum * 2 / Double(places.count)
    return mean <= Self.nearness ? mean : nil
  }

  private static func place(_ distance: Double, of size: Double) -> UInt8 {
    UInt8(min(max((distance / size * edge).rounded(), 0), edge))
  }

  /// The points of a stroke at equal distances along it, in thousandths of the paper's height.
  private static func evenPoints(
    of stroke: [Ink.Point], aspect: Double
  ) -> [(x: Double, y: Double)] {
    let points = stroke.map { (x: Double($0.x) * aspect, y: Double($0.y)) }
    var lengths = [0.0]
    for (point, next) in zip(points, points.dropFirst()) {
      let (x, y) = (next.x - point.x, next.y - point.y)
      lengths.append((lengths.last ?? 0) + (x * x + y * y).squareRoot())
    }
    let whole = lengths.last ?? 0
    var index = 0
    return (0..<pointCount).map { number in
      let goal = whole * Double(number) / Double(pointCount - 1)
      while index + 2 < lengths.count, lengths[index + 1] < goal { index += 1 }
      guard index + 1 < lengths.count, lengths[index + 1] > lengths[index] else {
        return points[index]
      }
      let part = min(1, (goal - lengths[index]) / (lengths[index + 1] - lengths[index]))
      let (begin, end) = (points[index], points[index + 1])
      return (begin.x + (end.x - begin.x) * part, begin.y + (end.y - begin.y) * part)
    }
  }
}

/// The characters that a person has chosen for drawings that a recogniser took for others (IME-10).
struct InkLearning {
  /// The maximum number of characters of each number of strokes in a language, of which there are
  /// three; together fewer than 2,000.
  static let limit = 22

  private let learning: ChoiceLearning

  init(_ services: MethodServices) { learning = ChoiceLearning(.handwriting, services) }

  /// Moves the character to the front that was chosen for the most similar drawing.
  func sorted(_ candidates: [Candidate], for ink: Ink, in language: String) -> [Candidate] {
    guard let template = InkTemplate(ink) else { return candidates }
    var nearest: (character: String, distance: Double)?
    for choice in learning.choices(for: Self.input(ink, language)) {
      guard let (character, other) = Self.read(choice.text),
        let distance = template.distance(to: other), distance < nearest?.distance ?? .infinity
      else { continue }
      nearest = (character, distance)
    }
    guard let character = nearest?.character else { return candidates }
    return [Candidate(character)] + candidates.filter { $0.text != character }
  }

  /// Remembers the character of a drawing, except for text that must not be remembered.
  func note(_ character: String, for ink: Ink, in context: InputMethodContext) {
    guard let template = InkTemplate(ink) else { return }
    let input = Self.input(ink, context.mode.primaryLanguage.description)
    learning.note(
      "\(character) \(template.digits)", for: input, in: context, keeping: Self.limit)
  }

  /// The input under which choices are stored: only drawings with as many strokes are compared.
  private static func input(_ ink: Ink, _ language: String) -> String {
    "\(language) \(ink.strokes.count)"
  }

  private static func read(_ text: String) -> (character: String, template: InkTemplate)? {
    let parts = text.split(separator: " ")
    guard parts.count == 2, parts[0].count == 1, let template = InkTemplate(parts[1]) else {
      return nil
    }
    return (String(parts[0]), template)
  }
}
