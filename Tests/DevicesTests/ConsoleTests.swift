// SPDX-License-Identifier: Apache-2.0
import Devices
import Glibc
import Keys
import TestTraits
import Testing

/// Consoles whose state a test sets.
final class ScriptedConsoles: ConsoleSwitch {
  let changeDescriptor: Int32 = -1
  var foreground: Int? = 1
  var isGraphical = false
  var mayActivate = true
  private(set) var activated: [Int] = []

  func activate(_ number: Int) -> Bool {
    guard mayActivate else { return false }
    activated.append(number)
    foreground = number
    return true
  }
}

/// Control+Alt+F1…F12 while keyboards are grabbed, and compositors.
struct ConsoleTests {
  private let rig: SourceRig
  private let first = FakeKeyboard("First", path: "/dev/input/event0")
  private let second = FakeKeyboard("Second", path: "/dev/input/event1")
  private let consoles = ScriptedConsoles()
  private let answers = Answers()

  private final class Answers {
    var all: [Bool] = []
    var time: Int64 = 1
  }

  private static let f2 = KeyCode(60)
  private static let b = KeyCode(48)
  private static let c = KeyCode(46)

  init() throws {
    rig = try SourceRig()
    rig.plug(first)
    rig.plug(second)
    rig.start()
    let watch = ConsoleWatch(consoles, loop: rig.loop)
    watch.changed = { [answers] in answers.all.append($0) }
    rig.source?.consoles = watch
    rig.source?.setGrabbed(true)
    _ = try rig.reported()
  }

  @Test(
    "Control and Alt of either side, on any keyboard, and F1…F12 switch to a console",
    arguments: [
      (KeyCode.leftControl, KeyCode.leftAlt, KeyCode(59), 1),
      (.rightControl, .rightAlt, KeyCode(68), 10), (.leftAlt, .rightControl, KeyCode(87), 11),
      (.leftControl, .rightAlt, KeyCode(88), 12),
    ])
  func chord(_ one: KeyCode, _ two: KeyCode, _ key: KeyCode, _ number: Int) {
    var chord = ConsoleChord()
    func event(_ code: KeyCode, _ phase: KeyEvent.Phase, _ device: UInt32 = 0) -> Int? {
      chord.observe(
        KeyEvent(time: .zero, device: DeviceID(rawValue: device), code: code, phase: phase))
    }
    #expect(event(key, .press) == nil && event(key, .release) == nil)
    #expect(event(one, .press) == nil && event(two, .press, 1) == nil)
    #expect(event(key, .press, 2) == number)
    #expect(event(key, .repeat, 2) == nil, "a held key requests one switch")
    #expect(event(.a, .press) == nil)
    #expect(event(two, .release, 1) == nil && event(key, .press) == nil)
  }

  @Test("Switching consoles hides the chord's last key from programs, and cancels all held keys")
  func leaving() throws {
    for key in [KeyCode.leftControl, .leftAlt] { first.send((key, 1)) }
    _ = try rig.reported()
    second.send((Self.f2, 1))
    _ = try rig.reported()
    #expect(rig.unbalanced == [])
    #expect(consoles.activated == [2])
    #expect(!rig.events.contains { $0.code == Self.f2 })
    second.send((Self.f2, 0))
    #expect(try rig.reported() == [], "its release is not reported either")
    #expect(rig.unbalanced == [])
  }

  @Test("If the process may not switch consoles, the chord's keys are passed on as usual")
  func refused() throws {
    consoles.mayActivate = false
    for key in [KeyCode.leftControl, .leftAlt, Self.f2] { first.send((key, 1)) }
    _ = try rig.reported()
    #expect(rig.events.contains { $0.code == Self.f2 && $0.phase == .press })
    #expect(consoles.activated == [] && answers.all == [])
  }

  @Test("The chord on a keyboard that is not grabbed is left to the kernel")
  func ungrabbed() throws {
    rig.source?.setGrabbed(false)
    for key in [KeyCode.leftControl, .leftAlt, Self.f2] { first.send((key, 1)) }
    _ = try rig.reported()
    #expect(consoles.activated == [])
  }

