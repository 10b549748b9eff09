// SPDX-License-Identifier: Apache-2.0
import Devices
import Glibc
import Hosting
import Keys
import TestSupport
import TestTraits
import Testing
import TextInput

@testable import Bridge

/// The texts in front of a program's screen: whatever is pressed, there is a way back to it.
@Suite(.serialized) struct ProgramOverlayWalkTests {
  /// A program that stores what it receives, behind an engine, with a keyboard that a closure types
  /// on; each step takes ten milliseconds of virtual time.
  private final class Desk: KeySource {
    let session: Session
    let program: HostedProgram
    /// Whether at each step some text had the focus.
    private(set) var neverLostFocus = true
    var willWait: (() -> Void)?
    private let loop: EventLoop
    private let stored: String
    private let keyboard = DeviceInfo(
      id: DeviceID(rawValue: 0), name: "Keyboard", repeatsInKernel: false, kind: .keyboard)
    private var isConnected = false
    private var now = Timestamp(microseconds: 1_000_000)
    /// The time of the last event.
    private var last = Timestamp(microseconds: 1_000_000)
    private var queue: ArraySlice<(delay: Int64, code: UInt16, phase: KeyEvent.Phase)> = []
    /// Types the next keys; returns false at the end.
    private var more: (Desk) -> Bool = { _ in false }

    init(in folder: TemporaryFolder, _ settings: String) throws {
      stored = folder.path + "/stored"
      let file = try folder.write(settings.utf8, to: "settings.yaml")
      var invocation = Invocation()
      invocation.options["config"] = [file]
      let read = try SessionSettings(invocation, isReplay: true)
      let engine = read.makeEngine()
      session = try Session(read, engine: engine) { [unowned engine] in
        engine.window.subviews.first?.frame = CellRect(
          width: engine.screen.width,
          height: max(engine.screen.height - engine.keyboardArea.statusRows, 1))
      }
      loop = try EventLoop(signals: [])
      program = try HostedProgram(
        session, loop: loop, scrollback: 100, version: "keybridge", assists: false)
      resize(40, 10)
      session.pipeline.observers.append(program)
      let script =
        "stty raw -echo; for i in 1 2 3 4 5 6 7 8 9; do echo row $i; done; exec cat >\(stored)"
      try program.start(["sh", "-c", script], variables: [:])
      try eventually("the program") {
        turn()
        return access(stored, F_OK) == 0
      }
    }

    deinit { program.end() }

    /// The text that the program has received.
    var received: String {
      turn()
      return contents(of: stored)
    }

    func resize(_ columns: Int, _ rows: Int) {
      let engine = session.engine
      engine.keyboardArea.statusRows = rows > 1 ? 1 : 0
      engine.screen = CellSize(width: columns, height: rows)
      engine.window.frame = CellRect(width: columns, height: rows)
      engine.window.subviews.first?.frame = CellRect(width: columns, height: max(rows - 1, 1))
    }

    private func turn() { _ = try? loop.turn(until: .zero) }

    /// Presses keys one after the other, holds them for a while, and releases them.
    func stroke(_ codes: UInt16..., milliseconds: Int64 = 10) {
      for code in codes { queue.append((10_000, code, .press)) }
      var delay = milliseconds * 1000
      for code in codes.reversed() {
        queue.append((delay, code, .release))
        delay = 10_000
      }
    }

    /// Runs until a function that types returns false.
    func run(_ more: @escaping (Desk) -> Bool) throws {
      self.more = more
      _ = try session.pipeline.run(self)
    }

    func next(before deadline: Timestamp?, into frame: inout [KeyEvent]) -> Occurrence {
      frame.removeAll()
      willWait?()
      turn()
      if session.engine.window.firstResponder == nil { neverLostFocus = false }
      guard isConnected else {
        isConnected = true
        return .connected(keyboard)
      }
      if queue.isEmpty, !more(self) { return .end(.finished) }
      guard let key = queue.first else { return .deadline(now) }
      let due = last.advanced(byMicroseconds: key.delay)
      if let deadline, deadline <= due {
        now = max(now, deadline)
        return .deadline(deadline)
      }
      now = max(now, due)
      last = now
      queue.removeFirst()
      frame = [
        KeyEvent(
          time: now, device: keyboard.id, code: KeyCode(rawValue: key.code), phase: key.phase)
      ]
      return .frame
    }

    func light(_ leds: LockLEDs, on device: DeviceID) {}
    func setGrabbed(_ isWanted: Bool) {}
  }

