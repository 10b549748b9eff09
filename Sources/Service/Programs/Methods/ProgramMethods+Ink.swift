// SPDX-License-Identifier: Apache-2.0
import Keys
import Mirrors
import TextInput

extension ProgramMethods {
  /// The methods for characters that a person draws with a pointer of the program (F026).
  static let ink: [String: Method<ProgramClient>] = [
    "ink.begin": Method { (client, _) throws(RequestError) in
      try needInk(client)
      let done = try draw(.begin, for: client)
      let hub = client.hub
      hub.pointerStroke.begin { [unowned hub] in
        hub.engine.handle(event(.drop, at: hub.now()))
        hub.deliver()
      }
      return done
    },
    "ink.stroke": Method(["points", "width", "height"]) {
      (client, parameters) throws(RequestError) in
      try needInk(client)
      let width = try parameters.size("width")
      let height = try parameters.size("height")
      let time = client.hub.now()
      let points = try parameters.points(width: width, height: height, at: time)
      guard client.hub.engine.ink?.isFull != true else {
        // A stroke that is not taken ends what `ink.begin` began.
        _ = try draw(.drop, for: client)
        throw RequestError(
          .tooMany,
          "the character has \(Ink.strokeLimit) strokes already; choose a candidate, or send"
            + " ink.clear", at: "/method")
      }
      let surface = InkEvent.Surface(
        width: Parameters.units, height: Parameters.units, unitAspect: width / height)
      return try draw(.stroke(Stroke(points)), for: client, on: surface, at: time)
    },
    "ink.undo": Method { (client, _) throws(RequestError) in
      try needInk(client)
      return try draw(.undo, for: client)
    },
    "ink.clear": Method { (client, _) throws(RequestError) in
      try needInk(client)
      return try draw(.clear, for: client)
    },
  ]

  /// The pad that stands for the pointers of programs.
  ///
  /// One is enough, because ink is dropped when the focus moves.
  private static let pad = DeviceID(rawValue: .max)

  /// Throws an error unless a container of the program has the keyboard and takes ink.
  private static func needInk(_ client: ProgramClient) throws(RequestError) {
    let program = try client.program
    let engine = client.hub.engine
    guard client.hub.turns.isHolder(program), let text = engine.textContainer, program.owns(text.id)
    else {
      throw RequestError(
        .failed, "no container of the program has the keyboard; send focus.request first",
        at: "/method")
    }
    guard !engine.wantsInk else { return }
    let mode = engine.modes.current
    throw RequestError(
      .unsupported,
      mode.isHandwriting
        ? "the container takes no ink: it is not editable or forbids learning, or no engine"
          + " recognises handwriting"
        : "the mode \(mode.id) takes no ink; the person can switch to one of handwriting",
      at: "/method")
  }

  /// Draws with the pointer of the program.
  private static func draw(
    _ action: InkEvent.Action, for client: ProgramClient,
    on surface: InkEvent.Surface = InkEvent.Surface(width: 1, height: 1), at time: Timestamp? = nil
  ) throws(RequestError) -> Done {
    client.hub.pointerStroke.end()
    guard client.hub.engine.handle(event(action, on: surface, at: time ?? client.hub.now())) else {
      throw RequestError(
        .failed, "a menu or a list is in front of the container", at: "/method")
    }
    return Done()
  }

  private static func event(
    _ action: InkEvent.Action,
    on surface: InkEvent.Surface = InkEvent.Surface(width: 1, height: 1), at time: Timestamp
  ) -> InkEvent {
    InkEvent(time: time, device: pad, surface: surface, action: action)
  }
}

extension Parameters {
  /// The width and the height of the surface in the units of strokes.
  fileprivate static let units: Int32 = 10_000

  /// Reads a width or a height, greater than 0.
  fileprivate func size(_ name: String) throws(RequestError) -> Double {
    guard let size = self[name].flatMap(Self.coordinate), size > 0 else {
      throw invalid(name, "a number greater than 0")
    }
    return size
  }

  /// Reads the points of a stroke, in ``units``.
  fileprivate func points(
    width: Double, height: Double, at time: Timestamp
  ) throws(RequestError) -> [Stroke.Point] {
    guard case .list(let list)? = self["points"], !list.isEmpty else {
      throw invalid("points", "an array of points [x, y], at least one")
    }
    var points: [Stroke.Point] = []
    points.reserveCapacity(list.count)
    for (index, value) in list.enumerated() {
      guard case .list(let numbers) = value, 2...3 ~= numbers.count,
        let x = Self.coordinate(numbers[0]), let y = Self.coordinate(numbers[1]),
        numbers.count == 2 || Self.coordinate(numbers[2]) != nil
      else {
        throw RequestError(
          .invalidParameter, "a point must be [x, y] or [x, y, milliseconds]",
          at: "\(pointer("points"))/\(index)")
      }
      points.append(
        Stroke.Point(x: Self.unit(x / width), y: Self.unit(y / height), time: time))
    }
    return points
  }

  private static func coordinate(_ value: JSONValue) -> Double? {
    switch value {
    case .number(let number): Double(number)
    case .fraction(let number) where number.isFinite: number
    default: nil
    }
  }

  /// The place of a point; one outside is on the edge.
  private static func unit(_ place: Double) -> Int32 {
    Int32(min(max(place, 0), 1) * Double(units))
  }
}
