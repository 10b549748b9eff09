// SPDX-License-Identifier: Apache-2.0
package import Keys

/// Turns the raw events of one pad into ink.
package struct PadReader: Sendable {
  private var decoder: PadDecoder
  private var strokes: StrokeReader

  /// Creates a reader of a pad that nothing touches.
  ///
  /// - Parameters:
  ///   - device: the device to name in ink.
  ///   - surface: the surface of the pad.
  package init(_ device: DeviceID, on surface: PadSurface) {
    decoder = PadDecoder(surface)
    strokes = StrokeReader(device, on: surface)
  }

  /// Reads the next event.
  ///
  /// - Returns: the stroke that ended with it or that is being drawn, or the gesture; nil for none.
  package mutating func read(_ event: InputEvent) -> InkEvent? {
    switch decoder.decode(event) {
    case .more: nil
    case .frame(let frame): strokes.read(frame)
    case .lost(let time): strokes.lose(at: time)
    }
  }

  /// Ends the stroke that is drawn, because events were lost, and sets the state of the pad.
  ///
  /// - Parameters:
  ///   - time: when the events were lost.
  ///   - state: events that would lead to the state that the kernel has now.
  /// - Returns: the stroke; nil for none.
  package mutating func lose(at time: Timestamp, resumingWith state: [InputEvent]) -> InkEvent? {
    let ink = strokes.lose(at: time)
    decoder.load(state)
    _ = strokes.read(decoder.frame(at: time))
    return ink
  }

  /// Sets the state of a pad that was just opened; what touches it already draws nothing.
  package mutating func begin(with state: [InputEvent]) {
    decoder.load(state)
    drop()
  }

  /// Drops the stroke that is drawn; what touches the pad now draws nothing.
  ///
  /// - Returns: the report that it is no stroke; nil if its beginning was not reported.
  @discardableResult
  package mutating func drop() -> InkEvent? {
    defer { _ = strokes.read(decoder.frame(at: Timestamp(microseconds: .min))) }
    return strokes.block()
  }

  /// Whether something touches the pad.
  package var isTouched: Bool {
    let frame = decoder.frame(at: .zero)
    return !frame.contacts.isEmpty || frame.fingers > 0
  }
}
