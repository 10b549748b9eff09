// SPDX-License-Identifier: Apache-2.0
// An input extension that types an emoji by a word of its name: `:cat` is marked text, and shows
// candidates. It keeps nothing between keys: the marked text comes with each key.
//
//   swiftc -O -static-stdlib emoji.swift -o emoji

import FoundationEssentials
import Glibc

// MARK: The lines

struct Document: Decodable {
  var marked: String?
}

struct Request: Decodable {
  struct Parameters: Decodable {
    var text: String?
    var name: String?
    var modifiers: [String]?
    var document: Document?
  }

  /// Nil for a notification, which has no response.
  var id: Int?
  var method: String
  var params: Parameters
}

/// One of the members is not nil.
struct Edit: Encodable {
  struct Mark: Encodable { var text: String }

  var insert: String?
  var mark: Mark?
  var unmark: Bool?
}

struct Candidates: Encodable {
  struct Item: Encodable {
    var text: String
    var annotation: String
  }

  var items: [Item]
  var highlighted = 0
}

struct Answer: Encodable {
  var taken: Bool?
  var edits: [Edit] = []
  var candidates: Candidates?
  var keepsList = false

  private enum CodingKeys: CodingKey { case taken, edits, candidates }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encodeIfPresent(taken, forKey: .taken)
    try container.encode(edits, forKey: .edits)
    // A list that is left out stays, and null closes it.
    if !keepsList { try container.encode(candidates, forKey: .candidates) }
  }
}

struct Response<Result: Encodable>: Encodable {
  var id: Int
  var result: Result
}

struct Failure: Encodable {
  var id: Int
  var error: [String: String]
}

func send(_ response: some Encodable) throws {
  print(String(decoding: try JSONEncoder().encode(response), as: UTF8.self))
  fflush(nil)
}

// MARK: Emoji

/// The emoji that Unicode names, in the order of their code points.
let emoji: [(text: String, name: String)] = (0x231A...0x1FAFF).compactMap { value in
  guard let scalar = Unicode.Scalar(UInt32(value)), scalar.properties.isEmojiPresentation,
    let name = scalar.properties.name
  else { return nil }
  return (String(scalar), name.lowercased())
}

/// Finds the emoji of a word; the ones whose whole name it begins come first.
func candidates(_ word: some StringProtocol) -> Candidates? {
  guard !word.isEmpty else { return nil }
  let found = emoji.filter { " \($0.name)".contains(" \(word)") }
  let items = found.filter { $0.name.hasPrefix(word) } + found.filter { !$0.name.hasPrefix(word) }
  guard !items.isEmpty else { return nil }
  return Candidates(
    items: items.prefix(200).map { Candidates.Item(text: $0.text, annotation: $0.name) })
}

/// Answers a key: a colon begins a name, letters extend it, and any other key ends it.
func answer(_ key: Request.Parameters) -> Answer {
  let text = key.text ?? ""
  let marked = key.document?.marked
  let makesCommand = !Set(key.modifiers ?? []).isDisjoint(with: ["control", "option", "command"])
  if !makesCommand, let marked {
    let name = String(marked.dropFirst())
    if text.count == 1, text.allSatisfy({ ("a"..."z").contains($0.lowercased()) }) {
      return show(name + text.lowercased())
    }
    if key.name == "BackSpace" {
      return name.isEmpty
        ? Answer(taken: true, edits: [Edit(mark: .init(text: ""))]) : show(String(name.dropLast()))
    }
    // Keybridge moves in the list and chooses from it.
    let moves = ["Up", "Down", "Left", "Right", "Prior", "Next", "Return", "Escape"]
    let isDigit = text.count == 1 && ("1"..."9").contains(text)
    if candidates(name) != nil, isDigit || moves.contains(key.name ?? "") {
      return Answer(taken: false, keepsList: true)
    }
  }
  if !makesCommand, text == ":" {
    let before = marked == nil ? [] : [Edit(unmark: true)]
    return Answer(taken: true, edits: before + [Edit(mark: .init(text: ":"))])
  }
  return Answer(taken: false, edits: marked == nil ? [] : [Edit(unmark: true)])
}

func show(_ name: String) -> Answer {
  Answer(taken: true, edits: [Edit(mark: .init(text: ":" + name))], candidates: candidates(name))
}

// MARK: The conversation

let decoder = JSONDecoder()
while let line = readLine() {
  let request = try decoder.decode(Request.self, from: Data(line.utf8))
  guard let id = request.id else { continue }
  switch request.method {
  case "hello":
    try send(Response(id: id, result: ["protocol": 1]))
  case "key":
    try send(Response(id: id, result: answer(request.params)))
  case "candidate.chosen":
    try send(
      Response(id: id, result: Answer(edits: [Edit(insert: request.params.text ?? "")])))
  default:
    try send(Failure(id: id, error: ["code": "unknown-method", "message": request.method]))
  }
}
