// SPDX-License-Identifier: Apache-2.0
import Devices
import Keys
import TestSupport
import Testing

@Suite struct AutoRepeatTests {
  /// Plays events, each of milliseconds, key and phase, and prints the repeats up to `end`.
  private func play(
    _ events: [(Int64, KeyCode, KeyEvent.Phase)], until end: Int64,
    repeats: @escaping (PhysicalKey) -> Bool = { $0.code != .leftShift }
  ) -> [String] {
    var machine = AutoRepeat(repeats: repeats)
    var lines: [String] = []
    func run(to time: Int64) {
      while let deadline = machine.nextDeadline, deadline.microseconds <= time * 1000 {
        guard let event = machine.advance(to: deadline) else { continue }
        lines.append("\(event.time.microseconds / 1000) \(event.code) \(event.phase)")
      }
    }
    for (time, code, phase) in events {
      run(to: time)
      machine.observe(event(time, code, phase))
    }
    run(to: end)
    return lines
  }

  private func event(
    _ time: Int64, _ code: KeyCode, _ phase: KeyEvent.Phase, device: UInt32 = 0
  ) -> KeyEvent {
    KeyEvent(
      time: Timestamp(microseconds: time * 1000), device: DeviceID(rawValue: device), code: code,
      phase: phase)
  }

  @Test("KEY-7 a held key repeats after the kernel's delay and at its rate until its release")
  func rate() {
    #expect(
      play([(100, .a, .press), (420, .a, .release)], until: 1000)
        == ["350 KEY_A repeat", "383 KEY_A repeat", "416 KEY_A repeat"])
  }

  @Test("the key pressed last repeats, and releasing another key changes nothing")
  func lastKey() {
    #expect(
      play([(0, .a, .press), (200, .b, .press), (300, .a, .release)], until: 500)
        == ["450 KEY_B repeat", "483 KEY_B repeat"])
  }

  @Test("a key released before the repeating one does not start to repeat again")
  func noReturn() {
    #expect(play([(0, .a, .press), (100, .b, .press), (150, .b, .release)], until: 900) == [])
  }

  @Test(
    "a key that the layout excludes from repeating does not repeat, and stops the repeating one")
  func modifiers() {
    #expect(play([(0, .leftShift, .press)], until: 900) == [])
    #expect(play([(0, .a, .press), (100, .leftShift, .press)], until: 900) == [])
  }

  @Test("found keys do not repeat, cancelled ones stop, and the kernel's repeats are ignored")
  func otherPhases() {
    #expect(play([(0, .a, .found)], until: 900) == [])
    #expect(play([(0, .a, .press), (100, .a, .cancel)], until: 900) == [])
    #expect(play([(0, .a, .press), (260, .a, .repeat)], until: 290).count == 2)
  }

  @Test("a device with EV_REP repeats in the kernel, and its keys stop another device's repeat")
  func devices() {
    let kernel = DeviceID(rawValue: 1)
    var machine = AutoRepeat { $0.device != kernel }
    machine.observe(event(0, .a, .press, device: 1))
    #expect(machine.nextDeadline == nil)
    machine.observe(event(10, .a, .press, device: 0))
    #expect(machine.nextDeadline?.microseconds == 260_000)
    machine.observe(event(20, .a, .release, device: 1))
    #expect(machine.nextDeadline?.microseconds == 260_000)
    machine.observe(event(30, .b, .press, device: 1))
    #expect(machine.nextDeadline == nil)
  }

  @Test("a delayed process does not send the missed repeats")
  func late() {
    var machine = AutoRepeat { _ in true }
    machine.observe(event(0, .a, .press))
    let first = machine.advance(to: Timestamp(microseconds: 10_000_000))
    #expect(first?.time.microseconds == 250_000)
    #expect(machine.advance(to: Timestamp(microseconds: 10_000_000)) == nil)
    #expect(machine.nextDeadline?.microseconds == 10_033_000)
  }

  @Test("no repeat is early, and delay and period have a minimum")
  func limits() {
    var machine = AutoRepeat(delay: 0, period: -5) { _ in true }
    machine.observe(event(1, .a, .press))
    #expect(machine.advance(to: Timestamp(microseconds: 1999)) == nil)
    #expect(machine.advance(to: Timestamp(microseconds: 2000)) != nil)
    #expect(machine.nextDeadline?.microseconds == 3000)
  }

  @Test("after any events, nothing repeats once every key is released")
  func randomWalk() {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<200 {
      var machine = AutoRepeat { $0.code != .leftShift }
      var down: Set<KeyCode> = []
      var time: Int64 = 0
      for _ in 0..<50 {
        time += Int64.random(in: 1...400, using: &random)
        while let due = machine.nextDeadline, due.microseconds <= time * 1000 {
          let repeated = machine.advance(to: due)
          #expect(repeated.map { down.contains($0.code) } == true)
        }
        let key = [KeyCode.a, .b, .c, .leftShift].randomElement(using: &random) ?? .a
        let wasDown = !down.insert(key).inserted
        if wasDown { down.remove(key) }
        let up: KeyEvent.Phase = Bool.random(using: &random) ? .release : .cancel
        machine.observe(event(time, key, wasDown ? up : .press))
      }
      for key in down { machine.observe(event(time, key, .release)) }
      #expect(machine.nextDeadline == nil)
    }
  }
}
