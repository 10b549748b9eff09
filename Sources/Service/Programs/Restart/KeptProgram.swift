// SPDX-License-Identifier: Apache-2.0
import Keys
import Mirrors

/// The state of a program between two runs of the service.
///
/// No secret text is in it. The token is a secret, too.
struct KeptProgram: Hashable {
  /// A container's text; that of a secret is empty.
  struct Text: Hashable {
    var container: String
    var text: String
    var revision: Int
    /// The selection; nil if the container has none.
    var selection: Selected?
  }

  struct Selected: Hashable {
    var anchor: Int
    var head: Int
  }

  /// The numbers that are valid: more of them never occur, and sums of them do not overflow.
  static let numbers = 0...(1 << 53)

  var number: Int
  var name: String
  var user: UInt32
  var token: String
  /// When the program disconnected, in microseconds after the start of the machine.
  var departure: Int
  var graceSeconds: Int
  var keepSeconds: Int
  var idleSeconds = 0
  var presses = WantedPresses.no
  /// Whether the user allows the values that the program will provide.
  var mayFill = false
  /// The scanners that the program claims, by their labels.
  var scanners: [String] = []
  /// Whether the program claims all other scanners.
  var claimsAllScanners = false
  var definitions: [DefinitionLog.Definition] = []
  var texts: [Text] = []
  /// The focus of the program's window; nil for none.
  var focus: KeptFocus?
}

extension KeptProgram {
  /// How long ago the program disconnected.
  func absence(at time: BootTime) -> Duration {
    // A time in the future is of another start of the machine.
    .microseconds(max(0, time.microsecondsSinceBoot - departure))
  }

  /// Whether the time for which the state is kept has not passed.
  func isAlive(at time: BootTime) -> Bool {
    absence(at: time) < .seconds(graceSeconds + keepSeconds)
  }
}

/// The keyboard between two runs of the service; programs by their numbers.
struct KeptKeyboard: Hashable {
  /// A program that waits for the keyboard.
  struct Waiting: Hashable {
    var program: Int
    var focus: KeptFocus
  }

  /// The program that has it; nil for none.
  var holder: Int?
  /// The programs that have had it, the most recent last.
  var history: [Int] = []
  /// The queue, the oldest request first.
  var queue: [Waiting] = []
}

// MARK: JSON

extension KeptProgram {
  var json: JSONValue {
    .object([
      "claimsAllScanners": .bool(claimsAllScanners),
      "definitions": .list(
        definitions.map {
          .object(["method": .text($0.method), "params": .object($0.parameters)])
        }),
      "departure": .number(departure), "focus": focus?.json ?? .null,
      "grace": .number(graceSeconds),
      "idle": .number(idleSeconds), "keep": .number(keepSeconds), "mayFill": .bool(mayFill),
      "name": .text(name), "number": .number(number), "presses": .text(presses.rawValue),
      "scanners": .list(scanners.map(JSONValue.text)), "texts": .list(texts.map(\.json)),
      "token": .text(token), "user": .number(Int(user)),
    ])
  }

  /// Reads what a run of this or another version has written.
  ///
  /// - Returns: nil without a name, a user, a token or the times; members that are missing
  ///   otherwise, or invalid, have their defaults.
  init?(_ json: JSONValue) {
    guard let number = json["number"]?.number, Self.numbers.contains(number), number > 0,
      let name = json["name"]?.string,
      (1...100).contains(name.utf8.count),
      let user = json["user"]?.number.flatMap(UInt32.init(exactly:)),
      let token = json["token"]?.string, token.utf8.count == ProgramToken.length,
      let departure = json["departure"]?.number, Self.numbers.contains(departure),
      let grace = json["grace"]?.number,
      ProgramTimes.grace.contains(grace), let keep = json["keep"]?.number,
      ProgramTimes.keep.contains(keep)
    else { return nil }
    (self.number, self.name, self.user, self.token) = (number, name, user, token)
    (self.departure, graceSeconds, keepSeconds) = (departure, grace, keep)
    if let idle = json["idle"]?.number, ProgramTimes.idle.contains(idle) { idleSeconds = idle }
    presses = json["presses"]?.string.flatMap(WantedPresses.init) ?? .no
    mayFill = json["mayFill"] == .bool(true)
    claimsAllScanners = json["claimsAllScanners"] == .bool(true)
    scanners = json["scanners"]?.list.compactMap(\.string) ?? []
    definitions =
      json["definitions"]?.list.compactMap { json in
        guard let method = json["method"]?.string, case .object(let members)? = json["params"]
        else {
          return nil
        }
        return DefinitionLog.Definition(method: method, parameters: members)
      } ?? []
    texts = json["texts"]?.list.compactMap(Text.init) ?? []
    focus = json["focus"].flatMap(KeptFocus.init)
  }
}

extension KeptProgram.Text {
  fileprivate var json: JSONValue {
    .object([
      "container": .text(container), "revision": .number(revision),
      "selection": selection.map { .list([.number($0.anchor), .number($0.head)]) } ?? .null,
      "text": .text(text),
    ])
  }

  fileprivate init?(_ json: JSONValue) {
    guard let container = json["container"]?.string, let text = json["text"]?.string,
      let revision = json["revision"]?.number, KeptProgram.numbers.contains(revision)
    else { return nil }
    (self.container, self.text, self.revision) = (container, text, revision)
    let ends = json["selection"]?.list.compactMap(\.number) ?? []
    if ends.count == 2 { selection = KeptProgram.Selected(anchor: ends[0], head: ends[1]) }
  }
}

extension KeptKeyboard {
  var json: JSONValue {
    .object([
      "history": .list(history.map(JSONValue.number)),
      "holder": holder.map(JSONValue.number) ?? .null,
      "queue": .list(
        queue.map { .object(["focus": $0.focus.json, "program": .number($0.program)]) }),
    ])
  }

  init(_ json: JSONValue) {
    holder = json["holder"]?.number
    history = json["history"]?.list.compactMap(\.number) ?? []
    queue =
      json["queue"]?.list.compactMap { json in
        guard let program = json["program"]?.number,
          let focus = json["focus"].flatMap(KeptFocus.init)
        else { return nil }
        return Waiting(program: program, focus: focus)
      } ?? []
  }
}

extension JSONValue {
  /// The member of an object; nil if there is none.
  subscript(name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members[name]
  }

  /// The text; nil for another kind of value.
  fileprivate var string: String? {
    guard case .text(let text) = self else { return nil }
    return text
  }

  /// The whole number; nil for another kind of value.
  var number: Int? {
    guard case .number(let number) = self else { return nil }
    return number
  }

  /// The elements; empty for another kind of value.
  fileprivate var list: [JSONValue] {
    guard case .list(let list) = self else { return [] }
    return list
  }
}
