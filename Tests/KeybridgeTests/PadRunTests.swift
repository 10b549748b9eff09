// SPDX-License-Identifier: Apache-2.0
import CTestbed
import Glibc
import SamplePads
import TestPrograms
import TestSupport
import TestTraits
import Testing

/// Characters that are drawn on pads of a testbed: real libevdev, the real service, its sockets,
/// and an engine that counts strokes.
@Suite(
  .serialized, .onTestbed, .notInFastRuns, .needs("socat"), .needs(file: "/usr/bin/python3"))
struct PadRunTests: EngineRunning {
  private static let space: UInt16 = 57
  /// `KEY_2`.
  private static let two: UInt16 = 3

  let machine = Machine()
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try plugIn()
  }

  /// The service, and a program that has a text.
  private final class Run {
    let service: LiveChild
    let program: LiveChild
    private var number = 0

    init(service: LiveChild, program: LiveChild) throws {
      (self.service, self.program) = (service, program)
      try ask("hello", #"{"name":"kiosk"}"#)
      try ask("container.create", #"{"container":"note"}"#)
    }

    func ask(_ method: String, _ parameters: String = "{}") throws {
      try program.write(line(method, parameters).utf8)
      try program.expectOutput(#"{"id":\#(number),"#)
    }

    /// Sends a request several times, and waits for the last response, which may be an error.
    func ask(_ method: String, _ parameters: String, times: Int) throws {
      try program.write((0..<times).map { _ in line(method, parameters) }.joined().utf8)
      // An error has its code before the number.
      try eventually("the responses") {
        program.outputByNow().contains(#""id":\#(number),"jsonrpc""#)
      }
    }

    private func line(_ method: String, _ parameters: String) -> String {
      number += 1
      return #"{"jsonrpc":"2.0","id":\#(number),"method":"\#(method)","params":\#(parameters)}"#
        + "\n"
    }

    /// Waits until candidates are listed, the first one being this.
    func expectFirst(_ candidate: String) throws {
      try program.expectOutput(#""items":[{"text":"\#(candidate)"}"#)
    }

    /// Waits until the program's text receives a character.
    func expectTyped(_ character: String) throws {
      try program.expectOutput(#""string":"\#(character)""#)
    }
  }

  /// Starts the service in a mode of handwriting, without a pause.
  private func run(
    devices: String = "[{match: all, handwriting: yes}]"
  ) throws -> Run {
    let script = try EngineScript(
      in: folder, HandwritingRunTests.engine, methods: "[handwriting]", languages: "[zh-Hans]",
      verbs: "[recognise]")
    machine.variables = script.variables
    let settings = try folder.write(
      """
      modes: [zh-Hans+handwriting, en-US]
      input-methods: {handwriting-pause: 0}
      devices: \(devices)
      """.utf8, to: "settings.yaml")
    let socket = folder.path + "/programs"
    let service = try machine.start([
      "run", "--config", settings, "--socket", socket, "--control", controlSocket,
    ])
    try eventually("the sockets") {
      isListening(at: socket) && isListening(at: controlSocket)
    }
    try awaitEngine()
    return try Run(
      service: service, program: try LiveChild(["socat", "-", "UNIX-CONNECT:\(socket)"]))
  }

  private func control(_ arguments: String...) throws {
    let child = try Child.run(
      [Program.path] + arguments + ["--control", controlSocket], environment: Program.environment)
    #expect(child.status == 0, "\(child.errors)")
  }

  private func draw(_ number: Int32 = 2, strokes: Int = 1) {
    let places: [(Int32, Int32)] = [(200, 500), (500, 495), (800, 500)]
    for _ in 0..<strokes { machine.touch(number) { $0.draw(places) } }
  }

  private func awaitPad(_ isGrabbed: Bool, of number: Int32 = 2, _ moment: String) throws {
    try eventually("the pad \(isGrabbed ? "held" : "free") \(moment)") {
      machine.isGrabbed(number) == isGrabbed
    }
  }

  /// Waits until the service holds a pad, and what is drawn on it.
  private func awaitGrab(_ run: Run, of number: Int32 = 2, _ moment: String) throws {
    try awaitPad(true, of: number, moment)
    // In the same turn the service gives back a pad that is touched already.
    try run.ask("ping")
  }

  @Test(
    "F026, IME-18 a character drawn on a pad is typed, and the pad is held only while it may be",
    arguments: SamplePad.allCases)
  func drawn(_ pad: SamplePad) throws {
    machine.plug(2, pad)
    let run = try run()
    #expect(!machine.isGrabbed(2), "nothing has the focus")
    try run.ask("focus.request", #"{"container":"note"}"#)
    try awaitGrab(run, "with the focus")
    draw()
    try run.expectFirst("一")
    try run.program.expectOutput(#""method":"ink.didChange""#)
    press(Self.space)
    try run.expectTyped("一")
    draw(strokes: 2)
    try run.expectFirst("十")
    press(Self.two)
    try run.expectTyped("二")
    try control("mode", "en-US")
    try awaitPad(false, "in another mode")
    machine.type(1, "a")
    try run.expectTyped("a")
    try control("mode", "zh-Hans+handwriting")
    try awaitGrab(run, "in the mode again")
    try run.ask("focus.release")
    try awaitPad(false, "without the focus")
    try run.ask("focus.request", #"{"container":"note"}"#)
    try awaitGrab(run, "with the focus again")
    try panic(run.service)
    #expect(!machine.isGrabbed(2))
  }

  @Test("F026 a tap takes the first candidate, a swipe clears, and two pads have a character each")
  func twoPads() throws {
    machine.plug(2, .laptop)
    machine.plug(3, .trackpad)
    let run = try run()
    try run.ask("focus.request", #"{"container":"note"}"#)
    try awaitGrab(run, "with the focus")
    try awaitGrab(run, of: 3, "with the focus")
    draw(2)
    try run.expectFirst("一")
    draw(3, strokes: 2)
    try run.expectFirst("十")
    machine.touch(2) { $0.tapWithTwo() }
    try run.expectTyped("一")
    // The other pad's character is as it was.
    press(Self.space)
    try run.expectTyped("十")
    draw(3, strokes: 3)
    try run.expectFirst("三")
    machine.touch(3) { touches in
      for (finger, y) in [(Int32(0), Int32(400)), (1, 600)] { touches.touch(finger, 800, y) }
      touches.report()
      for (finger, y) in [(Int32(0), Int32(400)), (1, 600)] { touches.move(finger, 300, y) }
      touches.report()
      for finger in Int32(0)...1 { touches.lift(finger) }
      touches.report()
    }
    try run.program.expectOutput(#""strokes":[]"#)
    machine.type(1, "z")
    try run.expectTyped("z")
    #expect(!run.program.output.contains(#""string":"三""#))
    try panic(run.service)
  }

  @Test("F026 ink on the paper is dropped with the mode, the focus and a reload; nothing is typed")
  func dropped() throws {
    machine.plug(2, .laptop)
    let run = try run()
    try run.ask("focus.request", #"{"container":"note"}"#)
    try awaitGrab(run, "with the focus")
    draw()
    try run.expectFirst("一")
    try control("mode", "en-US")
    try awaitPad(false, "in another mode")
    try control("mode", "zh-Hans+handwriting")
    try awaitGrab(run, "in the mode again")
    draw(strokes: 2)
    try run.expectFirst("十")
    try run.ask("focus.release")
    try awaitPad(false, "without the focus")
    try run.ask("focus.request", #"{"container":"note"}"#)
    try awaitGrab(run, "with the focus again")
    draw(strokes: 3)
    try run.expectFirst("三")
    _ = try folder.write(
      """
      modes: [zh-Hans+handwriting, en-US]
      input-methods: {handwriting-pause: 1000}
      devices: [{match: all, handwriting: no}]
      """.utf8, to: "settings.yaml")
    try control("reload")
    try awaitPad(false, "that the settings forbid")
    machine.type(1, "z")
    try run.expectTyped("z")
    for character in ["一", "十", "三"] {
      #expect(!run.program.output.contains(#""string":"\#(character)""#))
    }
    try panic(run.service)
  }

  @Test("F026 of 100 strokes 64 are a character, which is said once; monitors receive them all")
  func manyStrokes() throws {
    machine.plug(2, .laptop)
    let run = try run()
    let monitor = try LiveChild([
      Program.path, "monitor", "--service", "--control", controlSocket,
    ])
    try monitor.expectError("showing the keys and strokes")
    try run.ask("focus.request", #"{"container":"note"}"#)
    try awaitGrab(run, "with the focus")
    func shown() -> [Substring] {
      monitor.outputByNow().split(separator: "\n").filter { $0.contains(" stroke → ") }
    }
    for count in 1...20 {
      draw(strokes: 5)
      try eventually("\(5 * count) strokes") { shown().count == 5 * count }
    }
    let full = "a character has at most 64 strokes"
    try run.service.expectError(full)
    try run.expectFirst("三")
    #expect(
      shown().allSatisfy { $0.contains("/dev/input/event2 ") && $0.contains(" 3 points ") },
      "\(shown())")
    press(Self.space)
    try run.expectTyped("三")
    // The next character is full as well, by the program's pointer: each stroke too many is
    // refused, and nothing is lost.
    let stroke = #"{"points":[[10,50],[90,48]],"width":100,"height":100}"#
    try run.ask("ink.stroke", stroke, times: 100)
    let answers = run.program.output.split(separator: "\n")
    #expect(answers.count { $0.contains(#""name":"tooMany""#) } == 36)
    try run.ask("ink.undo")
    try run.ask("ink.stroke", stroke)
    press(Self.space)
    try eventually("the second character") {
      run.program.outputByNow().ranges(of: #""string":"三""#).count == 2
    }
    draw(strokes: 2)
    try eventually("both strokes") { shown().count == 102 }
    press(Self.space)
    try run.expectTyped("十")
    try run.ask("focus.release")
    try awaitPad(false, "without the focus")
    #expect(run.service.errors.split(separator: "\n").count { $0.contains(full) } == 1)
    monitor.signal(SIGINT)
    try run.ask("focus.request", #"{"container":"note"}"#)
    try awaitGrab(run, "with the focus again")
    try panic(run.service)
  }

  @Test("F026 a pad that is unplugged in mid-stroke drops this stroke only, and is taken again")
  func unplugged() throws {
    machine.plug(2, .laptop)
    let run = try run()
    try run.ask("focus.request", #"{"container":"note"}"#)
    try awaitGrab(run, "with the focus")
    draw()
    try run.expectFirst("一")
    machine.touch(2) {
      $0.touch(0, 100, 100)
      $0.report()
      $0.move(0, 500, 500)
      $0.report()
    }
    machine.unplug(2)
    press(Self.space)
    try run.expectTyped("一")
    machine.plug(2, .laptop)
    try awaitGrab(run, "plugged in again")
    draw(strokes: 2)
    try run.expectFirst("十")
    press(Self.space)
    try run.expectTyped("十")
    try panic(run.service)
  }

  @Test("F026 a pad that lies about its axes is refused with a reason; the keyboard types on")
  func lying() throws {
    machine.plug(2, .laptop) { axes in
      for index in axes.indices where axes[index].code == 0x36 { axes[index].maximum = 0 }
    }
    let run = try run()
    try run.ask("focus.request", #"{"container":"note"}"#)
    try run.service.expectError("cannot be drawn on: its axis ABS_MT_POSITION_Y has the range 1096")
    #expect(!machine.isGrabbed(2))
    machine.type(1, "z")
    try run.expectTyped("z")
    try panic(run.service)
  }

  @Test("F026 a clock that runs backwards in mid-stroke does no harm")
  func backwards() throws {
    machine.plug(2, .laptop)
    let run = try run()
    try run.ask("focus.request", #"{"container":"note"}"#)
    try awaitGrab(run, "with the focus")
    machine.touch(2) { touches in
      touches.touch(0, 200, 500)
      touches.report()
      touches.time -= 90_000_000
      touches.move(0, 800, 500)
      touches.report()
      touches.lift()
      touches.report()
    }
    try run.expectFirst("一")
    draw()
    try run.expectFirst("十")
    press(Self.space)
    try run.expectTyped("十")
    try panic(run.service)
  }
}
