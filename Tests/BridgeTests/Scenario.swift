// SPDX-License-Identifier: Apache-2.0
import Keys

/// A scenario file: settings in comments, the steps, `---`, and the expected transcript.
///
/// ```
/// # layout: de
/// # A pending dead acute is marked text that the accented letter replaces.
/// tap equal
/// wait 300ms
/// type e
/// ---
/// grabs all
/// attached "Keyboard 1"
/// connected "Keyboard 1"
/// marked "´"
/// select 1
/// unmarked
/// insert "é"
/// detached "Keyboard 1"
/// disconnected "Keyboard 1"
/// document "é|"
/// ```
///
/// Input methods ask the tables `converter`, `predictions` and `follows` of the settings, as in
/// `# converter: きょう=今日,京|は=は,葉 とうきょう=東京` and `# follows: 東京=駅,都`.
///
/// The whole transcript is expected: every update, every change of a keyboard's LEDs and of the
/// grab, in order, and the document at the end. A missing line fails the scenario.
///
/// | step | does |
/// | --- | --- |
/// | `press KEY`, `release KEY` | one frame; keys are named like `KEY_…`, without the prefix |
/// | `frame +KEY -KEY …` | several changes in one frame |
/// | `tap KEY`, `tap leftmeta+leftshift+z` | presses in order, then releases in reverse order |
/// | `type WORD` | taps for letters, digits, with `shift` for capitals and spaces as `_` |
/// | `repeat KEY` | the kernel's autorepeat |
/// | `wait 300ms` | time passes |
/// | `@2 …` | the step happens on the second keyboard |
/// | `look away`, `look back` | the terminal loses the focus, and regains it |
/// | `connect`, `unplug` | the keyboard is connected or unplugged; number 1 is connected from the
/// start |
struct Scenario {
  var settings: [String: String] = [:]
  var steps: [(line: Int, step: Step)] = []
  var expected: [String] = []

  enum Step {
    case frame(keyboard: UInt32, [(code: KeyCode, value: Int32)])
    case wait(microseconds: Int64)
    case connect(keyboard: UInt32)
    case unplug(keyboard: UInt32)
    case look(isBack: Bool)
  }

  struct Mistake: Error, CustomStringConvertible {
    var line: Int
    var problem: String
    var description: String { "line \(line): \(problem)" }
  }

  init(_ text: String) throws(Mistake) {
    var isExpecting = false
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      let number = index + 1
      if line.isEmpty { continue }
      if line == "---" {
        isExpecting = true
      } else if isExpecting {
        expected.append(String(line))
      } else if line.hasPrefix("#") {
        let pair = line.dropFirst().split(separator: ":", maxSplits: 1)
        if pair.count == 2, let name = pair[0].split(separator: " ").first,
          !pair[0].dropFirst().contains(" ")
        {
          settings[String(name)] = pair[1].split(separator: " ").joined(separator: " ")
        }
      } else {
        try addSteps(Array(line.split(separator: " ").map(String.init)), line: number)
      }
    }
    if !isExpecting { throw Mistake(line: 1, problem: "no '---' and nothing expected") }
  }

  private mutating func addSteps(_ words: [String], line: Int) throws(Mistake) {
    var words = words
    var keyboard: UInt32 = 0
    if let first = words.first, first.hasPrefix("@") {
      guard let number = UInt32(first.dropFirst()), number > 0 else {
        throw Mistake(line: line, problem: "no keyboard \(first)")
      }
      keyboard = number - 1
      words.removeFirst()
    }
    func frame(_ changes: [(KeyCode, Int32)]) -> Step {
      .frame(keyboard: keyboard, changes.map { (code: $0.0, value: $0.1) })
    }
    let operand = words.dropFirst().first ?? ""
    var added: [Step] = []
    switch words.first {
    case "press": added = [frame([(try Self.key(operand, line), 1)])]
    case "release": added = [frame([(try Self.key(operand, line), 0)])]
    case "repeat": added = [frame([(try Self.key(operand, line), 2)])]
    case "frame":
      var changes: [(KeyCode, Int32)] = []
      for word in words.dropFirst() {
        changes.append((try Self.key(String(word.dropFirst()), line), word.hasPrefix("+") ? 1 : 0))
      }
      added = [frame(changes)]
    case "tap":
      var codes: [KeyCode] = []
      for name in operand.split(separator: "+") { codes.append(try Self.key(String(name), line)) }
      added = codes.map { frame([($0, 1)]) } + codes.reversed().map { frame([($0, 0)]) }
    case "type":
      for letter in operand {
        let name = letter == "_" ? "space" : letter.lowercased()
        let code = try Self.key(name, line)
        let tap = [frame([(code, 1)]), frame([(code, 0)])]
        added +=
          letter.isUppercase
          ? [frame([(.leftShift, 1)])] + tap + [frame([(.leftShift, 0)])] : tap
      }
    case "wait":
      guard operand.hasSuffix("ms"), let amount = Int64(operand.dropLast(2)) else {
        throw Mistake(line: line, problem: "wait how long? '300ms'")
      }
      added = [.wait(microseconds: amount * 1000)]
    case "connect": added = [.connect(keyboard: keyboard)]
    case "unplug": added = [.unplug(keyboard: keyboard)]
    case "look" where ["away", "back"].contains(operand):
      added = [.look(isBack: operand == "back")]
    default: throw Mistake(line: line, problem: "no step '\(words.first ?? "")'")
    }
    steps += added.map { (line, $0) }
  }

  private static func key(_ name: String, _ line: Int) throws(Mistake) -> KeyCode {
    guard let code = KeyCode(name: "KEY_" + name.uppercased()) else {
      throw Mistake(line: line, problem: "no key '\(name)'")
    }
    return code
  }
}
