// SPDX-License-Identifier: Apache-2.0
package import Keys

/// Turns the contacts of one pad into strokes and gestures.
///
/// The cases follow; a finger's line is high while it touches the pad, and `x` marks lost events:
///
/// ```
/// 1  a ──┐▔▔▔▔▔▔┌────    a stroke
/// 2  a ──┐▔▔▔▔▔▔▔▔┌──    a second finger while a stroke is drawn: the stroke is dropped, and
///    b ──────┐▔▔┌────    nothing is drawn until all fingers are up
/// 3  a ──┐▔▔▔┌───────    two fingers that begin together and leave at once without moving:
///    b ───┐▔▔▔┌──────    the first candidate is taken
/// 4  a ──┐▔▔←▔▔┌─────    two fingers that begin together and go left: all strokes are cleared
///    b ──┐▔▔←▔▔┌─────
/// 5  a ──┐▔▔▔▔▔▔┌────    a palm is nothing, before and during a stroke
///    P ─────┐▔▔▔▔▔▔▔▔
/// 6  a ──┐▔▔▔P▔▔┌────    a finger that becomes a palm: its stroke is dropped
/// 7  a ──┐▔▔▔x▔▔┌────    events were lost: the stroke ends where it was, and nothing is drawn
///                        until all fingers are up
/// ```
///
/// A pen draws as a finger does. Once it has moved, the reader reports that a stroke is being
/// drawn, so that its time is not taken for a pause. The reader has no timers: a finger that rests
/// costs nothing.
package struct StrokeReader: Sendable {
  private enum State {
    case idle
    case drawing(Drawing)
    case pair(Pair)
    /// Nothing is drawn until all fingers are up.
    case blocked
  }

  private struct Drawing {
    var start: PadContact
    /// Whether the finger has moved, so that it does not wait for a second one.
    var hasMoved = false
    /// Whether the beginning was reported.
    var isReported = false
  }

  /// Two fingers that began together.
  private struct Pair {
    var start: Timestamp
    /// The contacts at the start, by their numbers; one for a device with one position.
    var starts: [PadContact]
    var ends: [PadContact]
    var hasMoved = false
    /// Whether a finger has left: the place of the other may then jump on a device with one
    /// position.
    var isEnding = false
  }

  private let device: DeviceID
  private let surface: PadSurface
  private var state = State.idle
  /// The points of the stroke that is drawn.
  // Not a part of the state, so that a point is appended without a copy of the others.
  private var points: StrokePoints?
  private var palms: Set<Int32> = []
  /// The latest time, because the clock of a device may be set back.
  private var now = Timestamp(microseconds: .min)

  /// How long after the first finger a second one begins with it, in microseconds.
  ///
  /// libinput waits as long for the next finger of a tap (`DEFAULT_TAP_TIMEOUT_PERIOD`).
  package static let pairDelay: Int64 = 180_000
  /// The longest tap, in microseconds: as long again after the second finger.
  package static let longestTap: Int64 = 360_000
  /// The longest swipe, in microseconds.
  package static let longestSwipe: Int64 = 1_000_000

  /// Creates a reader of a pad that nothing touches.
  package init(_ device: DeviceID, on surface: PadSurface) {
    (self.device, self.surface) = (device, surface)
  }

  /// Reads the next frame.
  ///
  /// - Returns: the stroke that ended with it or that is being drawn, or the gesture; nil for none.
  package mutating func read(_ frame: PadFrame) -> InkEvent? {
    now = max(now, frame.time)
    for contact in frame.contacts where contact.isPalm { palms.insert(contact.id) }
    if !palms.isEmpty { palms.formIntersection(frame.contacts.map(\.id)) }
    let touching =
      palms.isEmpty ? frame.contacts : frame.contacts.filter { !palms.contains($0.id) }
    let count = touching.count + max(0, frame.fingers - frame.contacts.count)
    switch state {
    case .idle:
      begin(touching, count)
    case .drawing(let drawing):
      return draw(drawing, touching, count)
    case .pair(let pair):
      return move(pair, touching, count)
    case .blocked:
      if count == 0 { state = .idle }
    }
    return nil
  }

  /// Ends the stroke that is drawn, because events were lost; the next frame says whether a finger
  /// is down.
  package mutating func lose(at time: Timestamp) -> InkEvent? {
    now = max(now, time)
    defer { block() }
    return endStroke()
  }

  /// Drops the stroke that is drawn; nothing is drawn until all fingers are up.
  ///
  /// - Returns: the report that it is no stroke; nil if its beginning was not reported.
  @discardableResult
  package mutating func block() -> InkEvent? {
    defer {
      state = .blocked
      points = nil
      palms = []
    }
    guard case .drawing(let drawing) = state else { return nil }
    return dropped(drawing)
  }

  private func dropped(_ drawing: Drawing) -> InkEvent? {
    drawing.isReported ? event(.drop) : nil
  }

  private func event(_ action: InkEvent.Action) -> InkEvent {
    InkEvent(time: now, device: device, surface: surface.size, action: action)
  }

  // MARK: Strokes

  private mutating func begin(_ touching: [PadContact], _ count: Int) {
    if count == 1, let contact = touching.first {
      points = StrokePoints(point(contact))
      state = .drawing(Drawing(start: contact))
    } else if count == 2 {
      state = .pair(Pair(start: now, starts: touching, ends: touching))
    } else {
      state = count == 0 ? .idle : .blocked
    }
  }

  private func point(_ contact: PadContact) -> Stroke.Point {
    Stroke.Point(x: contact.x, y: contact.y, time: now)
  }

  /// Returns the stroke that was drawn, and forgets it; nil for none.
  private mutating func endStroke() -> InkEvent? {
    defer { points = nil }
    return points.map { event(.stroke($0.stroke)) }
  }

  private mutating func draw(
    _ drawing: Drawing, _ touching: [PadContact], _ count: Int
  ) -> InkEvent? {
    if palms.contains(drawing.start.id) {
      points = nil
      state = count == 0 ? .idle : .blocked
      return dropped(drawing)
    }
    guard let contact = touching.first(where: { $0.id == drawing.start.id }) else {
      let stroke = endStroke()
      begin(touching, count)
      return stroke
    }
    if count > 1 {
      let start = points?.first.time ?? now
      points = nil
      let isPair =
        count == 2 && !drawing.hasMoved && now.microseconds(since: start) <= Self.pairDelay
      state = isPair ? .pair(Pair(start: start, starts: touching, ends: touching)) : .blocked
      return dropped(drawing)
    }
    let point = point(contact)
    points?.append(point)
    if drawing.hasMoved { return nil }
    var next = drawing
    next.hasMoved = isFar(contact, from: drawing.start)
    next.isReported = drawing.isReported || contact != drawing.start
    state = .drawing(next)
    return next.isReported != drawing.isReported ? event(.begin) : nil
  }

  /// Whether a contact has moved too far for a tap.
  ///
  /// libinput allows 1.3 mm (`DEFAULT_TAP_MOVE_THRESHOLD`), because two fingers that move scroll;
  /// here nothing else begins, so the limit is wide.
  private func isFar(_ contact: PadContact, from start: PadContact) -> Bool {
    surface.distance(contact.x - start.x, contact.y - start.y) > surface.shorterSide / 12
  }

  // MARK: Gestures

  private mutating func move(
    _ old: Pair, _ touching: [PadContact], _ count: Int
  ) -> InkEvent? {
    var pair = old
    guard count > 0 else {
      state = .idle
      return action(of: pair).map(event)
    }
    if count == 1 {
      pair.isEnding = true
    } else if count > 2 || pair.isEnding || touching.map(\.id) != pair.starts.map(\.id) {
      state = .blocked
      return nil
    } else {
      pair.ends = touching
      for (start, end) in zip(pair.starts, pair.ends) where isFar(end, from: start) {
        pair.hasMoved = true
      }
    }
    state = .pair(pair)
    return nil
  }

  private func action(of pair: Pair) -> InkEvent.Action? {
    let length = now.microseconds(since: pair.start)
    guard pair.hasMoved else { return length <= Self.longestTap ? .takeFirst : nil }
    guard length <= Self.longestSwipe, !pair.starts.isEmpty else { return nil }
    let isLeft = zip(pair.starts, pair.ends).allSatisfy { start, end in
      let (right, down) = (Double(end.x - start.x), Double(end.y - start.y))
      return -right >= Double(surface.size.width) / 6
        && abs(down) / surface.size.unitAspect <= -right / 2
    }
    return isLeft ? .clear : nil
  }
}
