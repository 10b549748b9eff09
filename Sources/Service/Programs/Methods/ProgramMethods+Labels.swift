// SPDX-License-Identifier: Apache-2.0
import Mirrors
import TextInput

extension ProgramMethods {
  /// The methods for static texts and for measuring texts.
  static let labels: [String: Method<ProgramClient>] = [
    "label.create": Method(["label", "text", "spans", "lines", "frame"]) {
      (client, parameters) throws(RequestError) in
      let program = try client.program
      try program.needRoom(for: 1)
      let label = Label(name: try program.newName(parameters, "label"))
      label.numberOfLines = try parameters.lines ?? 0
      let text = try parameters.styledText
      try program.needRoom(forText: text?.plain)
      if let text { label.styledText = text }
      let frame = try parameters.frame("frame")
      if let frame { label.frame = frame }
      program.labels[label.name] = label
      program.labelUnits[label.name] = text?.plain.utf16.count
      program.put(ProgramItem(label, isPlaced: frame != nil))
      return Done()
    },
    "label.set": Method(["label", "text", "spans", "lines"]) {
      (client, parameters) throws(RequestError) in
      let program = try client.program
      let label = try program.label(parameters)
      let (text, lines) = (try parameters.styledText, try parameters.lines)
      try program.needRoom(forText: text?.plain, giving: program.labelUnits[label.name] ?? 0)
      if let text {
        label.styledText = text
        program.labelUnits[label.name] = text.plain.utf16.count
      }
      if let lines { label.numberOfLines = lines }
      program.measure(label)
      return Done()
    },
    "label.remove": Method(["label"]) { (client, parameters) throws(RequestError) in
      let program = try client.program
      let label = try program.label(parameters)
      program.labels[label.name] = nil
      program.labelUnits[label.name] = nil
      program.take(label)
      return Done()
    },
    "label.measure": Method(["text", "width", "lines"]) {
      (client, parameters) throws(RequestError) in
      let size = TextMeasure.size(
        of: try parameters.text("text"),
        width: try parameters.number(ifThere: "width", in: 1...10_000),
        numberOfLines: try parameters.lines ?? 0)
      return Size(height: size.height, width: size.width)
    },
  ]

  private struct Size: Encodable {
    var height: Int
    var width: Int
  }
}

extension StyledText {
  fileprivate var plain: String { spans.map(\.text).joined() }
}

extension Program {
  fileprivate func label(_ parameters: Parameters) throws(RequestError) -> Label {
    let name = try parameters.text("label")
    guard let label = labels[name] else {
      throw .unknown("label", name, among: Array(labels.keys), parameters, "label")
    }
    return label
  }
}

extension Parameters {
  private static let attributes: [(name: String, value: TextStyle.Attributes)] = [
    ("bold", .bold), ("dim", .dim), ("italic", .italic), ("underline", .underline),
    ("reverse", .reverse),
  ]
  private static let spanMembers =
    ["text", "color", "backgroundColor"] + attributes.map(\.name)

  /// The maximum number of lines, 0 for no limit; nil if the member is missing.
  fileprivate var lines: Int? {
    get throws(RequestError) { try number(ifThere: "lines", in: 0...10_000) }
  }

  /// A text in one style, `text`, or in several, `spans`; nil if both are missing.
  fileprivate var styledText: StyledText? {
    get throws(RequestError) {
      let plain = try text(ifThere: "text")
      guard let spans = try objects(ifThere: "spans", known: Self.spanMembers) else {
        return plain.map { StyledText($0) }
      }
      guard plain == nil else {
        throw RequestError(
          .invalidParameter, "either text or spans, not both", at: pointer("spans"))
      }
      var read: [StyledText.Span] = []
      var room = Self.usualLimit
      for span in spans {
        let text = try span.text("text", limit: room)
        room -= text.utf8.count
        read.append(StyledText.Span(text, try span.style))
      }
      return StyledText(read)
    }
  }

  private var style: TextStyle {
    get throws(RequestError) {
      var style = TextStyle(
        foreground: try color("color"), background: try color("backgroundColor"))
      for (name, value) in Self.attributes where try bool(ifThere: name) == true {
        style.attributes.insert(value)
      }
      return style
    }
  }

  private func color(_ name: String) throws(RequestError) -> TextStyle.Color? {
    guard let word = try text(ifThere: name) else { return nil }
    guard let color = TextStyle.Color(name: word) else {
      let allowed = ContainerProperty.textColor.allowedValues.alternatives
      throw RequestError(
        .invalidParameter, "\(name) must be \(allowed), not \(word.excerpt)", at: pointer(name))
    }
    return color
  }
}