  /// Types a key, two seconds after the key before.
  private func type() throws {
    answers.time += 2_000_000
    first.send((.a, 1), at: answers.time)
    first.send((.a, 0), at: answers.time)
    _ = try rig.reported()
  }

  @Test("A console that was left becomes active again only when it returns to the foreground")
  func coming() throws {
    for key in [KeyCode.leftControl, .leftAlt, Self.f2] { first.send((key, 1)) }
    _ = try rig.reported()
    #expect(answers.all == [false])
    for key in [KeyCode.leftControl, .leftAlt, Self.f2] { first.send((key, 0)) }
    consoles.foreground = 3
    try type()
    #expect(answers.all == [false])
    consoles.foreground = 1
    try type()
    #expect(answers.all == [false, true])
    // A switch of consoles by another program is not reported.
    consoles.foreground = 4
    try type()
    #expect(answers.all == [false, true])
  }

  @Test("The key that finds a compositor is not typed, nor are later ones, and no key stays down")
  func compositorStarts() throws {
    second.send((.leftShift, 1))
    first.send((.a, 1))
    first.send((.a, 0))
    _ = try rig.reported()
    let typed = rig.events.count
    #expect(typed == 3)
    // Within the second after the previous check.
    consoles.isGraphical = true
    first.send((Self.b, 1))
    second.send((Self.c, 1))
    second.send((Self.c, 0))
    first.send((Self.b, 0))
    _ = try rig.reported()
    #expect(answers.all == [false])
    #expect(rig.events[typed...].map { "\($0.code) \($0.phase)" } == ["KEY_LEFTSHIFT cancel"])
    #expect(rig.unbalanced == [])
  }

  @Test("A key that repeats when a compositor starts is cancelled")
  func repeating() throws {
    first.send((.a, 1))
    _ = try rig.reported()
    consoles.isGraphical = true
    first.send((.a, 2))
    _ = try rig.reported()
    #expect(rig.events.map(\.phase) == [.press, .cancel] && answers.all == [false])
  }

  @Test("A keyboard that is always grabbed is read while a compositor has the console")
  func scanner() throws {
    rig.source?.reconfigure(
      LiveSource.Options(
        grabRules: [
          GrabRule(selector: try DeviceSelector("path=/dev/input/event1"), policy: .always)
        ]))
    consoles.isGraphical = true
    first.send((.a, 1))
    second.send((Self.b, 1))
    second.send((Self.b, 0))
    _ = try rig.reported()
    #expect(rig.events.map(\.code) == [Self.b, Self.b] && answers.all == [false])
  }

  @Test("A compositor that starts has the keyboards until it ends", .notInFastRuns)
  func compositor() throws {
    consoles.isGraphical = true
    try type()
    #expect(answers.all == [false])
    consoles.isGraphical = false
    usleep(1_100_000)
    _ = try rig.reported()
    #expect(answers.all == [false, true])
  }

  @Test("A program that already draws on the console when it gets the keyboards keeps them")
  func kiosk() throws {
    rig.source?.setGrabbed(false)
    consoles.isGraphical = true
    rig.source?.setGrabbed(true)
    _ = try rig.reported()
    try type()
    #expect(answers.all == [])
  }

  @Test("A keyboard of another seat is never opened, even if it is selected")
  func seats() throws {
    let rig = try SourceRig()
    let foreign = FakeKeyboard("Foreign", path: "/dev/input/event5")
    rig.plug(foreign)
    rig.finder.present[0].seat = "seat1"
    rig.start(LiveSource.Options(selectors: [try DeviceSelector("path=/dev/input/event5")]))
    #expect(try rig.reported() == [])
    var options = LiveSource.Options()
    options.seat = "seat1"
    rig.source?.reconfigure(options)
    #expect(try rig.reported() == ["connected Foreign #0"])
  }
}
