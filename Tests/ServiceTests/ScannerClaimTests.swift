// SPDX-License-Identifier: Apache-2.0
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

  private func plug(_ number: UInt32, for program: String? = nil) {
    var scanner = DeviceInfo(
      id: DeviceID(rawValue: number), name: "Scanner", path: "/dev/input/event\(number)")
    scanner.isScanner = true
    scanner.program = program
    for sink in [desk.programs, desk.control] as [any UpdateSink] {
      sink.receive(.deviceAttached(scanner))
    }
    desk.turn()
    _ = (till.lines(), other.lines())
  }

  private func scan(_ text: String, _ number: UInt32 = 7, for program: String? = nil) {
    var scan = Scan(
      device: DeviceID(rawValue: number), text: text, time: .zero, duration: .zero, end: .gap)
    scan.program = program
    desk.programs.receive(scan)
    desk.turn()
  }

  /// The codes that each of the two programs was told.
  private var told: [[String]] {
    [till, other].map { client in
      client.lines().filter { $0.contains(#""method":"scan""#) }.compactMap {
        $0.split(separator: "\"text\":\"").last?.prefix { $0 != "\"" }
      }.map(String.init)
    }
  }

  private func focus(_ client: Observer) throws {
    _ = try desk.ask(client, "focus.request")
  }

  @Test("Without a claim and without a word in the settings a code is for the program in front")
  func focused() throws {
    scan("1")
    #expect(told == [[], []], "nobody has the keyboard")
    try focus(other)
    scan("2")
    #expect(told == [[], ["2"]])
  }

  @Test("The settings give a scanner to a program by its name, whoever has the keyboard")
  func settings() throws {
    try focus(other)
    scan("1", for: "till")
    #expect(told == [["1"], []])
    scan("2", for: "nobody")
    #expect(told == [[], []])
    // Of two of the name the one in front has it, else the first.
    let second = try desk.greet("till")
    scan("3", for: "till")
    #expect(told == [["3"], []])
    _ = try desk.ask(other, "focus.release")
    try focus(second)
    _ = second.lines()
    scan("4", for: "till")
    #expect(told == [[], []] && second.lines().contains { $0.contains(#""text":"4""#) })
  }

  @Test("A program claims a scanner, and no other gets its codes until it releases it or goes")
  func claims() throws {
    let device = #"{"device":"/dev/input/event7"}"#
    try focus(other)
    #expect(try desk.ask(till, "scanner.claim", device).contains("result"))
    scan("1")
    #expect(told == [["1"], []])
    for parameters in [device, "{}"] {
      #expect(try desk.ask(till, "scanner.claim", parameters).contains("result"), "again")
    }
    for parameters in [device, "{}"] {
      let refused = try desk.ask(other, "scanner.claim", parameters)
      #expect(refused.contains(#""name":"nameInUse""#) && refused.contains("till (program 1)"))
    }
    #expect(try desk.ask(other, "scanner.release", device).contains("result"), "nothing of it")
    scan("2")
    #expect(told == [["2"], []])
    #expect(try desk.ask(till, "scanner.release", "{}").contains("result"))
    scan("3")
    #expect(told == [[], ["3"]])
    #expect(try desk.ask(till, "scanner.claim", "{}").contains("result"))
    plug(8)
    scan("4", 8)
    #expect(told == [["4"], []], "one that was plugged in later")
    till.stopSending()
    #expect(desk.loop.run { desk.connections == 1 })
    scan("5")
    #expect(other.lines().contains { $0.contains(#""text":"5""#) })
    #expect(try desk.ask(other, "scanner.claim", device).contains("result"))
  }

  @Test("In its grace a program keeps what it claims, and nobody else is told")
  func grace() throws {
    let brief = try desk.greet("brief", #","grace":30"#)
    _ = try desk.ask(brief, "scanner.claim", "{}")
    try focus(other)
    brief.stopSending()
    #expect(desk.loop.run { desk.connections == 2 })
    scan("1")
    #expect(told == [[], []])
    desk.letTimePass()
    scan("2")
    #expect(told == [[], ["2"]])
  }

  @Test("What is no scanner, or another program's by the settings, cannot be claimed")
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

  @Test("A code is not sent to a program that did not subscribe to codes")
  func filter() throws {
    try focus(other)
    _ = try desk.ask(other, "subscribe", #"{"events":["text.*"]}"#)
    scan("1")
    #expect(told == [[], []])
  }
}
