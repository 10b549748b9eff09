// SPDX-License-Identifier: Apache-2.0
import Keys
import TestSupport
import Testing

@testable import Service
@testable import TextInput

/// `user.isIdle`: the person has typed nothing for the time that the program chose.
@Suite(.heldToSchema) struct IdleTests {
  private let desk: Desk
  private let kiosk: Observer

  init() throws {
    desk = try Desk()
    kiosk = try desk.greet("kiosk")
    try desk.ask(kiosk, "container.create", #"{"container":"a"}"#)
  }

  private func set(_ seconds: Int) throws {
    #expect(try desk.ask(kiosk, "idle.set", "{\"seconds\":\(seconds)}").contains("result"))
    _ = kiosk.lines()
  }

  private func focus(_ client: Observer) throws {
    try desk.ask(client, "focus.request")
    _ = client.lines()
  }

  /// The values of `isIdle` that a program received.
  private func idle(_ client: Observer) -> [Bool] {
    client.lines().filter { $0.contains(#""method":"user.isIdle""#) }
      .map { $0.contains(#""isIdle":true"#) }
  }

  @Test("NTF-20a, NTF-20b a program is notified after the time without a key, and at the next key")
  func idleAndBack() throws {
    try focus(kiosk)
    try set(60)
    desk.type("x")
    #expect(idle(kiosk) == [])
    // A timer that fires while less time has passed since the last key waits for the rest.
    for timer in desk.timers { timer?.body() }
    desk.turn()
    #expect(idle(kiosk) == [])
    desk.letTimePass()
    #expect(idle(kiosk) == [true])
    desk.letTimePass()
    #expect(idle(kiosk) == [], "reported once")
    desk.type("y")
    #expect(idle(kiosk) == [false])
    desk.letTimePass()
    #expect(idle(kiosk) == [true])
  }

  @Test("NTF-20b a key that types nothing, such as a modifier, counts as well")
  func otherKeys() throws {
    try focus(kiosk)
    try set(1)
    desk.letTimePass()
    #expect(idle(kiosk) == [true])
    desk.holdCommand(milliseconds: 10)
    #expect(idle(kiosk) == [false])
  }

  @Test("NTF-20c the time counts only while the program has the keyboard")
  func withoutKeyboard() throws {
    try set(5)
    let other = try desk.greet("other")
    try focus(other)
    desk.letTimePass()
    #expect(idle(kiosk) == [] && idle(other) == [])
    try set(5)
    desk.letTimePass()
    #expect(idle(kiosk) == [])
    try desk.ask(other, "focus.release")
    try focus(kiosk)
    desk.letTimePass()
    #expect(idle(kiosk) == [true])
    // Losing the keyboard ends it without a notification, and the time begins again.
    let user = try desk.connectControl()
    try desk.ask(user, "programs.activate", #"{"program":2}"#)
    desk.type("x")
    #expect(idle(kiosk) == [])
    try desk.ask(user, "programs.activate", #"{"program":1}"#)
    desk.type("x")
    #expect(idle(kiosk) == [])
    desk.letTimePass()
    #expect(idle(kiosk) == [true])
  }

  @Test("Without timers a person is never idle")
  func withoutTimers() throws {
    try set(5)
    let watch = IdleWatch(desk.engine, now: { .zero }) { _, body in
      body()
      return {}
    }
    watch.watch(desk.programs.programs[0])
    #expect(!watch.isIdle && idle(kiosk) == [])
  }

  @Test("A code that a scanner sends to the program counts as a key")
  func scans() throws {
    try focus(kiosk)
    try set(5)
    desk.letTimePass()
    #expect(idle(kiosk) == [true])
    desk.programs.receive(
      Scan(
        device: DeviceID(rawValue: 7), text: "1", time: .zero, duration: .zero, end: .gap))
    desk.turn()
    #expect(idle(kiosk) == [false])
  }

  @Test("0 seconds turn it off, and another time begins at once")
  func changed() throws {
    try focus(kiosk)
    try set(5)
    try set(0)
    desk.letTimePass()
    #expect(idle(kiosk) == [])
    try set(7)
    desk.letTimePass()
    #expect(idle(kiosk) == [true])
    try set(7)
    desk.type("x")
    #expect(idle(kiosk) == [], "the new time has not passed")
    for seconds in ["-1", "86401", #""1""#, "null"] {
      let answer = try desk.ask(kiosk, "idle.set", "{\"seconds\":\(seconds)}")
      #expect(answer.contains(#""place":"/params/seconds""#), "\(answer)")
    }
  }

  @Test("A program that disconnects is not notified; a resumed one is notified again")
  func resumed() throws {
    try focus(kiosk)
    try desk.ask(kiosk, "grace", #"{"seconds":30}"#)
    try set(5)
    kiosk.stopSending()
    #expect(desk.loop.run { desk.programs.programs[0].connection == nil })
    let again = try desk.greetAgain("kiosk")
    _ = again.lines()
    desk.letTimePass()
    #expect(idle(again) == [true])
  }
}

/// `locks.didChange` and `layout.didChange` at the sockets, and in snapshots.
@Suite(.heldToSchema) struct KeyboardStateTests {
  private let desk: Desk

  init() throws { desk = try Desk() }

  private func locks(_ client: Observer) -> [String] {
    client.lines().filter { $0.contains(#""method":"locks.didChange""#) }
  }

  private func set(_ locks: LockLEDs) {
    desk.engine.locksDidChange(to: locks)
    desk.turn()
  }

  @Test("NTF-18a the program with the keyboard receives the locks, another one when it gets it")
  func holder() throws {
    let first = try desk.greet("first")
    let second = try desk.greet("second")
    try desk.ask(first, "focus.request")
    _ = (first.lines(), second.lines())
    set([.capsLock, .numLock])
    #expect(
      locks(first) == [
        #"{"jsonrpc":"2.0","method":"locks.didChange","params":{"capsLock":true,"numLock":true,"#
          + #""scrollLock":false}}"#
      ])
    #expect(locks(second) == [])
    set([.capsLock, .numLock])
    #expect(locks(first) == [], "no change")
    let user = try desk.connectControl()
    try desk.ask(user, "programs.activate", #"{"program":2}"#)
    #expect(locks(second).count == 1 && locks(first) == [])
    try desk.ask(user, "programs.activate", #"{"program":1}"#)
    #expect(locks(first) == [], "it knows them")
    let late = try desk.greet("late")
    let snapshot = try desk.ask(late, "snapshot")
    #expect(
      snapshot.contains(#""locks":{"capsLock":true,"numLock":true,"scrollLock":false}"#))
  }

  @Test("NTF-18b while a secret has the focus, only its owner receives the locks")
  func secret() throws {
    let till = try desk.greet("till")
    let user = try desk.connectControl()
    try desk.ask(user, "subscribe", #"{"events":["locks.*"]}"#)
    try desk.ask(
      till, "container.create", #"{"container":"pin","traits":{"isSecureTextEntry":true}}"#)
    try desk.ask(till, "focus.request", #"{"container":"pin"}"#)
    _ = (till.lines(), user.lines())
    set(.capsLock)
    #expect(locks(till).count == 1 && locks(user) == [])
    #expect(try !desk.ask(user, "snapshot").contains(#""locks""#))
    try desk.ask(till, "focus.request")
    set([])
    #expect(locks(till).count == 1 && locks(user).count == 1)
    #expect(try desk.ask(user, "snapshot").contains(#""capsLock":false"#))
  }

  @Test("NTF-18b a snapshot has no locks while a secret of another program has the focus")
  func secretOfAnother() throws {
    let till = try desk.greet("till")
    let other = try desk.greet("other")
    try desk.ask(
      till, "container.create", #"{"container":"pin","traits":{"isSecureTextEntry":true}}"#)
    try desk.ask(till, "focus.request", #"{"container":"pin"}"#)
    set(.capsLock)
    #expect(try desk.ask(till, "snapshot").contains(#""capsLock":true"#))
    #expect(try !desk.ask(other, "snapshot").contains(#""locks""#))
    let late = try desk.connectProgram()
    #expect(try !desk.ask(late, "hello", #"{"name":"late"}"#).contains(#""locks""#))
    // A program that gets the keyboard receives what was kept from it, even if nothing is on.
    set([])
    _ = (other.lines(), late.lines())
    let user = try desk.connectControl()
    try desk.ask(user, "programs.activate", #"{"program":3}"#)
    #expect(locks(late).count == 1)
    #expect(try desk.ask(late, "snapshot").contains(#""capsLock":false"#))
  }

  @Test("NTF-19c every client receives a changed layout, and none the first one of a keyboard")
  func layout() throws {
    let first = try desk.greet("first")
    let second = try desk.greet("second")
    _ = (first.lines(), second.lines())
    for (group, name) in [(0, "us"), (1, "de")] {
      desk.engine.layoutDidChange(
        to: ActiveLayout(group: group, layout: name), on: DeviceInfo.desk.id)
      desk.turn()
    }
    for program in [first, second] {
      #expect(
        program.lines() == [
          #"{"jsonrpc":"2.0","method":"layout.didChange","params":{"#
            + #""device":"/dev/input/event3","group":1,"layout":"de","variant":""}}"#
        ])
    }
    let snapshot = try desk.ask(first, "snapshot")
    #expect(
      snapshot.contains(
        #""layouts":[{"device":"/dev/input/event3","group":1,"layout":"de","variant":""}]"#))
    // A keyboard that is plugged in again begins anew.
    desk.engine.keyboardDetached(.desk)
    #expect(desk.engine.activeLayouts.isEmpty)
    desk.engine.keyboardAttached(.desk)
    desk.engine.layoutDidChange(to: ActiveLayout(group: 0, layout: "us"), on: DeviceInfo.desk.id)
    desk.turn()
    #expect(!first.lines().contains { $0.contains("layout.didChange") })
  }
}
