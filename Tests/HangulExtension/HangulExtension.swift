// SPDX-License-Identifier: Apache-2.0
import Glibc
import InputMethods
import Keys
import Mirrors
import Service

/// The built-in Hangul method as an input extension, which exchanges lines with Keybridge.
@main
struct HangulExtension {
  private var composer = HangulComposer()
  private var hanja: [String] = []

  static func main() {
    var method = HangulExtension()
    while let line = readLine() {
      guard case .object(let message)? = JSONValue(line: Array(line.utf8)),
        case .text(let name)? = message["method"]
      else { continue }
      var parameters: [String: JSONValue] = [:]
      if case .object(let given)? = message["params"] { parameters = given }
      let result = method.result(of: name, parameters)
      guard let id = message["id"] else { continue }
      var bytes: [UInt8] = []
      JSONWriter.append(.object(["id": id, "result": .object(result)]), as: .line, to: &bytes)
      print(String(decoding: bytes, as: UTF8.self))
      fflush(nil)
    }
  }

  private mutating func result(
    of method: String, _ parameters: [String: JSONValue]
  ) -> [String: JSONValue] {
    switch method {
    case "hello": return ["protocol": .number(1)]
    case "key": return answer(to: parameters)
    case "candidate.chosen":
      composer = HangulComposer()
      return [
        "edits": .list([edit("insert", parameters["text"] ?? .text(""))]), "candidates": .null,
      ]
    // Others have changed the text, or it is another one.
    case "text.didChange", "selection.didChange", "document.didChange", "finish":
      composer = HangulComposer()
      return [:]
    default: return [:]
    }
  }

  // MARK: Keys

  private mutating func answer(to key: [String: JSONValue]) -> [String: JSONValue] {
    var modifiers: [JSONValue] = []
    if case .list(let given)? = key["modifiers"] { modifiers = given }
    let chord: [JSONValue] = [.text("control"), .text("option"), .text("command")]
    let isChord = modifiers.contains { chord.contains($0) }
    if key["name"] == .text("Hangul_Hanja"), !isChord { return openHanja() }
    if key["characters"] == .text("inputDelete"), !composer.isEmpty {
      _ = composer.removeLast()
      return answer([mark])
    }
    if !isChord, case .text(let letter)? = key["characters"],
      let code = KeyCode(name: "KEY_" + letter.uppercased()),
      let jamo = HangulJamo(key: code, isShifted: modifiers.contains(.text("shift")))
    {
      let finished = composer.type(jamo)
      return answer((finished.isEmpty ? [] : [edit("insert", .text(finished))]) + [mark])
    }
    guard !composer.isEmpty, hanja.isEmpty else { return answer([], isTaken: false) }
    composer = HangulComposer()
    return answer([edit("unmark", .bool(true))], isTaken: false)
  }

  private var mark: JSONValue { edit("mark", .object(["text": .text(composer.text)])) }

  private func edit(_ name: String, _ value: JSONValue) -> JSONValue { .object([name: value]) }

  private mutating func answer(_ edits: [JSONValue], isTaken: Bool = true) -> [String: JSONValue] {
    if isTaken { hanja = [] }
    return ["taken": .bool(isTaken), "edits": .list(edits)]
  }

  private mutating func openHanja() -> [String: JSONValue] {
    hanja = HanjaDictionary().candidates(for: composer.text).map(\.text)
    guard !hanja.isEmpty else { return answer([], isTaken: false) }
    let list: [String: JSONValue] = [
      "items": .list(hanja.map { .object(["text": .text($0)]) }), "highlighted": .number(0),
    ]
    return ["taken": .bool(true), "edits": .list([]), "candidates": .object(list)]
  }
}
