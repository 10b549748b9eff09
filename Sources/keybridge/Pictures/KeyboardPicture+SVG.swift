// SPDX-License-Identifier: Apache-2.0
import Keys

/// Pictures of keyboards as SVG.
extension KeyboardPicture {
  private static let unit = 60.0

  /// The keyboard as SVG, without a final newline.
  var svg: String {
    let (width, height) = (
      KeyboardShape.width * Self.unit + 2, Double(KeyboardShape.rowCount) * Self.unit + 2
    )
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(Self.number(width)) \(Self.number(height))" \
      role="img" aria-label="\(title.escapedMarkup)">
      <style>
        .key rect { fill: #fff; stroke: #555; }
        text { font: 15px "DejaVu Sans", "Noto Sans", sans-serif; fill: #222; }
        .third { fill: #06c; } .dead { fill: #c00; } .name { fill: #555; } .sign { font-size: 8px; }
      </style>
      <g transform="translate(1 1)">
      \(keys.map(Self.group).joined(separator: "\n"))
      </g>
      </svg>
      """
  }

  private static func group(_ entry: (key: KeyboardShape.Key, legend: KeyLegend)) -> String {
    let (key, legend) = entry
    let (x, y) = (key.x * unit, Double(key.row) * unit)
    var parts = [
      "<rect x=\"\(number(x + 2))\" y=\"\(number(y + 2))\" width=\"\(number(key.width * unit - 4))\""
        + " height=\"\(number(unit - 4))\" rx=\"6\"/>"
    ]
    if !key.isLowerPart {
      if let name = legend.name {
        parts.append(text(name.symbol, x + 9, y + 36, "name"))
      }
      let places = [(7.0, 48.0), (7, 23), (30, 48), (30, 23)]
      for (level, (index, place)) in zip(legend.levels, places.enumerated()) {
        guard let level else { continue }
        let kinds =
          (index > 1 ? ["third"] : []) + (level.isDead ? ["dead"] : [])
          + (level.isName ? ["sign"] : [])
        parts.append(text(level.text, x + place.0, y + place.1, kinds.joined(separator: " ")))
      }
    }
    let kind = key.isLowerPart ? "key lower" : "key"
    return "<g class=\"\(kind)\" id=\"key-\(key.code.rawValue)\(key.isLowerPart ? "-lower" : "")\">"
      + "<title>\(key.code.description.escapedMarkup)</title>" + parts.joined() + "</g>"
  }

  private static func text(_ text: String, _ x: Double, _ y: Double, _ kind: String) -> String {
    // A combining mark on its own is displayed on a dotted circle.
    let isMark = text.unicodeScalars.first?.properties.canonicalCombiningClass.rawValue ?? 0 > 0
    return "<text x=\"\(number(x))\" y=\"\(number(y))\"\(kind.isEmpty ? "" : " class=\"\(kind)\"")>"
      + ((isMark ? "◌" : "") + text).escapedMarkup + "</text>"
  }

  private static func number(_ value: Double) -> String {
    value == value.rounded() ? "\(Int(value))" : "\(value)"
  }
}

extension String {
  /// The text with the special characters of HTML and SVG escaped.
  var escapedMarkup: String {
    var escaped = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      default:
        // XML allows no other control characters.
        if scalar.value >= 0x20 || scalar == "\n" || scalar == "\t" {
          escaped.unicodeScalars.append(scalar)
        }
      }
    }
    return escaped
  }
}
