// SPDX-License-Identifier: Apache-2.0
import Glibc
import Keys
import Mirrors
import TestSupport
import Testing

@testable import Service
@testable import TextInput

/// Which program gets the codes of a scanner: one, never all of them.
@Suite(.heldToSchema) struct ScannerClaimTests {
  private let desk: Desk
  private let till: Observer
  private let other: Observer

  init() throws {
    desk = try Desk()
    till = try desk.greet("till")
    other = try desk.greet("other")
    plug(7)
  }

  private func plug(_ number: UInt32, for program: String? = nil, of user: UInt32? = nil) {
    var scanner = DeviceInfo(
      id: DeviceID(rawValue: number), name: "Scanner", path: "/dev/input/event\(number)")
    scanner.isScanner = true
    (scanner.program, scanner.programUser) = (program, user)
    for sink in [desk.programs, desk.control] as [any UpdateSink] {
      sink.receive(.deviceAttached(scanner))
    }
    desk.turn()
    _ = (till.lines(), other.lines())
  }

  private func scan(
    _ text: String, _ number: UInt32 = 7, for program: String? = nil, of user: UInt32? = nil
  ) {
    var scan = Scan(
      device: DeviceID(rawValue: number), text: text, time: .zero, duration: .zero, end: .gap)
    (scan.program, scan.programUser) = (program, user)
    desk.programs.receive(scan)
    desk.turn()
  }

