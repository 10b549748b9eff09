// SPDX-License-Identifier: Apache-2.0
import Devices
import Glibc
import Keys
import Layouts
import Mirrors
import Testing
import TextInput

@testable import Bridge
@testable import Hosting

/// How often a key draws the terminal in which `exec` runs a program.
@Suite(.serialized) struct HostedFrameTests {
  /// A view without contents that counts how often its window is drawn.
  private final class Counter: View, CellDrawing {
    var count = 0
    func drawCells(on canvas: inout CellCanvas) { count += 1 }
  }

  /// Plays the press and the release of a key, with the program's output between them.
  private final class Source: KeySource {
    var willWait: (() -> Void)?
    /// Called before the press, when the program has shown the key, and after the release.
    var shown: () -> Void = {}
    private let loop: EventLoop
    private let device = DeviceInfo(id: DeviceID(rawValue: 0), name: "board")
    private var step = 0
    private let isEchoed: () -> Bool

    init(_ loop: EventLoop, isEchoed: @escaping () -> Bool) {
      (self.loop, self.isEchoed) = (loop, isEchoed)
    }

    func light(_ leds: LockLEDs, on device: DeviceID) {}
    func setGrabbed(_ isWanted: Bool) {}

    func next(before deadline: Timestamp?, into frame: inout [KeyEvent]) throws -> Occurrence {
      frame.removeAll()
      willWait?()
      switch step {
      case 0: break
      case 2 where !isEchoed():
        _ = try loop.turn(until: loop.now.advanced(byMicroseconds: 50_000))
        return .deadline(loop.now)
      case 1, 2, 3: shown()
      default: break
      }
      step += 1
      switch step {
      case 1: return .connected(device)
      case 2, 3:
        frame = [
          KeyEvent(
            time: loop.now, device: device.id, code: .a, phase: step == 2 ? .press : .release)
        ]
        return .frame
      default: return .end(.finished)
      }
    }
  }

  @Test("A key that the program shows is drawn once, with its echo, and not at its release")
  func echo() throws {
    let loop = try EventLoop(signals: [])
    let engine = TextEngine()
    let pipeline = Pipeline(layouts: try KeyboardLayouts(), engine: engine)
    pipeline.drawsEndsOfPresses = false
    // The clock stands still, so that no key is late on a busy machine.
    let now = loop.now
    let host = ProgramHost(
      engine: engine, loop: loop, now: { now }, makeTimer: { _ in { _ in } },
      launch: { words, variables, terminal throws(HostingError) in
        try ProcessLauncher.start(words, variables: variables, terminal: terminal)
          .mapError { HostingError.program("sh", errno: $0.errno) }.get()
      }, bindings: { .builtin }, deliver: { pipeline.deliver() }, end: { pipeline.end() })
    let program = try HostedProgram(host, scrollback: 10, version: "test", assists: false)
    defer { program.end() }
    program.view.frame = CellRect(width: 20, height: 4)
    let counter = Counter(frame: CellRect(width: 1, height: 1))
    engine.window.addSubview(counter)
    let kind = try TerminalKind(name: "xterm-256color")
    let mirror = TerminalMirror(
      engine: engine, output: ByteOutput(descriptor: open("/dev/null", O_WRONLY), loop: nil),
      session: nil, kind: kind, size: (20, 5), words: .english(for: kind))
    program.postponeDrawing = { [unowned mirror] in mirror.isPostponed = $0 }
    pipeline.observers = [program]
    pipeline.sinks = [program, mirror]
    try program.start(["sh", "-c", "cat > /dev/null"], variables: [:])
    // The kernel echoes the key, as a shell would.
    var drawings: [Int] = []
    let end = loop.now.advanced(byMicroseconds: 10_000_000)
    let source = Source(loop) { mirror.isPostponed == false || loop.now > end }
    source.shown = { drawings.append(counter.count) }
    _ = try pipeline.run(source)
    try #require(drawings.count == 3)
    #expect(drawings[1] - drawings[0] == 1)
    #expect(drawings[2] == drawings[1])
  }
}
