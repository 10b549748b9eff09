// SPDX-License-Identifier: Apache-2.0
package import Keys
import TextInput

extension WireEncoder {
  /// Records the label of a pad, which is no keyboard and is not reported as attached.
  package func note(pad: DeviceInfo) {
    labels.note(pad: pad)
  }

  /// Appends the line for a stroke or a gesture with its result.
  ///
  /// Nothing is written for reports about a stroke that has not ended, and for one without points.
  package func append(
    ink: InkEvent, outcome: String, events: [String], to bytes: inout [UInt8]
  ) {
    let name: String
    var stroke: (from: Stroke.Point, to: Stroke.Point, count: Int)?
    switch ink.action {
    case .stroke(let drawn):
      guard let first = drawn.points.first, let last = drawn.points.last else { return }
      stroke = (first, last, drawn.points.count)
      name = "stroke"
    case .undo, .clear, .takeFirst: name = "\(ink.action)"
    case .begin, .drop: return
    }
    write("ink", to: &bytes) { line in
      line.add("action", word: name)
      line.add("device", labels[ink.device])
      if let stroke { line.add("duration", ink.time.microseconds(since: stroke.from.time)) }
      line.add(event: "ink")
      line.add("events", events)
      if let stroke { line.add("from", (Int(stroke.from.x), Int(stroke.from.y))) }
      line.add("outcome", outcome)
      if let stroke { line.add("points", stroke.count) }
      line.add("time", ink.time.microseconds)
      if let stroke { line.add("to", (Int(stroke.to.x), Int(stroke.to.y))) }
    }
  }
}