  /// The codes that each of the two programs received.
  private var reported: [[String]] {
    [till, other].map { client in
      client.lines().filter { $0.contains(#""method":"scan""#) }.compactMap {
        $0.split(separator: "\"text\":\"").last?.prefix { $0 != "\"" }
      }.map(String.init)
    }
  }

  private func focus(_ client: Observer) throws {
    _ = try desk.ask(client, "focus.request")
  }

  @Test("A code goes to the program with the focus if the scanner is neither claimed nor assigned")
  func focused() throws {
    scan("1")
    #expect(reported == [[], []], "no program has the keyboard")
    try focus(other)
    scan("2")
    #expect(reported == [[], ["2"]])
  }

  @Test("The settings assign a scanner to a program by name, whichever program has the focus")
  func settings() throws {
    try focus(other)
    scan("1", for: "till")
    #expect(reported == [["1"], []])
    scan("2", for: "nobody")
    #expect(reported == [[], []])
    // If two programs have the name, the one with the focus gets the code, otherwise the first one.
    let second = try desk.greet("till")
    scan("3", for: "till")
    #expect(reported == [["3"], []])
    _ = try desk.ask(other, "focus.release")
    try focus(second)
    _ = second.lines()
    scan("4", for: "till")
    #expect(reported == [[], []] && second.lines().contains { $0.contains(#""text":"4""#) })
  }

  @Test(
    "TRT-20 a scanner that the settings assign to a user's program sends nothing to another user")
  func users() throws {
    let (own, other) = (geteuid(), geteuid() + 1)
    try focus(till)
    scan("1", for: "till", of: own)
    #expect(reported == [["1"], []])
    scan("2", for: "till", of: other)
    #expect(reported == [[], []])
    plug(8, for: "till", of: own)
    plug(9, for: "till", of: other)
    #expect(
      try desk.ask(till, "scanner.claim", #"{"device":"/dev/input/event8"}"#).contains("result"))
    let refused = try desk.ask(till, "scanner.claim", #"{"device":"/dev/input/event9"}"#)
    #expect(refused.contains(#""name":"notPermitted""#) && refused.contains("of user \(other)"))
  }

  @Test(
    "Only the program that claims a scanner receives its codes, until its release or disconnect")
  func claims() throws {
    let device = #"{"device":"/dev/input/event7"}"#
    try focus(other)
    #expect(try desk.ask(till, "scanner.claim", device).contains("result"))
    scan("1")
    #expect(reported == [["1"], []])
    for parameters in [device, "{}"] {
      #expect(try desk.ask(till, "scanner.claim", parameters).contains("result"), "again")
    }
    for parameters in [device, "{}"] {
      let refused = try desk.ask(other, "scanner.claim", parameters)
      #expect(refused.contains(#""name":"nameInUse""#) && refused.contains("till (program 1)"))
    }
    #expect(
      try desk.ask(other, "scanner.release", device).contains("result"),
      "releasing another program's scanner is a no-op")
    scan("2")
    #expect(reported == [["2"], []])
    #expect(try desk.ask(till, "scanner.release", "{}").contains("result"))
    scan("3")
    #expect(reported == [[], ["3"]])
    #expect(try desk.ask(till, "scanner.claim", "{}").contains("result"))
    plug(8)
    scan("4", 8)
    #expect(reported == [["4"], []], "a scanner that was plugged in later")
    till.stopSending()
    #expect(desk.loop.run { desk.connections == 1 })
    scan("5")
    #expect(other.lines().contains { $0.contains(#""text":"5""#) })
    #expect(try desk.ask(other, "scanner.claim", device).contains("result"))
  }

  @Test(
    "A disconnected program keeps its claim during its grace period; no other receives the codes")
  func grace() throws {
    let brief = try desk.greet("brief", #","grace":30"#)
    _ = try desk.ask(brief, "scanner.claim", "{}")
    try focus(other)
    brief.stopSending()
    #expect(desk.loop.run { desk.connections == 2 })
    scan("1")
    #expect(reported == [[], []])
    desk.letTimePass()
    scan("2")
    #expect(reported == [[], ["2"]])
  }

  @Test(
    "A program that is killed and started again takes its claims over",
    arguments: ["{}", #"{"device":"/dev/input/event7"}"#],
    ["{}", #"{"device":"/dev/input/event7"}"#])
  func startedAgain(_ first: String, _ second: String) throws {
    let old = try desk.greet("gate", #","grace":600"#)
    #expect(try desk.ask(old, "scanner.claim", first).contains("result"))
    // While it is connected, another program of its name is refused the same claim.
    let twin = try desk.greet("gate")
    #expect(try desk.ask(twin, "scanner.claim", first).contains("nameInUse"))
    old.stopSending()
    #expect(desk.loop.run { desk.connections == 3 })
    #expect(try desk.ask(other, "scanner.claim", first).contains("nameInUse"), "another name")
    #expect(try desk.ask(twin, "scanner.claim", second).contains("result"))
    _ = twin.lines()
    for number in 1...60 { scan("\(number)") }
    #expect(twin.lines().filter { $0.contains(#""method":"scan""#) }.count == 60)
    // The end of the earlier run's grace period ends nothing.
    desk.letTimePass()
    scan("61")
    #expect(twin.lines().contains { $0.contains(#""text":"61""#) })
  }

  @Test(
    "A program that is killed and started again takes its claims over before the service reads the end of the old connection",
    arguments: [true, false])
  func startedAgainAtOnce(_ isKilled: Bool) throws {
    var old: Observer? = try desk.greet("gate", #","grace":600"#)
    let before = try #require(desk.programs.programs.last?.connection)
    #expect(try desk.ask(#require(old), "scanner.claim").contains("result"))
    #expect(try desk.ask(#require(old), "focus.request").contains("granted"))
    desk.loop.delayed = [before.descriptor]
    let twin = try desk.greet("gate")
    #expect(try desk.ask(twin, "scanner.claim").contains("nameInUse"), "the old one runs")
    // A request that was not read yet does not hide the end.
    old?.send(#"{"jsonrpc":"2.0","id":1,"method":"scanner.claim","params":{}}"# + "\n")
    if isKilled { old = nil } else { old?.stopSending() }
    #expect(!before.isClosed)
    #expect(try desk.ask(other, "scanner.claim").contains("nameInUse"), "another name")
    #expect(try desk.ask(twin, "scanner.claim").contains("result"))
    #expect(try desk.ask(twin, "focus.request").contains("granted"))
    desk.loop.delayed = []
    #expect(desk.loop.run { before.isClosed })
    desk.turn()
    _ = twin.lines()
    scan("1")
    #expect(twin.lines().contains { $0.contains(#""text":"1""#) })
    #expect(desk.programs.audience.holder?.connection != nil)
    _ = old
  }

  @Test("A claim to all scanners takes over every claim of the earlier run, and no other")
  func takesOverAll() throws {
    plug(8)
    plug(9)
    let old = try desk.greet("gate", #","grace":600"#)
    try desk.ask(old, "scanner.claim", #"{"device":"/dev/input/event7"}"#)
    try desk.ask(till, "scanner.claim", #"{"device":"/dev/input/event8"}"#)
    old.stopSending()
    #expect(desk.loop.run { desk.connections == 2 })
    let twin = try desk.greet("gate")
    try desk.ask(twin, "scanner.claim")
    _ = (twin.lines(), till.lines())
    for number in [7, 8, 9] as [UInt32] { scan("\(number)", number) }
    #expect(reported == [["8"], []])
    #expect(twin.lines().filter { $0.contains(#""method":"scan""#) }.count == 2)
  }

  @Test("A scanner assigned to a name sends to a connected program, not to one in its grace period")
  func assignedDuringGrace() throws {
    let old = try desk.greet("gate", #","grace":600"#)
    try focus(old)
    old.stopSending()
    #expect(desk.loop.run { desk.connections == 2 })
    let twin = try desk.greet("gate")
    _ = twin.lines()
    scan("1", for: "gate")
    #expect(twin.lines().contains { $0.contains(#""text":"1""#) })
  }

  @Test(
    "A program cannot claim a device that is no scanner, or a scanner assigned to another program")
  func mistakes() throws {
    plug(9, for: "desk")
    for (device, name) in [
      ("/dev/input/event3", "unknownName"), ("/dev/input/event77", "unknownName"),
      ("/dev/input/event9", "notPermitted"),
    ] {
      let answer = try desk.ask(till, "scanner.claim", "{\"device\":\"\(device)\"}")
      #expect(answer.contains("\"name\":\"\(name)\",\"place\":\"/params/device\""), "\(answer)")
    }
  }

  @Test("A program that did not subscribe to codes receives none")
  func filter() throws {
    try focus(other)
    _ = try desk.ask(other, "subscribe", #"{"events":["text.*"]}"#)
    scan("1")
    #expect(reported == [[], []])
  }
}
