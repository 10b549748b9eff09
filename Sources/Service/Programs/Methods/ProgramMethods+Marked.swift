// SPDX-License-Identifier: Apache-2.0
import TextInput

extension ProgramMethods {
  /// The methods for marked text that a program composes for the user (INP-7 to INP-9).
  static let marked: [String: Method<ProgramClient>] = [
    "marked.set": Method(["container", "text", "selection", "ifRevision"]) {
      (client, parameters) throws(RequestError) in
      let program = try client.program
      let text = try program.ownText(parameters)
      // Existing marked text is replaced as a whole, whatever the revision of the rest.
      if text.markedRange == nil { try parameters.checkRevision(of: text) }
      let string = try parameters.text("text", limit: Parameters.usualLimit)
      try program.needRoom(forText: string)
      let selection = try parameters.selection("selection", in: string)
      text.setMarkedText(string, selectedRange: selection)
      return Done()
    },
    "marked.commit": Method(["container"]) { (client, parameters) throws(RequestError) in
      try client.program.ownText(parameters).unmarkText()
      return Done()
    },
    "marked.cancel": Method(["container"]) { (client, parameters) throws(RequestError) in
      let text = try client.program.ownText(parameters)
      if text.markedRange != nil { text.cancelMarkedText() }
      return Done()
    },
  ]
}

extension Parameters {
  /// Reads the selection in a marked text, counted from its start; by default the caret is at its
  /// end.
  fileprivate func selection(_ name: String, in text: String) throws(RequestError) -> TextRange {
    let length = text.utf16.count
    guard has(name), self[name] != .null else { return TextRange(caret: length) }
    guard case .list(let list)? = self[name], list.count == 2,
      case .number(let start) = list[0], case .number(let end) = list[1]
    else { throw invalid(name, "an array of two whole numbers, [start, end]") }
    guard 0 <= start, start <= end, end <= length else {
      throw RequestError(
        .invalidParameter,
        "the text has \(length) UTF-16 code units; [\(start),\(end)] is not a range of it",
        at: pointer(name))
    }
    return TextRange(start, end)
  }
}
