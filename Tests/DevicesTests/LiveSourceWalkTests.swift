// SPDX-License-Identifier: Apache-2.0
import Devices
import Keys
import TestSupport
import Testing

/// Every pressed key is released exactly once in random sequences of events.
@Suite struct LiveSourceWalkTests {
  @Test("no key stays down, for any sequence of events on the keyboards", arguments: 0..<40)
  func walk(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let rig = try SourceRig()
    let keys: [KeyCode] = [.a, .b, .leftShift, .escape, .enter, .capsLock]
    var fakes: [Int: FakeKeyboard] = [:]
    var inputs: [Int: Int] = [:]
    func plug(_ slot: Int) {
      let pressed = keys.filter { _ in Int.random(in: 0..<6, using: &random) == 0 }
      let fake = FakeKeyboard("K\(slot)", path: "/dev/input/event\(slot)", pressed: pressed)
      inputs[slot, default: 0] += 1
      fakes[slot] = fake
      rig.plug(fake, input: inputs[slot] ?? 0)
    }
    for slot in 0..<3 { plug(slot) }
    rig.start(LiveSource.Options(grabLimit: 0))
    var time: Int64 = 1
    for _ in 0..<200 {
      time += 1
      let slot = Int.random(in: 0..<3, using: &random)
      let key = keys.randomElement(using: &random) ?? .a
      switch Int.random(in: 0..<40, using: &random) {
      case 0:
        if let fake = fakes[slot] {
          fakes[slot] = nil
          rig.unplug(fake, input: inputs[slot] ?? 0, reports: Bool.random(using: &random))
        } else {
          plug(slot)
        }
      case 1: rig.source?.setGrabbed(Bool.random(using: &random))
      case 2: fakes[slot]?.lose(down: [key], at: time)
      case 3: fakes[slot]?.lose(up: [key], at: time)
      case 4: rig.finder.report(.rescan)
      case 5: rig.source?.light(LockLEDs(rawValue: 2), on: DeviceID(rawValue: UInt32(slot)))
      case 6:
        let policy = GrabPolicy.allCases.randomElement(using: &random) ?? .focus
        rig.source?.reconfigure(LiveSource.Options(grabPolicy: policy, grabLimit: 0))
      case 7: fakes[slot]?.emit(type: 1, code: key.rawValue, value: 1, at: time)
      default:
        let value = Int32.random(in: 0...2, using: &random)
        fakes[slot]?.send((key, value), at: time)
      }
      if Bool.random(using: &random) { _ = try rig.reported() }
    }
    _ = try rig.reported()
    for (slot, fake) in fakes { rig.unplug(fake, input: inputs[slot] ?? 0) }
    _ = try rig.reported()
    #expect(rig.unbalanced == [])
    #expect(!rig.events.isEmpty)
    #expect(rig.source?.devices == [])
  }
}
