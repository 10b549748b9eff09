// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import Keys
import TestSupport
import TestTraits
import Testing

@testable import Service
@testable import TextInput

/// Random keys with a program that is asked about each of them, and sends requests meanwhile.
@Suite(.notInFastRuns) struct FastTypingTests {
  private static let keysOfWalk = 100
  private static let walks =
    0..<UInt64(Thoroughness.repetitions(3_000, long: 1_000_000) / keysOfWalk)

  @Test(
    "FLD-20c typing fast has the same result as typing slowly, in whichever order a program responds",
    arguments: walks)
  func sameResult(seed: UInt64) throws {
    let slow = try Walk(seed: seed, isFast: false)
    try slow.type(Self.keysOfWalk)
    let fast = try Walk(seed: seed, isFast: true)
    try fast.type(Self.keysOfWalk)
    let difference = zip(slow.trace, fast.trace).enumerated().first { $1.0 != $1.1 }
    if let (line, (expected, actual)) = difference {
      Issue.record("seed \(seed), line \(line): \(expected) became \(actual)")
    }
    #expect(slow.trace.count == fast.trace.count, "seed \(seed)")
    #expect(slow.texts == fast.texts, "seed \(seed)")
    #expect(slow.focus == fast.focus, "seed \(seed)")
    #expect(slow.ended == Self.keysOfWalk && fast.ended == Self.keysOfWalk, "seed \(seed)")
  }

  @Test(
    "Each key ends once, and nothing waits for ever, even if requests overlap and programs leave",
    arguments: walks)
  func eachKeyEnds(seed: UInt64) throws {
    let walk = try Walk(seed: seed, isFast: true, isWild: true)
    try walk.type(Self.keysOfWalk)
    #expect(walk.ended == Self.keysOfWalk, "seed \(seed)")
    #expect(walk.isSettled, "seed \(seed)")
    walk.undoEverything()
  }
}

/// A program with two fields and a view, and keys that are typed into them.
private final class Walk {
  private let desk: Desk
  private var observer: Observer
  private var program: ScriptedProgram
  private let seed: UInt64
  private let isFast: Bool
  private let isWild: Bool
  private var keys: SeededGenerator
  private var pace: SeededGenerator
  /// How many keys were typed since nothing was waiting; at most so many that no deadline passes.
  private var typedCount = 0
  /// How many presses have been processed.
  private(set) var ended = 0
  private var earlierTrace: [String] = []

  init(seed: UInt64, isFast: Bool, isWild: Bool = false) throws {
    (self.seed, self.isFast, self.isWild) = (seed, isFast, isWild)
    keys = SeededGenerator(seed: seed &* 3 &+ 1)
    pace = SeededGenerator(seed: seed &* 3 &+ 2)
    desk = try Desk()
    observer = try desk.greet("till", #","grace":5"#)
    for name in ["a", "b", "v"] {
      observer.send("{\"jsonrpc\":\"2.0\",\(ContainerLine.create(name))}\n")
    }
    observer.send(
      #"{"jsonrpc":"2.0","method":"focus.request","params":{"container":"a"}}"# + "\n")
    desk.turn()
    program = ScriptedProgram(observer, seed: seed &* 3 &+ 3, isWild: isWild)
    desk.engine.keystrokeDidEnd = { [unowned self] keystroke, _ in
      if keystroke.event.phase == .press { ended += 1 }
    }
    settle()
  }

  private var owner: Program? { desk.programs.programs.first }

  /// The texts by their names, and their selections.
  var texts: [String: String] {
    (owner?.containers ?? [:]).mapValues { "\($0.text.text) \($0.text.selection)" }
  }

  var focus: String { owner?.focusedName ?? "none" }

  /// The requests and notifications that the program received.
  var trace: [String] { earlierTrace + program.trace }

  /// Whether nothing waits.
  var isSettled: Bool {
    let engine = desk.engine
    return engine.operations.pending.isEmpty && !engine.operations.hasAnswered
      && engine.keyQueue.isEmpty && engine.waitingKey == nil && owner?.connection?.isHeld != true
  }

  // MARK: Keys

  private static let chords: [(KeyInput, String, Modifiers)] = [
    ("\r", "\r", []), ("\r", "\r", []), ("\t", "\t", []), (.delete, "", []),
    (.leftArrow, "", []), ("a", "", .command), ("z", "", .command), ("x", "", .command),
    ("v", "", .command), ("k", "", .control), (.delete, "", [.option, .command]),
    (.escape, "", []),
  ]

  func type(_ count: Int) throws {
    for _ in 0..<count {
      if Int.random(in: 0..<12, using: &keys) == 0 {
        let name = ["a", "b", "v"].randomElement(using: &keys) ?? "a"
        settle()
        let hadFocus = desk.engine.hasFirstResponder
        program.requestFocus(of: name)
        desk.turn()
        // Keys that are typed while nothing has the focus have no effect.
        if !isFast || !hadFocus { settle() }
      }
      if isWild, Int.random(in: 0..<40, using: &keys) == 0 { try leave() }
      hit()
      typedCount += 1
      guard isFast, typedCount < 25 else {
        settle()
        continue
      }
      for _ in 0..<Int.random(in: 0..<3, using: &pace) { step() }
      if isWild, Int.random(in: 0..<10, using: &pace) == 0 { pass() }
    }
    settle()
  }

  private func hit() {
    let before = ended
    if Int.random(in: 0..<5, using: &keys) < 3 {
      let letter = "abcdefgh1 é".randomElement(using: &keys) ?? "a"
      desk.press(KeyInput(letter.lowercased()), String(letter))
    } else {
      let chord = Self.chords.randomElement(using: &keys) ?? Self.chords[0]
      desk.press(chord.0, chord.1, chord.2)
    }
    if desk.lastPressEnded { ended += 1 }
    precondition(ended >= before)
  }

  // MARK: The program

  /// Lets the program react to one line.
  private func step() {
    program.read()
    program.react()
    desk.turn()
  }

  /// Lets the program react, and time pass, until nothing waits.
  private func settle() {
    var turns = 0
    repeat {
      turns += 1
      program.read()
      while !program.isIdle { step() }
      desk.turn()
      program.read()
      if program.isIdle, !isSettled { pass() }
    } while turns < 200 && !(program.isIdle && isSettled)
    if turns == 200 { Issue.record("seed \(seed): something waits for ever") }
    typedCount = 0
  }

  /// Lets the deadlines of all requests pass; the program stays one that is waited for.
  private func pass() {
    desk.pass(milliseconds: 301)
    owner?.punctuality = Punctuality()
    program.deadlinesPassed()
  }

  /// Disconnects the program, and connects it again.
  private func leave() throws {
    program.read()
    earlierTrace += program.trace
    observer.stopSending()
    desk.turn()
    observer = try desk.greetAgain("till")
    program = ScriptedProgram(observer, seed: seed &+ UInt64(ended), isWild: true)
  }

  /// Undoes everything in each text, which must not crash.
  func undoEverything() {
    for container in owner?.containers.values.map(\.text) ?? [] {
      while container.canPerform(EditingCommand.undo) { container.perform(EditingCommand.undo) }
    }
  }
}