  private static let (escape, command, control, shift, option):
    (
      UInt16, UInt16, UInt16, UInt16, UInt16
    ) = (1, 125, 29, 42, 56)
  private static let (f, c, l, v, k, dot, tab, enter, space):
    (
      UInt16, UInt16, UInt16, UInt16, UInt16, UInt16, UInt16, UInt16, UInt16
    ) = (33, 46, 38, 47, 37, 52, 15, 28, 57)
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(
    "After each overlay is left with ⎋, typed text reaches the program",
    arguments: [
      [[command, f]], [[command, f], [k], [enter]], [[command, c]], [[command, c], [command, f]],
      [[command, c], [command, f], [c], [enter], [command, f]], [[command, l]],
      [[command, l], [f]],
      [[command, f], [tab]], [[command, f], [command, dot]], [[command, c], [command, dot]],
      [[command, v]], [[command, l], [command, f]], [[command, f], [command, l]],
    ] as [[[UInt16]]])
  func left(_ chords: [[UInt16]]) throws {
    let desk = try Desk(in: folder, "")
    var steps = (chords + [[Self.escape], [Self.escape], [Self.k]])[...]
    try desk.run { desk in
      guard let chord = steps.popFirst() else { return false }
      switch chord.count {
      case 1: desk.stroke(chord[0])
      default: desk.stroke(chord[0], chord[1])
      }
      return true
    }
    #expect(desk.neverLostFocus)
    try eventually("the key") { desk.received.hasSuffix("k") }
  }

  @Test("Text that is being composed when the run ends is not left for the shell's screen")
  func composed() throws {
    let desk = try Desk(in: folder, "modes: [en-US]\n")
    let text = try #require(desk.session.engine.window.firstResponder as? TextContainer)
    try desk.run { _ in
      text.setMarkedText("half", selectedRange: TextRange(caret: 4))
      return false
    }
    desk.program.finish()
    #expect(!text.hasText && text.markedRange == nil)
  }

  @Test(
    "A random walk over all overlays ends with typed text reaching the program", arguments: 1...4)
  func walk(seed: UInt64) throws {
    let desk = try Desk(
      in: folder, "modes: [en-US, ja-JP]\nhold-for-accents: true\nassistance: on\n")
    let engine = desk.session.engine
    var random = SeededGenerator(seed: seed)
    let overlays = [Self.f, Self.c, Self.l, Self.v, Self.k, Self.dot]
    let others: [UInt16] = [
      Self.escape, Self.tab, Self.enter, Self.space, 14, 18, 23, 30, 49, 63, 64, 103, 105, 106, 108,
    ]
    var (steps, marks) = (0, 0)
    var expected: [String] = []
    try desk.run { desk in
      steps += 1
      guard steps <= Thoroughness.repetitions(2000, long: 100_000) else { return false }
      if steps % 25 == 0 {
        // Each ⎋ leaves one of: a list, a composition, a menu, the field, the text.
        for _ in 0..<6 { desk.stroke(Self.escape) }
        return true
      }
      if steps % 25 == 1, steps > 1 {
        engine.modes.perform(.choose("en-US"))
        marks += 1
        for digit in String(marks) {
          desk.stroke(digit == "0" ? 11 : UInt16(digit.wholeNumberValue ?? 0) + 1)
        }
        desk.stroke(Self.dot)
        expected.append("\(marks).")
        return true
      }
      switch Int.random(in: 0..<100, using: &random) {
      case 0..<40: desk.stroke(Self.command, overlays.randomElement(using: &random) ?? 0)
      case 40..<43: desk.stroke(Self.command, milliseconds: 1500)
      case 43..<46: desk.stroke(18, milliseconds: 700)
      case 46..<49: desk.stroke(Self.control, Self.space)
      case 49..<52: desk.stroke(Self.control, Self.shift, Self.space)
      case 52..<55:
        desk.resize(Int.random(in: 2...80, using: &random), Int.random(in: 1...12, using: &random))
      case 55..<58: engine.window.clipboard.pasteboard.text = steps % 2 == 0 ? "x\ny" : "z"
      case 58..<61: desk.stroke(0x248, milliseconds: 700)
      default: desk.stroke(others.randomElement(using: &random) ?? 0)
      }
      return true
    }
    #expect(desk.neverLostFocus)
    #expect(marks > 50)
    try eventually("the last mark") { desk.received.contains(expected.last ?? "") }
    let received = desk.received
    let missing = expected.filter { !received.contains($0) }
    #expect(missing == [])
  }
}
