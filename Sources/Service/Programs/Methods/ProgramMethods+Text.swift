// SPDX-License-Identifier: Apache-2.0
import Keys
import TextInput

extension ProgramMethods {
  /// What a program does with text: nobody is asked, and the facts tell of it as of any change (FLD-12).
  static let text: [String: Method<ProgramClient>] = [
    "text.set": Method(["container", "string"]) { (client, parameters) throws(RequestError) in
      let program = try client.program
      let text = try program.container(parameters).text
      let string = try parameters.text("string", limit: Parameters.documentLimit)
      // What it has is given up for it, and what can be undone too.
      try program.needRoom(forText: string, giving: text.heldUnits)
      text.text = string
      return Done()
    },
    "text.replace": Method(["container", "range", "string"]) {
      (client, parameters) throws(RequestError) in
      let program = try client.program
      let text = try program.container(parameters).text
      let string = try parameters.text("string", limit: Parameters.documentLimit)
      try program.needRoom(forText: string)
      text.replace(try parameters.range("range", in: text), withText: string)
      return Done()
    },
    "text.clear": Method(["container"]) { (client, parameters) throws(RequestError) in
      // As its clear button does: here the program is asked, if it wants to be (FLD-17).
      let text = try client.program.container(parameters).text
      guard let field = text as? TextField else {
        throw RequestError(
          .unsupported, "only a field has a clear button; text.set empties a view",
          at: parameters.pointer("container"))
      }
      field.clear()
      return Done()
    },
    "selection.set": Method(["container", "anchor", "head"]) {
      (client, parameters) throws(RequestError) in
      let text = try client.program.container(parameters).text
      let anchor = try parameters.offset("anchor", in: text)
      let head =
        try parameters.number(ifThere: "head") != nil
        ? parameters.offset("head", in: text) : anchor
      text.select(Selection(anchor: anchor, head: head))
      return Done()
    },
    "marked.commit": Method(["container"]) { (client, parameters) throws(RequestError) in
      try client.program.container(parameters).text.unmarkText()
      return Done()
    },
    "candidates.choose": Method(["number"]) { (client, parameters) throws(RequestError) in
      let program = try client.program
      guard let number = try parameters.number(ifThere: "number", in: 1...9) else {
        throw parameters.missing("number", "the digit that would choose it, from 1 to 9")
      }
      guard client.hub.turns.isHolder(program), client.hub.engine.chooseCandidate(number) else {
        throw RequestError(.failed, "there is no candidate \(number) to choose now")
      }
      return Done()
    },
  ]
}

extension Parameters {
  /// An offset into a container's text, in UTF-16 code units.
  fileprivate func offset(
    _ name: String, in text: TextContainer
  ) throws(RequestError) -> Int {
    let offset = try number(name)
    try check(offset, name, in: text)
    return offset
  }

  /// A range of a container's text: `[start, end]`.
  fileprivate func range(
    _ name: String, in text: TextContainer
  ) throws(RequestError) -> TextRange {
    guard case .list(let list)? = self[name], list.count == 2,
      case .number(let start) = list[0], case .number(let end) = list[1]
    else {
      throw missing(name, "a list of two offsets, [start, end]")
    }
    for offset in [start, end] { try check(offset, name, in: text) }
    return TextRange(start, end)
  }

  private func check(
    _ offset: Int, _ name: String, in text: TextContainer
  ) throws(RequestError) {
    guard (0...text.storage.count).contains(offset) else {
      throw RequestError(
        .invalidParameter,
        "the text has \(text.storage.count) UTF-16 code units; \(offset) is outside",
        at: pointer(name))
    }
  }
}
