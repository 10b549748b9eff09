// SPDX-License-Identifier: Apache-2.0
import Devices
import Keys
import SamplePads
import TestSupport
import Testing

/// Pads are free whenever ink is not wanted, for any sequence of events.
@Suite struct LivePadWalkTests {
  private final class Walk {
    let rig: SourceRig
    var random: SeededGenerator
    let keyboard = FakeKeyboard()
    var fakes: [Int: FakePad] = [:]
    var inputs: [Int: Int] = [:]
    var isFocused = false
    var isWanted = false
    var strokes = 0

    init(seed: Int) throws {
      random = SeededGenerator(seed: UInt64(seed))
      rig = try SourceRig()
      rig.plug(keyboard)
      for slot in 0..<3 { plug(slot) }
      rig.start(options)
    }

    /// A rest that sometimes comes.
    var options: LiveSource.Options {
      var options = LiveSource.Options.drawing
      (options.padRest, options.grabLimit) = (
        Int.random(in: 0..<4, using: &random) == 0
          ? 0 : 60_000_000, 0
      )
      return options
    }

    func plug(_ slot: Int) {
      inputs[slot, default: 0] += 1
      let kind = SamplePad.allCases[slot % 3]
      let fake = FakePad(kind, path: "/dev/input/event\(slot + 3)")
      fakes[slot] = fake
      rig.plug(fake, input: inputs[slot] ?? 0)
    }

    func step() throws {
      let slot = Int.random(in: 0..<3, using: &random)
      switch Int.random(in: 0..<300, using: &random) {
      case 0..<2:
        if let fake = fakes[slot] {
          fakes[slot] = nil
          rig.unplug(fake, input: inputs[slot] ?? 0, reports: Bool.random(using: &random))
        } else {
          plug(slot)
        }
      case 2..<6:
        isFocused.toggle()
        rig.source?.setGrabbed(isFocused)
      case 6..<10:
        isWanted.toggle()
        rig.source?.setDrawing(isWanted)
      case 10: rig.source?.reconfigure(options)
      case 11: rig.finder.report(.rescan)
      case 12: keyboard.send((.a, Int32.random(in: 0...1, using: &random)))
      case 13: fakes[slot]?.lose { $0.move(0, 5, 5) }
      default: touch(slot)
      }
      // As the pipeline does.
      if Int.random(in: 0..<4, using: &random) == 0 { try read() }
    }

    private func touch(_ slot: Int) {
      guard let fake = fakes[slot] else { return }
      let (x, y) = (
        Int32.random(in: 0...1000, using: &random), Int32.random(in: 0...1000, using: &random)
      )
      let isSecond = fake.pad != .tablet && Int.random(in: 0..<20, using: &random) == 0
      let finger: Int32 =
        isSecond || fake.touches.down[0] == nil && !fake.touches.down.isEmpty ? 1 : 0
      let isLifting = Int.random(in: 0..<3, using: &random) == 0
      fake.send { touches in
        if touches.down[finger] == nil {
          touches.touch(finger, x, y)
        } else if isLifting {
          touches.lift(finger)
        } else {
          touches.move(finger, x, y)
        }
        touches.report()
      }
    }

    func read() throws {
      _ = try rig.reported()
      strokes = rig.ink.count
      for (slot, fake) in fakes where !(isFocused && isWanted) {
        #expect(!fake.isGrabbed && fake.clients == 0, "pad \(slot) is held")
      }
    }
  }

  @Test("pads are free whenever ink is not wanted, and no touch is stuck", arguments: 0..<10)
  func walk(seed: Int) throws {
    let walk = try Walk(seed: seed)
    for _ in 0..<10_000 { try walk.step() }
    try walk.read()
    #expect(walk.strokes > 30)
    for fake in walk.fakes.values {
      for finger in fake.touches.down.keys {
        fake.send {
          $0.lift(finger)
          $0.report()
        }
      }
    }
    var options = walk.options
    options.padRest = 60_000_000
    walk.rig.source?.reconfigure(options)
    walk.rig.source?.setGrabbed(true)
    walk.rig.source?.setDrawing(false)
    walk.rig.source?.setDrawing(true)
    _ = try walk.rig.reported()
    let before = walk.rig.ink.count
    for fake in walk.fakes.values { fake.send { $0.draw([(0, 0), (500, 500)]) } }
    _ = try walk.rig.reported()
    #expect(walk.rig.ink.count == before + walk.fakes.count)
    walk.rig.source?.setDrawing(false)
    for fake in walk.fakes.values { #expect(fake.clients == 0) }
  }
}
